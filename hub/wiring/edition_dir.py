"""Tables that a family keeps in a folder of its own: an edition's written out, and theirs read in its place."""

from __future__ import annotations

import argparse
from pathlib import Path

from hub.editions import EDITIONS
from hub.editions.tables import TABLES, own_texts
from hub.rules.ports import Rules
from hub.rules.track import TableError
from hub.wiring import CannotRun

MARK = "edition.csv"
"""Says which edition the tables of a folder are for."""
HEADING = "edition"
BYTES_MAXIMUM = 100_000
SPREADSHEET = "utf-8-sig"
"""Spreadsheets know by the mark at the beginning that a table is UTF-8, and write it again."""


def exported(edition: str, folder: Path) -> dict[Path, bytes]:
    """The tables of an edition as files of a folder, with the one that names it."""
    texts = {MARK: f"{HEADING}\n{edition}\n", **own_texts(edition)}
    return {folder / name: text.encode(SPREADSHEET) for name, text in texts.items()}


def family_rules(folder: Path) -> Rules:
    """The edition of a folder on the tables there. Raises CannotRun that names file and line, and says what to do."""
    if not folder.is_dir():
        raise CannotRun(f"{folder} is no folder: `bankhalter editions export EDITION {folder}` makes it")
    edition = _edition(folder)
    texts = {name: _text(folder / name) for name in TABLES if (folder / name).is_file()}
    for file in sorted(folder.glob("*.csv")):
        if file.name not in (MARK, *TABLES):
            raise CannotRun(
                f"{file} is no table of an edition: they are {', '.join(TABLES)}; rename it, or take it away"
            )
    try:
        return EDITIONS[edition].with_tables(texts)
    except TableError as error:
        raise CannotRun(f"{folder}: {error}") from error


def edition_of(options: argparse.Namespace) -> Rules:
    """The edition that a command line names, by `edition` or by `edition_dir`. Raises CannotRun."""
    if options.edition_dir is not None:
        return family_rules(options.edition_dir)
    if options.edition not in EDITIONS:
        raise CannotRun(f"there is no edition {options.edition!r}; choose one of: {', '.join(EDITIONS)}")
    return EDITIONS[options.edition]


def _edition(folder: Path) -> str:
    file = folder / MARK
    if not file.is_file():
        raise CannotRun(f"{file} is missing: it says which edition the tables are for; export them again to get it")
    lines = [line.strip() for line in _text(file).splitlines() if line.strip()]
    if len(lines) != 2 or lines[0] != HEADING or lines[1] not in EDITIONS:
        raise CannotRun(f"{file}: give the line {HEADING!r} and below it one of {', '.join(EDITIONS)}")
    return lines[1]


def _text(file: Path) -> str:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise CannotRun(f"{file} cannot be read: {error.strerror}") from error
    if len(data) > BYTES_MAXIMUM:
        raise CannotRun(f"{file} has more than {BYTES_MAXIMUM} bytes: that is no table of an edition")
    try:
        return data.decode(SPREADSHEET)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise CannotRun(f'{file}, line {line}: a letter is not UTF-8; save the table as "CSV UTF-8"') from error
