"""A simulated board whose nodes run the real firmware; hands touch them like those of the hub's own simulated board.

A `FirmwareNode` takes the place of a `PoweredNode`; `ChipSocket` gives its chip power and carries its bytes.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from emulation.chip_socket import ChipSocket
from emulation.electronics import Electronics
from emulation.fingers import Fingers
from emulation.microcontroller import interpreter
from emulation.model.field import FIELDS
from helpers.glitches import Glitches

from hub.board.build import stage
from hub.simulated_board.board import SimulatedBoard, SimulatedKind
from hub.simulated_board.cable import CableEnd, open_cable
from hub.table.interfaces.board import SIDE_MAX, ButtonId, LampState, NodeKind, NodeScene, Press


class FirmwareNode:
    """A node with a flash of its own, in a temporary folder; `replugged` is called when its port has changed.

    `readers`: those of its spaces; with `second` one more is a second one in the corner that it begins with.
    `lights`: those of its strip, if it is no light for each space.
    """

    def __init__(
        self,
        unique_id: str,
        kind: NodeKind,
        readers: int,
        has_console: bool,
        replugged: Callable[[], None],
        cables: Callable[[], CableEnd] = open_cable,
        *,
        second: bool = False,
        lights: int | None = None,
    ) -> None:
        self.id, self.kind, self.has_console = unique_id, kind, has_console
        self.readers = readers + second
        folder = Path(tempfile.mkdtemp(prefix=f"node-{unique_id}-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.flash = stage(folder / "flash")
        pixels = readers if lights is None else lights
        _configure(self.flash / "config.py", kind, readers, self.readers, has_console, pixels)
        starter = kind == "starter"
        self.electronics = self._solder(0 if starter else self.readers, starter, pixels, folder / "inputs")
        self.socket = self._connect(replugged, cables)
        self._fingers: Fingers | None = None

    def _solder(self, readers: int, tap: bool, pixels: int, inputs: Path) -> Electronics:
        return Electronics(readers, tap, pixels, inputs)

    def _connect(self, replugged: Callable[[], None], cables: Callable[[], CableEnd]) -> ChipSocket:
        return ChipSocket(self.id, self.flash, self.electronics, replugged, cables)

    @property
    def node(self) -> FirmwareNode:
        return self

    def hands(self) -> AbstractContextManager[object]:
        return self.socket.lock

    @property
    def port(self) -> str | None:
        return None if self.cable is None else self.cable.name

    @property
    def cable(self) -> Glitches | None:
        return self.socket.cable

    def plug_in(self) -> None:
        self.socket.plug_in()
        if self.has_console and self._fingers is None:
            self._fingers = Fingers(self.id, self._finger, lambda: self.electronics.lived_s)

    def unplug(self) -> None:
        if self._fingers is not None:
            self._fingers.stop()
            self._fingers = None
        self.socket.unplug()

    def lose_data(self) -> None:
        """The data lines break and come back as a new port; the chip keeps its power, its boot and its queue."""
        self.socket.lose_data()

    @property
    def tags(self) -> Mapping[str, int]:
        return self.electronics.model.tags()

    def put(self, uid: str, reader: int) -> None:
        self.electronics.model.put_piece(reader, uid, FIELDS["usual"])

    def take(self, uid: str) -> None:
        self.electronics.model.take(uid)

    def press(self, button: ButtonId, press: Press) -> None:
        """A button of the console is pressed, when those before have been let go; without power nobody notices."""
        if self._fingers is not None:
            self._fingers.press(button, press)

    def type_dice(self, faces: tuple[int, ...]) -> None:
        if self._fingers is not None:
            self._fingers.type_dice(faces)

    def _finger(self, button: ButtonId, down: bool) -> None:
        with self.hands():
            self.electronics.finger(button, down)

    @property
    def scene(self) -> NodeScene | None:
        """What its lights and lamps show at this moment; None without power."""
        if not self.socket.powered:
            return None
        model = self.electronics.model
        lights = tuple(red << 16 | green << 8 | blue for red, green, blue in model.pixels())
        lamps: dict[str, LampState] = {button: "on" if lit else "off" for button, lit in model.lamps().items()}
        return NodeScene(lights, lamps)


def firmware_nodes(
    readers_per_side: int, replugged: Callable[[], None], cables: Callable[[], CableEnd] = open_cable
) -> list[FirmwareNode]:
    """Four sides, as long as firmware can be set to; the first has the console, and the second reader of the start.

    Raises NoInterpreter.
    """
    interpreter()
    readers_per_side = min(readers_per_side, SIDE_MAX)
    return [
        FirmwareNode(f"e66140000000000{i}", "side", readers_per_side, i == 0, replugged, cables, second=i == 0)
        for i in range(4)
    ]


class FirmwareBoard(SimulatedBoard):
    """Four nodes that run the real firmware, each in a process of its own. Raises NoInterpreter."""

    def __init__(self, readers_per_side: int) -> None:
        super().__init__("full", readers_per_side)

    def _nodes(self, _kind: SimulatedKind, readers: int, cables: Callable[[], CableEnd]) -> Sequence[FirmwareNode]:
        return firmware_nodes(readers, self.look, cables)


def _configure(config: Path, kind: NodeKind, spaces: int, readers: int, has_console: bool, pixels: int) -> None:
    """Edit `config.py` as a builder would."""
    settings: dict[str, object] = {"KIND": repr(kind), "CONSOLE": has_console, "READERS": readers}
    settings |= {"LONGEST_SIDE": spaces, "PIXELS": pixels}
    lines = [_setting(line, settings) for line in config.read_text(encoding="utf-8").splitlines()]
    config.write_text("\n".join([*lines, ""]), encoding="utf-8")


def _setting(line: str, settings: Mapping[str, object]) -> str:
    name = line.partition(" =")[0]
    return f"{name} = {settings[name]}" if name in settings else line
