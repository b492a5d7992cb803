"""`bankhalter import`: imports a game exported on another computer, so that it can be continued at this table."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir

import msgspec

from hub.commands import CannotRun, Parsers
from hub.commands.options import add_place, open_place
from hub.domain.history import effective_facts
from hub.domain.turns import GameWon
from hub.editions import EDITIONS
from hub.interrupts import temporary_folder
from hub.server.access.keys import DOCUMENT as ACCESS
from hub.store.faults import store_errors
from hub.store.folder import DataFolder
from hub.store.gamefile import MovedGame, unpacked
from hub.store.sqlstore import SqlStore, open_store
from hub.table.board.board_map import BoardMap
from hub.table.changes.commits import BOARD_MAP, LOBBY
from hub.table.changes.pausing import DOCUMENT as PAUSE
from hub.table.interfaces.storage import StoreError, read_document
from hub.table.lobby import Lobby
from hub.table.state import Pause
from hub.table.wire.audience import Audience


def add_parser(commands: Parsers) -> None:
    parser = commands.add_parser(
        "import",
        help="import a game from another computer",
        description="Import a game that `bankhalter export GAME --game FILE` wrote, with its players, its tables and "
        "everything that can be undone; `bankhalter play` continues it. Phones have to join again, since their keys "
        "belong to the old computer.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the exported file")
    parser.add_argument("--force", action="store_true", help="even if another game is being played at this table")
    add_place(parser)


def run(options: argparse.Namespace) -> int:
    """Check the game file, then import all of it or nothing. Raises CannotRun."""
    try:
        moved = unpacked(options.file, EDITIONS)
        _open_elsewhere(moved, options.file)
        store = open_place(options)
    except StoreError as error:
        raise CannotRun(str(error)) from error
    try:
        known = _known(store, moved)
        here = read_document(store.document, LOBBY, Lobby)
        _refuse_other_game(here, moved, options.force)
        store.import_game(moved.game, moved.entries, _documents(store, here, moved))
    except StoreError as error:
        raise CannotRun(str(error)) from error
    finally:
        store.close()
    news = len(moved.entries) - known
    new = f"{news} new move{'s' * (news != 1)}"
    print(f"Game {moved.game.id} of {', '.join(moved.game.names)} is imported, with {new}.")
    print("`bankhalter play` shows how to set the table up, and goes on with it.")
    return 0


def _open_elsewhere(moved: MovedGame, file: Path) -> None:
    """Try the game in a temporary folder: one that cannot be opened and shown would keep the hub from starting.

    Raises StoreError if it cannot.
    """
    from hub.board.board import SerialBoard
    from hub.table.game.chance import Dice
    from hub.table.table import Table

    with (
        store_errors(Path(gettempdir())),
        temporary_folder() as folder,
        closing(open_store(DataFolder(folder).database_url)) as store,
    ):
        store.import_game(moved.game, moved.entries, _documents(store, None, moved))
        try:
            table = Table(store, SerialBoard([]), EDITIONS, Dice())
            seats = (Audience("seat", seat) for seat in range(len(moved.lobby.seats)))
            for audience in (Audience("banker"), Audience("viewer"), *seats):
                table.view(audience)
        except Exception as error:
            raise StoreError("corrupt", f"{file} is damaged: the game in it cannot be continued.") from error


def _known(store: SqlStore, moved: MovedGame) -> int:
    """How many entries of the game are stored here already. Raises CannotRun if they differ, or if there are more."""
    here = store.entries(moved.game.id)
    if list(here) == list(moved.entries[: len(here)]):
        return len(here)
    if list(moved.entries) == list(here[: len(moved.entries)]):
        raise CannotRun(f"game {moved.game.id} has more moves here than in that file")
    raise CannotRun(f"game {moved.game.id} already exists here with other moves: import it with another --data-dir")


def _refuse_other_game(here: Lobby | None, moved: MovedGame, force: bool) -> None:
    playing = here.game if here is not None else None
    if playing not in {None, moved.game.id} and not force:
        raise CannotRun(
            f"game {playing} is being played at this table: export it first if you want to go on with it, then --force"
        )


def _documents(store: SqlStore, here: Lobby | None, moved: MovedGame) -> dict[str, bytes]:
    """The documents to store: a lobby that seats the game's players; those who sat here lose their seats and keys.

    Which packages may run is decided at this table, never by a file. The wooden pieces are not set up for the
    imported game yet, so it starts with the rebuild sheet.
    """
    trusted = here.trusted if here is not None else ()
    lobby = msgspec.structs.replace(moved.lobby, game=moved.game.id, enrolling=None, trusted=trusted)
    documents = {LOBBY: msgspec.json.encode(lobby), ACCESS: b"[]", **moved.documents()}
    board_map = read_document(store.document, BOARD_MAP, BoardMap)
    if board_map is None or not board_map.spaces:
        documents[BOARD_MAP] = msgspec.json.encode(moved.board_map)
    entries = [stored.entry for stored in moved.entries]
    if not any(isinstance(fact, GameWon) for fact in effective_facts(entries)):
        documents[PAUSE] = msgspec.json.encode(Pause(moved.game.id, frozen=True))
    return documents
