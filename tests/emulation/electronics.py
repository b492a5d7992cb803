"""The wires of a simulated node: what `unix_port/machine.py` does to pins and buses is done to the board model.

Records come as a stream, each with the time at which the chip did it, and the model lives in that time: a record that
was under way for a while does not look as if the chip had waited.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from emulation.model import NodeModel

from hub.table.interfaces.board import ButtonId

_HEADER: Final = struct.Struct("<BBHQ")
_PIN, _WRITE, _TRANSFER, _PIXELS, _PWM, _DISPLAY, _WATCHDOG, _BUS, _PULL_UP = b"PWXLBDGSU"
PINS: Final = 30


def monotonic_us() -> int:
    """The time of the unix port, which counts the microseconds of this machine."""
    return time.monotonic_ns() // 1000


class Electronics:
    """One node's board. `inputs` is the file from which the chip reads its pins. Not thread-safe.

    `clock_us` is the time that both ends share.
    """

    def __init__(
        self, readers: int, tap: bool, pixels: int, inputs: Path, clock_us: Callable[[], int] = monotonic_us
    ) -> None:
        self._clock_us = clock_us
        self._now_us = 0
        self.model = NodeModel(readers, lambda: self._now_us, tap=tap, pixels=pixels)
        self.inputs = inputs
        self._rest = b""
        self._watchdog: tuple[int, int] | None = None
        inputs.touch()
        self._show_inputs()

    def reset(self) -> None:
        """The chip is without power, or restarts: its pins float, its watchdog is off."""
        self._rest = b""
        self._watchdog = None
        self._now_us = self._clock_us()
        self.model.release_pins()

    def finger(self, button: ButtonId, down: bool) -> None:
        if down:
            self.model.press(button)
        else:
            self.model.release(button)
        self._show_inputs()

    @property
    def lived_s(self) -> float:
        """The latest monotonic time at which the chip did something to a pin."""
        return self._now_us / 1e6

    @property
    def watched(self) -> bool:
        return self._watchdog is not None

    def starved(self) -> bool:
        """Whether the watchdog has not been fed in time."""
        return self._watchdog is not None and self._clock_us() > self._watchdog[1]

    def take(self, data: bytes, answer: Callable[[bytes], object]) -> None:
        """Carry out records; `answer` gets what was read from a bus."""
        data = self._rest + data
        at = 0
        while len(data) - at >= _HEADER.size:
            what, which, length, stamp_us = _HEADER.unpack_from(data, at)
            end = at + _HEADER.size + length
            if end > len(data):
                break
            self._now_us = max(self._now_us, stamp_us)
            self._happen(what, which, data[at + _HEADER.size : end], answer)
            at = end
        self._rest = data[at:]

    def _happen(self, what: int, which: int, data: bytes, answer: Callable[[bytes], object]) -> None:
        if what == _PIN:
            self.model.pin_write(which, data[0])
        elif what == _WRITE:
            self.model.spi_transfer(data)
        elif what == _TRANSFER:
            answer(self.model.spi_transfer(data))
        elif what == _PIXELS:
            self.model.pixel_write(which, struct.unpack(f"<{len(data) // 4}I", data))
        elif what == _PWM:
            hertz, duty = struct.unpack("<IH", data)
            self.model.pwm_write(which, hertz, duty)
        elif what == _DISPLAY:
            self.model.display_write(which, data)
        elif what == _BUS:
            self.model.bus_setup(*struct.unpack("<IBB", data))
        elif what == _PULL_UP:
            self.model.pull_up(which)
            self._show_inputs()
        elif what == _WATCHDOG:
            self._feed(data)

    def _feed(self, data: bytes) -> None:
        if data:
            timeout_us = int.from_bytes(data, "little") * 1000
        elif self._watchdog is not None:
            timeout_us = self._watchdog[0]
        else:
            return
        self._watchdog = timeout_us, self._clock_us() + timeout_us

    def _show_inputs(self) -> None:
        levels = bytes(self.model.pin_read(gpio) for gpio in range(PINS))
        with self.inputs.open("r+b") as file:  # in place: the chip may be reading
            file.write(levels)
