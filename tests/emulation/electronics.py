"""The wires of a simulated node: what `unix_port/machine.py` does to pins and buses is done to the board model.

Records come as a stream, each with the time at which the chip did it, and the model lives in that time: a record that
was under way for a while does not look as if the chip had waited.
"""

import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from emulation.model import NodeModel

from hub.table.interfaces.board import ButtonId

_HEADER: Final = struct.Struct("<BBHQ")
_PIN, _WRITE, _TRANSFER, _PIXELS, _PWM, _DISPLAY, _WATCHDOG, _BUS, _PULL_UP, _WAITS = b"PWXLBDGSUT"
PINS: Final = 30


class Electronics:
    """One node's board. `inputs` is the file from which the chip reads its pins. Not thread-safe.

    `clock_us` is the time that both ends share; the chip `waits` for more of it.
    """

    waits = False

    def __init__(self, readers: int, tap: bool, pixels: int, inputs: Path, clock_us: Callable[[], int]) -> None:
        self._clock_us = clock_us
        self._now_us = 0
        self.model = NodeModel(readers, lambda: self._now_us, tap=tap, pixels=pixels)
        self.inputs = inputs
        self._rest = b""
        self._watchdog: tuple[int, int] | None = None
        self._effects: Mapping[int, Callable[[int, bytes], object]] = {
            _PIN: lambda gpio, data: self.model.pin_write(gpio, data[0]),
            _WRITE: lambda _, data: self.model.spi_transfer(data),
            _PIXELS: lambda gpio, data: self.model.pixel_write(gpio, struct.unpack(f"<{len(data) // 4}I", data)),
            _PWM: lambda gpio, data: self.model.pwm_write(gpio, *struct.unpack("<IH", data)),
            _DISPLAY: self.model.display.write,
            _BUS: lambda _, data: self.model.bus_setup(*struct.unpack("<IBB", data)),
            _PULL_UP: lambda gpio, _: self._pull_up(gpio),
            _WATCHDOG: lambda _, data: self._feed(data),
            _WAITS: lambda _which, _data: self._wait(),
        }
        inputs.touch()
        self._show_inputs()

    def reset(self) -> None:
        """The chip is without power, or restarts: its pins float, its watchdog is off."""
        self._rest, self.waits = b"", False
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
        if what == _TRANSFER:
            answer(self.model.spi_transfer(data))
        else:
            self._effects[what](which, data)

    def _wait(self) -> None:
        self.waits = True

    def _pull_up(self, gpio: int) -> None:
        self.model.pull_up(gpio)
        self._show_inputs()

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
