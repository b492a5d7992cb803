"""Import a game that `bankhalter export GAME --game FILE` wrote; `bankhalter play` continues it.

It comes with its players, its tables and everything that can be undone. Phones have to join again, since their keys
belong to the old computer.
"""

import argparse
from contextlib import closing
from pathlib import Path

from hub.commands import CannotRun
from hub.commands.options import add_place, open_place
from hub.editions import EDITIONS
from hub.store.gamefile import MovedGame, read
from hub.store.sqlstore import SqlStore
from hub.table.interfaces.storage import read_document
from hub.table.lobby import Lobby
from hub.table.state import LOBBY

HELP = "import a game from another computer"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the exported file")
    parser.add_argument("--force", action="store_true", help="even if another game is being played at this table")
    add_place(parser)


def run(options: argparse.Namespace) -> int:
    """Check the game file, then import all of it or nothing. Raises CannotRun."""
    from hub.composition.moving import open_elsewhere, table_documents

    moved = read(options.file, EDITIONS)
    open_elsewhere(moved, options.file, EDITIONS)
    with closing(open_place(options)) as store:
        known = _known(store, moved)
        here = read_document(store.document, LOBBY, Lobby)
        playing = here.game if here is not None else None
        if playing not in {None, moved.game.id} and not options.force:
            why = "export it first if you want to go on with it, then --force"
            raise CannotRun(f"game {playing} is being played at this table: {why}")
        store.import_game(moved.game, moved.entries, table_documents(store, here, moved))
    news = len(moved.entries) - known
    new = f"{news} new move{'s' * (news != 1)}"
    print(f"Game {moved.game.id} of {', '.join(moved.game.names)} is imported, with {new}.")
    print("`bankhalter play` shows how to set the table up, and goes on with it.")
    return 0


def _known(store: SqlStore, moved: MovedGame) -> int:
    """How many entries of the game are stored here already. Raises CannotRun if they differ, or if there are more."""
    here = store.entries(moved.game.id)
    if list(here) == list(moved.entries[: len(here)]):
        return len(here)
    if list(moved.entries) == list(here[: len(moved.entries)]):
        raise CannotRun(f"game {moved.game.id} has more moves here than in that file")
    raise CannotRun(f"game {moved.game.id} already exists here with other moves: import it with another --data-dir")
