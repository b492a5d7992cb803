"""Replay game records, deciding each of their commands again.

For a single record the final position is shown; for several, or for a folder, one line each and a total. The exit code
is 1 if any of them fails. hub/docs/RECORD.md describes how to write one.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from hub.commands import CannotRun, whole_number
from hub.commands.jobs import in_order
from hub.editions import EDITIONS
from hub.features import offered
from hub.records.help_files import HelpFileFault, is_help_file, record_in, transcript_in
from hub.records.lines import LINE_LENGTH_MAXIMUM, RecordFault
from hub.records.playing import Replay, replay
from hub.records.position import as_text

HELP = "replay game records"
STANDARD_INPUT = "-"
SUFFIX = ".jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
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


class ReplayFailure(Struct, frozen=True):
    """Why a record does not replay, for `--json`. `line` 0 is the whole file; `expected`, `found`: what differs."""

    file: str
    line: int
    fault: str
    expected: Any = UNSET
    found: Any = UNSET


class Unplayed(CannotRun):
    """A record did not replay; the message is one sentence for the terminal."""

    def __init__(self, sentence: str, failed: ReplayFailure) -> None:
        super().__init__(sentence)
        self.failed = failed


class RecordSource(Struct, frozen=True):
    """A file to be replayed; `text` is what was read from stdin, `fault` says why there is nothing to replay."""

    file: str
    text: str | None = None
    fault: str = ""


class Outcome(Struct, frozen=True):
    """The result for one record of many: a line for people and one for programs."""

    text: str
    json: str
    failed: bool


def sources(named: Sequence[str]) -> Iterator[RecordSource]:
    """The files named, and for each folder the records in it, recursively and sorted."""
    for name in named:
        if name == STANDARD_INPUT:
            try:
                yield RecordSource(name, sys.stdin.read().removeprefix("\ufeff"))
            except UnicodeDecodeError:
                yield RecordSource(name, fault="is not text in UTF-8")
        elif is_folder(name):
            yield from _in_folder(name)
        else:
            yield RecordSource(name)


def is_folder(name: str) -> bool:
    """Whether this names a folder; False also for names that the file system cannot hold."""
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False


def is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def outcome(source: RecordSource) -> Outcome:
    """Replay one record of many. Whatever is wrong with it does not affect the others."""
    try:
        ended = played(source)
    except Unplayed as unplayed:
        return _failed(str(unplayed), unplayed.failed)
    except Exception as error:  # noqa: BLE001 a record that breaks the hub is reported, and the others go on
        fault = f"this breaks the hub: {error!r}"
        return _failed(f"{source.file}: {fault}", ReplayFailure(source.file, 0, fault))
    position = ended.position()
    file = shown(source.file)
    text = f"{file}: {position.commands} commands, {position.facts} facts."
    return Outcome(text, _json({"file": file, **msgspec.structs.asdict(position)}), failed=False)


def played(source: RecordSource) -> Replay:
    """Replay a record to its end. Raises Unplayed."""
    file = source.file
    if source.fault:
        raise _unplayed(source, f"{file} {source.fault}", source.fault)
    try:
        with _opened(source) as text:
            return replay(text, EDITIONS)
    except RecordFault as fault:
        sentence = f"{file}, {fault}" if fault.line else f"{file}: {fault}"
        failed = ReplayFailure(shown(file), fault.line, fault.text, fault.expected, fault.found)
        raise Unplayed(shown(sentence), failed) from fault
    except HelpFileFault as fault:
        raise _unplayed(source, f"{file} is a help file, but {fault}", str(fault)) from fault
    except UnicodeDecodeError as error:
        raise _unplayed(source, f"{file} is not text in UTF-8", "is not text in UTF-8") from error
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
        raise _unplayed(source, f"{file} {why}", why) from error


def shown(text: str) -> str:
    """A text that can be printed and encoded as JSON, whatever bytes a file name contains."""
    return text.encode(errors="backslashreplace").decode()


@contextmanager
def _opened(source: RecordSource) -> Iterator[Iterable[str]]:
    if source.text is not None:
        yield io.StringIO(source.text)
    elif is_help_file(Path(source.file)):
        yield record_in(Path(source.file))
    else:
        with Path(source.file).open(encoding="utf-8-sig") as text:
            yield iter(partial(text.readline, LINE_LENGTH_MAXIMUM + 1), "")  # never reads an overlong line in full


def _in_folder(folder: str) -> Iterator[RecordSource]:
    faults: list[RecordSource] = []

    def unreadable(error: OSError) -> None:
        faults.append(RecordSource(str(error.filename), fault=f"cannot be read: {error.strerror}"))

    places = ((Path(place), names) for place, _, names in os.walk(folder, onerror=unreadable))
    found = [place / name for place, names in places for name in names if name.endswith(SUFFIX)]
    yield from (RecordSource(str(path)) for path in sorted(found))
    yield from faults
    if not found and not faults:
        yield RecordSource(folder, fault=f"has no records: no file in it ends with {SUFFIX}")


def _unplayed(source: RecordSource, sentence: str, fault: str) -> Unplayed:
    return Unplayed(shown(sentence), ReplayFailure(shown(source.file), 0, shown(fault)))


def _failed(sentence: str, failed: ReplayFailure) -> Outcome:
    return Outcome(f"FAILED {sentence}", _json(failed), failed=True)


def _json(found: object) -> str:
    return msgspec.json.encode(found).decode()
