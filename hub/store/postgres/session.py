"""The one connection of a table to its server: one thread uses it at a time, and it is opened again after it broke."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any


class PostgresSession:
    """`connect` opens a connection that begins no transactions by itself; what it raises goes to whoever asked."""

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._connection = connect()
        self._turn = threading.Lock()

    @contextmanager
    def used(self) -> Iterator[Any]:
        """The connection, for this thread alone until the end of the `with` body."""
        with self._turn:
            yield self.reopened() if self._connection.closed else self._connection

    def reopened(self) -> Any:
        """A new connection instead of the one that is used."""
        self._connection = self._connect()
        return self._connection

    def close(self) -> None:
        """End it; a server that is away notices by itself."""
        with suppress(Exception):
            self._connection.close()
