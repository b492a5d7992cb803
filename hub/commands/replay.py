"""`bankhalter replay`: replays game records, including those in help files, and shows where they lead."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from hub.commands import CannotRun, Parsers, whole_number
from hub.commands.jobs import in_order
from hub.commands.outcomes import STANDARD_INPUT, SUFFIX, RecordSource, Unplayed, is_folder, outcome, played, sources
from hub.features import offered
from hub.records.help_files import HelpFileFault, is_help_file, transcript_in
from hub.records.plain_text import as_text


def add_parser(commands: Parsers) -> None:
    parser = commands.add_parser(
        "replay",
        help="replay game records",
        description="Replay game records, deciding each of their commands again. For a single record the final "
        "position is shown; for several, or for a folder, one line each and a total. The exit code is 1 if any of them "
        "fails. hub/docs/RECORD.md describes how to write one.",
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help=f"a record, a help file, or a folder with records (*{SUFFIX}, including subfolders); "
        f"{STANDARD_INPUT} reads standard input",
    )
    parser.add_argument(
        "--transcript", action="store_true", help="replay the board traffic of a help file on simulated nodes instead"
    )
    parser.add_argument("--jobs", type=whole_number(1), default=1, metavar="N", help="number of processes (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each record")


def run(options: argparse.Namespace) -> int:
    """Replay and print. Raises CannotRun if a single record is malformed, rejected or not as expected."""
    if options.transcript:
        return _rehearse(options)
    alone = len(options.files) == 1 and not is_folder(options.files[0])
    found = list(sources(options.files))
    return _one(found[0], json=options.json) if alone else _many(found, options.jobs, json=options.json)


def _one(source: RecordSource, *, json: bool) -> int:
    try:
        ended = played(source)
    except Unplayed as unplayed:
        if json:
            print(msgspec.json.encode(unplayed.failed).decode())
        raise
    position = ended.position()
    print(msgspec.json.encode(position).decode() if json else as_text(ended.game.rules, position))
    return 0


def _many(found: Sequence[RecordSource], jobs: int, *, json: bool) -> int:
    failed = 0
    with closing(in_order(outcome, found, jobs)) as outcomes:
        for ended in outcomes:
            print(ended.json if json else ended.text, flush=True)
            failed += ended.failed
    if not json:
        records = "1 record" if len(found) == 1 else f"{len(found)} records"
        print(f"{records}: {len(found) - failed} played, {failed} failed.")
    return int(failed > 0)


def _rehearse(options: argparse.Namespace) -> int:
    """Play the transcript of a help file; returns 1 if it led to something else with simulated nodes, else 0."""
    rehearse = offered("rehearsal")
    if rehearse is None:
        raise CannotRun("--transcript needs the feature `helpfile`, which is not here")
    if len(options.files) > 1:
        raise CannotRun("--transcript plays one help file: name a single one")
    file = options.files[0]
    try:
        if file == STANDARD_INPUT or not is_help_file(Path(file)):
            raise CannotRun(f"{file} is not a help file; only help files have a transcript")
        found = rehearse(transcript_in(Path(file)))
    except HelpFileFault as fault:
        raise CannotRun(f"{file} is a help file, but {fault}") from fault
    except OSError as error:
        raise CannotRun(f"{file} cannot be read: {error.strerror}") from error
    if options.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(f"{found.reports} reports of {found.nodes} nodes played, {found.noise} lines of noise.")
        print("\n".join(found.differences) or "All had the same effect as they had then.")
    return int(bool(found.differences))
