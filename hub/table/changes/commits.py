"""What becomes durable and then part of the state; nothing of it does if the store refuses."""

from __future__ import annotations

import logging

import msgspec

from hub.table.board.board_map import BoardMap
from hub.table.lobby import Lobby
from hub.table.ports.storage import Batch, StoreError
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal

LOBBY, BOARD_MAP = "lobby", "board_map"
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


def change_lobby(state: TableState, lobby: Lobby) -> Refusal | None:
    """Replace the lobby, durably."""
    refused = commit(state, Batch(documents={LOBBY: msgspec.json.encode(lobby)}))
    if refused is None:
        state.lobby = lobby
    return refused


def change_map(state: TableState, board_map: BoardMap) -> Refusal | None:
    """Replace the board map, durably."""
    refused = commit(state, Batch(documents={BOARD_MAP: msgspec.json.encode(board_map)}))
    if refused is None:
        state.board_map = board_map
    return refused
