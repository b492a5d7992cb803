"""`bankhalter export`: writes a stored game as tables for a spreadsheet, as CSV files or as JSON."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Mapping
from pathlib import Path

from hub.commands import CannotRun, Parsers
from hub.commands.games import NEWEST, chosen_game, stored_games
from hub.editions import EDITIONS
from hub.export.book import Book, book_of
from hub.export.plain import as_csv, as_json
from hub.export.words import LANGUAGES, Language
from hub.export.xlsx import TooLarge, as_xlsx
from hub.pages import PagesNotBuilt
from hub.table.live import Played
from hub.table.storage import StoreError

FULL = (errno.ENOSPC, errno.EDQUOT)
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def add_parser(commands: Parsers) -> None:
    """What `export` takes."""
    parser = commands.add_parser(
        "export",
        help="write a stored game as tables for a spreadsheet",
        description="Write balances, payments, deeds and auctions of a stored game as tables; moves that were taken "
        "back are left out. hub/docs/EXPORT.md says what stands in which sheet.",
    )
    parser.set_defaults(run=run)
    parser.add_argument("game", metavar="GAME", help=f"its id as `bankhalter games` lists it, or {NEWEST}")
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("--xlsx", type=Path, metavar="FILE", help="an Excel workbook")
    target.add_argument("--csv", type=Path, metavar="DIR", help="a folder with one CSV file per sheet")
    target.add_argument("--json", type=Path, metavar="FILE", help="one JSON object")
    parser.add_argument("--language", choices=LANGUAGES, help="of headings and sentences (that of the terminal)")
    parser.add_argument("--force", action="store_true", help="write over files that are there")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are kept")


def run(options: argparse.Namespace) -> int:
    """Read the log, tell it in sheets, write all files or none. Raises CannotRun."""
    played = _played(options.data_dir, options.game)
    try:
        book = book_of(played, options.language or terminal_language(os.environ))
        files = _files(options, book)
    except (PagesNotBuilt, TooLarge) as cannot:
        raise CannotRun(str(cannot)) from cannot
    write_files(files, options.force)
    return 0


def terminal_language(environment: Mapping[str, str]) -> Language:
    """German where the terminal speaks it, else English."""
    spoken = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    return "de" if spoken.lower().startswith("de") else "en"


def _played(data_dir: Path | None, name: str) -> Played:
    store = stored_games(data_dir)
    try:
        game = chosen_game(store.games(), name)
        entries = store.entries(game.id)
    except StoreError as error:
        raise CannotRun(str(error)) from error
    finally:
        store.close()
    if game.edition not in EDITIONS:
        raise CannotRun(f"game {game.id} was played with edition {game.edition}, which is not there")
    return Played(game, entries, EDITIONS[game.edition])


def _files(options: argparse.Namespace, book: Book) -> dict[Path, bytes]:
    """What is to be written where. A folder for CSV files is made if the one it lies in is there."""
    if options.xlsx is not None:
        return {options.xlsx: as_xlsx(book)}
    if options.json is not None:
        return {options.json: as_json(book)}
    folder: Path = options.csv
    if folder.parent.is_dir() and not folder.exists():
        try:
            folder.mkdir()
        except OSError as error:
            raise CannotRun(_why(folder, error)) from error
    return {folder / name: content for name, content in as_csv(book).items()}


def write_files(files: Mapping[Path, bytes], force: bool) -> None:
    """Everything is checked before anything is written, and each file is whole before it takes its name."""
    for path in files:
        if not path.parent.is_dir():
            raise CannotRun(f"{path.parent} is no folder: make it first, or choose another one")
        if path.is_dir():
            raise CannotRun(f"{path} is a folder: name a file in it")
        if path.exists() and not force:
            raise CannotRun(f"{path} is there already: choose another name, or write over it with --force")
    for path, content in files.items():
        draft = path.with_name(f"{path.name}.new")
        try:
            draft.write_bytes(content)
            draft.replace(path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise CannotRun(_why(path, error)) from error


def _why(path: Path, error: OSError) -> str:
    if error.errno in FULL:
        return f"{path} cannot be written: the disk is full, free some space"
    return f"{path} cannot be written: {error.strerror}"
