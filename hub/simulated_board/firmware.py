"""A simulated node that runs the real firmware, as hands see it: tags, buttons, failing readers, lights.

It takes the place of a `PoweredNode` in a `SimulatedBoard`; `ChipSocket` gives its chip power and carries its bytes.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from hub.board.build import stage
from hub.simulated_board.cable import Cable, Glitches, open_cable
from hub.simulated_board.chip_socket import ChipSocket
from hub.simulated_board.electronics import Electronics
from hub.simulated_board.fingers import Fingers
from hub.simulated_board.microcontroller import interpreter
from hub.table.ports.board import ButtonId, LampState, NodeKind, NodeScene, Press


class FirmwareNode:
    """A node with a flash of its own, in a temporary folder; `replugged` is called when its port has changed."""

    def __init__(
        self,
        unique_id: str,
        kind: NodeKind,
        readers: int,
        has_console: bool,
        replugged: Callable[[], None],
        cables: Callable[[], Cable] = open_cable,
    ) -> None:
        self.id, self.kind, self.readers, self.has_console = unique_id, kind, readers, has_console
        folder = Path(tempfile.mkdtemp(prefix=f"node-{unique_id}-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.flash = stage(folder / "flash")
        _configure(self.flash / "config.py", kind, readers, has_console)
        starter = kind == "starter"
        self.electronics = Electronics(0 if starter else readers, starter, readers, folder / "inputs")
        self.socket = ChipSocket(unique_id, self.flash, self.electronics, replugged, cables)
        self._fingers: Fingers | None = None

    @property
    def node(self) -> FirmwareNode:
        """What hands touch."""
        return self

    def hands(self) -> AbstractContextManager[object]:
        """Hold the node still while touching it."""
        return self.socket.lock

    @property
    def port(self) -> str | None:
        """The name of its port, None while unplugged."""
        return None if self.cable is None else self.cable.name

    @property
    def cable(self) -> Glitches | None:
        """Its cable, to be disturbed."""
        return self.socket.cable

    def plug_in(self) -> None:
        """Power and data: the chip boots."""
        self.socket.plug_in()
        if self.has_console and self._fingers is None:
            self._fingers = Fingers(self.id, self._finger, lambda: self.electronics.lived_s)

    def unplug(self) -> None:
        """The plug is pulled: power and data are gone."""
        if self._fingers is not None:
            self._fingers.stop()
            self._fingers = None
        self.socket.unplug()

    def lose_data(self) -> None:
        """The data lines break and come back as a new port; the chip keeps its power, its boot and its queue."""
        self.socket.lose_data()

    @property
    def tags(self) -> Mapping[str, int]:
        """Where each tag lies: uid -> reader."""
        return self.electronics.model.tags()

    def put(self, uid: str, reader: int) -> None:
        """A tag is put on a reader."""
        self.electronics.model.put(reader, uid)

    def take(self, uid: str) -> None:
        """A tag is taken away."""
        self.electronics.model.take(uid)

    def press(self, button: ButtonId, press: Press) -> None:
        """A button of the console is pressed, when those before have been let go; without power nobody notices."""
        if self._fingers is not None:
            self._fingers.press(button, press)

    def type_dice(self, faces: tuple[int, ...]) -> None:
        """Real dice are typed in on the buttons."""
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
    readers_per_side: int, replugged: Callable[[], None], cables: Callable[[], Cable] = open_cable
) -> list[FirmwareNode]:
    """Four sides, the console on the first. Raises NoInterpreter."""
    interpreter()
    return [FirmwareNode(f"e66140000000000{i}", "side", readers_per_side, i == 0, replugged, cables) for i in range(4)]


def _configure(config: Path, kind: NodeKind, readers: int, has_console: bool) -> None:
    """Edit `config.py` as a builder would."""
    settings: dict[str, object] = {"KIND": repr(kind), "CONSOLE": has_console}
    settings |= dict.fromkeys(("READERS", "LONGEST_SIDE", "PIXELS"), readers)
    lines = [_setting(line, settings) for line in config.read_text(encoding="utf-8").splitlines()]
    config.write_text("\n".join([*lines, ""]), encoding="utf-8")


def _setting(line: str, settings: Mapping[str, object]) -> str:
    name = line.partition(" =")[0]
    return f"{name} = {settings[name]}" if name in settings else line
