"""The server of one table: its site at a port of its own, opened and closed. Made by `hub.composition.play`."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Sequence
from pathlib import Path

from hub.features.flashing.routes import NodeFile
from hub.features.laboratory.routes import LabPages
from hub.features.workshop.routes import WorkshopInterface
from hub.pages import pages_dir
from hub.server.access.neighbours import Neighbours
from hub.server.access.shown_address import ShownAddress
from hub.server.interfaces import TableInterface
from hub.server.limits import Limits
from hub.server.listener import AddressUnavailable, Listener
from hub.server.site import Site

__all__ = ["AddressUnavailable", "Server"]


class Server:
    """Listens from its creation on, answers from `start` on.

    `secret` and `pin` come from the data folder, `noted` gives the end of the log for help files. With `tls` it speaks
    https and nothing else, and browsers whose WebSocket is refused there may poll (0051). `proxies` are addresses of
    reverse proxies that are believed for whom they ask. `node_file` makes what a bare Pico becomes a node with,
    `lab_page` has the reports of the laboratory, `designs` is the workshop.
    """

    def __init__(
        self,
        table: TableInterface,
        host: str,
        port: int,
        secret: str,
        pin: str,
        version: str,
        *,
        pages: Path | None = None,
        limits: Limits | None = None,
        tls: ssl.SSLContext | None = None,
        noted: Callable[[], Sequence[str]] = tuple,
        proxies: frozenset[str] = frozenset(),
        node_file: NodeFile | None = None,
        lab_page: LabPages | None = None,
        designs: WorkshopInterface | None = None,
    ) -> None:
        limits, folder = limits or Limits(), pages or pages_dir()
        self._listener = Listener(host, port, tls)
        self.port: int = self._listener.port
        self.site = Site(
            table,
            ShownAddress(table, host, self.port, self._listener.scheme),
            secret,
            pin,
            version,
            pages=folder,
            polls=tls is not None,
            limits=limits,
            noted=noted,
            neighbours=Neighbours(proxies),
            node_file=node_file,
            lab_page=lab_page,
            designs=designs,
        )
        self._listener.serve(self.site.app, limits, self.site.paired)

    @property
    def local_url(self) -> str:
        """The address for a browser on this very computer."""
        return f"{self._listener.scheme}://localhost:{self.port}"

    @property
    def way_in(self) -> str:
        """The same for the terminal: the first browser that opens it banks without the PIN."""
        return f"{self.local_url}/table#code={self.site.terminal_code}"

    @property
    def url(self) -> str:
        """The address that others are shown."""
        return self.site.url

    @property
    def urls(self) -> tuple[str, ...]:
        """All addresses it may be reached at, the likeliest first."""
        return self.site.urls

    def also_at(self, names: Callable[[], tuple[str, ...]]) -> None:
        """Show this computer's names in the house as well, as far as these are known to lead here."""
        self.site.also_at(names)

    def look(self) -> None:
        """The addresses of this computer or its names in the house may have changed: show those that it has now."""
        self.site.look()

    @property
    def codes(self) -> tuple[str, ...]:
        """The join codes that are good now, and what lets the terminal's browser bank; no log may hold them."""
        return self.site.codes

    def load(self) -> None:
        """Resume keys, codes and the chosen address as they were stored. Raises StoreError."""
        self.site.load()

    def start(self) -> None:
        """Begin to answer; the table is running by now. Raises StoreError."""
        self.site.start()
        self._listener.start()

    def stop(self) -> None:
        """Say goodbye to everybody, wait a moment for them, end all threads. The table must still run."""
        if self._listener.stop():
            self.site.stop()
