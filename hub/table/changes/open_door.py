"""Phones without a code may sit down and knock while the door is open. The server keeps track of their keys."""

from __future__ import annotations

import msgspec

from hub.table.changes.commits import LOBBY, commit
from hub.table.interfaces.storage import Batch, Origin
from hub.table.lobby import Lobby, mark_of, sit_down
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal
from hub.table.wire.requests import Knock, SetDoor, SitDown


def sit(state: TableState, action: SitDown, origin: Origin) -> Refusal | None:
    """Add a seat, durably together with the key of the phone that takes it."""
    if state.live is not None:
        return refusal(TableReason.GAME_RUNNING)
    changed = sit_down(state.lobby, action, state.editions[state.lobby.edition].seats[1])
    return changed if isinstance(changed, Refusal) else _change(state, changed, origin)


def knock(state: TableState, action: Knock, origin: Origin) -> Refusal | None:
    """Check that a phone may wait for this seat."""
    live = state.live
    if not mark_of(action.device):
        return refusal(TableReason.BAD_REQUEST)
    if not state.lobby.open_door:
        return refusal(TableReason.DOOR_SHUT)
    if not 0 <= action.seat < len(state.lobby.seats) or (live is not None and live.game.state.turns.out[action.seat]):
        return refusal(TableReason.NO_SUCH_SEAT)
    return _change(state, state.lobby, origin)


def set_door(state: TableState, action: SetDoor, origin: Origin) -> Refusal | None:
    """Open or shut the door; when it is set, phones that knocked no longer wait."""
    return _change(state, msgspec.structs.replace(state.lobby, open_door=action.open), origin)


def _change(state: TableState, lobby: Lobby, origin: Origin) -> Refusal | None:
    documents = {**origin.documents, LOBBY: msgspec.json.encode(lobby)}
    refused = commit(state, Batch(documents=documents, asked=origin.asked))
    if refused is None:
        state.lobby = lobby
    return refused
