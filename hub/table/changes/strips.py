"""Walks a light along a strip and matches lights to spaces, as people see them.

The walk itself is not stored: it ends with the hub, and begins again at the first space without a match. Matches are
made durable before they are shown.
"""

from __future__ import annotations

import msgspec

from hub.domain.ids import Space
from hub.table.board.strips import Strips, guess, length_of
from hub.table.changes.commits import STRIPS, commit
from hub.table.interfaces.board import NodeStatus
from hub.table.interfaces.storage import Asked, Batch, Origin
from hub.table.state import TableState, Walk
from hub.table.wire.refusals import Refusal, TableReason, refusal
from hub.table.wire.requests import Match, Unmatch
from hub.table.wire.requests import Walk as WalkTo


def walk(state: TableState, action: WalkTo, _origin: Origin) -> Refusal | None:
    """Have one light of a strip glow, perhaps at a given space, or end the walk."""
    if action.node is None:
        state.walk = None
        return None
    lights = _lights(state, action.node)
    if not 0 <= action.space < state.track_length() or not 0 <= (action.light or 0) < lights:
        return refusal(TableReason.BAD_REQUEST)
    if action.light is None:
        _walk_to(state, action.node, action.space, lights)
    else:
        state.walk = Walk(action.node, action.space, action.light)
    return None


def match(state: TableState, action: Match, origin: Origin) -> Refusal | None:
    """Match a light to a space; the walk goes on to the next space, and ends after the last."""
    length, lights = state.track_length(), _lights(state, action.node)
    if not 0 <= action.space < length or not 0 <= action.light < lights:
        return refusal(TableReason.BAD_REQUEST)
    refused = _change(state, state.strips.matched(length, action.node, action.space, action.light), origin.asked)
    if refused is None and state.walk is not None and state.walk.node == action.node:
        if action.space + 1 < length:
            _walk_to(state, action.node, action.space + 1, lights)
        else:
            state.walk = None
    return refused


def unmatch(state: TableState, action: Unmatch, origin: Origin) -> Refusal | None:
    """Forget the light of a space, or of all spaces of this strip."""
    return _change(state, state.strips.without(state.track_length(), action.node, action.space), origin.asked)


def spread(state: TableState) -> None:
    """Match the strip of a simulated board, whose lights are spread evenly by construction."""
    length = state.track_length()
    for node in state.board.nodes():
        lights = length_of(node)
        if node.simulated and node.kind == "starter" and lights > 1 and not state.strips.on(length, node.node):
            last = round((length - 1) * lights / length)
            first = state.strips.matched(length, node.node, 0, 0)
            _change(state, first.matched(length, node.node, length - 1, last))


def _walk_to(state: TableState, node: str, space: Space, lights: int) -> None:
    length = state.track_length()
    light = guess(state.strips.on(length, node), space, length, lights)
    state.walk = Walk(node, space, min(light, lights - 1))


def _lights(state: TableState, node: str) -> int:
    """How many lights of a node can be matched; 0 if it has no such strip."""
    found: NodeStatus | None = next((one for one in state.board.nodes() if one.node == node), None)
    return 0 if found is None else length_of(found)


def _change(state: TableState, strips: Strips, asked: Asked | None = None) -> Refusal | None:
    refused = commit(state, Batch(documents={STRIPS: msgspec.json.encode(strips)}, asked=asked))
    if refused is None:
        state.strips = strips
    return refused
