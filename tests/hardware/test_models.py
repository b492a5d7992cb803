"""What is calculated before anything is built stays true: power, distances, clock edges, antennas, sleeping readers."""

import math
import re
import runpy
from dataclasses import replace
from pathlib import Path

import pytest
from emulation.model import field
from helpers.missing import need_extra

need_extra("hardware", "numpy")

from hardware import board, power
from hardware.circuit.netlist import Placed
from hardware.models import antennas, lines, neighbours, resonators
from hardware.models.ladder import Edge
from hardware.models.resonators import Module, Tag
from hub.editions import EDITIONS
from hub.simulated_board.board import lights_round
from hub.simulated_board.node import USB_MILLIAMPS
from hub.table.interfaces.board import LIT_MILLIAMPS, MILLIAMPS_MAX

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


@pytest.fixture(scope="module")
def budget(side):
    return power.budget(side, power.figures())


def test_a_side_stays_below_what_its_rails_may_give(budget):
    """3.3 V gives less than 300 mA a side, USB less than 500 mA."""
    limits = power.figures()["limits"]
    assert (limits["pico_3v3_ma"], limits["usb_ma"]) == (300, 500)
    assert 100 < budget.side_3v3_typical_ma < budget.side_3v3_ma < 300
    assert budget.side_3v3_ma * 3.3 / 5 < budget.usb_ma < 500


def test_pixels_are_capped_below_their_fuse(budget):
    """The cap leaves the fuse of a side half of its current, and four sides stay within their charger."""
    limits = power.figures()["limits"]
    assert budget.pixels_ma <= 0.55 * limits["fuse_hold_ma"]
    assert budget.pixels_ma < budget.pixels_uncapped_ma < limits["fuse_hold_ma"]
    assert budget.all_pixels_ma <= 0.75 * limits["pixel_supply_ma"]


def test_the_firmware_caps_the_pixels_as_the_budget_says():
    """What holds without a setting is the cap of a side, and on a starter what its USB port leaves for a ring."""
    said = (FIRMWARE / "node" / "settings.py").read_text(encoding="utf-8")
    held = {name: int(value) for name, value in re.findall(r"^(_\w*MILLIAMPS\w*) = const\((\d+)\)", said, re.MULTILINE)}
    assert held["_MILLIAMPS"] <= power.figures()["pixels"]["cap_ma"]
    assert held["_USB_MILLIAMPS"] == USB_MILLIAMPS <= power.strip_ma(power.figures())
    assert "PIXEL_MILLIAMPS" not in runpy.run_path(str(FIRMWARE / "config.py"))
    assert (held["_LIT_MILLIAMPS"], held["_MILLIAMPS_MAX"]) == (LIT_MILLIAMPS, MILLIAMPS_MAX)


def test_a_ring_on_a_usb_port_can_be_seen():
    """Round either board a strip of 60 on a metre leaves enough for two pieces' lights at full colour."""
    dark_ma = power.figures()["pixels"]["dark_each_ma"]
    for side in (10, 13):
        assert USB_MILLIAMPS - dark_ma * lights_round(side) >= 2 * 40


def test_the_budget_follows_the_circuit(side, budget):
    """Smaller resistors in the circuit and one reader more raise the budget by what they draw."""
    (lamp,) = [r for r, _ in side.nets["LAMP_OK"] if side.parts[r].kind == "resistor"]
    brighter = replace(side, parts={**side.parts, lamp: Placed("resistor", "33R")})
    more = replace(side, parts={**side.parts, "J99": Placed("reader", "one more")})
    table = power.figures()
    assert power.budget(brighter, table).side_3v3_ma == pytest.approx(budget.side_3v3_ma + 1400 / 33 - 1400 / 330)
    assert power.budget(more, table).side_3v3_ma == pytest.approx(budget.side_3v3_ma + 0.01 + 2.0 + 0.33)


@pytest.mark.parametrize(("spaces", "edge_mm", "apart_mm"), [(40, 567, 350), (52, 708, 449)])
def test_awake_readers_are_far_apart_in_lockstep(spaces, edge_mm, apart_mm, sizes):
    """While all sides look at the same index, awake readers are at least 0.3 m apart."""
    assert sizes.length_mm(spaces) == edge_mm
    assert board.closest_in_lockstep(sizes, spaces) == pytest.approx(apart_mm, abs=2)
    assert board.closest_in_lockstep(sizes, spaces) >= 300


@pytest.mark.parametrize(("late", "apart_mm"), [(1, 300), (2, 280)])
def test_a_late_side_needs_silent_windows(spaces, late, apart_mm, sizes):
    """A side that is late would meet its neighbour in the corner; as many silent windows a round keep them apart."""
    assert board.closest_in_lockstep(sizes, spaces, late, late - 1) < 100
    assert board.closest_in_lockstep(sizes, spaces, late, late) >= apart_mm


def test_readers_wanted_first_are_far_enough_apart(spaces):
    """While all sides keep to the same half, awake readers keep twice the 120 mm that are advised."""
    assert board.closest_of_halves(board.read(), spaces) >= 240


def test_readers_are_where_the_board_has_its_spaces(sizes):
    """Reader 0 is in the corner, the next 59.5 mm on, and the four corners make a square."""
    corner, second, third = (sizes.reader_place(0, index, 40) for index in range(3))
    assert board.distance(corner, second) == pytest.approx(59.5)
    assert board.distance(second, third) == pytest.approx(sizes.space_pitch_mm)
    assert board.distance(corner, sizes.reader_place(1, 0, 40)) == pytest.approx(567 - 72)
    assert board.distance(sizes.reader_place(0, 9, 40), sizes.reader_place(1, 0, 40)) == pytest.approx(59.5)


def test_there_is_a_board_for_every_edition():
    """Every edition's track has as many spaces as one of the boards."""
    assert {len(edition.track.spaces) for edition in EDITIONS.values()} <= set(board.read().tracks)


def test_every_reader_of_our_star_sees_clean_edges():
    """In the wiring that is built no input gets a doubtful edge, with slow and with fast drivers."""
    for rise_s in (1e-9, 2e-9, 8e-9):
        seen = lines.examine("star", lambda: lines.star(lines.ribbons(), 100), Edge(rise_s=rise_s), 150e-9)
        assert (seen.inputs, seen.at_risk) == (14, 0)
        assert seen.slowest_ns < 100


def test_a_piece_in_its_recess_is_read_by_its_own_reader_alone(sizes):
    """At the height that is built every module reads the piece above it well and none beside it at all."""
    assert 9 <= sizes.tag_height_mm <= 11
    built = [each for each in antennas.reaches(sizes) if each.height_mm == 10]
    assert {each.range_mm for each in built} == set(antennas.RANGES_MM)
    assert min(each.own_margin for each in built) > 2
    assert max(each.neighbour_margin for each in built) < 0.6


def test_what_we_advise_follows_from_the_figures(sizes):
    """A module that reads 30 mm reads two pieces; its own piece needs two steps less gain than its neighbour's."""
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


def test_with_sorted_stickers_every_piece_has_twice_what_it_needs(sizes):
    """Whatever module of 30 mm and whatever wood, and two on a space are read; without the sorting it would be less."""
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


def test_the_simulated_board_has_the_figures_of_the_model(sizes):
    """What a tag of a simulated piece needs and gets, here and from a neighbour, are those of the document."""
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
