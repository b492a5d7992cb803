"""Readers and tags as coupled resonators: the effect of sleeping readers on the field and answers at an awake one.

Every coil is a loop with losses, capacitors and mutual inductances to all others; the currents at the carrier frequency
are the solution of one linear system. A reader has the matching network that was measured on the usual module, and a
tag has a chip that modulates its load. A module is characterised, as in `antennas.py`, by the height at which it just
reads a single tag: there both the tag's voltage and the signal at the receiver are just enough.
Not modelled: the limiter of a tag's chip, which reduces large margins; metal; tilted tags.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from hardware.models import antennas

Complex = NDArray[np.complex128]

CARRIER_HZ = 13.56e6
OMEGA = 2 * math.pi * CARRIER_HZ
MOST_DB = 48.0  # the receiver's highest gain, at which it just hears a single tag at the module's range
TAG_TURNS, TAG_HENRY, TAG_Q = 8, 2.76e-6, 40.0  # resonates at the carrier with the 50 pF of its chip
TAG_LOAD_OHMS, TAG_MODULATED_OHMS = 2500.0, 500.0
TAG_WIRE_M = 0.7e-3
DRIVER_OHMS, FILTER_LOSS_OHMS, OPEN_OHMS = 5.0, 2.0, 1e5  # with the drivers at their strongest setting
RESET_DRIVER_OHMS = DRIVER_OHMS * 63 / 32  # with CWGsP at its reset value; nearly the same for CWGsN
COIL_GRID = 60


@dataclass(frozen=True, slots=True)
class Module:
    """A reader. `held`: whether its drivers hold their level when asleep, as in the data sheet, or float.

    `driver_ohms` is the resistance of each driver that is on.
    """

    range_mm: float = 30.0
    held: bool = True
    filter_henry: float = 2.2e-6
    filter_farad: float = 47e-12
    series_farad: float = 15e-12
    parallel_farad: float = 190e-12
    quality: float = 35.0
    driver_ohms: float = DRIVER_OHMS


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag: its position relative to the middle of the awake reader, and its own resonance frequency."""

    along_mm: float
    height_mm: float
    resonance_hz: float = 14.0e6
    across_mm: float = 0.0
    diameter_mm: float = 25.0

    @property
    def farad(self) -> float:
        """Its capacitance in farads, from its resonance frequency."""
        return 1 / ((2 * math.pi * self.resonance_hz) ** 2 * TAG_HENRY)


@dataclass(frozen=True, slots=True)
class Heard:
    """For one tag: the voltage at its chip, and the change at the awake reader's coil when it modulates."""

    volts: float
    answer_volts: float


@cache
def coil_henry() -> float:
    """The inductance of a module's coil in henries: a square spiral, by Wheeler's formula."""
    outer = antennas.COIL_MM / 1000
    inner = outer - 2 * (antennas.TURNS - 1) * antennas.TURN_PITCH_MM / 1000
    mean, fill = (outer + inner) / 2, (outer - inner) / (outer + inner)
    return 2.34 * 4e-7 * math.pi * antennas.TURNS**2 * mean / (1 + 2.75 * fill)


@cache
def between_readers(apart_mm: float) -> float:
    """The mutual inductance of two modules side by side, in henries; it is negative."""
    pieces, total = antennas.coil(), 0.0
    for turn in range(antennas.TURNS):
        half = (antennas.COIL_MM / 2 - turn * antennas.TURN_PITCH_MM) / 1000
        steps = ((np.arange(COIL_GRID) + 0.5) / COIL_GRID * 2 - 1) * half
        x, y = np.meshgrid(steps, steps)
        points = np.column_stack([x.ravel() + apart_mm / 1000, y.ravel(), np.zeros(x.size)])
        total += float(antennas.upward_field(pieces, points).sum()) * (2 * half / COIL_GRID) ** 2
    return total


@cache
def to_tag(along_mm: float, across_mm: float, height_mm: float, diameter_mm: float) -> float:
    """The mutual inductance of a module and a tag above it, in henries; the same along and across, as for a square."""
    apart = math.hypot(along_mm, across_mm)  # off the axes, this approximates the square coil by a round one
    return TAG_TURNS * antennas.flux(antennas.coil(), apart, height_mm, diameter_mm, signed=True)


@cache
def between_tags(apart_mm: float, diameter_mm: float) -> float:
    """The mutual inductance of two tags side by side, in henries."""
    radius, corners = diameter_mm / 2000 * antennas.TAG_COIL_PART, 24
    angles = np.arange(corners + 1) / corners * 2 * math.pi
    ring = np.column_stack([np.cos(angles) * radius, np.sin(angles) * radius, np.zeros(corners + 1)])
    pieces = np.stack([ring[:-1], ring[1:]], axis=1)
    return TAG_TURNS**2 * antennas.flux(pieces, apart_mm, TAG_WIRE_M * 1000, diameter_mm, signed=True)


def behind_coil(module: Module, *, awake: bool) -> tuple[complex, complex]:
    """The Thévenin equivalent of drivers and matching network at the coil: voltage for 1 V at the drivers, impedance.

    Both halves of the symmetric network are combined: twice each inductance, half of each capacitance.
    """
    driver = module.driver_ohms if awake or module.held else OPEN_OHMS
    along: complex = 2 * driver + 2 * FILTER_LOSS_OHMS + 2j * OMEGA * module.filter_henry
    volts: complex = 1.0 if awake else 0.0
    volts, along = _with_shunt(volts, along, module.filter_farad / 2)
    along += 2 / (1j * OMEGA * module.series_farad)
    return _with_shunt(volts, along, module.parallel_farad / 2)


def _with_shunt(volts: complex, source: complex, farad: float) -> tuple[complex, complex]:
    admitted = 1 + source * 1j * OMEGA * farad
    return volts / admitted, source / admitted


def listen(modules: Sequence[Module], places_mm: Sequence[float], tags: Sequence[Tag], awake: int = 0) -> list[Heard]:
    """The result for each tag while one of these readers in a row is awake and the others sleep."""
    loads = [TAG_LOAD_OHMS] * len(tags)
    coil, chips = _solve(modules, places_mm, tags, loads, awake)
    found = []
    for number, volts in enumerate(chips):
        switched = [*loads[:number], TAG_MODULATED_OHMS, *loads[number + 1 :]]
        answering, _ = _solve(modules, places_mm, tags, switched, awake)
        found.append(Heard(abs(volts), abs(answering - coil)))
    return found


def _solve(
    modules: Sequence[Module], places_mm: Sequence[float], tags: Sequence[Tag], loads: Sequence[float], awake: int
) -> tuple[complex, list[complex]]:
    """The voltages of the awake coil and of each tag's chip, for 1 V at the drivers."""
    count = len(modules)
    impedances = 1j * OMEGA * mutual(places_mm, tags)
    volts: Complex = np.zeros(len(impedances), dtype=np.complex128)
    for number, module in enumerate(modules):
        volts[number], source = behind_coil(module, awake=number == awake)
        impedances[number, number] += source + OMEGA * coil_henry() / module.quality
    chips = [1 / (1j * OMEGA * tag.farad + 1 / load) for tag, load in zip(tags, loads, strict=True)]
    for number, chip in enumerate(chips, count):
        impedances[number, number] += chip + OMEGA * TAG_HENRY / TAG_Q
    currents = np.linalg.solve(impedances, volts)
    _, source = behind_coil(modules[awake], awake=True)
    coil = complex(volts[awake] - source * currents[awake])
    return coil, [complex(currents[count + number] * chip) for number, chip in enumerate(chips)]


def mutual(places_mm: Sequence[float], tags: Sequence[Tag]) -> Complex:
    """The inductance matrix of all coils, readers first; self-inductances are on the diagonal."""
    count = len(places_mm)
    found = np.zeros((count + len(tags),) * 2, dtype=np.complex128)
    for one, place in enumerate(places_mm):
        found[one, one] = coil_henry()
        for other in range(one):
            found[one, other] = found[other, one] = between_readers(abs(place - places_mm[other]))
        for number, tag in enumerate(tags, count):
            linked = to_tag(tag.along_mm - place, tag.across_mm, tag.height_mm, tag.diameter_mm)
            found[one, number] = found[number, one] = linked
    for number, tag in enumerate(tags):
        found[count + number, count + number] = TAG_HENRY
        for earlier, beside in enumerate(tags[:number]):
            apart = math.hypot(tag.along_mm - beside.along_mm, tag.across_mm - beside.across_mm)
            linked = between_tags(apart, tag.diameter_mm)
            found[count + number, count + earlier] = found[count + earlier, count + number] = linked
    return found


@cache
def just_enough(range_mm: float) -> Heard:
    """The result for a single usual tag at this distance above a single usual module."""
    return listen([Module()], [0.0], [Tag(0.0, range_mm)])[0]


def margin(heard: Heard, module: Module) -> float:
    """The ratio of a tag's voltage to the one that its chip needs: 1 just wakes it."""
    return heard.volts / just_enough(module.range_mm).volts


def needed_db(heard: Heard, module: Module) -> float:
    """The gain in dB at which the receiver just hears the tag."""
    return MOST_DB - 20 * math.log10(heard.answer_volts / just_enough(module.range_mm).answer_volts)


def side(module: Module, pitch_mm: float, neighbours: int = 3) -> tuple[list[Module], list[float]]:
    """A row of readers with their places in mm: the first is awake, `neighbours` on each side of it sleep."""
    beside = [number * sign * pitch_mm for number in range(1, neighbours + 1) for sign in (-1, 1)]
    return [module] * (1 + len(beside)), [0.0, *beside]


def detuned(module: Module, part: float) -> Module:
    """The module with a capacitor that is off by this fraction, by tolerance or because of wood on the tracks."""
    return replace(module, parallel_farad=module.parallel_farad * (1 + part))
