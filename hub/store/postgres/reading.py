"""Reads a table's log on a server while any process has it: without a lease, and without writing anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from sqlalchemy.engine import URL, make_url

from hub.store.database import Run
from hub.store.postgres.address import Address, address_of
from hub.store.postgres.driver import check_driver, connect, rows
from hub.store.postgres.faults import fault, store_errors
from hub.store.postgres.opening import check_schema, names_in
from hub.store.sqlstore import SqlStore
from hub.table.interfaces.storage import StoreError


def open_to_look(url: str | URL, closing: ExitStack) -> SqlStore | None:
    """The store, closed with `closing`; None if nobody has opened this table yet. Raises StoreError."""
    check_driver()
    address = address_of(make_url(url))
    with store_errors(address.place):
        connection = connect(address)
        closing.callback(connection.close)
        names = names_in(connection, address)
        if not names:
            return None
        check_schema(connection, address, names)
    return SqlStore(_LookedAt(address, connection))


class _LookedAt:
    """A `Database` that writes nothing."""

    lost = False

    def __init__(self, address: Address, connection: Any) -> None:
        self._place, self._connection = address.place, connection

    def transaction(self) -> AbstractContextManager[Run]:
        """As `Database` says: refused."""
        raise fault("only_read", self._place)

    def read(self, statement: Any, values: Mapping[str, Any]) -> Sequence[Any]:
        """As `Database` says."""
        with store_errors(self._place):
            return rows(self._connection, statement, values)

    def opened(self) -> None:
        """As `Database` says: a reader has soon finished."""

    def corrupt(self) -> StoreError:
        """As `Database` says."""
        return fault("corrupt", self._place)

    def close(self) -> None:
        """As `Database` says."""
        self._connection.close()
