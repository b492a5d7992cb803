"""A simulated node with its cable and its thread: what plugging it in and pulling it out means.

`SimulatedBoard` has one per node. Hands may move its tags from any thread; a lock keeps them apart from the node's
own thread.
"""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from hub.board.session import now_ms
from hub.simulated_board.cable import CableEnd, open_cable
from hub.simulated_board.node import SimulatedNode, nowhere
from hub.table.interfaces.board import NodeKind

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
