"""`bankhalter restore`: lists the copies of the games that the hub has made, and puts one back."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
from pathlib import Path

from hub.commands import CannotRun, Parsers
from hub.commands.games import NEWEST
from hub.store.backups import Backup, Backups
from hub.store.folder import default_path
from hub.store.sqlstore import LOCK_FILE
from hub.table.ports.storage import StoreError


def add_parser(commands: Parsers) -> None:
    """What `restore` takes."""
    parser = commands.add_parser(
        "restore",
        help="list the backups of the games, or restore one",
        description="List the backups of the games, which are made automatically, or restore one. What it replaces is "
        "stored beside the backups.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "copy", metavar="COPY", nargs="?", help=f"number of the backup, or {NEWEST}; without it they are listed"
    )
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are stored")


def run(options: argparse.Namespace) -> int:
    """One line per copy, or a sentence about what was done. Raises CannotRun."""
    folder = (options.data_dir or default_path()).expanduser().absolute()
    backups = Backups(folder)
    try:
        copies = backups.all()
        if not copies:
            raise CannotRun(f"there are no copies in {folder}: name the folder of the games with --data-dir")
        if options.copy is None:
            print("\n".join(map(_told, copies)))
            return 0
        chosen = _chosen(copies, options.copy)
        replaced = backups.restore(chosen, folder / LOCK_FILE)
    except StoreError as error:
        raise CannotRun(str(error)) from error
    print(f"Copy {chosen.number} of {chosen.day} is put back.")
    if replaced is not None:
        print(f"What was there before is kept in {replaced}.")
    return 0


def _chosen(copies: list[Backup], name: str) -> Backup:
    if name == NEWEST:
        return copies[-1]
    found = [copy for copy in copies if str(copy.number) == name]
    if not found:
        raise CannotRun(f"there is no copy {name}; `bankhalter restore` lists them")
    return found[0]


def _told(copy: Backup) -> str:
    """A copy as a line: its number, when it was made, what is in it."""
    try:
        with contextlib.closing(sqlite3.connect(copy.path)) as reader:
            games, entries = reader.execute("SELECT (SELECT COUNT(*) FROM games), COUNT(*) FROM entries").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # the driver stumbles over letters in its own errors
        return f"{copy.number:4}  {copy.day} {copy.time.replace('-', ':')}  damaged"
    return f"{copy.number:4}  {copy.day} {copy.time.replace('-', ':')}  {games} games, {entries} entries"
