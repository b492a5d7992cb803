"""Sends each new version to all connected clients: one view per audience, in order.

A version is sent at once, by the thread that made it and while it holds the table's lock, which saves a thread switch.
If versions come fast, or while seats change, the publisher's own thread sends them at its own pace: it skips
intermediate versions, and a client that does not keep up gets the newest one when it does.
"""

import logging
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import msgspec

from hub.server.sockets.connections import Connection, Connections
from hub.table.automatic.threads import WakeableThread
from hub.table.interfaces.threads import TableThread
from hub.table.table import Table
from hub.table.views.device import DeviceView
from hub.table.views.view import ViewReader
from hub.table.wire.audience import Audience, Welcome
from hub.table.wire.contract import View

BACKLOG_MAXIMUM = 4  # packets waiting for a client; more means it does not keep up
RETRY_S = 0.1
BREATH_S = 0.02  # between versions that are sent at once; in a burst the thread sends one for many
log = logging.getLogger(__name__)

INTERVAL_S = 0.2


class Line(Protocol):
    """What the publisher needs of Socket.IO."""

    def send(self, event: str, data: object, sids: Sequence[str]) -> None:
        """Queue an event for these sockets; never blocks, encodes once."""

    def backlog(self, sid: str) -> int:
        """How many packets wait to be sent to a socket."""


class Publisher:
    """`held` is a lock for fetching and sending views, and for code that changes the seats of clients."""

    def __init__(self, table: Table, connections: Connections, line: Line) -> None:
        self._table, self._connections, self._line = table, connections, line
        self.version = 0
        self._order = threading.RLock()
        self._holds = 0
        self._sent_s = 0.0
        self._bell = threading.Event()
        self._stopping = threading.Event()
        self._owed: set[str] = set()
        self._thread = TableThread(self._run, "publisher")

    def start(self) -> None:
        self._table.subscribe(self._published)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._bell.set()
        self._thread.join()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Send no views except those sent in the `with` body."""
        with self._order:
            self._holds += 1
            try:
                yield
            finally:
                self._holds -= 1

    def greet(self, connection: Connection, version: str) -> None:
        """Tell a client who it is, then send it a whole view."""
        with self.held():
            audience = connection.audience
            key, phone, waiting = connection.key, connection.phone, connection.waiting
            welcome = Welcome(audience.role, audience.seat, key, version, phone, waiting)
            self._line.send("welcome", welcome, [connection.sid])
            self.show(connection)

    def show(self, connection: Connection) -> None:
        """Send a client a whole view, as of now."""
        with self.held():
            self._send(self._table.view(connection.audience), [connection])

    def _published(self, version: int, read_view: ViewReader) -> None:
        self.version = version
        if not self._stopping.is_set() and not self._at_once(read_view):
            self._bell.set()

    def _at_once(self, read_view: ViewReader) -> bool:
        """Send views now, unless that is better left to the thread; returns whether no client is left waiting."""
        if time.monotonic() - self._sent_s < BREATH_S or not self._order.acquire(blocking=False):
            return False
        try:
            if self._holds:  # held by this thread, which is about to change the seats of clients
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


def device_for(view: DeviceView, audience: Audience) -> DeviceView:
    """Everybody may see how the nodes are; raw lines and the hands of a simulated board are the banker's."""
    return view if audience.role == "banker" else msgspec.structs.replace(view, lines=(), spare_tags=())


class DeviceFeed(WakeableThread):
    """Asks the table again and again while there are watchers."""

    def __init__(self, table: Table, connections: Connections, line: Line) -> None:
        super().__init__("device", quiet_s=INTERVAL_S)
        self._table, self._connections, self._line = table, connections, line
        self._last: DeviceView | None = None

    def watch(self, connection: Connection, on: bool) -> None:
        """A socket begins or ceases to watch; beginners are shown everything at once."""
        connection.watching = on
        if on:
            self.show(connection)
            self.wake()

    def show(self, connection: Connection) -> None:
        self._line.send("device", device_for(self._table.device(), connection.audience), [connection.sid])

    def _look(self) -> None:
        watchers = [one for one in self._connections.all() if one.watching]
        if not watchers:
            return
        self.wake()
        try:
            view = self._table.device()
            if view != self._last:
                self._send(view, watchers)
                self._last = view
        except Exception:
            log.exception("showing the device failed")

    def _send(self, view: DeviceView, watchers: list[Connection]) -> None:
        for banker in (True, False):
            sids = [one.sid for one in watchers if (one.audience.role == "banker") is banker]
            if sids:
                shown = device_for(view, Audience("banker" if banker else "viewer"))
                self._line.send("device", shown, sids)
