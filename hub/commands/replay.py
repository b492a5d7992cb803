"""`bankhalter replay`: plays a game record and shows where it leads."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import msgspec

from hub.commands import CannotRun, Parsers
from hub.editions import EDITIONS
from hub.records.faults import RecordFault
from hub.records.playing import replay
from hub.records.telling import told

STANDARD_INPUT = "-"


def add_parser(commands: Parsers) -> None:
    """What `replay` takes."""
    parser = commands.add_parser(
        "replay",
        help="play a game record",
        description="Play a game record by deciding each of its commands, and show the position it leads to. "
        "hub/docs/RECORD.md says how to write one.",
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", metavar="FILE", help=f"the record; {STANDARD_INPUT} reads standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Replay and print. Raises CannotRun at the first line that is wrong, refused or not as expected."""
    try:
        with _opened(options.file) as text:
            played = replay(text, EDITIONS)
    except RecordFault as fault:
        raise CannotRun(f"{options.file}, {fault}" if fault.line else f"{options.file}: {fault}") from fault
    except UnicodeDecodeError as error:
        raise CannotRun(f"{options.file} is no text in UTF-8") from error
    except OSError as error:
        raise CannotRun(f"{options.file} cannot be read: {error.strerror}") from error
    position = played.position()
    print(msgspec.json.encode(position).decode() if options.json else told(played.game.rules, position))
    return 0


@contextmanager
def _opened(file: str) -> Iterator[TextIO]:
    if file == STANDARD_INPUT:
        yield sys.stdin
        return
    with Path(file).open(encoding="utf-8") as text:
        yield text
