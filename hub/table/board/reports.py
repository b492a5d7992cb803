"""What happens when the board reports something.

Evidence is noted, tags are enrolled, readers are learnt, commands are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hub.table.board.intents import meant_by_button, meant_by_dice, meant_by_tag
from hub.table.board.learning import learn
from hub.table.lobby import Lobby, bind_tag
from hub.table.ports.board import (
    BoardEvent,
    ButtonEvent,
    DiceEvent,
    EventId,
    NodeChanged,
    NodeKind,
    ReportNotStored,
    SnapshotEvent,
    TagEvent,
)
from hub.table.ports.storage import Batch, Origin
from hub.table.wire.contract import Misplaced
from hub.table.wire.refusals import Refusal, is_unstored

if TYPE_CHECKING:
    from hub.table.table import Table


class Reports:
    """Handles reports under the lock. Each is handled once: its position becomes durable with its effect."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def take(self, event: BoardEvent, event_id: EventId | None) -> bool:
        """Handle a report; False if it was handled before. Raises ReportNotStored."""
        table, node = self._table, event.node
        last = table.last_event(node)
        if event_id is not None and last is not None and last.boot == event_id.boot and event_id.n <= last.n:
            return False
        position = {node: event_id} if event_id is not None else {}
        known = table.presence.known()
        refused = self._handle(event, position)
        if event_id is not None and not is_unstored(refused) and table.last_event(node) != event_id:
            refused = table.commit(Batch(positions=position))
        if event_id is not None and is_unstored(refused):
            # It comes again and must be news again: what was noted of it is forgotten, and nothing is acknowledged.
            table.presence.remember(known)
            table.publish()
            raise ReportNotStored(f"report {event_id.n} of {node} is not stored: {refused.details}")
        return True

    def _handle(self, event: BoardEvent, position: dict[str, EventId]) -> Refusal | None:
        table = self._table
        match event:
            case TagEvent():
                return self._seen([event], position) if table.presence.take(event) else None
            case SnapshotEvent():
                return self._seen(table.presence.arrivals(event), position)
            case ButtonEvent():
                command = meant_by_button(table.live.game, event) if table.live else None
                return table.play(command, _origin(event.node, position)) if command is not None else None
            case DiceEvent():
                command = meant_by_dice(table.live.game, event) if table.live else None
                return table.play(command, _origin(event.node, position)) if command is not None else None
            case NodeChanged():
                table.guess_map()
        return None

    def _tag(self, event: TagEvent, position: dict[str, EventId]) -> Refusal | None:
        """A tag came or went: it teaches a reader, enrols a piece, ends a move, or is just noted."""
        table = self._table
        if not event.on:
            self._forget_wrong(event)
        elif table.learning is not None:
            return learn(table, event.node, event.reader)
        elif table.lobby.enrolling is not None and table.lobby.seat_of(event.uid) is None:
            bound = bind_tag(table.lobby, table.lobby.enrolling, event.uid)
            return table.change_lobby(bound) if isinstance(bound, Lobby) else None
        elif table.live is not None:
            kind = self._kind(event.node)
            meant = meant_by_tag(table.live.game, table.lobby, table.board_map, kind, event)
            if meant is None:
                return None
            if isinstance(meant, Misplaced):
                table.wrong = None if table.pausing.frozen else meant
            elif table.pausing.holds:
                table.pausing.hold_back(event)
            else:
                table.wrong = None
                return table.play(meant, _origin(event.node, position))
        return None

    def catch_up(self, position: dict[str, EventId] | None = None) -> Refusal | None:
        """A piece that arrived during a pause counts when it is over."""
        event = self._table.pausing.let_go()
        return self._tag(event, position or {}) if event is not None else None

    def _seen(self, events: Sequence[TagEvent], position: dict[str, EventId]) -> Refusal | None:
        """What came and went; then pieces may have been put back. Returns what could not be stored, if anything."""
        refusals = [self._tag(event, position) for event in events]
        self._table.pausing.look()
        return next(filter(is_unstored, [*refusals, self.catch_up(position)]), None)

    def _forget_wrong(self, event: TagEvent) -> None:
        table = self._table
        if table.wrong is not None and table.lobby.seat_of(event.uid) == table.wrong.seat:
            table.wrong = None

    def _kind(self, node: str) -> NodeKind:
        return next((status.kind for status in self._table.board.nodes() if status.node == node), "side")


def _origin(node: str, position: dict[str, EventId]) -> Origin:
    """A report as the origin of a move; it is named by the node's own event id."""
    event_id = position.get(node)
    name = f"{node}/{event_id.boot}/{event_id.n}" if event_id else ""
    return Origin(f"board:{node}", name, position)
