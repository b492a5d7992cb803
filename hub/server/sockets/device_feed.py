"""Keeps `/device` current: at most five times a second, only when something changed, only while somebody watches."""

from __future__ import annotations

import logging
import threading

import msgspec

from hub.server.sockets.connections import Connection, Connections
from hub.server.sockets.publisher import Line
from hub.table.interfaces.threads import TableThread
from hub.table.table import Table
from hub.table.wire.audience import Audience
from hub.table.wire.device_views import DeviceView

INTERVAL_S = 0.2
log = logging.getLogger(__name__)


def device_for(view: DeviceView, audience: Audience) -> DeviceView:
    """Everybody may see how the nodes are; raw lines and the hands of a simulated board are the banker's."""
    return view if audience.role == "banker" else msgspec.structs.replace(view, lines=(), spare_tags=())


class DeviceFeed:
    """One thread that asks the table while there are watchers."""

    def __init__(self, table: Table, connections: Connections, line: Line) -> None:
        self._table, self._connections, self._line = table, connections, line
        self._watched = threading.Event()
        self._stop = threading.Event()
        self._thread = TableThread(target=self._run, name="device", daemon=True)

    def start(self) -> None:
        """Be ready for watchers."""
        self._thread.start()

    def stop(self) -> None:
        """Send nothing more."""
        self._stop.set()
        self._watched.set()
        self._thread.join()

    def watch(self, connection: Connection, on: bool) -> None:
        """A socket begins or ceases to watch; beginners are shown everything at once."""
        connection.watching = on
        if on:
            self.show(connection)
            self._watched.set()

    def show(self, connection: Connection) -> None:
        self._line.send("device", device_for(self._table.device(), connection.audience), [connection.sid])

    def _run(self) -> None:
        last: DeviceView | None = None
        while not self._stop.wait(INTERVAL_S):
            self._watched.wait()
            self._watched.clear()
            watchers = [one for one in self._connections.all() if one.watching]
            if not watchers:
                continue
            self._watched.set()
            try:
                view = self._table.device()
                if view != last:
                    self._send(view, watchers)
                    last = view
            except Exception:
                log.exception("showing the device failed")

    def _send(self, view: DeviceView, watchers: list[Connection]) -> None:
        for banker in (True, False):
            sids = [one.sid for one in watchers if (one.audience.role == "banker") is banker]
            if sids:
                shown = device_for(view, Audience("banker" if banker else "viewer"))
                self._line.send("device", shown, sids)
