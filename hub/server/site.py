"""Pages and sockets of one table, wherever they are served: a table alone has a port, a club one for many."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from flask import Blueprint

from hub.server.access.keys import Access
from hub.server.access.neighbours import ALONE, Neighbours
from hub.server.access.shown_address import ShownAddress
from hub.server.app import create_app
from hub.server.limits import Limits, PairedAddresses
from hub.server.sockets.connections import Connections
from hub.server.sockets.device_feed import DeviceFeed
from hub.server.sockets.handlers import Sockets
from hub.server.sockets.publisher import Publisher
from hub.server.sockets.seating import Seating
from hub.table.requests import REQUESTS
from hub.table.requests.base import Action
from hub.table.table import Table

GOODBYE_S = 0.5
POLL_S = 0.02


class Site:
    """Answers from `start` on: `app` is a WSGI application, which counts devices of good repute in `paired`.

    `requests` are what browsers may send, `routes` those of features. With `polls`, which is for https, browsers whose
    WebSocket is refused may poll (0051).
    """

    def __init__(
        self,
        table: Table,
        access: Access,
        shown_address: ShownAddress,
        version: str,
        *,
        pages: Path,
        polls: bool = False,
        requests: Sequence[type[Action]] = REQUESTS,
        limits: Limits | None = None,
        neighbours: Neighbours = ALONE,
        routes: Sequence[Blueprint] = (),
    ) -> None:
        limits = limits or Limits()
        self._shown_address, self._access = shown_address, access
        self.paired = PairedAddresses()
        self.app, socketio, self._line = create_app(
            table, access, pages, limits, self.paired, version, routes, neighbours, lambda: self.urls, polls=polls
        )
        self._connections = Connections()
        self._publisher = Publisher(table, self._connections, self._line)
        self._devices = DeviceFeed(table, self._connections, self._line)
        self._seating = Seating(
            table,
            self._access,
            self._connections,
            self._publisher,
            self._devices,
            self.paired,
            shown_address,
            limits,
            version,
        )
        self._sockets = Sockets(self._seating, self._connections, self._devices, limits, requests)
        self._sockets.register(socketio)

    @property
    def url(self) -> str:
        """The address that others are shown."""
        return self._shown_address.url

    @property
    def urls(self) -> tuple[str, ...]:
        """All addresses it may be reached at, the likeliest first."""
        return self._shown_address.urls

    @property
    def codes(self) -> tuple[str, ...]:
        """The join codes that are good now, and what lets the terminal's browser bank; no log may hold them."""
        return self._access.all_codes()

    @property
    def watching(self) -> int:
        """How many browsers are connected."""
        return len(self._connections.all())

    def also_at(self, names: Callable[[], tuple[str, ...]]) -> None:
        """Show this computer's names in the house as well, as far as these are known to lead here."""
        self._shown_address.names = names

    def look(self) -> None:
        """The addresses of this computer or its names in the house may have changed: show those that it has now."""
        self._shown_address.look()
        self._seating.show_doors()

    def load(self) -> None:
        """Resume keys, codes and the chosen address as they were stored. Raises StoreError."""
        self._access.load()
        self._shown_address.load()

    def start(self) -> None:
        """Be ready for browsers; the table is running by now. Raises StoreError."""
        self.load()
        self._publisher.start()
        self._seating.show_doors()
        self._devices.start()

    def stop(self) -> None:
        """Say goodbye to everybody, wait a moment for them, end all threads. The table must still run."""
        self._devices.stop()
        self._publisher.stop()
        for end in (self._line.say_goodbye, self._line.cut):  # connections that do not answer are cut off
            end()
            deadline = time.monotonic() + GOODBYE_S
            while self._connections.all() and time.monotonic() < deadline:
                time.sleep(POLL_S)
