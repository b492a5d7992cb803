"""A board on serial ports: one thread per port, one link per node, one to four nodes.

`hub.cli` builds it for named ports or for whatever known ports are plugged in, and `SimulatedBoard` builds it on its
own ptys; the table speaks to it through `hub.table.ports.board.Board`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from hub.board.discovery import known_port_names
from hub.board.errors import ADVICE
from hub.board.lines import LineLog
from hub.board.port import Port
from hub.board.roster import Roster
from hub.board.session import Session
from hub.board.stream import Stream
from hub.table.ports.board import BoardListener, NodeScene, NodeStatus, Simulator, WireLine

LOOK_S: Final = 1.0

log = logging.getLogger(__name__)


class PortStatus(Struct, frozen=True):
    """A port in use: `why` is None while it is open, else a key such as `port_busy`."""

    name: str
    why: str | None


class SerialBoard:
    """All nodes on `ports`: names or URLs, or a function that lists them again and again (default: known ports)."""

    simulator: Simulator | None = None

    def __init__(
        self, ports: Sequence[str] | Callable[[], Sequence[str]] = known_port_names, simulated: bool = False
    ) -> None:
        self._find = ports if callable(ports) else lambda: ports
        self._lines = LineLog()
        self._roster = Roster(simulated)
        self._lock = threading.Lock()
        self._ports: dict[str, Port] = {}
        self._why: dict[str, str | None] = {}
        self._listener: BoardListener | None = None
        self._stopping = threading.Event()
        self._look_now = threading.Event()
        self._lookout: threading.Thread | None = None

    def start(self, listener: BoardListener) -> None:
        """Open the ports and keep them open until `stop`; reports flow to `listener` on the threads of the ports."""
        assert self._lookout is None, "a board starts once"
        self._listener = listener
        self._lookout = threading.Thread(target=self._look_out, name="board ports", daemon=True)
        self._lookout.start()

    def stop(self) -> None:
        """Lights off, ports closed, threads joined."""
        self._stopping.set()
        self._look_now.set()
        if self._lookout is not None:
            self._lookout.join()
        with self._lock:
            ports = list(self._ports.values())
            self._ports.clear()
        _stop(ports, goodbye=True)

    def look(self) -> None:
        """Look for new and vanished ports now instead of within a second."""
        self._look_now.set()

    def show(self, scenes: Mapping[str, NodeScene]) -> None:
        """Set what each node shows. Raises ValueError for a scene that does not fit the wire."""
        for node, scene in scenes.items():
            self._roster.box(node).show(scene)
            self._wake(node)

    def order_maintenance(self, node: str) -> None:
        """Ask a node to stop its application, so that it can be flashed."""
        self._roster.box(node).order_maintenance()
        self._wake(node)

    def nodes(self) -> Sequence[NodeStatus]:
        """Known nodes in the order of their ids."""
        return self._roster.statuses()

    def ports(self) -> Sequence[PortStatus]:
        """Ports in use by name, also those on which no node has spoken."""
        with self._lock:
            return [PortStatus(name, self._why.get(name)) for name in sorted(self._ports)]

    def lines(self, after: int = 0) -> Sequence[WireLine]:
        """The newest raw lines (at most 400) with an index greater than `after`."""
        return self._lines.after(after)

    def transcript(self) -> Sequence[WireLine]:
        """The newest raw lines (at most 4,000) but for heartbeats and acknowledgements."""
        return self._lines.transcript()

    # What a port asks (see port.PortHost)

    def open_session(self, port: str, stream: Stream) -> Session:
        """A session for a port that has just been opened."""
        assert self._listener is not None
        self.port_state(port, None)
        return Session(port, stream.write, self._roster, self._lines, self._listener)

    def port_state(self, port: str, why: str | None) -> None:
        """The port is open (None) or cannot be used."""
        with self._lock:
            known, self._why[port] = self._why.get(port), why
        if why != known:
            level = logging.INFO if why in (None, "closed") else logging.WARNING
            log.log(level, "Port %s %s.", port, "is open" if why is None else ADVICE.get(why, why))

    def _wake(self, node: str) -> None:
        name = self._roster.port_of(node)
        with self._lock:
            port = self._ports.get(name or "")
        if port is not None:
            port.wake()

    def _look_out(self) -> None:
        while not self._stopping.is_set():
            self._look_now.clear()
            try:
                self._match(self._find())
            except OSError:
                log.exception("cannot list the serial ports")
            self._look_now.wait(LOOK_S)

    def _match(self, names: Sequence[str]) -> None:
        """Start a port for each new name, stop those whose name has vanished."""
        with self._lock:
            gone = [self._ports.pop(name) for name in list(self._ports) if name not in names]
            new = [Port(name, self) for name in dict.fromkeys(names) if name not in self._ports]
            self._ports.update((port.name, port) for port in new)
            for port in gone:
                self._why.pop(port.name, None)
        _stop(gone, goodbye=False)
        for port in new:
            port.start()


def _stop(ports: Sequence[Port], goodbye: bool) -> None:
    for port in ports:
        port.stop(goodbye)
    for port in ports:
        port.join()
