"""Which serial ports may carry a node. The command line lists them, and a board on `auto` watches them.

The hub opens a port only if it is on this list or was named. It also never speaks first (see `link`), so a board of
the same make that runs something else only ever gets opened and read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from serial.tools import list_ports

# Raspberry Pi's list of product ids: 0005 is MicroPython on every Pico (Pico, Pico W, Pico 2, Pico 2 W). Boards with an
# own id (vendor in the comment) run the same MicroPython port and have enough pins for a starter.
KNOWN_IDS: Final = frozenset(
    {
        (0x2E8A, 0x0005),
        (0x2E8A, 0x1002),  # Pimoroni Pico LiPo 4 MB
        (0x2E8A, 0x1003),  # Pimoroni Pico LiPo 16 MB
        (0x2E8A, 0x1020),  # Waveshare RP2040-Plus
    }
)


class KnownPort(Struct, frozen=True):
    """A port with a known vendor and product id. `serial` is the unique id of the microcontroller, if it tells."""

    name: str
    serial: str | None
    product: str


def known_ports() -> list[KnownPort]:
    """The ports that may carry a node and are plugged in now, by name."""
    found = [
        KnownPort(port.device, port.serial_number, port.product or port.description or "")
        for port in list_ports.comports()
        if (port.vid, port.pid) in KNOWN_IDS
    ]
    return sorted(found, key=lambda port: port.name)


def known_port_names() -> Sequence[str]:
    """Only the names, as `SerialBoard` wants them."""
    return [port.name for port in known_ports()]
