"""Write a stored game as a record for `bankhalter replay`.

Moves that were undone are left out, and so are sealed bids that are not revealed yet, with everything after them.
"""

import argparse
import sys
from pathlib import Path

from hub.commands import CannotRun
from hub.commands.games import NEWEST, played_game
from hub.commands.options import add_place, stored_games
from hub.editions import EDITIONS
from hub.records.lines import RecordFault
from hub.records.playing import replay
from hub.records.writing import CHECKED, expect_line, led_there, record_lines
from hub.table.game.live import Played

HELP = "write a stored game as a record"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"its id as `bankhalter games` lists it, or {NEWEST}")
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="target file (standard output)")
    add_place(parser)


def run(options: argparse.Namespace) -> int:
    with stored_games(options) as store:
        played = played_game(store, options.game)
    text = "\n".join(_record(played)) + "\n"
    if options.file is None:
        print(text, end="")  # if the disk is full, `hub.cli` reports it as for any other output
        return 0
    try:
        options.file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotRun(f"{options.file} cannot be written: {error.strerror}") from error
    return 0


def _record(played: Played) -> list[str]:
    """The lines of the record; its end position is what today's rules lead to."""
    game, log = played.record, [stored.entry for stored in played.entries]
    written = record_lines(played.rules, game.names, log)
    if not written:
        raise CannotRun(f"game {game.id} was never started")
    try:
        again = replay(written, EDITIONS)
    except RecordFault as fault:
        raise CannotRun(f"game {game.id} does not replay with today's rules: {fault}") from fault
    if not led_there(again, log):
        print(f"bankhalter: by today's rules game {game.id} ends differently", file=sys.stderr)
    return [*written, expect_line(again.position(), *CHECKED)]
