"""What differs between the databases that can hold a table's log; `sqlstore` is the same on each of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Engine

from hub.table.interfaces.storage import StoreError

Run: TypeAlias = Callable[[str, tuple[Any, ...]], object]
"""Executes one of our statements, whose values stand as `?`."""


class Database(Protocol):
    """An open database that this hub alone writes to. `engine` is for reading."""

    engine: Engine

    def transaction(self) -> AbstractContextManager[Run]:
        """All of what is run inside becomes durable at its end, or nothing. Raises StoreError."""

    def reading(self) -> AbstractContextManager[None]:
        """Raises StoreError instead of what the driver complains about while it reads."""

    def opened(self) -> None:
        """Everything that is read at the start has been read: from now on reading is rare."""

    def corrupt(self) -> StoreError:
        """What to raise where stored content is not what was written."""

    @property
    def lost(self) -> bool:
        """Whether this hub can no longer write: another has the table, or it is unknown what was stored."""

    def close(self) -> None:
        """Release it, so that another hub may have it."""
