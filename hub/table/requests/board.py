"""Requests about the board: which reader and which light is which space, settings of nodes, and simulated hands.

A walk along a strip is not stored: it ends with the hub, and begins again at the first space without a match. Matches
are made durable before they are shown.
"""

from typing import Literal

from hub.domain.ids import Space
from hub.table.board.board_map import BoardMap, guess, length_of
from hub.table.changes.learning import learn_next
from hub.table.interfaces.board import ButtonId, NodeSettings, NodeStatus, Simulator
from hub.table.requests.base import BANKER, Action, Sender
from hub.table.state import LightWalk as Walking
from hub.table.state import TableState, change, keep
from hub.table.wire.audience import Refusal, TableReason, refusal


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
        table.board.use_offered()
        return None


class Walk(Action):
    """Walk: have this light of a node's strip glow, which may be that of `space`; `light` None: where it is expected.

    Without a node the walk ends.
    """

    who = (BANKER,)
    node: str | None
    space: int = 0
    light: int | None = None

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
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


class SimulatorAction(Action):
    """What hands do at a simulated board; refused if the node or tag does not exist.

    Where `before` stores nothing, a repetition does no harm: it puts a piece where it already lies.
    """

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
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

    who = (BANKER,)
    by_hand: bool

    def do(self, simulator: Simulator) -> None:
        simulator.by_hand = self.by_hand


class PutTag(SimulatorAction):
    """Put a simulated tag on a reader, or take it off (`node` None)."""

    who = (BANKER,)
    uid: str
    node: str | None
    reader: int = 0

    def before(self, table: TableState, sender: Sender) -> Refusal | None:
        """Store the request, as in `Press`: its effect may be durable before it is answered."""
        if self.node is not None and self.node not in {known.node for known in table.board.nodes()}:
            return refusal(TableReason.BAD_REQUEST)
        return keep(table, sender.origin)

    def do(self, simulator: Simulator) -> None:
        if self.node is None:
            simulator.lift(self.uid)
        else:
            simulator.place(self.uid, self.node, self.reader)


class Press(SimulatorAction):
    """Press a button of the simulated console."""

    who = (BANKER,)
    button: ButtonId
    long: bool = False

    def before(self, table: TableState, sender: Sender) -> Refusal | None:
        """Store the request: if its answer is lost, it may have moved the game and must not do so again."""
        return keep(table, sender.origin)

    def do(self, simulator: Simulator) -> None:
        simulator.press(self.button, "long" if self.long else "short")


class Cable(SimulatorAction):
    """Unplug or plug in the cable of a simulated node."""

    who = (BANKER,)
    node: str
    plugged: bool

    def do(self, simulator: Simulator) -> None:
        if self.plugged:
            simulator.replug(self.node)
        else:
            simulator.unplug(self.node)
