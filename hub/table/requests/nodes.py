"""Requests about the board and its nodes: which reader is which space, settings, measurements, firmware."""

from __future__ import annotations

from typing import Literal

from hub.table.board.board_map import BoardMap
from hub.table.changes.commits import change, keep
from hub.table.changes.learning import learn_next
from hub.table.interfaces.board import NodeSettings
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal


class Learn(Action):
    """Control the learning of the board map: start, skip this space, or stop."""

    who = (BANKER,)
    step: Literal["start", "skip", "stop", "forget"]

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Do this step; only what forgets the map is stored."""
        match self.step:
            case "start":
                table.learning = 0
            case "skip":
                learn_next(table)
            case "stop":
                table.learning = None
            case "forget":
                table.learning = None
                return change(table, sender.asked, board_map=BoardMap())
        return None


class SetNode(Action):
    """Store settings on a node."""

    who = (BANKER,)
    node: str
    settings: NodeSettings

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Restart a node with new settings; contradictory settings never reach it.

        The request is stored first, because the node stores its settings.
        """
        nodes = {node.node: node for node in table.board.nodes()}
        try:
            if not self.settings.fit(nodes[self.node].kind, strip=nodes[self.node].strip):
                return refusal(TableReason.BAD_REQUEST)
            if (refused := keep(table, sender.origin)) is None:
                table.board.configure(self.node, self.settings)
        except KeyError:
            return refusal(TableReason.BAD_REQUEST)
        return refused


class Sweep(Action):
    """Start a sweep: have a node measure its readers at all gains."""

    who = (BANKER,)
    node: str

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        """Order it; repeating it does no harm."""
        try:
            table.board.sweep(self.node)
        except KeyError:
            return refusal(TableReason.BAD_REQUEST)
        return None


class UpdateNode(Action):
    """Update the firmware of a node to that of this hub; it is rolled back if the node does not connect."""

    who = (BANKER,)
    node: str

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Store the request first, as for settings, so that repeating it does not update the node twice."""
        nodes = table.board.nodes()
        if not any(node.node == self.node and node.link == "up" and not node.simulated for node in nodes):
            return refusal(TableReason.NO_UPDATE)
        try:
            if (refused := keep(table, sender.origin)) is None:
                table.board.update(self.node)
        except KeyError:
            return refusal(TableReason.NO_UPDATE)
        return refused


class UseBoard(Action):
    """Play on the board that is offered; the simulated one, if any, ends."""

    who = (BANKER,)

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        """Without an offer nothing changes."""
        table.board.use_offered()
        return None
