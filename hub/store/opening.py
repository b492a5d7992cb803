"""Opens the store of a table: to play on it, with backups made by us, or only to read it.

Even reading a database with a log of its own writes to it, so what cannot be written is read from a copy.
"""

import shutil
from collections.abc import Callable
from contextlib import ExitStack

from hub.interrupts import temporary_folder
from hub.store.backups import Backups, Keeper
from hub.store.folder import DATABASE, LOCK_FILE, DataFolder, FolderLock, store_errors
from hub.store.sqlstore import SqlStore, open_store
from hub.table.interfaces.storage import StoreError

NOT_WRITTEN = frozenset({"read_only", "disk_full"})


def open_to_read(folder: DataFolder, closing: ExitStack, noted: Callable[[StoreError], None]) -> SqlStore:
    """The store, closed with `closing`. If it is a copy, `noted` hears what is wrong with it. Raises StoreError."""
    try:
        store = open_store(folder.database_url)
    except StoreError as error:
        if error.key not in NOT_WRITTEN:
            raise
        store = open_store(_copied(folder, closing).database_url)
        noted(error)
    closing.callback(store.close)
    return store


def open_to_look(url: str, closing: ExitStack) -> SqlStore | None:
    """The store of a table on a server, which any process may have; None if nobody has opened it yet."""
    from hub.store.postgres.database import look_at

    found = look_at(url, closing)
    return None if found is None else SqlStore(found)


def _copied(folder: DataFolder, closing: ExitStack) -> DataFolder:
    if (folder.path / LOCK_FILE).exists():
        closing.callback(FolderLock(folder.path).release)
    place = closing.enter_context(temporary_folder())
    with store_errors(place):
        for path in folder.path.glob(f"{DATABASE}*"):
            shutil.copyfile(path, place / path.name)
    return DataFolder(place)


def open_stored(folder: DataFolder, database: str | None, closing: ExitStack) -> tuple[SqlStore, Callable[[], None]]:
    """The store, closed with `closing`, and a function to call once everything was read.

    For games in the folder that function starts the backups, so that damaged games do not become the newest backup.

    Even with a database server, only one hub may use the folder, which holds logs and keys. Raises StoreError.
    """
    if database is not None:
        closing.callback(FolderLock(folder.path).release)
    store = open_store(database or folder.database_url)
    closing.callback(store.close)
    if database is not None:
        return store, store.opened
    keeper = Keeper(Backups(folder.path))
    closing.callback(keeper.stop)
    return store, keeper.start
