"""Serial ports: which may belong to a node, and on which spare ones a node speaks.

The hub opens a port only if its USB id is known or if it was named, and never speaks first (see `link`), so a device of
the same make that runs other software is only opened and read. A known id says no more than what was bought: a spare
port is offered once a node was heard there, which without a link says every second who it is.
"""

import math
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec import Struct
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hub.board.port import TICK_S
from hub.board.stream import PortError, open_stream
from hub.board.wire import Lines, decode

# Raspberry Pi's list of product ids: 0005 is MicroPython on every Pico (Pico, Pico W, Pico 2, Pico 2 W). Boards with
# another id (maker in the comment) run the same MicroPython port and have enough pins for a starter.
KNOWN_IDS: Final = frozenset(
    {
        (0x2E8A, 0x0005),
        (0x2E8A, 0x1002),  # Pimoroni Pico LiPo 4 MB
        (0x2E8A, 0x1003),  # Pimoroni Pico LiPo 16 MB
        (0x2E8A, 0x1020),  # Waveshare RP2040-Plus
    }
)

LISTEN_S: Final = 2.5
AGAIN_S: Final = 30.0
"""Rests between two tries: whoever programs the device needs the port meanwhile."""


class SeenPort(Struct, frozen=True):
    """A serial port. `serial` is the unique id of the microcontroller, if it has one; ids are None without USB."""

    name: str
    serial: str | None
    product: str
    vendor: int | None
    product_id: int | None
    known: bool


def seen_ports() -> list[SeenPort]:
    """All serial ports of this computer, by name; `known` ones may belong to a node."""
    found = [
        SeenPort(
            name=port.device,
            serial=port.serial_number,
            product=port.product or port.description or "",
            vendor=port.vid,
            product_id=port.pid,
            known=(port.vid, port.pid) in KNOWN_IDS,
        )
        for port in _listed()
    ]
    return sorted(found, key=lambda port: port.name)


def _listed() -> list[ListPortInfo]:
    """What pyserial finds; if a cable is pulled just then, it says so by a TypeError, and looks again."""
    try:
        return list(list_ports.comports())
    except TypeError:
        return list(list_ports.comports())


def known_ports() -> list[SeenPort]:
    return [port for port in seen_ports() if port.known]


def known_port_names() -> Sequence[str]:
    return [port.name for port in known_ports()]


class Spare:
    """Of the ports that `ports` lists, those with a node; `stopping` ends what takes long."""

    def __init__(self, ports: Callable[[], Sequence[str]], stopping: threading.Event) -> None:
        self.ports = ports
        self._stopping = stopping
        self._next: dict[str, float] = {}

    def nodes(self, but: Collection[str]) -> tuple[str, ...]:
        """Those, without `but`; listens for 2.5 s at each port that is new or has rested."""
        names = [name for name in self.ports() if name not in but]
        self._next = {name: self._next.get(name, 0.0) for name in names}
        for name in names:
            if self._next[name] <= time.monotonic():
                self._next[name] = math.inf if self._speaks(name) else time.monotonic() + AGAIN_S
        return tuple(name for name in names if self._next[name] == math.inf)

    def _speaks(self, name: str) -> bool:
        """Whether a line with a right checksum comes; a port that another program has is not ours to offer."""
        try:
            stream = open_stream(name)
        except PortError:
            return False
        lines, deadline = Lines(), time.monotonic() + LISTEN_S
        try:
            while time.monotonic() < deadline and not self._stopping.is_set():
                if any(decode(line) for line in lines.push(stream.read(TICK_S))):
                    return True
        except PortError:
            pass
        finally:
            stream.close()
        return False
