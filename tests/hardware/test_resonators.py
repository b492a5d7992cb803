"""Sleeping readers as resonators: the equations agree with a calculation in time, and the figures are what we say."""

from __future__ import annotations

import math

import pytest
from helpers.missing import need_extra

need_extra("hardware", "numpy")

import numpy as np
from emulation.model import field

from hardware import board
from hardware.models import antennas, neighbours, resonators
from hardware.models.resonators import Module, Tag

PERIOD_S = 1 / resonators.CARRIER_HZ
STEPS, PERIODS = 200, 240


class InTime:
    """The same circuit with a voltage or current for every capacitor and inductor, stepped until it is steady.

    Nothing is shared with the phasors but the values of the parts: no network is simplified, nothing is complex.
    """

    def __init__(self, modules, places_mm, tags, loads=None):
        readers, count = len(modules), len(modules) + len(tags)
        loads = loads or [resonators.TAG_LOAD_OHMS] * len(tags)
        size = 3 * readers + count + len(tags)
        mass, rate, self.drive = np.zeros((size, size)), np.zeros((size, size)), np.zeros(size)
        coils = slice(3 * readers, 3 * readers + count)
        mass[coils, coils] = resonators.mutual(places_mm, tags).real
        for i, module in enumerate(modules):
            through, entry, across, coil = 3 * i, 3 * i + 1, 3 * i + 2, 3 * readers + i
            driver = resonators.DRIVER_OHMS if i == 0 or module.held else resonators.OPEN_OHMS
            mass[through, through] = 2 * module.filter_henry
            rate[through, through] = -2 * (driver + resonators.FILTER_LOSS_OHMS)
            rate[through, entry] = -1
            series = module.series_farad / 2
            mass[entry, entry], mass[entry, across] = module.filter_farad / 2 + series, -series
            mass[across, across], mass[across, entry] = module.parallel_farad / 2 + series, -series
            rate[entry, through], rate[across, coil] = 1, -1
            rate[coil, across] = 1
            rate[coil, coil] = -resonators.OMEGA * resonators.coil_henry() / module.quality
        for i, (tag, load) in enumerate(zip(tags, loads, strict=True)):
            coil, chip = 3 * readers + readers + i, 3 * readers + count + i
            rate[coil, chip] = -1
            rate[coil, coil] = -resonators.OMEGA * resonators.TAG_HENRY / resonators.TAG_Q
            mass[chip, chip], rate[chip, coil], rate[chip, chip] = tag.farad, 1, -1 / load
        self.drive[0] = 1
        self.mass, self.rate = mass, rate
        self.coil, self.chips = 2, [3 * readers + count + i for i in range(len(tags))]

    def phasors(self):
        """Of every quantity, from the last periods."""
        step_s = PERIOD_S / STEPS
        inverse = np.linalg.inv(self.mass - step_s / 2 * self.rate)
        forward, drive = inverse @ (self.mass + step_s / 2 * self.rate), inverse @ self.drive * step_s / 2
        angles = 2 * math.pi * np.arange(STEPS * PERIODS + 1) / STEPS
        source, state, last = np.cos(angles), np.zeros(len(self.drive)), STEPS * (PERIODS - 20)
        total = np.zeros(len(state), dtype=complex)
        for i in range(STEPS * PERIODS):
            state = forward @ state + drive * (source[i] + source[i + 1])
            if i >= last:
                total += state * np.exp(-1j * angles[i + 1])
        return total * 2 / (STEPS * PERIODS - last)


@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("tags", [[Tag(0.5, 9.9)], [Tag(46.5, 9.9, 13.2e6)], [Tag(0.0, 9.9), Tag(46.5, 9.9, 15e6)]])
def test_the_equations_agree_with_a_calculation_in_time(held, tags):
    """Chips get the same voltage and the awake coil notices the same answer, within one per cent."""
    modules, places = [Module(held=held), Module(held=held, parallel_farad=180e-12)], [0.0, 47.0]
    found = resonators.listen(modules, places, tags)
    quiet = InTime(modules, places, tags)
    steady = quiet.phasors()
    for number, heard in enumerate(found):
        loads = [resonators.TAG_LOAD_OHMS] * len(tags)
        loads[number] = resonators.TAG_MODULATED_OHMS
        answering = InTime(modules, places, tags, loads).phasors()
        assert abs(steady[quiet.chips[number]]) == pytest.approx(heard.volts, rel=0.01)
        assert abs(answering[quiet.coil] - steady[quiet.coil]) == pytest.approx(heard.answer_volts, rel=0.01)


def test_two_far_coils_couple_as_dipoles_do():
    """Side by side the mutual inductance is negative, and falls with the third power of the distance."""
    near, far = resonators.between_readers(400.0), resonators.between_readers(800.0)
    assert near < 0
    assert near / far == pytest.approx(8, rel=0.03)


def test_a_module_couples_with_a_tag_as_a_tag_does_with_a_module():
    """The flux of a tag's turns through those of a module is that of the module's through the tag's."""
    radius, corners = 12.5e-3 * antennas.TAG_COIL_PART, 48
    angles = np.arange(corners + 1) / corners * 2 * math.pi
    ring = np.column_stack([np.cos(angles) * radius, np.sin(angles) * radius, np.zeros(corners + 1)])
    pieces, back = np.stack([ring[:-1], ring[1:]], axis=1), 0.0
    for turn in range(antennas.TURNS):
        half = (antennas.COIL_MM / 2 - turn * antennas.TURN_PITCH_MM) / 1000
        steps = ((np.arange(60) + 0.5) / 60 * 2 - 1) * half
        x, y = np.meshgrid(steps, steps)
        points = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, 9.9e-3)])
        back += float(antennas.upward_field(pieces, points).sum()) * (2 * half / 60) ** 2
    assert resonators.to_tag(0.0, 0.0, 9.9, 25.0) == pytest.approx(back * resonators.TAG_TURNS, rel=0.03)


def test_neighbouring_coils_are_coupled_by_three_hundredths():
    """At the pitch of the board, of the inductance of the coil itself."""
    assert -resonators.between_readers(47.0) / resonators.coil_henry() == pytest.approx(0.031, abs=0.001)


def test_a_lone_tag_is_just_read_at_the_range_of_its_module():
    """The margin is 1 there and the gain all there is; nearer, both are better, but a near tag loads the coil."""
    for module in (Module(20.0), Module(40.0)):
        (there,) = resonators.listen([Module()], [0.0], [Tag(0.0, module.range_mm)])
        (near,) = resonators.listen([Module()], [0.0], [Tag(0.0, 10.0)])
        assert resonators.margin(there, module) == pytest.approx(1)
        assert resonators.needed_db(there, module) == pytest.approx(48)
        assert (
            1.5
            < resonators.margin(near, module)
            < antennas.flux(antennas.coil(), 0, 10, 25) / antennas.flux(antennas.coil(), 0, module.range_mm, 25)
        )


def test_what_we_advise_follows_from_the_figures():
    """A module that reads 30 mm reads two pieces; its own piece needs two steps less gain than its neighbour's."""
    sizes = board.read()
    one, two, row, triangle = neighbours.several(Module(30.0), sizes)
    assert one > 3
    assert two > 2
    assert row < 1 < triangle
    modules, places = resonators.side(Module(30.0), sizes.space_pitch_mm)
    tags = [Tag(0.0, sizes.tag_height_mm, across_mm=each * sizes.piece_diameter_mm) for each in (-1, 0, 1)]
    ends, middle = [resonators.margin(heard, Module(30.0)) for heard in resonators.listen(modules, places, tags)][:2]
    assert ends < 1 < middle, "it is those at the ends of a row that are not read"
    for found in neighbours.spreads(sizes):
        assert found.apart_db > 10
        assert found.module.held is False or found.beside[1] < 0.6
    assert neighbours.several(Module(20.0), sizes)[0] < 2


def test_with_sorted_stickers_every_piece_has_twice_what_it_needs():
    """Whatever module of 30 mm and whatever wood, and two on a space are read; without the sorting it would be less."""
    sizes = board.read()
    alone, beside, triangle = neighbours.sorted_margins(Module(30.0), sizes)
    assert alone >= 2
    assert beside >= 1.4
    assert 1 < triangle < beside
    assert neighbours.spread(Module(30.0), sizes).own[0] < 2
    assert neighbours.sorted_margins(Module(20.0), sizes) is None


def test_sorting_is_as_strict_as_it_says():
    """A sticker that just passes is read by its module at the height of the sorting, and no higher."""
    found = neighbours.sorted_margins(Module(neighbours.SORTED_MM), board.read())
    assert found is not None
    (usual,) = resonators.listen([Module()], [0.0], [Tag(0.0, neighbours.SORTED_MM + 1)])
    assert resonators.margin(usual, Module(neighbours.SORTED_MM)) < 1


def test_the_drivers_of_the_simulated_board_are_those_of_the_model():
    """How much less voltage a tag gets from drivers as a reset leaves them."""
    assert 1 / (1 + neighbours.power_left(board.read())) == pytest.approx(field.RESET_STRENGTH, abs=0.005)


def test_the_simulated_board_has_the_figures_of_the_model():
    """What a tag of a simulated piece needs and gets, here and from a neighbour, are those of the document."""
    sizes = board.read()
    for simulated in field.FIELDS.values():
        found = neighbours.spread(Module(simulated.range_mm, simulated.held), sizes)
        assert simulated.own_db == tuple(round(value) for value in found.own_db)
        assert simulated.own == tuple(round(value, 1) for value in found.own)
        module = Module(simulated.range_mm, simulated.held)
        reaches = [neighbours.reach(module, sizes, steps) for steps in (1, 2, 3)]
        assert (reaches[0].margin, reaches[0].needed_db) == (found.beside[1], found.beside_db[0])
        heard = [each for each in reaches if each.margin >= 1 and each.needed_db <= resonators.MOST_DB]
        assert simulated.apart_db == tuple(math.floor(each.apart_db) for each in heard)
        assert simulated.beside == tuple(round(each.margin, 1) for each in heard)


def test_a_corner_only_just_keeps_a_strong_module_from_the_last_space_of_the_next_node():
    """So two nodes may see one piece, and the hub has to bear it; a usual module is far from that."""
    sizes, corner_mm = board.read(), neighbours.around_corner_mm(board.read())
    assert corner_mm == board.distance(sizes.reader_place(0, 9, 40), sizes.reader_place(1, 0, 40))
    strong, usual = (neighbours.reach(Module(mm, held=False), sizes, 1, corner_mm) for mm in (40.0, 30.0))
    assert 0.75 < strong.margin < 1
    assert resonators.MOST_DB < strong.needed_db < resonators.MOST_DB + 2
    assert usual.margin < 0.5
