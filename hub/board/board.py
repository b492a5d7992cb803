"""A board on serial ports: one to four nodes, with a thread per port and a link per node.

`hub.composition` builds it for named ports or for all known ports that are plugged in, and `SimulatedBoard` builds it
on its own ptys; the table uses it through `hub.table.interfaces.board.Board`.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from msgspec import Struct

from hub.board.lines import LineLog
from hub.board.port import JOIN_S, Port
from hub.board.roster import Roster
from hub.board.scenes import SceneBox
from hub.board.session import Session
from hub.board.spare import Spare, known_port_names
from hub.board.stream import ADVICE, Stream
from hub.table.interfaces.board import (
    BoardListener,
    NodeScene,
    NodeSettings,
    NodeStatus,
    OfferChanged,
    Simulator,
    Update,
    WireLine,
)
from hub.table.interfaces.threads import TableThread

LOOK_S: Final = 1.0

log = logging.getLogger(__name__)


class PortStatus(Struct, frozen=True):
    """A port in use: `why` is None while it is open, else a key such as `port_busy`."""

    name: str
    why: str | None


Renew: TypeAlias = Callable[[str, Callable[[Update], None]], None]
"""Updates the firmware of the node on a port that nobody else uses meanwhile, and reports its progress."""


class SerialBoard:
    """All nodes on `ports`: names or URLs, or a function called again and again to list them (default: known ports).

    `renew` is called with the port of a node whose firmware has to be updated, one at a time. `spare` lists ports of
    which those with a node are offered while this board is simulated or one of its own ports is missing.
    """

    simulator: Simulator | None = None
    offered: Sequence[str] = ()

    def __init__(
        self,
        ports: Sequence[str] | Callable[[], Sequence[str]] = known_port_names,
        simulated: bool = False,
        renew: Renew | None = None,
        spare: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        self._simulated = simulated
        self._find = ports if callable(ports) else lambda: ports
        self.sought = callable(ports) or bool(ports)
        self._lines = LineLog()
        self._roster = Roster(simulated)
        self._lock = threading.Lock()
        self._ports: dict[str, Port] = {}
        self._why: dict[str, str | None] = {}
        self._renew, self._lent = renew, ""
        self._listener: BoardListener | None = None
        self._stopping = threading.Event()
        self._spare = None if spare is None else Spare(spare, self._stopping)
        self._look_now = threading.Event()
        self._lookout: TableThread | None = None

    def start(self, listener: BoardListener) -> None:
        assert self._lookout is None, "a board starts once"
        self._listener = listener
        if not self.sought:  # no ports, now or later: as at most tables of a club
            return
        self._lookout = TableThread(self._look_out, "board ports")
        self._lookout.start()

    def stop(self) -> None:
        self._stopping.set()
        self._look_now.set()
        if self._lookout is not None:
            self._lookout.join()
        with self._lock:
            ports = list(self._ports.values())
            self._ports.clear()
        _stop(ports, goodbye=True)

    def look(self) -> None:
        """Look for new and missing ports now instead of within a second."""
        self._look_now.set()

    def use_offered(self) -> None:
        """Use the spare ports beside those of this board from now on, or instead of simulated ones."""
        if self._spare is None:
            return
        own, spare = self._find, self._spare.ports
        self._spare, self.offered = None, ()
        if self._simulated:
            self._simulated, self._roster, self._find = False, Roster(simulated=False), spare
        else:
            self._find = lambda: [*own(), *spare()]
        self.look()

    def show(self, scenes: Mapping[str, NodeScene]) -> None:
        for node, scene in scenes.items():
            self._roster.box(node).show(scene)
            self._wake(node)

    def configure(self, node: str, settings: NodeSettings) -> None:
        self._capable(node).configure(settings)
        self._wake(node)

    def sweep(self, node: str) -> None:
        box = self._capable(node)
        self._roster.forget_margins(node)
        box.sweep()
        self._wake(node)

    def _capable(self, node: str) -> SceneBox:
        if not any(one.node == node and one.link == "up" and one.settings is not None for one in self.nodes()):
            raise KeyError(node)
        return self._roster.box(node)

    def update(self, node: str) -> None:
        """Update a node's firmware. KeyError if it is not linked, another update is running, or there is no `renew`."""
        port = next((one.port for one in self.nodes() if one.node == node and one.link == "up"), None)
        with self._lock:
            if self._renew is None or self._lent or port not in self._ports:
                raise KeyError(node)
            self._lent = port
            lent = self._ports.pop(port)
        self._roster.renewing(node, Update("stop"))
        TableThread(partial(self._update, node, lent, self._renew), "update").start()

    def _update(self, node: str, port: Port, renew: Renew) -> None:
        """Lend the port to the update and take it back, whatever happens; on a thread, since it takes a minute."""
        _stop([port], goodbye=True)
        try:
            renew(port.name, lambda update: self._roster.renewing(node, update))
        except Exception:
            log.exception("node %s: the update failed", node)
            self._roster.renewing(node, Update("failed", why="failed"))
        finally:
            with self._lock:
                self._lent = ""
            self.look()

    def nodes(self) -> Sequence[NodeStatus]:
        return self._roster.statuses()

    def ports(self) -> Sequence[PortStatus]:
        """Ports in use by name, also those on which no node has spoken."""
        with self._lock:
            return [PortStatus(name, self._why.get(name)) for name in sorted(self._ports)]

    def lines(self) -> Sequence[WireLine]:
        return self._lines.newest()

    def transcript(self) -> Sequence[WireLine]:
        return self._lines.transcript()

    def _session(self, port: str, stream: Stream) -> Session:
        assert self._listener is not None
        self._note_state(port, None)
        return Session(port, stream.write, self._roster, self._lines, self._listener)

    def _note_state(self, port: str, why: str | None) -> None:
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
            try:
                names = self._find()
                self._match(names)
                self._offer(names)
            except OSError:
                log.exception("cannot list the serial ports")
            self._look_now.wait(LOOK_S)
            self._look_now.clear()

    def _offer(self, names: Sequence[str]) -> None:
        spare, here = self._spare, tuple[str, ...]()
        if spare is not None and (self._simulated or any(self._why.get(name) is not None for name in names)):
            here = spare.nodes(names)
        if here != self.offered and self._spare is spare:
            self.offered = here
            assert self._listener is not None
            self._listener.board_event(OfferChanged(), None)

    def _match(self, names: Sequence[str]) -> None:
        """Start a port for each new name, stop those whose name has vanished."""
        with self._lock:
            names = [name for name in names if name != self._lent]
            gone = [self._ports.pop(name) for name in list(self._ports) if name not in names]
            new = [
                Port(name, self._session, self._note_state) for name in dict.fromkeys(names) if name not in self._ports
            ]
            self._ports.update((port.name, port) for port in new)
            for port in gone:
                self._why.pop(port.name, None)
        _stop(gone, goodbye=False)
        for port in new:
            port.start()


def _stop(ports: Sequence[Port], goodbye: bool) -> None:
    for port in ports:
        port.stop(goodbye)
    deadline_s = time.monotonic() + JOIN_S
    for port in ports:
        port.join(deadline_s)
