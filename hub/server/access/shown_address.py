"""The address that is shown for joining: the most likely one of this computer, or the banker's choice.

Of the choice only the host is stored; it is dropped as soon as this computer no longer has that address.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from hub.server.access.addresses import own_addresses, table_urls, url_of
from hub.table.requests.base import AskTable
from hub.table.table import Table
from hub.table.wire.audience import Ack

DOCUMENT = "address"


class OwnAddresses:
    """The addresses at which this computer is reached; `host` is what it listens on, `scheme` is `http` or `https`.

    `path` is that of a table, if it is one of many; `public` is the only address to show if there is a proxy.
    """

    def __init__(self, host: str, port: int, scheme: str, path: str = "", public: str | None = None) -> None:
        self._host, self._port, self._scheme, self._path, self._public = host, port, scheme, path, public
        self._names: Callable[[], tuple[str, ...]] = tuple
        self._addresses = self._found()

    @property
    def urls(self) -> tuple[str, ...]:
        """All URLs that can be shown, IP addresses first, since not every phone resolves local names."""
        return (*self._addresses, *self._named)

    @property
    def url(self) -> str:
        return self.urls[0]

    def also_at(self, names: Callable[[], tuple[str, ...]]) -> None:
        """Show names of this computer in the local network as well, as far as they lead here."""
        self._names = names

    def look(self) -> None:
        """The addresses may have changed: show those that there are now."""
        self._addresses = self._found()

    @property
    def _named(self) -> tuple[str, ...]:
        return tuple(url_of(self._scheme, name, self._port) + self._path for name in self._names())

    def _found(self) -> tuple[str, ...]:
        if self._public is not None:
            return (self._public + self._path,)
        found = table_urls(self._host, self._port, own_addresses(), self._scheme)
        return tuple(url + self._path for url in found)


class ShownAddress(OwnAddresses):
    """The addresses of one table, of which the banker may choose the one that is shown first."""

    def __init__(
        self, table: Table, host: str, port: int, scheme: str, path: str = "", public: str | None = None
    ) -> None:
        super().__init__(host, port, scheme, path, public)
        self._table = table
        self._chosen = ""
        self.changed: Callable[[], None] = lambda: None
        """Called when there may be others than before."""

    def load(self) -> None:
        """Read the stored choice; the table must be running."""
        kept = self._table.document(DOCUMENT)
        self._chosen = kept.decode() if kept is not None else ""

    @property
    def named(self) -> str:
        """The URL by a name that is announced in the local network, empty if there is none."""
        return next(iter(self._named), "")

    @property
    def url(self) -> str:
        return next((url for url in self.urls if urlsplit(url).hostname == self._chosen), self.urls[0])

    def look(self) -> None:
        super().look()
        self.changed()

    def choose(self, url: str, ask: AskTable) -> Ack:
        """Show this URL from now on, if it is one of ours; refreshes the list first."""
        super().look()
        ack = ask({DOCUMENT: (urlsplit(url).hostname or "").encode()} if url in self.urls else {})
        if ack.ok:
            self.load()
        return ack
