"""Where the workshop puts a design on the table; the workshop itself is `hub.workshop`."""

from __future__ import annotations

from collections.abc import Callable

from hub.rules.slots import Rules
from hub.table.changes.designs import put_on_table
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal
from hub.table.writer_lock import WriterLock


class DesignDesk:
    """A part of the table: the lobby offers what it is handed. From any thread."""

    def __init__(self, state: TableState, lock: WriterLock, publish: Callable[[], None]) -> None:
        self._state, self._lock, self._publish = state, lock, publish

    def put_on_table(self, rules: Rules) -> Refusal | None:
        """Offer an edition on a family's own tables, and choose it; durable when it returns."""
        with self._lock:
            refused = put_on_table(self._state, rules)
            self._publish()
            return refused
