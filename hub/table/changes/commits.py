"""What becomes durable and then part of the state, or neither if the store refuses."""

from __future__ import annotations

import logging

import msgspec

from hub.table.board.board_map import BoardMap
from hub.table.hall_names import HALL, HallNames
from hub.table.interfaces.storage import Asked, Batch, StoreError
from hub.table.lobby import Lobby
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal

LOBBY, BOARD_MAP, STICKERS, STRIPS = "lobby", "board_map", "stickers", "strips"
log = logging.getLogger(__name__)


def commit(state: TableState, batch: Batch) -> Refusal | None:
    """Make something durable, or raise the banner that says why it could not be."""
    try:
        state.store.commit(batch)
    except StoreError as error:
        log.warning("not stored: %s", error)
        state.notice = error.key
        return refusal(TableReason.NOT_STORED, cause=error.key)
    state.notice = None
    state.positions.update(batch.positions)
    return None


def change_lobby(state: TableState, lobby: Lobby, asked: Asked | None = None) -> Refusal | None:
    """Replace the lobby, durably."""
    refused = commit(state, Batch(documents={LOBBY: msgspec.json.encode(lobby)}, asked=asked))
    if refused is None:
        state.lobby = lobby
    return refused


def change_map(state: TableState, board_map: BoardMap, asked: Asked | None = None) -> Refusal | None:
    """Replace the board map, durably."""
    refused = commit(state, Batch(documents={BOARD_MAP: msgspec.json.encode(board_map)}, asked=asked))
    if refused is None:
        state.board_map = board_map
    return refused


def change_hall(state: TableState, hall: HallNames, asked: Asked | None = None) -> Refusal | None:
    """Replace what the hall of fame makes of names, durably."""
    refused = commit(state, Batch(documents={HALL: msgspec.json.encode(hall)}, asked=asked))
    if refused is None:
        state.hall = hall
    return refused
