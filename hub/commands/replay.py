"""`bankhalter replay`: plays a game record, or one in a help file, and shows where it leads."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from hub.commands import CannotRun, Parsers
from hub.editions import EDITIONS
from hub.helpfile.reading import HelpFileFault, is_help_file, record_in, transcript_in
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
    parser.add_argument("file", metavar="FILE", help=f"the record or help file; {STANDARD_INPUT} reads standard input")
    parser.add_argument(
        "--transcript", action="store_true", help="play a help file's lines of the board on simulated nodes instead"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Replay and print. Raises CannotRun at the first line that is wrong, refused or not as expected."""
    try:
        if options.transcript:
            return _rehearse(options)
        with _opened(options.file) as text:
            played = replay(text, EDITIONS)
    except RecordFault as fault:
        raise CannotRun(f"{options.file}, {fault}" if fault.line else f"{options.file}: {fault}") from fault
    except HelpFileFault as fault:
        raise CannotRun(f"{options.file} is a help file, but {fault}") from fault
    except UnicodeDecodeError as error:
        raise CannotRun(f"{options.file} is no text in UTF-8") from error
    except OSError as error:
        raise CannotRun(f"{options.file} cannot be read: {error.strerror}") from error
    position = played.position()
    print(msgspec.json.encode(position).decode() if options.json else told(played.game.rules, position))
    return 0


@contextmanager
def _opened(file: str) -> Iterator[Iterable[str]]:
    if file == STANDARD_INPUT:
        yield sys.stdin
        return
    if is_help_file(Path(file)):
        yield record_in(Path(file))
        return
    with Path(file).open(encoding="utf-8") as text:
        yield text


def _rehearse(options: argparse.Namespace) -> int:
    """Play the transcript; the exit code is 1 where simulated nodes were understood otherwise."""
    from hub.helpfile.rehearsal import rehearse  # records are played without a board

    path = Path(options.file)
    if options.file == STANDARD_INPUT or not is_help_file(path):
        raise CannotRun(f"{options.file} is no help file, only they have a transcript")
    found = rehearse(transcript_in(path))
    if options.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(f"{found.reports} reports of {found.nodes} nodes played, {found.noise} lines of noise.")
        print("\n".join(found.differences) or "All were understood as they were then.")
    return int(bool(found.differences))
