"""Resumes a table where its store left off: lobby, board map, pause, and the game that was running.

All is read and tried and nothing is written, so what is damaged is refused and stays as it is.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from hub.rules.track import TableError
from hub.table.board.board_map import BoardMap
from hub.table.changes import pausing
from hub.table.changes.commits import BOARD_MAP, LOBBY
from hub.table.changes.playing import open_game
from hub.table.game.resumed import leads_nowhere
from hub.table.lobby import Lobby
from hub.table.ports.documents import damaged, read_document
from hub.table.ports.storage import GameRecord, StoredEntry, StoreError
from hub.table.state import TableState
from hub.table.views.view import view, view_context
from hub.table.wire.audience import Audience

log = logging.getLogger(__name__)


def resume(state: TableState) -> Sequence[StoredEntry]:
    """Read all that was stored of a table; returns the entries of its running game. Raises StoreError."""
    state.lobby = _lobby(state)
    state.board_map = read_document(state.store.document, BOARD_MAP, BoardMap) or BoardMap()
    record = _running(state)
    return _go_on(state, record) if record is not None else ()


def _lobby(state: TableState) -> Lobby:
    lobby = read_document(state.store.document, LOBBY, Lobby)
    if lobby is None:
        if state.store.games():
            raise damaged(LOBBY, "there is none, although games were played")
        return state.lobby
    if lobby.edition not in state.editions:
        return msgspec.structs.replace(lobby, edition=next(iter(state.editions)), house_rules=())
    try:
        state.editions[lobby.edition].with_house_rules(lobby.house_rules)
    except KeyError as error:
        raise damaged(LOBBY, f"there is no house rule {error} in edition {lobby.edition}") from error
    if lobby.enrolling is not None and not 0 <= lobby.enrolling < len(lobby.seats):
        raise damaged(LOBBY, f"there is no seat {lobby.enrolling}")
    return lobby


def _running(state: TableState) -> GameRecord | None:
    """The game that ran last, if its edition is on offer."""
    wanted = state.lobby.game
    if wanted is None:
        return None
    record = next((game for game in state.store.games() if game.id == wanted), None)
    if record is None:
        raise StoreError(
            "corrupt",
            f"Game {wanted}, which was being played, is not among the games any more: `bankhalter restore` puts a copy "
            "of all back.",
        )
    if record.edition in state.editions:
        return record
    log.warning("game %s is of edition %s, which is not on offer", record.id, record.edition)
    state.lobby = msgspec.structs.replace(state.lobby, game=None)
    return None


def _go_on(state: TableState, record: GameRecord) -> Sequence[StoredEntry]:
    """Take the game up that ran last, if its tables are there."""
    entries = state.store.entries(record.id)
    try:
        open_game(state, record, entries)
    except TableError as error:
        log.warning("game %s cannot go on: %s", record.id, error)
        state.lobby = msgspec.structs.replace(state.lobby, game=None)
        return ()
    if len(state.lobby.seats) != len(record.names):
        raise damaged(LOBBY, f"it has {len(state.lobby.seats)} seats, its game {len(record.names)}")
    pausing.load(state)
    try:
        view(view_context(state, pausing.view(state)), Audience("banker"))
    except Exception as error:
        raise leads_nowhere(record) from error
    return entries
