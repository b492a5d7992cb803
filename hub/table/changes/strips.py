"""Which light of a strip is at which space, durably; `hub.table.requests.strips` has what people say about it."""

from __future__ import annotations

import msgspec

from hub.table.board.strips import Strips, length_of
from hub.table.changes.commits import STRIPS, commit
from hub.table.interfaces.storage import Asked, Batch
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal


def spread(state: TableState) -> None:
    """Match the strip of a simulated board, whose lights are spread evenly by construction."""
    length = state.track_length()
    for node in state.board.nodes():
        lights = length_of(node)
        if node.simulated and node.kind == "starter" and lights > 1 and not state.strips.on(length, node.node):
            last = round((length - 1) * lights / length)
            first = state.strips.matched(length, node.node, 0, 0)
            change_strips(state, first.matched(length, node.node, length - 1, last))


def change_strips(state: TableState, strips: Strips, asked: Asked | None = None) -> Refusal | None:
    """Replace the matches, durably."""
    refused = commit(state, Batch(documents={STRIPS: msgspec.json.encode(strips)}, asked=asked))
    if refused is None:
        state.strips = strips
    return refused
