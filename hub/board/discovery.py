"""Which serial ports may belong to a node. The command line lists them, and a board without named ports watches them.

The hub opens a port only if it is on this list or was named. It also never speaks first (see `link`), so a device of
the same make that runs other software is only opened and read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from serial.tools import list_ports

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
        for port in list_ports.comports()
    ]
    return sorted(found, key=lambda port: port.name)


def known_ports() -> list[SeenPort]:
    """The ports that may belong to a node and are plugged in now, by name."""
    return [port for port in seen_ports() if port.known]


def known_port_names() -> Sequence[str]:
    """Their names, as `SerialBoard` needs them."""
    return [port.name for port in known_ports()]
