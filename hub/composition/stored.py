"""Opens the store of a table: in its data folder, with backups made by us, or on a database server without them."""

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
    """The store, closed with `closing`, and a function to call once everything was read.

    For games in the folder that function starts the backups, so that damaged games do not become the newest backup.

    Even with a database server, only one hub may use the folder, which holds logs and keys. Raises StoreError.
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
