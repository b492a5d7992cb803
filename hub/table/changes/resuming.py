"""Resumes a table from its store: lobby, board map, pause, and the game that was running.

Everything is read and checked and nothing is written, so damaged data is refused and left unchanged.
"""

import logging
from collections.abc import Iterable
from typing import Any

import msgspec

from hub.rules.track import TableError
from hub.table.board.board_map import BoardMap, Strips
from hub.table.changes import pausing
from hub.table.changes.editions import load_design, load_trusted
from hub.table.changes.playing import open_game
from hub.table.game.stored import leads_nowhere
from hub.table.interfaces.storage import GameRecord, StoreError, damaged, read_document
from hub.table.lobby import Lobby
from hub.table.names import was_typed
from hub.table.past import HALL, HallNames
from hub.table.state import BOARD_MAP, LOBBY, STRIPS, StoredSetting, TableState
from hub.table.views.view import view, view_context
from hub.table.wire.audience import Audience

log = logging.getLogger(__name__)


def resume(state: TableState, settings: Iterable[StoredSetting[Any]]) -> None:
    """Read everything stored of a table into its state, and the settings of features. Raises StoreError."""
    state.lobby = _lobby(state)
    state.board_map = read_document(state.store.document, BOARD_MAP, BoardMap) or BoardMap()
    state.hall = read_document(state.store.document, HALL, HallNames) or HallNames()
    state.strips = read_document(state.store.document, STRIPS, Strips) or Strips()
    if not state.strips.is_sound():
        raise damaged(STRIPS, "it names a light or a space that cannot be")
    for setting in settings:
        setting.load(state)
    record = _running(state)
    if record is not None:
        _go_on(state, record)


def _lobby(state: TableState) -> Lobby:
    lobby = read_document(state.store.document, LOBBY, Lobby)
    if lobby is None:
        if state.store.games():
            raise damaged(LOBBY, "there is none, although games were played")
        return state.lobby
    if not all(was_typed(seat.name) for seat in lobby.seats):
        raise damaged(LOBBY, "nobody can have typed the name of a player")
    load_trusted(state, lobby)
    load_design(state, lobby)
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
    """The game at the table, if its edition is available."""
    wanted = state.lobby.game
    if wanted is None:
        return None
    record = next((game for game in state.store.games() if game.id == wanted), None)
    if record is None:
        raise StoreError(
            "corrupt",
            f"Game {wanted}, which was being played, is no longer among the games: "
            "`bankhalter restore` restores a backup of everything.",
        )
    if record.edition in state.editions:
        return record
    log.warning("game %s is of edition %s, which is not on offer", record.id, record.edition)
    state.lobby = msgspec.structs.replace(state.lobby, game=None)
    return None


def _go_on(state: TableState, record: GameRecord) -> None:
    """Resume that game, if its tables are available."""
    entries = state.store.entries(record.id)
    try:
        open_game(state, record, entries)
    except TableError as error:
        log.warning("game %s cannot be continued: %s", record.id, error)
        state.lobby = msgspec.structs.replace(state.lobby, game=None)
        return
    if len(state.lobby.seats) != len(record.names):
        raise damaged(LOBBY, f"it has {len(state.lobby.seats)} seats, its game {len(record.names)}")
    pausing.load(state)
    try:
        view(view_context(state, pausing.view(state)), Audience("banker"))
    except Exception as error:
        raise leads_nowhere(record) from error
