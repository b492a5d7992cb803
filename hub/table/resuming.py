"""Resumes a table where its store left off: lobby, board map, pause, and the game that was running.

All is read and tried and nothing is written, so what is damaged is refused and stays as it is.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from hub.rules.ports import Rules
from hub.rules.track import TableError
from hub.table.board.board_map import BoardMap
from hub.table.game.live import LiveGame
from hub.table.lobby import Lobby
from hub.table.ports.documents import damaged, read_document
from hub.table.ports.storage import GameRecord, StoredEntry, StoreError, has_date
from hub.table.views.view import view
from hub.table.wire.audience import Audience

if TYPE_CHECKING:
    from hub.table.table import Table

LOBBY, BOARD_MAP = "lobby", "board_map"
log = logging.getLogger(__name__)


def folded(rules: Rules, record: GameRecord, entries: Sequence[StoredEntry]) -> LiveGame:
    """A stored game with its log folded. Raises StoreError `corrupt` if the log leads nowhere."""
    try:
        live = LiveGame(rules, record, entries)
        _check(live)
    except Exception as error:
        raise leads_nowhere(record) from error
    return live


def _check(live: LiveGame) -> None:
    """What no fold would stumble over. Raises ValueError."""
    if live.entries and len(live.game.state.pieces.spaces) != len(live.record.names):
        raise ValueError("it has other players than its log")
    if not all(map(has_date, (live.record.started_ms, *(stored.at_ms for stored in live.entries)))):
        raise ValueError("a moment of it has no date")


def leads_nowhere(record: GameRecord) -> StoreError:
    """What is told of a game that cannot be gone on with; raise it from what went wrong, which the hub notes."""
    return StoreError(
        "corrupt",
        f"Game {record.id} cannot be taken up, because what is stored of it is damaged: "
        "`bankhalter restore` puts a copy back, and `bankhalter helpfile` says where it failed.",
    )


def resume(table: Table) -> Sequence[StoredEntry]:
    """Writer only: all that was stored of a table; returns the entries of its running game. Raises StoreError."""
    table.lobby = _lobby(table)
    table.board_map = read_document(table.store.document, BOARD_MAP, BoardMap) or BoardMap()
    record = _running(table)
    return _go_on(table, record) if record is not None else ()


def _lobby(table: Table) -> Lobby:
    lobby = read_document(table.store.document, LOBBY, Lobby)
    if lobby is None:
        if table.store.games():
            raise damaged(LOBBY, "there is none, although games were played")
        return table.lobby
    if lobby.edition not in table.editions:
        return msgspec.structs.replace(lobby, edition=next(iter(table.editions)), house_rules=())
    try:
        table.editions[lobby.edition].with_house_rules(lobby.house_rules)
    except KeyError as error:
        raise damaged(LOBBY, f"there is no house rule {error} in edition {lobby.edition}") from error
    if lobby.enrolling is not None and not 0 <= lobby.enrolling < len(lobby.seats):
        raise damaged(LOBBY, f"there is no seat {lobby.enrolling}")
    return lobby


def _running(table: Table) -> GameRecord | None:
    """The game that ran last, if its edition is on offer."""
    wanted = table.lobby.game
    if wanted is None:
        return None
    record = next((game for game in table.store.games() if game.id == wanted), None)
    if record is None:
        raise StoreError(
            "corrupt",
            f"Game {wanted}, which was being played, is not among the games any more: `bankhalter restore` puts a copy "
            "of all back.",
        )
    if record.edition in table.editions:
        return record
    log.warning("game %s is of edition %s, which is not on offer", record.id, record.edition)
    table.lobby = msgspec.structs.replace(table.lobby, game=None)
    return None


def _go_on(table: Table, record: GameRecord) -> Sequence[StoredEntry]:
    """Take the game up that ran last, if its tables are there."""
    entries = table.store.entries(record.id)
    try:
        table.open_game(record, entries)
    except TableError as error:
        log.warning("game %s cannot go on: %s", record.id, error)
        table.lobby = msgspec.structs.replace(table.lobby, game=None)
        return ()
    if len(table.lobby.seats) != len(record.names):
        raise damaged(LOBBY, f"it has {len(table.lobby.seats)} seats, its game {len(record.names)}")
    table.pausing.load()
    try:
        view(table.view_context(), Audience("banker"))
    except Exception as error:
        raise leads_nowhere(record) from error
    return entries
