"""Options that say where games are stored, shared by all commands that read or write them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from hub.commands import CannotRun
from hub.store.folder import DATABASE, DataFolder, default_path
from hub.store.reading import open_to_read
from hub.store.sqlstore import SqlStore, open_store
from hub.table.interfaces.storage import StoreError

DATABASE_VARIABLE = "BANKHALTER_DATABASE"
"""For an address with a password, which others could read off a command line."""


def add_data_dir(parser: argparse._ActionsContainer) -> None:
    """Add the option for the data folder only."""
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are stored")


def add_place(parser: argparse._ActionsContainer) -> None:
    """Add options for the data folder and for a database elsewhere; `stored_games` and `open_place` read them."""
    add_data_dir(parser)
    parser.add_argument(
        "--database",
        default=os.environ.get(DATABASE_VARIABLE) or None,
        metavar="URL",
        help=f"a PostgreSQL server for the games: postgresql://USER@HOST/DATABASE?table=NAME (or {DATABASE_VARIABLE})",
    )


@contextmanager
def stored_games(options: argparse.Namespace) -> Iterator[SqlStore]:
    """Open an existing store for reading. Raises CannotRun, also in place of a StoreError from the `with` body."""
    folder: Path = (options.data_dir or default_path()).expanduser()
    if options.database is None and not (folder / DATABASE).exists():
        raise CannotRun(f"no games are stored in {folder}: name their folder with --data-dir")
    try:
        with ExitStack() as closing:
            if options.database is None:
                yield open_to_read(DataFolder(folder), closing, _say)
            else:
                store = open_store(options.database)
                closing.callback(store.close)
                yield store
    except StoreError as error:
        raise CannotRun(str(error)) from error


def open_place(options: argparse.Namespace) -> SqlStore:
    """Open the store for writing, creating it if necessary. Raises StoreError."""
    return open_store(options.database or DataFolder(options.data_dir).database_url)


def _say(error: StoreError) -> None:
    print(f"bankhalter: the games can be read, but {error}", file=sys.stderr)
