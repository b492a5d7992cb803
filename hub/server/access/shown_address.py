"""Which of this computer's addresses is shown to those who want to join: the likeliest, until the banker says another.

The choice is kept, by its host alone, and forgotten as soon as this computer is no longer there.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from hub.server.access.addresses import own_addresses, table_urls
from hub.server.ports import TablePort

DOCUMENT = "address"


class ShownAddress:
    """The addresses of one table. `host` is what it listens at, `scheme` `http` or `https`."""

    def __init__(self, table: TablePort, host: str, port: int, scheme: str) -> None:
        self._table, self._host, self._port, self._scheme = table, host, port, scheme
        self._chosen = ""
        self.urls = self._found()

    def load(self) -> None:
        """Take up the choice of another evening; the table runs by now."""
        kept = self._table.document(DOCUMENT)
        self._chosen = kept.decode() if kept is not None else ""

    @property
    def url(self) -> str:
        """What is shown."""
        return next((url for url in self.urls if urlsplit(url).hostname == self._chosen), self.urls[0])

    def choose(self, url: str) -> None:
        """Show this address from now on, if it is one of ours; looks for new ones first. Raises StoreError."""
        self.urls = self._found()
        if url in self.urls:
            host = urlsplit(url).hostname or ""
            self._table.put_document(DOCUMENT, host.encode())
            self._chosen = host

    def _found(self) -> tuple[str, ...]:
        return tuple(table_urls(self._host, self._port, own_addresses(), self._scheme))
