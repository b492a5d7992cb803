"""Handles reports of the board.

Evidence is noted, tags are enrolled, readers are learnt, commands are played. Each report is handled exactly once: its
event id becomes durable together with its effect.
"""

from collections.abc import Sequence
from typing import assert_never

from hub.table.board.intents import meant_by_button, meant_by_dice, meant_by_tag
from hub.table.board.pieces import stands_on
from hub.table.changes import learning, pausing
from hub.table.changes.playing import play
from hub.table.interfaces import board
from hub.table.interfaces.storage import Batch, Origin
from hub.table.lobby import Lobby, bind_tag
from hub.table.state import TableState, change, commit
from hub.table.wire.audience import Refusal, is_unstored
from hub.table.wire.contract import Misplaced


def take(state: TableState, event: board.BoardEvent, event_id: board.EventId | None) -> bool:
    """Handle a report; returns False if it was handled before. Raises ReportNotStored."""
    node = event.node
    last = state.positions.get(node)
    if event_id is not None and last is not None and last.boot == event_id.boot and event_id.n <= last.n:
        return False
    position = {node: event_id} if event_id is not None else {}
    known = state.presence.known()
    refused = _handle(state, event, position)
    if event_id is not None and not is_unstored(refused) and state.positions.get(node) != event_id:
        refused = commit(state, Batch(positions=position))
    if event_id is not None and is_unstored(refused):
        # The report is not acknowledged, so it will come again and must then count as new: forget what was noted.
        state.presence.remember(known)
        raise board.ReportNotStored(f"report {event_id.n} of {node} is not stored: {refused.details}")
    return True


def _handle(state: TableState, event: board.BoardEvent, position: dict[str, board.EventId]) -> Refusal | None:
    match event:
        case board.TagEvent():
            return _seen(state, [event], position) if state.presence.take(event) else None
        case board.SnapshotEvent():
            return _seen(state, state.presence.arrivals(event), position)
        case board.ButtonEvent():
            command = meant_by_button(state.live.game, event) if state.live else None
            return play(state, command, _origin(event.node, position)) if command is not None else None
        case board.DiceEvent():
            command = meant_by_dice(state.live.game, event) if state.live else None
            return play(state, command, _origin(event.node, position)) if command is not None else None
        case board.FaultEvent():
            if event.what is not None:
                state.presence.lose(event.node, event.reader)
        case board.NodeChanged():
            _node_changed(state, event)
        case board.OfferChanged():
            pass
        case _:
            assert_never(event)
    return None


def _node_changed(state: TableState, event: board.NodeChanged) -> None:
    if event.link != "up":
        state.presence.lose(event.node)
    if event.node not in {node.node for node in state.board.nodes()}:  # of a simulated board that has ended
        state.presence.arrivals(board.SnapshotEvent(event.node, ()))
    learning.guess_map(state)
    learning.spread(state)


def _tag(state: TableState, event: board.TagEvent, position: dict[str, board.EventId]) -> Refusal | None:
    """A tag came or went: it teaches a reader, enrols a piece, ends a move, or is just noted."""
    if not event.on:
        if state.wrong is not None and state.lobby.seat_of(event.uid) == state.wrong.seat:
            state.wrong = None
        place = state.presence.place(event.uid)
        if place is None or state.learning is not None:
            return None
        return _stands(state, board.TagEvent(*place, event.uid, on=True), position)  # seen around a corner as well
    if state.learning is not None:
        return learning.learn(state, event.node, event.reader)
    if state.lobby.enrolling is not None and state.lobby.seat_of(event.uid) is None:
        bound = bind_tag(state.lobby, state.lobby.enrolling, event.uid)
        return change(state, lobby=bound) if isinstance(bound, Lobby) else None
    return _stands(state, event, position)


def _stands(state: TableState, event: board.TagEvent, position: dict[str, board.EventId]) -> Refusal | None:
    """A tag was seen: its piece may be at its destination, or misplaced."""
    if state.live is None:
        return None
    meant = meant_by_tag(state.live.game, state.lobby, state.board_map, _kind(state, event.node), event)
    if meant is None:
        return None
    if isinstance(meant, Misplaced):
        if not _has_not_left(state, meant, event.uid):
            state.wrong = None if pausing.is_frozen(state) else meant
    elif pausing.holds(state):
        state.held_back = event  # until the pieces that are astray are back
    else:
        state.wrong = None
        return play(state, meant, _origin(event.node, position))
    return None


def catch_up(state: TableState, position: dict[str, board.EventId] | None = None) -> Refusal | None:
    """Count the arrival that was held back during a pause, once the pause is over."""
    event = pausing.let_go(state)
    return _tag(state, event, position or {}) if event is not None else None


def _seen(state: TableState, events: Sequence[board.TagEvent], position: dict[str, board.EventId]) -> Refusal | None:
    """Note arrivals and departures and check pieces that are astray. Returns the refusal if storing failed."""
    refusals = [_tag(state, event, position) for event in events]
    pausing.look(state)
    return next(filter(is_unstored, [*refusals, catch_up(state, position)]), None)


def _has_not_left(state: TableState, astray: Misplaced, uid: str) -> bool:
    """Whether a piece is still seen on its old space, so that a reader round the corner merely hears it as well."""
    live = state.live
    return live is not None and stands_on(
        live.game.state.pieces.spaces[astray.seat], uid, state.board_map, state.presence
    )


def _kind(state: TableState, node: str) -> board.NodeKind:
    return next((status.kind for status in state.board.nodes() if status.node == node), "side")


def _origin(node: str, position: dict[str, board.EventId]) -> Origin:
    """The origin of a move that a report caused, identified by the node's event id."""
    event_id = position.get(node)
    name = f"{node}/{event_id.boot}/{event_id.n}" if event_id else ""
    return Origin(f"board:{node}", name, position)
