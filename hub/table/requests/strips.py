"""Requests about a node's strip of lights: people walk a light along it and say at which space it is.

The walk itself is not stored: it ends with the hub, and begins again at the first space without a match. Matches are
made durable before they are shown.
"""

from __future__ import annotations

from hub.domain.ids import Space
from hub.table.board.strips import guess, length_of
from hub.table.changes.commits import change
from hub.table.interfaces.board import NodeStatus
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import LightWalk as Walking
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal


class Walk(Action):
    """Walk: have this light of a node's strip glow, which may be that of `space`; `light` None: where it is expected.

    Without a node the walk ends.
    """

    who = (BANKER,)
    node: str | None
    space: int = 0
    light: int | None = None

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        """One light glows, or none."""
        if self.node is None:
            table.walk = None
            return None
        lights = _lights(table, self.node)
        if not 0 <= self.space < table.track_length() or not 0 <= (self.light or 0) < lights:
            return refusal(TableReason.BAD_REQUEST)
        if self.light is None:
            _walk_to(table, self.node, self.space, lights)
        else:
            table.walk = Walking(self.node, self.space, self.light)
        return None


class Match(Action):
    """Match a light of a node's strip to a space; a walk then goes on to the next space."""

    who = (BANKER,)
    node: str
    space: int
    light: int

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """The walk ends after the last space."""
        length, lights = table.track_length(), _lights(table, self.node)
        if not 0 <= self.space < length or not 0 <= self.light < lights:
            return refusal(TableReason.BAD_REQUEST)
        matched = table.strips.matched(length, self.node, self.space, self.light)
        refused = change(table, sender.asked, strips=matched)
        if refused is None and table.walk is not None and table.walk.node == self.node:
            if self.space + 1 < length:
                _walk_to(table, self.node, self.space + 1, lights)
            else:
                table.walk = None
        return refused


class Unmatch(Action):
    """Forget the match of a space, or the matches of all spaces (`space` None)."""

    who = (BANKER,)
    node: str
    space: int | None

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Those of other strips stay."""
        without = table.strips.without(table.track_length(), self.node, self.space)
        return change(table, sender.asked, strips=without)


def _walk_to(table: TableState, node: str, space: Space, lights: int) -> None:
    length = table.track_length()
    light = guess(table.strips.on(length, node), space, length, lights)
    table.walk = Walking(node, space, min(light, lights - 1))


def _lights(table: TableState, node: str) -> int:
    """How many lights of a node can be matched; 0 if it has no such strip."""
    found: NodeStatus | None = next((one for one in table.board.nodes() if one.node == node), None)
    return 0 if found is None else length_of(found)
