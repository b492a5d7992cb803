"""The pin map of `pinmap.toml` as records, refused with a sentence where it could not be built or driven."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PINMAP = Path(__file__).parent / "pinmap.toml"

# The forty pins of a Raspberry Pi Pico from pin 1 on; its datasheet, chapter 2.1.
PICO_PINS = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
    *("GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3_OUT", "3V3_EN", "GND", "VSYS", "VBUS"),
)

# Which pins a bus may sit on; RP2040 datasheet, table of GPIO functions.
BUS_GPIOS = {
    "UART0 TX": {0, 12, 16, 28},
    "UART0 RX": {1, 13, 17, 29},
    "I2C0 SDA": {0, 4, 8, 12, 16, 20},
    "I2C0 SCL": {1, 5, 9, 13, 17, 21},
    "SPI0 RX": {0, 4, 16, 20},
    "SPI0 CS": {1, 5, 17, 21},
    "SPI0 SCK": {2, 6, 18, 22},
    "SPI0 TX": {3, 7, 19, 23},
}


class PinMapWrong(Exception):
    """The pin map cannot be built; the text names the pins."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal and the GPIO it is on; `bus` names the function that GPIO must have, or is empty.

    `starter` and `side`: which of them have it.
    """

    signal: str
    gpio: int
    starter: bool
    note: str
    bus: str = ""
    side: bool = True

    @property
    def pico_pin(self) -> int:
        """The number printed next to the pin on drawings of the Pico, 1 to 40."""
        return PICO_PINS.index(f"GP{self.gpio}") + 1


@dataclass(frozen=True, slots=True)
class PinMap:
    """All signals in the order of their GPIOs, and how a reader is wired."""

    signals: tuple[Signal, ...]
    reader_pins: tuple[str, ...]
    starter_reader: Mapping[str, str]

    def gpio(self, signal: str) -> int:
        """The GPIO of a signal; KeyError if there is none of that name."""
        return {each.signal: each.gpio for each in self.signals}[signal]


def read(path: Path = PINMAP) -> PinMap:
    """The pin map of the project; raises PinMapWrong."""
    return interpret(tomllib.loads(path.read_text(encoding="utf-8")))


def interpret(table: Mapping[str, Any]) -> PinMap:
    """A pin map from the text's table, all of it checked; raises PinMapWrong."""
    try:
        signals = tuple(Signal(**row) for row in table["signals"])
        pinmap = PinMap(signals, tuple(table["reader_pins"]), dict(table["starter_reader"]))
    except (KeyError, TypeError) as error:
        raise PinMapWrong(f"The pin map lacks or has too much of {error}.") from error
    if faults := [*places_wrong(signals), *reader_wrong(pinmap)]:
        raise PinMapWrong(" ".join(faults))
    return pinmap


def places_wrong(signals: Sequence[Signal]) -> list[str]:
    """A sentence for each signal on a pin that is taken, missing on the Pico, or without its function."""
    faults = []
    for name, count in Counter(each.signal for each in signals).items():
        if count > 1:
            faults.append(f"{name} is there {count} times.")
    for gpio, count in Counter(each.gpio for each in signals).items():
        if count > 1:
            names = " and ".join(each.signal for each in signals if each.gpio == gpio)
            faults.append(f"GP{gpio} is given to {names}.")
    for each in signals:
        if f"GP{each.gpio}" not in PICO_PINS:
            faults.append(f"{each.signal} is on GP{each.gpio}, which the Pico has no pin for.")
        if each.bus and each.gpio not in BUS_GPIOS.get(each.bus, ()):
            faults.append(f"{each.signal} is on GP{each.gpio}, which cannot be {each.bus}.")
    return faults


def reader_wrong(pinmap: PinMap) -> list[str]:
    """A sentence for each pin of the starter's reader that leads nowhere."""
    known = {each.signal for each in pinmap.signals if each.starter} | set(PICO_PINS)
    wired = pinmap.starter_reader
    faults = [
        f"The reader's {pin} is wired to {goal}, which is none." for pin, goal in wired.items() if goal not in known
    ]
    faults += [f"The reader has no pin {pin}." for pin in wired if pin not in pinmap.reader_pins]
    return faults
