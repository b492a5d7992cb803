"""Which of this computer's addresses is shown to those who want to join: the likeliest, or the banker's choice.

The choice is stored, by its host alone, and forgotten as soon as this computer is no longer there.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from hub.server.access.addresses import own_addresses, table_urls
from hub.server.interfaces import AskTable, TableInterface
from hub.table.wire.requests import Ack

DOCUMENT = "address"


class ShownAddress:
    """The addresses of one table. `host` is what it listens at, `scheme` `http` or `https`.

    `path` is that of the table, if it is one of many; `public` the one address that leads here through others' doors.
    """

    def __init__(
        self, table: TableInterface, host: str, port: int, scheme: str, path: str = "", public: str | None = None
    ) -> None:
        self._table, self._host, self._port, self._scheme = table, host, port, scheme
        self._path, self._public = path, public
        self._chosen = ""
        self.names: Callable[[], tuple[str, ...]] = tuple
        """Names of this computer in the local network, as far as they lead here; set where they are announced."""
        self._addresses = self._found()

    def load(self) -> None:
        """Resume the choice of another evening; the table is running by now."""
        kept = self._table.document(DOCUMENT)
        self._chosen = kept.decode() if kept is not None else ""

    @property
    def urls(self) -> tuple[str, ...]:
        """All that can be shown, addresses first: a phone that does not ask for names finds them too."""
        named = (f"{self._scheme}://{name}:{self._port}{self._path}" for name in self.names())
        return (*self._addresses, *named)

    @property
    def url(self) -> str:
        """What is shown."""
        return next((url for url in self.urls if urlsplit(url).hostname == self._chosen), self.urls[0])

    def choose(self, url: str, ask: AskTable) -> Ack:
        """Show this address from now on, if it is one of ours; looks for new ones first."""
        self._addresses = self._found()
        ack = ask({DOCUMENT: (urlsplit(url).hostname or "").encode()} if url in self.urls else {})
        if ack.ok:
            self.load()
        return ack

    def _found(self) -> tuple[str, ...]:
        if self._public is not None:
            return (self._public + self._path,)
        found = table_urls(self._host, self._port, own_addresses(), self._scheme)
        return tuple(url + self._path for url in found)
