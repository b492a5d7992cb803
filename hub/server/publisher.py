"""Brings every new version to everybody who watches: one view per audience, in order, the newest only.

The table's writer only rings a bell; a thread of its own fetches and sends. If versions come faster than they can be
sent, those between are skipped; a client that does not keep up gets the newest once it does.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Sequence
from typing import Protocol

from hub.server.connections import Connection, Connections
from hub.server.ports import TablePort
from hub.table.audience import Audience
from hub.table.contract import View
from hub.table.requests import Welcome

BACKLOG_MAXIMUM = 4  # packets waiting for a client; more means it does not keep up
RETRY_S = 0.1
log = logging.getLogger(__name__)


class Line(Protocol):
    """What the publisher needs of Socket.IO."""

    def send(self, event: str, data: object, sids: Sequence[str]) -> None:
        """Queue an event for these sockets; never blocks, encodes once."""

    def backlog(self, sid: str) -> int:
        """How many packets wait to be sent to a socket."""


class Publisher:
    """`order` is held while views are fetched and sent; whoever changes who sits where holds it meanwhile."""

    def __init__(self, table: TablePort, connections: Connections, line: Line) -> None:
        self._table, self._connections, self._line = table, connections, line
        self.order = threading.RLock()
        self.version = 0
        self._bell = threading.Event()
        self._stopping = threading.Event()
        self._owed: set[str] = set()
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)

    def start(self) -> None:
        """Follow the table from now on."""
        self._table.subscribe(self._ring)
        self._thread.start()

    def stop(self) -> None:
        """Send nothing more."""
        self._stopping.set()
        self._bell.set()
        self._thread.join()

    def greet(self, connection: Connection, version: str) -> None:
        """Tell a socket who it is, then show it everything."""
        with self.order:
            audience = connection.audience
            welcome = Welcome(audience.role, audience.seat, connection.key, version)
            self._line.send("welcome", welcome, [connection.sid])
            self.show(connection)

    def show(self, connection: Connection) -> None:
        """Show a socket everything, as of now."""
        with self.order:
            self._send(self._table.view(connection.audience), [connection])

    def _ring(self, version: int) -> None:
        self.version = version
        self._bell.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            rung = self._bell.wait(RETRY_S if self._owed else None)
            self._bell.clear()
            if self._stopping.is_set():
                return
            try:
                with self.order:
                    connections = self._connections.all()
                    self._publish(connections if rung else [one for one in connections if one.sid in self._owed])
            except Exception:
                log.exception("publishing failed")

    def _publish(self, connections: Iterable[Connection]) -> None:
        ready: dict[Audience, list[Connection]] = {}
        self._owed = set()
        for connection in connections:
            if self._line.backlog(connection.sid) > BACKLOG_MAXIMUM:
                self._owed.add(connection.sid)
            else:
                ready.setdefault(connection.audience, []).append(connection)
        sent: int | None = None
        for audience, watchers in ready.items():
            view = self._table.view(audience)
            self._send(view, [one for one in watchers if one.seen < view.version])
            sent = view.version if sent is None else min(sent, view.version)
        self._table.shown(sent)

    def _send(self, view: View, connections: Sequence[Connection]) -> None:
        for connection in connections:
            connection.seen = view.version
        self._line.send("view", view, [connection.sid for connection in connections])
