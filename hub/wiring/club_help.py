"""Whether a table of a club wants help: stored with its games, so that it is known wherever the table goes."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from hub.server.ports import TablePort
from hub.table.ports.documents import read_document
from hub.table.ports.storage import now_ms

DOCUMENT = "help_wanted"


class HelpWanted:
    """Of one table. `changed` is called after each change. Raises StoreError."""

    def __init__(self, table: TablePort, changed: Callable[[], None]) -> None:
        self._table, self._changed = table, changed
        self._since_ms = read_document(table.document, DOCUMENT, int) or 0

    @property
    def since_ms(self) -> int:
        """Since when it wants help, 0 if it wants none."""
        return self._since_ms

    def want(self, wanted: bool) -> None:
        """It wants help from now on, or no longer; who calls twice has waited since the first time."""
        if wanted == bool(self._since_ms):
            return
        since_ms = now_ms() if wanted else 0
        self._table.put_document(DOCUMENT, msgspec.json.encode(since_ms))
        self._since_ms = since_ms
        self._changed()
