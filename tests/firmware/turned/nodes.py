"""Nodes of real firmware, and a hub's board with them, in a time that the test turns; nothing here waits or races.

Each node is a process of MicroPython, as `emulation.board` has it. In each step of `TurnedBoard.run` every node
works until it waits for a time beyond the step (see `turned.py`), then the hub's end of its link takes a turn.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from emulation.board import FirmwareNode
from emulation.chip_socket import ChipSocket
from emulation.electronics import Electronics
from emulation.fingers import BETWEEN_S, HOLD_S, Fingers
from emulation.microcontroller import POWER
from helpers.house import until

from hub.board.board import SerialBoard
from hub.board.clock import MASK
from hub.board.session import Session
from hub.simulated_board.cable import CableEnd
from hub.simulated_board.hands import SimulatedHands
from hub.table.interfaces.board import BoardListener, ButtonId, Press

STEP_US = 10_000
BEGAN_US = 10**15  # beyond all ticks of the machine
STUCK_S = 60.0  # of real time, in which a process that works says something
PATIENCE_MS = 60_000


class Clock:
    """The time of all nodes and of the hub, in microseconds."""

    def __init__(self) -> None:
        self.us = BEGAN_US

    def __call__(self) -> int:
        return self.us

    def ms(self) -> int:
        return self.us // 1000 & MASK


class TurnedCable:
    """What lies in a cable until the hub takes it, and what the hub sent until the node takes it."""

    _names = itertools.count()

    def __init__(self) -> None:
        self.name = f"turned-{next(self._names)}"
        self.to_hub, self.to_node = b"", b""

    def fileno(self) -> int:
        raise NotImplementedError

    def read(self, timeout_s: float) -> bytes:
        data, self.to_node = self.to_node, b""
        return data

    def write(self, frame: bytes) -> None:
        self.to_hub += frame

    def taken(self) -> bytes:
        data, self.to_hub = self.to_hub, b""
        return data

    def send(self, frame: bytes) -> None:
        self.to_node += frame

    def close(self) -> None:
        self.to_hub = b""


class TurnedElectronics(Electronics):
    """Hears of the chip when it waits."""

    waits = False

    def _happen(self, what: int, which: int, data: bytes, answer: Callable[[bytes], object]) -> None:
        if what == ord("T"):
            self.waits = True
        else:
            super()._happen(what, which, data, answer)


class TurnedSocket(ChipSocket):
    """Gives its chip power and turns; no thread."""

    start = Path(__file__).with_name("turned.py")
    hangs = False

    def plug_in(self) -> None:
        if not self.powered:
            self._renew_cable()
            self._boot(POWER)

    def unplug(self) -> None:
        self._power_off()
        self._drop_cable()

    def _boot(self, cause: int) -> None:
        super()._boot(cause)
        self.hangs, self._electronics.waits = False, False
        self.chip.pins.settimeout(STUCK_S)
        self._finish()

    def interrupt(self, number: int) -> None:
        """Send the chip a signal; it works until it waits again, or ends."""
        self._electronics.waits = False
        self.chip.signal(number)
        self._finish()

    def turn(self, until_us: int) -> None:
        """Let the chip live until then."""
        chip, cable = self.chip, self.cable
        if chip is None or cable is None:
            return
        if not self.hangs:
            chip.send(cable.read(0))
            self._electronics.waits = False
            chip.answer(until_us.to_bytes(8, "little"))
            self._finish()
        if self._electronics.starved():
            self.reset("watchdog")

    def _finish(self) -> None:
        """Carry what the chip does to its pins until it waits; then what it said."""
        chip, cable = self.chip, self.cable
        while chip is self.chip and not self._electronics.waits:
            data = chip.done()
            if data:
                self._electronics.take(data, chip.answer)
            else:
                self._ended(chip)
        if chip is self.chip and (said := chip.received()):
            self._say(cable, said)


class TurnedFingers(Fingers):
    """Fingers that move when their time has come."""

    def __init__(self, move: Callable[[ButtonId, bool], None], clock: Clock) -> None:
        self._move, self._clock, self._free_us = move, clock, 0
        self._due: deque[tuple[int, ButtonId, bool]] = deque()

    def press(self, button: ButtonId, press: Press) -> None:
        down_us = max(self._free_us, self._clock.us)
        up_us = down_us + int(HOLD_S[press] * 1e6)
        self._free_us = up_us + int(BETWEEN_S * 1e6)
        self._due.extend(((down_us, button, True), (up_us, button, False)))

    def turn(self) -> None:
        while self._due and self._due[0][0] <= self._clock.us:
            self._move(*self._due.popleft()[1:])


class TurnedNode(FirmwareNode):
    """A node whose time is that of a `Clock`."""

    socket: TurnedSocket

    def __init__(
        self, clock: Clock, *what: Any, cables: Callable[[], CableEnd] = TurnedCable, second: bool = False, **more: Any
    ) -> None:
        self.clock = clock
        super().__init__(*what, lambda: None, cables, second=second, **more)
        self.fingers = TurnedFingers(self.electronics.finger, clock)
        self._fingers = self.fingers

    def _solder(self, readers: int, tap: bool, pixels: int, inputs: Path) -> Electronics:
        return TurnedElectronics(readers, tap, pixels, inputs, self.clock)

    def _connect(self, replugged: Callable[[], None], cables: Callable[[], CableEnd]) -> ChipSocket:
        return TurnedSocket(self.id, self.flash, self.electronics, replugged, cables)

    def plug_in(self) -> None:
        self.socket.plug_in()

    def unplug(self) -> None:
        self.socket.unplug()

    def turn(self) -> None:
        """Live up to what the clock shows."""
        with self.hands():
            self.fingers.turn()
            self.socket.turn(self.clock.us)


class TurnedBoard(SerialBoard):
    """A hub's board on these nodes; it comes and goes as a hub does, while they stay."""

    def __init__(self, nodes: Sequence[TurnedNode], clock: Clock) -> None:
        super().__init__([], simulated=True)
        self.powered, self.clock, self.ahead_ms = nodes, clock, 0
        self.simulator = self.hands = SimulatedHands(nodes, self.look)
        self.hands.by_hand = True
        self._sessions: dict[str, Session] = {}

    def start(self, listener: BoardListener) -> None:
        """From now on it is there; the nodes are switched on."""
        self._listener = listener
        for node in self.powered:
            node.plug_in()

    def stop(self) -> None:
        self._listener = None

    def unplug(self) -> None:
        for node in self.powered:
            node.unplug()

    def look(self) -> None:
        """Each step looks."""

    def now_ms(self) -> int:
        """The hub's clock, which may be `ahead_ms` of that of the nodes."""
        return self.clock.ms() + self.ahead_ms & MASK

    def run(self, ms: float = STEP_US / 1000) -> None:
        end_us = self.clock.us + ms * 1000
        while self.clock.us < end_us:
            self.clock.us += STEP_US
            for node in self.powered:
                node.turn()
            if self._listener is not None:
                for node in self.powered:
                    self._talk(node)

    def until(self, holds: Callable[[], object], what: str = "it", within_ms: int = PATIENCE_MS) -> None:
        """Let time pass until it holds."""
        end_us = self.clock.us + within_ms * 1000
        while not holds():
            assert self.clock.us < end_us, f"waited in vain: {what}"
            self.run()

    def _talk(self, node: TurnedNode) -> None:
        cable = None if node.cable is None else node.cable._cable
        session = self._sessions.get(node.id)
        if session is not None and (cable is None or session.port != cable.name):
            self._sessions.pop(node.id).close("port_gone")
            session = None
        if cable is None:
            return
        if session is None:
            session = Session(cable.name, cable.send, self._roster, self._lines, self._listener, self.now_ms)
            self._sessions[node.id] = session
        session.link.feed(cable.taken())
        session.link.tick()


class Pace:
    """Turns a node's time beside a hub in another process: at most as fast as real time, later on a busy machine."""

    def __init__(self, node: TurnedNode) -> None:
        self._node, self._ended = node, threading.Event()
        self._thread = threading.Thread(target=self._run, name="pace", daemon=True)

    def __enter__(self) -> Self:
        self._node.plug_in()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._node.unplug()

    def rest(self, ms: float) -> None:
        """Wait until the node has lived so long."""
        end_us = self._node.clock.us + ms * 1000
        until(lambda: self._node.clock.us >= end_us, "the node lives")

    def _run(self) -> None:
        due_s = time.monotonic()
        while not self._ended.wait(max(0.0, due_s - time.monotonic())):
            due_s = max(due_s + STEP_US / 1e6, time.monotonic())
            self._node.clock.us += STEP_US
            self._node.turn()
