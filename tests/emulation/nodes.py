"""Nodes of real firmware, each a process of MicroPython, in a time that somebody turns; nothing here waits or races.

A `FirmwareNode` takes the place of a `PoweredNode`: hands touch it like those of the hub's own simulated board. In each
turn it works until it waits for a time beyond the turn (`unix_port/start.py`). `Pace` turns nodes in real time.
"""

import itertools
import shutil
import tempfile
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Self

from emulation.chip_socket import ChipSocket
from emulation.electronics import Electronics
from emulation.microcontroller import interpreter
from emulation.model.field import FIELDS
from helpers.glitches import Glitches
from helpers.waiting import until

from hub.board.board import SerialBoard
from hub.board.build import stage
from hub.board.clock import MASK
from hub.board.session import Session
from hub.simulated_board.board import SimulatedBoard, SimulatedHands, SimulatedKind
from hub.simulated_board.cable import CableEnd
from hub.table.interfaces.board import SIDE_MAX, BoardListener, ButtonId, LampState, NodeKind, NodeScene, Press

STEP_US: Final = 10_000
BEGAN_US: Final = 10**15  # beyond all ticks of the machine
PATIENCE_MS: Final = 60_000
HOLD_US: Final[Mapping[Press, int]] = {"short": 50_000, "long": 750_000}
BETWEEN_US: Final = 50_000
DICE: Final[tuple[ButtonId, ...]] = ("die1", "die2", "die3")


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


class FirmwareNode:
    """A node with a flash of its own, in a temporary folder; `replugged` is called when its port has changed.

    `readers`: those of its spaces; with `second` one more is a second one in the corner that it begins with. A node
    with a console has a display, too. `lights`: those of its strip, if it is no light for each space.
    """

    def __init__(
        self,
        clock: Clock,
        unique_id: str,
        kind: NodeKind,
        readers: int,
        has_console: bool,
        *,
        cables: Callable[[], CableEnd] = TurnedCable,
        replugged: Callable[[], None] = lambda: None,
        second: bool = False,
        lights: int | None = None,
    ) -> None:
        self.clock, self.id, self.kind, self.has_console = clock, unique_id, kind, has_console
        self.readers = readers + second
        folder = Path(tempfile.mkdtemp(prefix=f"node-{unique_id}-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.flash = stage(folder / "flash")
        pixels = readers if lights is None else lights
        settings: dict[str, object] = {"KIND": repr(kind), "CONSOLE": has_console, "DISPLAY": has_console}
        settings |= {"READERS": self.readers, "LONGEST_SIDE": readers, "PIXELS": pixels}
        _configure(self.flash / "config.py", settings)
        starter = kind == "starter"
        self.electronics = Electronics(0 if starter else self.readers, starter, pixels, folder / "inputs", clock)
        self.socket = ChipSocket(self.id, self.flash, self.electronics, replugged, cables)
        self.plug_in, self.unplug, self.lose_data = self.socket.plug_in, self.socket.unplug, self.socket.lose_data
        self._free_us = 0
        self._due: deque[tuple[int, ButtonId, bool]] = deque()

    @property
    def node(self) -> Self:
        return self

    def hands(self) -> AbstractContextManager[object]:
        return self.socket.lock

    @property
    def port(self) -> str | None:
        return None if self.cable is None else self.cable.name

    @property
    def cable(self) -> Glitches | None:
        return self.socket.cable

    def turn(self) -> None:
        """Live up to what the clock shows, with fingers that move when their time has come."""
        with self.hands():
            while self._due and self._due[0][0] <= self.clock.us:
                self.electronics.finger(*self._due.popleft()[1:])
            self.socket.turn(self.clock.us)

    @property
    def tags(self) -> Mapping[str, int]:
        return self.electronics.model.tags()

    def put(self, uid: str, reader: int) -> None:
        self.electronics.model.put_piece(reader, uid, FIELDS["usual"])

    def take(self, uid: str) -> None:
        self.electronics.model.take(uid)

    def press(self, button: ButtonId, press: Press) -> None:
        """A button of the console is pressed, when those before have been let go."""
        down_us = max(self._free_us, self.clock.us)
        up_us = down_us + HOLD_US[press]
        self._free_us = up_us + BETWEEN_US
        self._due.extend(((down_us, button, True), (up_us, button, False)))

    def type_dice(self, faces: tuple[int, ...]) -> None:
        """Type in real dice: a long press begins and sets a one, each press raises a face, ok confirms."""
        self.press(DICE[0], "long")
        for die, face in zip(DICE, faces, strict=False):
            for _ in range(face - (die == DICE[0])):
                self.press(die, "short")
        self.press("ok", "short")

    @property
    def scene(self) -> NodeScene | None:
        """What its lights and lamps show at this moment; None without power."""
        if not self.socket.powered:
            return None
        model = self.electronics.model
        lights = tuple(red << 16 | green << 8 | blue for red, green, blue in model.pixels())
        lamps: dict[str, LampState] = {button: "on" if lit else "off" for button, lit in model.lamps().items()}
        return NodeScene(lights, lamps)


def _configure(config: Path, settings: Mapping[str, object]) -> None:
    """Edit `config.py` as a builder would."""
    lines = [(line.partition(" =")[0], line) for line in config.read_text(encoding="utf-8").splitlines()]
    changed = [f"{name} = {settings[name]}" if name in settings else line for name, line in lines]
    config.write_text("\n".join([*changed, ""]), encoding="utf-8")


def firmware_nodes(
    readers_per_side: int, cables: Callable[[], CableEnd] = TurnedCable, replugged: Callable[[], None] = lambda: None
) -> list[FirmwareNode]:
    """Four sides, as long as firmware can be set to; the first has the console, and the second reader of the start.

    Raises NoInterpreter.
    """
    interpreter()
    clock, readers = Clock(), min(readers_per_side, SIDE_MAX)
    return [
        FirmwareNode(
            clock, f"e66140000000000{i}", "side", readers, i == 0, cables=cables, replugged=replugged, second=i == 0
        )
        for i in range(4)
    ]


class TurnedBoard(SerialBoard):
    """A hub's board on these nodes; it comes and goes as a hub does, while they stay."""

    def __init__(self, nodes: Sequence[FirmwareNode]) -> None:
        super().__init__([], simulated=True)
        self.powered, self.clock, self.ahead_ms = nodes, nodes[0].clock, 0
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

    def _talk(self, node: FirmwareNode) -> None:
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
    """Turns the time of nodes beside a hub in real time: at most as fast as that, later on a busy machine."""

    def __init__(self, nodes: Sequence[FirmwareNode]) -> None:
        self.nodes, self.clock, self._ended = nodes, nodes[0].clock, threading.Event()
        self._thread = threading.Thread(target=self._run, name="pace", daemon=True)

    def start(self) -> None:
        for node in self.nodes:
            node.plug_in()
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()
        for node in self.nodes:
            node.unplug()

    def rest(self, ms: float) -> None:
        """Wait until the nodes have lived so long."""
        end_us = self.clock.us + ms * 1000
        until(lambda: self.clock.us >= end_us, "the nodes live")

    def _run(self) -> None:
        due_s = time.monotonic()
        while not self._ended.wait(max(0.0, due_s - time.monotonic())):
            due_s = max(due_s + STEP_US / 1e6, time.monotonic())
            self.clock.us += STEP_US
            for node in self.nodes:
                node.turn()


class FirmwareBoard(SimulatedBoard):
    """Four nodes of real firmware in real time, at ports like those of the hub's simulated board."""

    def __init__(self, readers_per_side: int) -> None:
        super().__init__("full", readers_per_side)

    def _nodes(self, _kind: SimulatedKind, readers: int, cables: Callable[[], CableEnd]) -> Sequence[FirmwareNode]:
        self._pace = Pace(firmware_nodes(readers, cables, self.look))
        return self._pace.nodes

    def start(self, listener: BoardListener) -> None:
        self._pace.start()
        super().start(listener)

    def stop(self) -> None:
        super().stop()
        self._pace.stop()
