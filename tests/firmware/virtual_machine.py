"""MicroPython's modules `machine` and `framebuf` for a node in virtual time, passed to the node's drivers.

They expose misuse as real hardware does: a bus in the wrong mode garbles data, and a misplaced pull-up is counted.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any

from firmware.virtual_node import VirtualNode

CELL = 8


def machine_on(node: VirtualNode) -> types.ModuleType:
    """`machine` whose pins and buses are those of this node."""
    module = types.ModuleType("machine")
    vars(module).update({"Pin": _pin_on(node), **_buses_on(node)})
    return module


def _pin_on(node: VirtualNode) -> type:
    model = node.model

    class Pin:
        IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 1, 2

        def __init__(self, number: int, mode: int = 0, pull: int | None = None, *, value: int | None = None) -> None:
            self.number = number
            if pull == Pin.PULL_UP:
                model.pull_up(number)
            if value is not None:
                model.pin_write(number, value)

        def __call__(self, level: int) -> None:
            node.pin(self.number)(level)

        def value(self, level: int | None = None) -> int:
            if level is not None:
                model.pin_write(self.number, level)
            return int(model.pin_read(self.number))

    return Pin


def _buses_on(node: VirtualNode) -> Mapping[str, type]:
    model = node.model

    class SPI:
        def __init__(self, bus: int, baudrate: int, *, polarity: int = 0, phase: int = 0, **_: object) -> None:
            model.bus_setup(baudrate, polarity, phase)
            self.write, self.write_readinto = node.write, node.write_readinto

    class PWM:
        def __init__(self, pin: Any, *, freq: int, duty_u16: int) -> None:
            self._number = pin.number
            self.freq(freq)
            self.duty_u16(duty_u16)

        def freq(self, hertz: int) -> None:
            self._hertz = hertz

        def duty_u16(self, duty: int) -> None:
            model.pwm_write(self._number, self._hertz, duty)

    class I2C:
        def __init__(self, bus: int, **_: object) -> None:
            self.writeto = model.display_write

    return {"SPI": SPI, "PWM": PWM, "I2C": I2C}


class FrameBuffer:
    """`framebuf.FrameBuffer` for columns of eight pixels; every character is drawn as a filled cell."""

    def __init__(self, into: bytearray, width: int, height: int, layout: int) -> None:
        self._into, self._width, self._height = into, width, height

    def fill(self, colour: int) -> None:
        self.fill_rect(0, 0, self._width, self._height, colour)

    def text(self, text: str, left: int, top: int) -> None:
        """Fill one cell per character."""
        self.fill_rect(left, top, CELL * len(text), CELL, int(not text.isspace()))

    def pixel(self, x: int, y: int) -> int:
        return self._into[y // 8 * self._width + x] >> y % 8 & 1

    def fill_rect(self, left: int, top: int, width: int, height: int, colour: int) -> None:
        for y in range(max(top, 0), min(top + height, self._height)):
            for x in range(max(left, 0), min(left + width, self._width)):
                mask = 1 << y % 8
                place = y // 8 * self._width + x
                self._into[place] = self._into[place] | mask if colour else self._into[place] & ~mask
