"""`bankhalter record`: writes a stored game as a record that replays identically."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from hub.commands import CannotRun, Parsers
from hub.commands.games import NEWEST, chosen_game, rules_of, stored_games
from hub.domain.history import Entry
from hub.editions import EDITIONS
from hub.records.faults import RecordFault
from hub.records.playing import replay
from hub.records.stored import CHECKED, led_there, record_lines
from hub.records.writing import expect_line
from hub.rules.ports import Rules
from hub.table.storage import GameRecord, StoreError


def add_parser(commands: Parsers) -> None:
    """What `record` takes."""
    parser = commands.add_parser(
        "record",
        help="write a stored game as a record",
        description="Write a stored game as a record for `bankhalter replay`; moves that were taken back are left out, "
        "and so are sealed bids that are not revealed yet, with all that came after them.",
    )
    parser.set_defaults(run=run)
    parser.add_argument("game", metavar="GAME", help=f"its id as `bankhalter games` lists it, or {NEWEST}")
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="where to (standard output)")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are kept")


def run(options: argparse.Namespace) -> int:
    """Read the log, replay it to know its end, write. Raises CannotRun."""
    store = stored_games(options.data_dir)
    try:
        game = chosen_game(store.games(), options.game)
        entries = store.entries(game.id)
        rules = rules_of(store, game, entries)
    except StoreError as error:
        raise CannotRun(str(error)) from error
    finally:
        store.close()
    text = "\n".join(_record(game, rules, [stored.entry for stored in entries])) + "\n"
    try:
        if options.file is None:
            sys.stdout.write(text)
        else:
            options.file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotRun(f"{options.file} cannot be written: {error.strerror}") from error
    return 0


def _record(game: GameRecord, rules: Rules, log: Sequence[Entry]) -> list[str]:
    """The lines, with the end as the rules decide it today."""
    written = record_lines(rules, game.names, log)
    if not written:
        raise CannotRun(f"game {game.id} was never started")
    try:
        again = replay(written, EDITIONS)
    except RecordFault as fault:
        raise CannotRun(f"game {game.id} does not replay with the rules of today: {fault}") from fault
    if not led_there(again, log):
        print(f"bankhalter: the rules of today lead game {game.id} elsewhere than it was played", file=sys.stderr)
    return [*written, expect_line(again.position(), *CHECKED)]
