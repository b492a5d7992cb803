"""Sleeping readers as resonators: the equations agree with a calculation in time, and the figures are what we say."""

import math

import pytest
from helpers.missing import need_extra

need_extra("hardware", "numpy")

from emulation.model import field

from hardware import board
from hardware.models import neighbours, resonators
from hardware.models.resonators import Module, Tag


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
