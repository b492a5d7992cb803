"""List the stored games."""

import argparse
import json
from collections.abc import Sequence
from datetime import datetime

from hub.commands import CannotRun
from hub.commands.options import add_place, stored_games
from hub.commands.terminal import one_line, shortened
from hub.composition.editions import rules_named
from hub.rules.track import TableError
from hub.table.game.live import Played
from hub.table.game.stored import folded, rules_at_start
from hub.table.interfaces.storage import GameRecord, Store, has_date

HELP = "list the stored games"
NEWEST = "last"
"""Names the newest stored game."""

NO_DATE = "unknown date"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_place(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(options: argparse.Namespace) -> int:
    with stored_games(options) as store:
        games = store.games()
    if options.json:
        print(json.dumps([_plain(game) for game in games], ensure_ascii=False))
    for game in () if options.json else games:
        names = ", ".join(map(shortened, game.names))
        print(one_line(f"{game.id}  {_day(game) or NO_DATE:16}  {game.edition}  {names}"))
    return 0


def chosen_game(games: Sequence[GameRecord], name: str) -> GameRecord:
    """The game with this id, or with the only id that starts with `name`. Raises CannotRun."""
    if not games:
        raise CannotRun("no game is stored there")
    if name == NEWEST:
        return games[-1]
    found = [game for game in games if game.id == name] or [game for game in games if game.id.startswith(name)]
    if len(found) != 1:
        which = "no stored game" if not found else "more than one stored game"
        raise CannotRun(f"{which} has an id that begins with {name}; `bankhalter games` lists them")
    return found[0]


def played_game(store: Store, name: str) -> Played:
    """Look a game up as `chosen_game` does and read it with `played_of`. Raises CannotRun, StoreError."""
    return played_of(store, chosen_game(store.games(), name))


def played_of(store: Store, game: GameRecord) -> Played:
    """A stored game with its log, edition, own tables and house rules. Raises CannotRun, StoreError."""
    try:
        edition = rules_named(game.edition)
    except CannotRun as cannot:
        raise CannotRun(f"game {game.id} was played with edition {game.edition}: {cannot}") from cannot
    entries = store.entries(game.id)
    try:
        rules = rules_at_start(entries[0].entry if entries else None, edition, store.document)
    except TableError as error:
        raise CannotRun(f"game {game.id} cannot be read: {error}") from error
    folded(rules, game, entries)
    return Played(game, entries, rules)


def _day(game: GameRecord) -> str | None:
    """The day on which it began; None if its time stamp is damaged, so that the other games can still be listed."""
    return f"{datetime.fromtimestamp(game.started_ms / 1_000):%Y-%m-%d %H:%M}" if has_date(game.started_ms) else None


def _plain(game: GameRecord) -> dict[str, object]:
    return {"id": game.id, "started": _day(game), "edition": game.edition, "seats": list(game.names)}
