"""Brings every new version to everybody who watches: one view per audience, in order, the newest only.

A version is sent at once, by the thread that made it and while it has the table's lock: nobody waits for a change of
threads. If versions come fast, or if somebody changes seats meanwhile, a thread of the publisher's own follows at its
pace: versions in between are skipped, and a client that does not keep up gets the newest once it does.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from hub.server.interfaces import TableInterface
from hub.server.sockets.connections import Connection, Connections
from hub.table.interfaces.threads import TableThread
from hub.table.views.view import ViewReader
from hub.table.wire.audience import Audience, Welcome
from hub.table.wire.contract import View

BACKLOG_MAXIMUM = 4  # packets waiting for a client; more means it does not keep up
RETRY_S = 0.1
BREATH_S = 0.02  # between versions that are sent at once; in a burst the thread sends one for many
log = logging.getLogger(__name__)


class Line(Protocol):
    """What the publisher needs of Socket.IO."""

    def send(self, event: str, data: object, sids: Sequence[str]) -> None:
        """Queue an event for these sockets; never blocks, encodes once."""

    def backlog(self, sid: str) -> int:
        """How many packets wait to be sent to a socket."""


class Publisher:
    """`held` while views are fetched and sent, and by code that changes who sits where."""

    def __init__(self, table: TableInterface, connections: Connections, line: Line) -> None:
        self._table, self._connections, self._line = table, connections, line
        self.version = 0
        self._order = threading.RLock()
        self._holds = 0
        self._sent_s = 0.0
        self._bell = threading.Event()
        self._stopping = threading.Event()
        self._owed: set[str] = set()
        self._thread = TableThread(target=self._run, name="publisher", daemon=True)

    def start(self) -> None:
        """Follow the table from now on."""
        self._table.subscribe(self._published)
        self._thread.start()

    def stop(self) -> None:
        """Send nothing more."""
        self._stopping.set()
        self._bell.set()
        self._thread.join()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Show nobody anything but what is shown inside."""
        with self._order:
            self._holds += 1
            try:
                yield
            finally:
                self._holds -= 1

    def greet(self, connection: Connection, version: str) -> None:
        """Tell a socket who it is, then show it everything."""
        with self.held():
            audience = connection.audience
            key, phone, waiting = connection.key, connection.phone, connection.waiting
            welcome = Welcome(audience.role, audience.seat, key, version, phone, waiting)
            self._line.send("welcome", welcome, [connection.sid])
            self.show(connection)

    def show(self, connection: Connection) -> None:
        """Show a socket everything, as of now."""
        with self.held():
            self._send(self._table.view(connection.audience), [connection])

    def _published(self, version: int, read_view: ViewReader) -> None:
        self.version = version
        if not self._stopping.is_set() and not self._at_once(read_view):
            self._bell.set()

    def _at_once(self, read_view: ViewReader) -> bool:
        """Send what there is to see now, unless that is better left to the thread; whether nobody is left waiting."""
        if time.monotonic() - self._sent_s < BREATH_S or not self._order.acquire(blocking=False):
            return False
        try:
            if self._holds:  # by this very thread, which is about to change who sits where
                return False
            self._publish(self._connections.all(), read_view)
            return not self._owed
        except Exception:
            log.exception("publishing failed")
            return False
        finally:
            self._order.release()

    def _run(self) -> None:
        while not self._stopping.is_set():
            rung = self._bell.wait(RETRY_S if self._owed else None)
            self._bell.clear()
            if self._stopping.is_set():
                return
            try:
                with self._order:
                    connections = self._connections.all()
                    waiting = connections if rung else [one for one in connections if one.sid in self._owed]
                    self._publish(waiting, self._table.view)
            except Exception:
                log.exception("publishing failed")

    def _publish(self, connections: Iterable[Connection], read_view: ViewReader) -> None:
        ready: dict[Audience, list[Connection]] = {}
        self._owed = set()
        for connection in connections:
            if self._line.backlog(connection.sid) > BACKLOG_MAXIMUM:
                self._owed.add(connection.sid)
            else:
                ready.setdefault(connection.audience, []).append(connection)
        version = self.version  # that of the table: audiences may count fewer
        for audience, watchers in ready.items():
            view = read_view(audience)
            self._send(view, [one for one in watchers if one.seen < view.version])
        self._sent_s = time.monotonic()
        self._table.shown(version if ready else None)

    def _send(self, view: View, connections: Sequence[Connection]) -> None:
        for connection in connections:
            connection.seen = view.version
        self._line.send("view", view, [connection.sid for connection in connections])
