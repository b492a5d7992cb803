"""What is calculated before anything is built stays true: power, distances, clock edges, antennas."""

import re
import runpy
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.missing import need_extra

need_extra("hardware", "numpy")

from hardware import board, power
from hardware.circuit.netlist import Placed
from hardware.models import antennas, lines
from hardware.models.ladder import Edge
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
def test_awake_readers_are_far_apart_in_lockstep(spaces, edge_mm, apart_mm):
    """While all sides look at the same index, awake readers are at least 0.3 m apart."""
    sizes = board.read()
    assert sizes.length_mm(spaces) == edge_mm
    assert board.closest_in_lockstep(sizes, spaces) == pytest.approx(apart_mm, abs=2)
    assert board.closest_in_lockstep(sizes, spaces) >= 300


@pytest.mark.parametrize("spaces", [40, 52])
@pytest.mark.parametrize(("late", "apart_mm"), [(1, 300), (2, 280)])
def test_a_late_side_needs_silent_windows(spaces, late, apart_mm):
    """A side that is late would meet its neighbour in the corner; as many silent windows a round keep them apart."""
    sizes = board.read()
    assert board.closest_in_lockstep(sizes, spaces, late, late - 1) < 100
    assert board.closest_in_lockstep(sizes, spaces, late, late) >= apart_mm


@pytest.mark.parametrize("spaces", [40, 52])
def test_readers_wanted_first_are_far_enough_apart(spaces):
    """While all sides keep to the same half, awake readers keep twice the 120 mm that are advised."""
    assert board.closest_of_halves(board.read(), spaces) >= 240


def test_readers_are_where_the_board_has_its_spaces():
    """Reader 0 is in the corner, the next 59.5 mm on, and the four corners make a square."""
    sizes = board.read()
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


def test_a_piece_in_its_recess_is_read_by_its_own_reader_alone():
    """At the height that is built every module reads the piece above it well and none beside it at all."""
    sizes = board.read()
    assert 9 <= sizes.tag_height_mm <= 11
    built = [each for each in antennas.reaches(sizes) if each.height_mm == 10]
    assert {each.range_mm for each in built} == set(antennas.RANGES_MM)
    assert min(each.own_margin for each in built) > 2
    assert max(each.neighbour_margin for each in built) < 0.6
