"""List the backups of the games, which are made automatically, or restore one.

What it replaces is stored next to the backups and listed with them, so that it can be restored in turn.
"""

import argparse
import contextlib
import sqlite3

from hub.commands import CannotRun
from hub.commands.games import NEWEST
from hub.commands.options import add_data_dir
from hub.server.access.keys import DOCUMENT
from hub.server.access.phones import carried_over
from hub.store.backups import Backup, Backups
from hub.store.folder import default_path

HELP = "list the backups of the games, or restore one"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "copy", metavar="COPY", nargs="?", help=f"number or name of the backup, or {NEWEST}; without it they are listed"
    )
    add_data_dir(parser)


def run(options: argparse.Namespace) -> int:
    """Print one line per backup, or a sentence about what was restored. Raises CannotRun."""
    folder = (options.data_dir or default_path()).expanduser().absolute()
    backups = Backups(folder)
    copies, replaced_before = backups.all(), backups.replaced()
    if not copies and not replaced_before:
        raise CannotRun(f"there are no backups in {folder}: name the folder of the games with --data-dir")
    if options.copy is None:
        print("\n".join(map(_line, [*copies, *replaced_before])))
        return 0
    chosen = _chosen(copies, replaced_before, options.copy)
    replaced = backups.restore(chosen, {DOCUMENT: carried_over})
    print(f"Backup {chosen.name} of {chosen.day} is restored. Phones that were signed out since stay out.")
    if replaced is not None:
        print(f"What was there before is now in {replaced}; `bankhalter restore {replaced.stem}` restores it.")
    return 0


def _chosen(copies: list[Backup], replaced: list[Backup], name: str) -> Backup:
    if name == NEWEST and copies:
        return copies[-1]
    found = [copy for copy in (*copies, *replaced) if copy.name == name]
    if not found:
        raise CannotRun(f"there is no backup {name}; `bankhalter restore` lists them")
    return found[0]


def _line(copy: Backup) -> str:
    when = f"{copy.name:>4}  {copy.day} {copy.time.replace('-', ':')}"
    if copy.is_replaced:
        return f"{when}  replaced by another backup"
    try:
        with contextlib.closing(sqlite3.connect(copy.path)) as reader:
            games, entries = reader.execute("SELECT (SELECT COUNT(*) FROM games), COUNT(*) FROM entries").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # the driver may fail to decode its own errors
        return f"{when}  damaged"
    return f"{when}  {games} game{'s' * (games != 1)}, {entries} step{'s' * (entries != 1)}"
