"""Where a table's games lie: in its data folder, with copies made by us, or on a server, which makes its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from hub.store.backups import Backups
from hub.store.folder import DataFolder
from hub.store.keeper import Keeper
from hub.store.lock import FolderLock
from hub.store.sqlite import LOCK_FILE
from hub.store.sqlstore import SqlStore, open_store


def open_stored(folder: DataFolder, database: str | None, closing: ExitStack) -> tuple[SqlStore, Callable[[], None]]:
    """The store, closed with `closing`, and what to call once everything was read.

    In a folder that begins copies: damaged games must not become the newest one.

    Whatever the database, one hub has the folder, where logs and keys are. Raises StoreError.
    """
    if database is not None:
        closing.callback(FolderLock(folder.path / LOCK_FILE).release)
    store = open_store(database or folder.database_url)
    closing.callback(store.close)
    if database is not None:
        return store, store.opened
    keeper = Keeper(Backups(folder.path))
    closing.callback(keeper.stop)
    return store, keeper.start
