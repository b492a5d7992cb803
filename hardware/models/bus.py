"""Whether the Pico correctly reads the awake reader, whatever the sleeping ones do to the shared data line (MISO).

The line is modelled as one capacitor with a driver for each reader, and simulated through one byte at the clock of the
firmware; each bit is sampled half a clock after it was driven. Propagation delay on the ribbons is negligible.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hardware.circuit.netlist import Netlist
from hardware.models.ladder import DELAY_S_PER_M, IMPEDANCE_OHMS
from hardware.models.lines import INPUT_F, ribbons
from hardware.parts import Catalogue
from hardware.power import ohms

Sleeper = Literal["floats", "low", "high"]
Joint = Literal["link", "diode", "switch"]

LINE = "RFID_MISO"
SUPPLY_VOLTS = 3.3
LOW_VOLTS, HIGH_VOLTS = 0.8, 2.0  # input thresholds of the Pico
DRIVER_OHMS = 60.0
DIODE_VOLTS, DIODE_OHMS, DIODE_F = 0.3, 15.0, 9e-12  # BAT85
SWITCH_OHMS, SWITCH_F = 300.0, 50e-12  # 74HC4067 at 3.3 V, both conservative
SWITCH_LEAK_A = 8e-6  # total leakage of all channels that are off, warm (CD74HC4067 data sheet)
PICO_F, TRACKS_F = 6e-12, 35e-12
CLOCK_HZ = 1e6
PUT_OUT_S = 25e-9  # after the falling edge (MFRC522 data sheet)
BITS = (1, 0, 1, 1, 0, 0, 1, 0)
READERS = 14
# lines the switch shares with the first decoder: enable, and the address, whose top bit disables that decoder
SAME_LINES = (("S0", "A0"), ("S1", "A1"), ("S2", "A2"), ("S3", "E2_N"), ("E_N", "E1_N"), ("COMMON", None))
PART = 16  # a time step is at most this fraction of the slowest time constant

HEAD = """# What sleeping readers may do to the common line

The line on which all readers of a side answer (`hardware/models/bus.py`): a byte at 1 MHz, followed step by step with
every ribbon. Data sheets do not say what a sleeping reader does to it, and clones differ. Nothing is measured.

| at each reader | resistor to ground | sleeping outputs float | all are low | all are high | one high, the rest low |
|---|---|---|---|---|---|
"""
FOOT = """
With the switch it does not matter what sleeping readers do. Wire links only work if their outputs float, diodes only if
none drives the line high. The switch would work up to {fastest_mhz:.0f} MHz; the firmware uses 1 MHz.
"""


class NotJoined(Exception):
    """The circuit connects a reader to the line wrongly; the message says which one and how."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """How readers are connected to the line, and what pulls it down."""

    name: str
    joint: Joint
    ohms: float


WIRINGS = (
    Wiring("wire link", "link", 4700),
    Wiring("BAT85", "diode", 4700),
    Wiring("BAT85", "diode", 680),
    Wiring("74HC4067 between all of them and the line", "switch", 4700),
)


def built(netlist: Netlist, catalogue: Catalogue) -> Wiring:
    """The wiring of our circuit. Raises NotJoined for a reader whose answer does not reach the line when awake."""
    net = netlist.net_of()
    (pull,) = [each for each, _ in netlist.nets[LINE] if netlist.parts[each].kind == "resistor"]
    woken = _channels(netlist, catalogue, "decoder", "Y")
    heard = _channels(netlist, catalogue, "switch", "I")
    for connector in netlist.references("reader"):
        resets, answers = net[connector, contact(catalogue, "reader", "RST")], net[connector, "4"]
        if resets not in woken or woken[resets] != heard.get(answers):
            raise NotJoined(f"{connector} is woken by output {woken.get(resets)}, heard on {heard.get(answers)}.")
    (switch,), (decoder, *_) = netlist.references("switch"), netlist.references("decoder")
    for name, partner in SAME_LINES:
        wanted = net[decoder, contact(catalogue, "decoder", partner)] if partner else LINE
        if net[switch, contact(catalogue, "switch", name)] != wanted:
            raise NotJoined(f"{name} of the switch is not on {wanted}.")
    return Wiring("as built", "switch", ohms(netlist.parts[pull].value))


def contact(catalogue: Catalogue, kind: str, name: str) -> str:
    """The number of a part's contact, by its name."""
    (found,) = [each.number for each in catalogue.kinds[kind].contacts if each.name == name]
    return found


def _channels(netlist: Netlist, catalogue: Catalogue, kind: str, letter: str) -> dict[str, int]:
    """The channel to which each net is connected, counted through all parts of a kind in order."""
    net = netlist.net_of()
    names = {each.name: each.number for each in catalogue.kinds[kind].contacts}
    numbers = [names[f"{letter}{place}"] for place in range(16) if f"{letter}{place}" in names]
    places = [(reference, number) for reference in netlist.references(kind) for number in numbers]
    return {net[place]: channel for channel, place in enumerate(places) if place in net}


def holds(wiring: Wiring, sleepers: Sequence[Sleeper], clock_hz: float = CLOCK_HZ) -> bool:
    """Whether every bit of a byte is read as the awake reader drove it, while the sleeping ones do this."""
    volts, found = SUPPLY_VOLTS, []
    for bit in BITS:
        volts = _later(wiring, sleepers, bit, volts, 0.5 / clock_hz - PUT_OUT_S)
        found.append(_taken(volts))
        volts = _later(wiring, sleepers, bit, volts, 0.5 / clock_hz + PUT_OUT_S)
    return tuple(found) == BITS


def fall_s(wiring: Wiring, sleepers: Sequence[Sleeper]) -> float:
    """The fall time from a one to a zero, in seconds; infinite if the low threshold is never reached."""
    volts = _later(wiring, sleepers, 1, 0.0, 10 / CLOCK_HZ)
    step_s, passed_s = 10e-9, 0.0
    while passed_s < 10 / CLOCK_HZ:
        if volts < LOW_VOLTS:
            return passed_s
        volts = _later(wiring, sleepers, 0, volts, step_s)
        passed_s += step_s
    return math.inf


def capacity_f(wiring: Wiring) -> float:
    """The capacitance of the line in farads, including the readers' ribbons unless diodes or a switch isolate them."""
    of_ribbons = sum(length * DELAY_S_PER_M / IMPEDANCE_OHMS + INPUT_F for length in ribbons())
    at_readers = {"link": of_ribbons, "diode": READERS * DIODE_F, "switch": SWITCH_F + max(ribbons()) * 5e-11}
    return PICO_F + TRACKS_F + at_readers[wiring.joint]


def _taken(volts: float) -> int | None:
    return 0 if volts < LOW_VOLTS else 1 if volts > HIGH_VOLTS else None


def _later(wiring: Wiring, sleepers: Sequence[Sleeper], bit: int, volts: float, after_s: float) -> float:
    """The voltage of the line `after_s` seconds later, while the awake reader drives this bit."""
    if after_s <= 0:
        return volts
    farad = capacity_f(wiring)
    drivers, leak = [SUPPLY_VOLTS * bit], 0.0
    held = [SUPPLY_VOLTS if each == "high" else 0.0 for each in sleepers if each != "floats"]
    if wiring.joint == "switch":
        leak = sum(SWITCH_LEAK_A if volts_held else -SWITCH_LEAK_A for volts_held in held) / (READERS - 1)
    else:
        drivers += held
    series = DRIVER_OHMS + {"link": 0.0, "diode": DIODE_OHMS, "switch": SWITCH_OHMS}[wiring.joint]
    steps = math.ceil(after_s * PART * len(drivers) / (series * farad))
    step_s = after_s / steps
    for _ in range(steps):
        ampere = leak - volts / wiring.ohms
        for driver in drivers:
            if wiring.joint == "diode":
                ampere += max(driver - DIODE_VOLTS - volts, 0.0) / series
            else:
                ampere += (driver - volts) / series
        volts += ampere * step_s / farad
    return volts


def cases() -> tuple[tuple[Sleeper, ...], ...]:
    """The combinations considered for the thirteen sleeping readers."""
    gone: list[Sleeper] = ["floats"] * (READERS - 1)
    low: list[Sleeper] = ["low"] * (READERS - 1)
    high: list[Sleeper] = ["high"] * (READERS - 1)
    return tuple(gone), tuple(low), tuple(high), ("high", *low[1:])


def as_table(ours: Wiring) -> str:
    """The results as a Markdown document, with our wiring marked."""
    rows = []
    for wiring in WIRINGS:
        cells = (_cell(wiring, sleepers) for sleepers in cases())
        same = (wiring.joint, wiring.ohms) == (ours.joint, ours.ohms)
        name = f"**{wiring.name} (what we build)**" if same else wiring.name
        rows.append(f"| {name} | {wiring.ohms:.0f} Ω | " + " | ".join(cells) + " |\n")
    return HEAD + "".join(rows) + FOOT.format(fastest_mhz=fastest_hz(ours) / 1e6)


def fastest_hz(wiring: Wiring) -> float:
    """The highest clock in Hz, a multiple of 1 MHz, at which the byte is read in all cases; 0 if there is none."""
    found = 0.0
    while all(holds(wiring, sleepers, found + 1e6) for sleepers in cases()):
        found += 1e6
    return found


def _cell(wiring: Wiring, sleepers: Sequence[Sleeper]) -> str:
    if _taken(_later(wiring, sleepers, 1, 0.0, 10 / CLOCK_HZ)) != 1:
        return "**lost**: a one never rises"
    falls_s = fall_s(wiring, sleepers)
    how = "a zero never falls" if math.isinf(falls_s) else f"a zero falls in {falls_s * 1e6:.2f} µs"
    return f"{'read' if holds(wiring, sleepers) else '**lost**'}: {how}"
