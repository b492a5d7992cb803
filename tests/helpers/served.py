"""A table's pages at a port, without anything that acts at the table on its own."""

import ssl
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from flask import Blueprint
from msgspec.structs import replace

from hub.composition.table import AtTable, OpenTable, TableSetting
from hub.features import features
from hub.server.access.addresses import url_of
from hub.server.access.request_filter import Neighbours
from hub.server.limits import Limits
from hub.server.listener import Listener
from hub.store.folder import Secrets
from hub.table.table import Table

SERVED = ("evening", "export", "helpfile", "odds", "printing", "shelf")
"""Features whose routes need nothing that a test has to make up; `more` adds others."""


def adding(route: Callable[[OpenTable], Blueprint]) -> Callable[[OpenTable], AtTable]:
    return lambda opened: AtTable(routes=[route(opened)])


class Server:
    """Listens from its creation on, answers from `start` on."""

    def __init__(
        self,
        table: Table,
        host: str,
        port: int,
        secret: str,
        pin: str,
        version: str,
        *,
        pages: Path,
        limits: Limits | None = None,
        tls: ssl.SSLContext | None = None,
        proxies: frozenset[str] = frozenset(),
        more: Callable[[OpenTable], AtTable] = lambda _opened: AtTable(),
    ) -> None:
        self._listener = Listener(host, port, tls)
        self.port: int = self._listener.port
        setting = TableSetting(
            folder=pages,
            store=table.state.store,
            board=table.state.board,
            listener=self._listener,
            secrets=Secrets(secret, pin),
            version=version,
            pages=pages,
            editions=table.state.editions,
            host=host,
            neighbours=Neighbours(proxies),
            limits=limits or Limits(),
            features={
                name: door if name in SERVED else replace(door, at_table="") for name, door in features().items()
            },
            more=more,
        )
        self._opened = OpenTable(setting, ExitStack(), table)
        self.site = self._opened.site
        self.way_in = self._opened.way_in

    def secure(self, tls: ssl.SSLContext) -> None:
        """Get another certificate, as when this computer has a new address."""
        self._listener.secure(tls)

    @property
    def local_url(self) -> str:
        return url_of(self._listener.scheme, "localhost", self.port)

    @property
    def url(self) -> str:
        return self.site.address.url

    @property
    def urls(self) -> tuple[str, ...]:
        return self.site.address.urls

    @property
    def codes(self) -> tuple[str, ...]:
        return self._opened.access.all_codes()

    def also_at(self, names: Callable[[], tuple[str, ...]]) -> None:
        self.site.address.also_at(names)

    def look(self) -> None:
        self.site.address.look()

    def load(self) -> None:
        self.site.load()

    def start(self) -> None:
        self.site.start()
        self._listener.start()

    def stop(self) -> None:
        """Say goodbye to everybody; the table must still run."""
        if self._listener.stop():
            self.site.stop()
