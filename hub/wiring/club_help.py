"""Whether a table of a club wants help: stored with its games, so that it is known wherever the table goes."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from hub.server.interfaces import TableInterface
from hub.table.interfaces.documents import read_document
from hub.table.interfaces.storage import now_ms
from hub.table.wire.audience import Audience
from hub.table.wire.over_http import CallHelp
from hub.table.wire.requests import Ack, Request

DOCUMENT = "help_wanted"


class HelpWanted:
    """Of one table. `changed` is called after each change. Raises StoreError when made."""

    def __init__(self, table: TableInterface, changed: Callable[[], None]) -> None:
        self._table, self._changed = table, changed
        self._since_ms = self._stored()

    @property
    def since_ms(self) -> int:
        """Since when it wants help, 0 if it wants none."""
        return self._since_ms

    def want(self, wanted: bool, audience: Audience, request: str) -> Ack:
        """It wants help from now on, or no longer; who calls twice has waited since the first time.

        The request becomes durable with what it changes: a call that arrives late does not call helpers back.
        """
        documents = {}
        if wanted != bool(self._since_ms):
            documents[DOCUMENT] = msgspec.json.encode(max(1, now_ms()) if wanted else 0)
        ack = self._table.request(audience, Request(request, CallHelp(wanted)), documents)
        if ack.ok and self._since_ms != (since_ms := self._stored()):
            self._since_ms = since_ms
            self._changed()
        return ack

    def _stored(self) -> int:
        return read_document(self._table.document, DOCUMENT, int) or 0
