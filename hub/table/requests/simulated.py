"""Requests to the hands at a simulated board, which only such a board has."""

from __future__ import annotations

from hub.table.changes.commits import keep
from hub.table.interfaces.board import ButtonId, Simulator
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal


class SimulatorAction(Action):
    """What hands do at a simulated board; refused if the node or tag does not exist.

    Where `before` stores nothing, a repetition does no harm: it puts a piece where it already lies.
    """

    who = (BANKER,)

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Have the hands do it."""
        simulator = table.board.simulator
        if simulator is None:
            return refusal(TableReason.NOT_SIMULATED)
        if (refused := self.before(table, sender)) is not None:
            return refused
        try:
            self.do(simulator)
        except (KeyError, ValueError, IndexError):
            return refusal(TableReason.BAD_REQUEST)
        return None

    def before(self, _table: TableState, _sender: Sender) -> Refusal | None:
        """What has to be stored or refused first."""
        return None

    def do(self, simulator: Simulator) -> None:
        """What the hands do. Raises KeyError, ValueError or IndexError if there is no such thing."""
        raise NotImplementedError


class Hands(SimulatorAction):
    """Switch between simulated hands and moving the simulated pieces by hand."""

    by_hand: bool

    def do(self, simulator: Simulator) -> None:
        """They stop, or go on."""
        simulator.by_hand = self.by_hand


class PutTag(SimulatorAction):
    """Put a simulated tag on a reader, or take it off (`node` None)."""

    uid: str
    node: str | None
    reader: int = 0

    def before(self, table: TableState, sender: Sender) -> Refusal | None:
        """Store the request, as in `Press`: its effect may be durable before it is answered."""
        if self.node is not None and self.node not in {known.node for known in table.board.nodes()}:
            return refusal(TableReason.BAD_REQUEST)
        return keep(table, sender.origin)

    def do(self, simulator: Simulator) -> None:
        """The tag lies there, or nowhere."""
        if self.node is None:
            simulator.lift(self.uid)
        else:
            simulator.place(self.uid, self.node, self.reader)


class Press(SimulatorAction):
    """Press a button of the simulated console."""

    button: ButtonId
    long: bool = False

    def before(self, table: TableState, sender: Sender) -> Refusal | None:
        """Store the request: if its answer is lost, it may have moved the game and must not do so again."""
        return keep(table, sender.origin)

    def do(self, simulator: Simulator) -> None:
        """The button is held as long as asked."""
        simulator.press(self.button, "long" if self.long else "short")


class Cable(SimulatorAction):
    """Unplug or plug in the cable of a simulated node."""

    node: str
    plugged: bool

    def do(self, simulator: Simulator) -> None:
        """The node loses its power, or gets it."""
        if self.plugged:
            simulator.replug(self.node)
        else:
            simulator.unplug(self.node)
