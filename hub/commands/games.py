"""`bankhalter games`: lists the stored games, so that one can be named to `record` and `export`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

from hub.commands import CannotRun, Parsers
from hub.editions import EDITIONS
from hub.rules.track import TableError
from hub.store.folder import DATABASE, DataFolder, default_path
from hub.store.reading import open_to_read
from hub.store.sqlstore import SqlStore
from hub.table.game.family_tables import rules_at_start
from hub.table.game.live import Played
from hub.table.game.resumed import folded
from hub.table.ports.storage import GameRecord, Store, StoreError, has_date

NEWEST = "last"
"""Names the newest stored game."""

NO_DATE = "date damaged"


def add_parser(commands: Parsers) -> None:
    """What `games` takes."""
    parser = commands.add_parser("games", help="list the stored games", description="List the stored games.")
    parser.set_defaults(run=run)
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are stored")
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(options: argparse.Namespace) -> int:
    """One line per game, the oldest first. Raises CannotRun."""
    with stored_games(options.data_dir) as store:
        games = store.games()
    if options.json:
        print(json.dumps([_plain(game) for game in games], ensure_ascii=False))
    for game in () if options.json else games:
        print(f"{game.id}  {_day(game) or NO_DATE:16}  {game.edition}  {', '.join(game.names)}")
    return 0


@contextmanager
def stored_games(data_dir: Path | None) -> Iterator[SqlStore]:
    """The store of a data folder, which must be there already. Raises CannotRun, also for a StoreError inside."""
    folder = (data_dir or default_path()).expanduser()
    if not (folder / DATABASE).exists():
        raise CannotRun(f"no games are kept in {folder}: name their folder with --data-dir")
    try:
        with ExitStack() as closing:
            yield open_to_read(DataFolder(folder), closing, _say)
    except StoreError as error:
        raise CannotRun(str(error)) from error


def _say(error: StoreError) -> None:
    print(f"bankhalter: the games are read all the same, but {error}", file=sys.stderr)


def chosen_game(games: Sequence[GameRecord], name: str) -> GameRecord:
    """The game of this id, or of the only id that begins like this. Raises CannotRun."""
    if not games:
        raise CannotRun("no game is stored there")
    if name == NEWEST:
        return games[-1]
    found = [game for game in games if game.id == name] or [game for game in games if game.id.startswith(name)]
    if len(found) != 1:
        which = "no stored game" if not found else "more than one stored game"
        raise CannotRun(f"{which} is called {name}; `bankhalter games` lists them")
    return found[0]


def played_game(store: Store, name: str) -> Played:
    """The game of this name as `played_of` reads it. Raises CannotRun, StoreError."""
    return played_of(store, chosen_game(store.games(), name))


def played_of(store: Store, game: GameRecord) -> Played:
    """A stored game with its log and what it was played by: edition, own tables, house rules.

    Raises CannotRun, StoreError.
    """
    if game.edition not in EDITIONS:
        raise CannotRun(f"game {game.id} was played with edition {game.edition}, which is not there")
    entries = store.entries(game.id)
    try:
        rules = rules_at_start(entries[0].entry if entries else None, EDITIONS[game.edition], store.document)
    except TableError as error:
        raise CannotRun(f"game {game.id} cannot be read: {error}") from error
    folded(rules, game, entries)
    return Played(game, entries, rules)


def _day(game: GameRecord) -> str | None:
    """When it was begun; nothing where that is damaged, so that the other games can still be named."""
    return f"{datetime.fromtimestamp(game.started_ms / 1_000):%Y-%m-%d %H:%M}" if has_date(game.started_ms) else None


def _plain(game: GameRecord) -> dict[str, object]:
    return {"id": game.id, "started": _day(game), "edition": game.edition, "seats": list(game.names)}
