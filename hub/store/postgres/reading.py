"""Reads a table's log on a server while any process has it: without a lease, and without writing anything."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack

from sqlalchemy import Engine, inspect
from sqlalchemy.engine import URL, make_url

from hub.store.database import Run
from hub.store.postgres.address import Address, address_of
from hub.store.postgres.faults import fault, store_errors
from hub.store.postgres.opening import check_schema, open_engine
from hub.store.sqlstore import SqlStore
from hub.table.interfaces.storage import StoreError


def open_to_look(url: str | URL, closing: ExitStack) -> SqlStore | None:
    """The store, closed with `closing`; None if nobody has opened this table yet. Raises StoreError."""
    address = address_of(make_url(url))
    engine = open_engine(address)
    closing.callback(engine.dispose)
    with store_errors(address.place), engine.connect() as connection:
        names = set(inspect(connection).get_table_names(address.schema))
        if not names:
            return None
        check_schema(connection, address, names)
    return SqlStore(_LookedAt(address, engine))


class _LookedAt:
    """A `Database` that writes nothing."""

    lost = False

    def __init__(self, address: Address, engine: Engine) -> None:
        self._place, self.engine = address.place, engine

    def transaction(self) -> AbstractContextManager[Run]:
        """As `Database` says: refused."""
        raise fault("only_read", self._place)

    def reading(self) -> AbstractContextManager[None]:
        """As `Database` says."""
        return store_errors(self._place)

    def opened(self) -> None:
        """As `Database` says: a reader has soon finished."""

    def corrupt(self) -> StoreError:
        """As `Database` says."""
        return fault("corrupt", self._place)

    def close(self) -> None:
        """As `Database` says."""
        self.engine.dispose()
