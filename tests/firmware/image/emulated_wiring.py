"""The parts soldered to an emulated Pico: the register-level model of a node on the pins and the bus of the chip.

Lights are decoded from the waveform of the chip's PIO; everything else goes through `NodeModel`.
"""

from collections.abc import Callable
from typing import Any

from emulation.model import NodeModel, pins
from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState

OUTPUTS = (*pins.SELECT_ADDRESS, pins.SELECT_ENABLE_N, pins.TAP_RESET, pins.CHIP_SELECT, *pins.LAMPS.values())
PULLED_UP = (pins.SELECT_ENABLE_N, pins.CHIP_SELECT)
BITS_NS = 8e9
STEP_NS = 128  # 16 clocks of the chip: nearly one step of the PIO program for the strip
BIT_STEPS = 16  # more steps than there are between two edges of a bit


class EmulatedWiring:
    """The parts of a side node with `readers` readers and a strip of `pixels` lights, or with `tap` of a starter."""

    def __init__(self, readers: int, pixels: int, *, tap: bool = False) -> None:
        self._readers, self._pixels, self._tap = readers, pixels, tap

    def attach(self, mcu: Any) -> None:
        """Connect the parts to the chip, as `Wiring` requires."""
        self._mcu = mcu
        self.model = NodeModel(self._readers, lambda: mcu.clock.nanos / 1000, tap=self._tap, pixels=self._pixels)
        self._wire_bus(mcu.spi[0])
        for gpio in OUTPUTS:
            mcu.gpio[gpio].add_listener(self._listener(gpio))
        for gpio in pins.BUTTONS.values():
            mcu.gpio[gpio].set_input_value(True)
        self.strip = Ws2812(pins.PIXELS)
        self.strip.attach(mcu)
        self._strip_clock = mcu.clock.create_alarm(self._clock_strip)
        self._steps = 0
        mcu.gpio[pins.PIXELS].add_listener(self._edge)

    def _wire_bus(self, bus: Any) -> None:
        """Answer each byte after the time that its bits take on the wire."""
        answers: list[int] = []
        arrived = self._mcu.clock.create_alarm(lambda: bus.complete_transmit(answers.pop(0)))

        def transmit(value: int) -> None:
            answers.append(self.model.spi_transfer(bytes([value & 0xFF]))[0])
            arrived.schedule(BITS_NS / bus.clock_frequency)

        bus.on_transmit = transmit

    def _edge(self, *_: object) -> None:
        """An edge of the strip's data wire. Alarms keep the PIO clocked, even while the emulated processor sleeps."""
        self._steps = BIT_STEPS
        self._strip_clock.schedule(STEP_NS)

    def _clock_strip(self) -> None:
        self._steps -= 1
        if self._steps:
            self._strip_clock.schedule(STEP_NS)

    def _listener(self, gpio: int) -> Callable[[GPIOPinState, GPIOPinState], None]:
        resting = int(gpio in PULLED_UP)

        def changed(now: GPIOPinState, _: GPIOPinState) -> None:
            driven = now in (GPIOPinState.LOW, GPIOPinState.HIGH)
            self.model.pin_write(gpio, int(now) if driven else resting)

        return changed
