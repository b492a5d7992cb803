"""A whole board without hardware: simulated nodes behind ptys, hands that move things, and the ordinary `SerialBoard`.

Hands may move tags from any thread; a lock keeps them apart from the node's own thread. The table uses them as
`hub.table.interfaces.board.Simulator` when pieces walk by themselves; the `/device` page when somebody drags them.
"""

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Final, Literal, TypeAlias

from hub.board.board import Renew, SerialBoard
from hub.board.session import now_ms
from hub.simulated_board.cable import CableEnd, open_cable
from hub.simulated_board.node import SimulatedNode, nowhere
from hub.table.interfaces.board import READERS_MAX, BoardListener, ButtonId, NodeKind, NodeScene, Press

TICK_S: Final = 0.05


class PoweredNode:
    """A node that can be plugged in. Touch `node` only while holding `hands()`."""

    def __init__(
        self,
        node: str,
        kind: NodeKind,
        readers: int,
        has_console: bool,
        cables: Callable[[], CableEnd] = open_cable,
        *,
        lights: int | None = None,
    ) -> None:
        self.node = SimulatedNode(node, kind, readers, has_console, now_ms, lights)
        self.cable: CableEnd | None = None
        self._cables = cables
        self._named: CableEnd | None = None
        self._lock = threading.RLock()
        self._plug = threading.Lock()  # one pair of hands at the plug
        self._thread: threading.Thread | None = None
        self._unplugging = threading.Event()

    def hands(self) -> AbstractContextManager[object]:
        return self._lock

    @property
    def port(self) -> str | None:
        """The name of its port, None while unplugged. Each cable has a new one: see `PtyCable`."""
        cable = self.cable
        return None if cable is None else cable.name

    def plug_in(self) -> None:
        """Power and data: the node boots on a new port."""
        with self._plug:
            if self._thread is not None:
                return
            with self._lock:
                cable = self.cable = self._new_cable()
                self.node.power_on(cable.write)
            self._start()

    def unplug(self) -> None:
        with self._plug:
            self._stop()
            with self._lock:
                self.node.power_off()

    def lose_data(self) -> None:
        """The data lines break and come back as a new port; the node keeps its power, its boot and its queue."""
        with self._plug:
            if self._thread is None:
                return
            self._stop()
            with self._lock:
                cable = self.cable = self._new_cable()
                self.node.reconnect(cable.write)
            self._start()

    def _new_cable(self) -> CableEnd:
        """A cable with another name than the last, which is kept until then."""
        last, self._named = self._named, self._cables()
        if last is not None and last.name == self._named.name:  # a socket's: while one has it, another gets a new one
            again, self._named = self._named, self._cables()
            again.close()
        return self._named

    def _start(self) -> None:
        self._unplugging.clear()
        self._thread = threading.Thread(target=self._run, name=f"node {self.node.id}", daemon=True)
        self._thread.start()

    def _stop(self) -> None:
        self._unplugging.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = None
        with self._lock:
            cable, self.cable = self.cable, None
            if cable is not None:
                self.node.reconnect(nowhere)
                cable.close()

    def _run(self) -> None:
        cable = self.cable
        assert cable is not None
        while not self._unplugging.is_set():
            data = cable.read(TICK_S)
            with self._lock:
                self.node.feed(data)
                self.node.tick()


_UID: Final = re.compile("(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})")


class SimulatedHands:
    """Implements the table's `Simulator`. ValueError for a node, reader, button, face or uid that cannot be."""

    def __init__(self, nodes: Sequence[PoweredNode], replugged: Callable[[], None]) -> None:
        self.by_hand = False
        self._nodes = {powered.node.id: powered for powered in nodes}
        self._console = next(powered for powered in nodes if powered.node.has_console)
        self._replugged = replugged

    def place(self, uid: str, node: str, reader: int) -> None:
        powered = self._reader(node, reader)
        if not _UID.fullmatch(uid):
            raise ValueError(f"a uid is 8, 14 or 20 upper-case hex digits: {uid!r}")
        if self.tags().get(uid) == (node, reader):
            return
        self.lift(uid)
        with powered.hands():
            powered.node.put(uid, reader)

    def lift(self, uid: str) -> None:
        for powered in self._nodes.values():
            with powered.hands():
                if uid in powered.node.tags:
                    powered.node.take(uid)

    def press(self, button: ButtonId, press: Press) -> None:
        if button not in ("die1", "die2", "die3", "ok", "cancel") or press not in ("short", "long"):
            raise ValueError(f"no such button or press: {button!r} {press!r}")
        with self._console.hands():
            self._console.node.press(button, press)

    def type_dice(self, faces: tuple[int, ...]) -> None:
        if not 1 <= len(faces) <= 3 or not all(1 <= face <= 6 for face in faces):
            raise ValueError(f"one to three faces from 1 to 6: {faces!r}")
        with self._console.hands():
            self._console.node.type_dice(faces)

    def unplug(self, node: str) -> None:
        self._node(node).unplug()
        self._replugged()

    def replug(self, node: str) -> None:
        self._node(node).plug_in()
        self._replugged()

    def lose_data(self, node: str) -> None:
        """Break the data lines for a moment: a new port, but the same boot of the node."""
        self._node(node).lose_data()
        self._replugged()

    def tags(self) -> Mapping[str, tuple[str, int]]:
        lying: dict[str, tuple[str, int]] = {}
        for name, powered in self._nodes.items():
            with powered.hands():
                lying.update({uid: (name, reader) for uid, reader in powered.node.tags.items()})
        return lying

    def scene(self, node: str) -> NodeScene | None:
        """What the node shows now, as received over its wire; None while it has no hub."""
        powered = self._node(node)
        with powered.hands():
            return powered.node.scene

    def _node(self, node: str) -> PoweredNode:
        if node not in self._nodes:
            raise ValueError(f"no such node: {node!r}")
        return self._nodes[node]

    def _reader(self, node: str, reader: int) -> PoweredNode:
        powered = self._node(node)
        if not 0 <= reader < powered.node.readers:
            raise ValueError(f"node {node} has no reader {reader}")
        return powered


SimulatedKind: TypeAlias = Literal["starter", "ring", "full"]

LIGHTS_PER_METRE: Final = 60
SPACE_M: Final = 0.047
CORNER_M: Final = 0.072
"""Of the plates (hardware/sizes.toml)."""


def lights_round(readers_per_side: int) -> int:
    """How many lights a usual strip has that goes round a board with so many spaces on each side."""
    return round(4 * ((readers_per_side - 1) * SPACE_M + 2 * CORNER_M) * LIGHTS_PER_METRE)


class SimulatedBoard(SerialBoard):
    """A board in this process; node ids sort in track order.

    `starter`: one node, one reader. `ring`: the same, and a strip of lights round the board. `full`: four sides, the
    console on the first. `renew` and `spare` are for the real nodes that it may give way to.
    """

    def __init__(
        self,
        kind: SimulatedKind,
        readers_per_side: int = 10,
        cables: Callable[[], CableEnd] = open_cable,
        renew: Renew | None = None,
        spare: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        if not 1 <= readers_per_side <= READERS_MAX:
            raise ValueError(f"a side has 1 to {READERS_MAX} readers, not {readers_per_side}")
        super().__init__(self._port_names, True, renew, spare)
        self.powered = self._nodes(kind, readers_per_side, cables)
        self.simulator = self.hands = SimulatedHands(self.powered, self.look)

    def _nodes(self, kind: SimulatedKind, readers: int, cables: Callable[[], CableEnd]) -> Sequence[PoweredNode]:
        """The nodes of this kind of board; tests have others (`tests/emulation`)."""
        if kind == "full":
            return [PoweredNode(f"sim-{i}", "side", readers, i == 0, cables) for i in range(4)]
        lights = lights_round(readers) if kind == "ring" else None
        return [PoweredNode("sim-0", "starter", 1, True, cables, lights=lights)]

    def start(self, listener: BoardListener) -> None:
        for powered in self.powered:
            powered.plug_in()
        super().start(listener)

    def stop(self) -> None:
        super().stop()
        for powered in self.powered:
            powered.unplug()

    def use_offered(self) -> None:
        """Switch the simulated nodes off and play on real ones."""
        super().use_offered()
        if not self._simulated:
            self.simulator = None
            for powered in self.powered:
                powered.unplug()

    def _port_names(self) -> Sequence[str]:
        return [port for powered in self.powered if (port := powered.port) is not None]
