"""The circuit of the side node: its rule check is silent, finds planted faults, and its netlist is current."""

import sys

import pytest
from helpers.missing import need_extra

from hardware.circuit.drawn_up import draw_up, run_skidl
from hardware.circuit.side import READERS

pytestmark = pytest.mark.all
FAULTY = """
import sys
from hardware import parts, pins
from hardware.circuit import side
from hardware.circuit.bench import Bench
bench = Bench(parts.read())
side.build(bench, pins.read())
placed = {part.ref: part for part in bench.circuit.parts}
%s
sys.exit(bool(bench.complaints()))
"""


@pytest.fixture
def _with_skidl():
    need_extra("hardware", "skidl")


@pytest.mark.usefixtures("_with_skidl")
@pytest.mark.timeout(300)
def test_the_committed_netlists_are_current(generated, tmp_path):
    """The circuit passes its check without a word, and what it gives is byte for byte what is committed."""
    draw_up(tmp_path)
    for name in ("side.json", "side.net"):
        assert (tmp_path / name).read_bytes() == (generated / name).read_bytes(), f"{name}: run python3 hub hardware"


@pytest.mark.usefixtures("_with_skidl")
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param(
            "bench.net('SHORT').connect(placed['U2']['Y0'], placed['U4']['Y1'])", "Pin conflict", id="two outputs"
        ),
        pytest.param("bench.net('3V3').connect(bench.net('GND'))", "Merging two named nets", id="two nets"),
        pytest.param("placed['U2']['A1'].disconnect()", "Unconnected pin", id="floating input"),
        pytest.param("placed['R3'][1].disconnect()", "Unconnected pin", id="loose resistor"),
        pytest.param(
            "bench.net('LONELY').connect(bench.place('resistor', '1k')[1])", "Only one pin", id="end of nowhere"
        ),
    ],
)
def test_a_planted_fault_is_found(fault, complaint):
    """A short, a floating contact or a loose end makes the check fail; without one it passes."""
    checked = run_skidl(["-c", FAULTY % fault])
    assert (checked.returncode, complaint in checked.stderr) == (int(bool(fault)), True), checked.stderr


def test_every_reader_has_all_it_needs(side):
    """Each of the 13 readers and the second one of a corner has its own resistors, channel, reset and ground."""
    net = side.net_of()
    connectors = side.references("reader")
    assert len(connectors) == READERS == 14
    for reference in connectors:
        assert {net[reference, number] for number in ("1", "6", "8")} == {"CS_N", "GND", "3V3"}
        for number, bus in (("2", "RFID_SCK"), ("3", "RFID_MOSI")):
            (series,) = [end for end in side.nets[net[reference, number]] if end[0] != reference]
            assert side.other_end(*series) == bus
        (switched,) = [end[0] for end in side.nets[net[reference, "4"]] if end[0] != reference]
        assert side.parts[switched].kind == "switch"
    for number in ("4", "7"):
        assert len({net[reference, number] for reference in connectors}) == READERS


def test_every_reset_has_one_driver_and_one_resistor(side):
    """What wakes a reader is driven by exactly one output and held low by exactly one resistor."""
    net = side.net_of()
    for reference in side.references("reader"):
        ends = side.nets[net[reference, "7"]]
        drivers = [end for end in ends if side.parts[end[0]].kind in {"decoder", "pico"}]
        pulls = [end for end in ends if side.parts[end[0]].kind == "resistor"]
        assert (len(drivers), len(pulls), len(ends)) == (1, 1, 3)
        assert (side.parts[pulls[0][0]].value, side.other_end(*pulls[0])) == ("2k2", "GND")


def test_only_the_decoders_can_wake_a_reader_and_only_one(side):
    """Reader n is woken by output n of the decoders, which share the enable and the address but for its top bit."""
    net = side.net_of()
    outputs = ("15", "14", "13", "12", "11", "10", "9", "7")
    channels = [net.get((decoder, number)) for decoder in ("U2", "U3") for number in outputs]
    assert channels == [*(f"RST_{channel:02d}" for channel in range(READERS)), None, None]
    connectors = {side.parts[name].value: name for name in side.references("reader")}
    assert [net[connectors[f"reader {n}"], "7"] for n in range(READERS)] == channels[:READERS]
    for decoder, top in (("U2", "5"), ("U3", "6")):
        assert [net[decoder, number] for number in ("1", "2", "3", "4")] == ["SEL_A0", "SEL_A1", "SEL_A2", "SEL_EN_N"]
        assert net[decoder, top] == "SEL_A3"
    assert (net["U2", "6"], net["U3", "5"]) == ("3V3", "GND")
    assert [net[end] for end in side.nets["SEL_EN_N"] if end[0].startswith("U")] == ["SEL_EN_N"] * 4


def test_no_five_volts_reach_the_pico_or_a_reader(side):
    """The supply of the pixels touches neither the Pico nor switch, decoders or connectors of all else."""
    endangered = {"pico", "reader", "console", "display", "debug", "decoder", "switch"}
    for name in ("5V", "5V_IN", "PIXEL_5V", "PIXEL_OUT"):
        assert {side.parts[reference].kind for reference, _ in side.nets[name]} & endangered == set()


def test_the_ribbon_goes_straight_through(side, pinmap):
    """The connector has the module's own order: pin 1 of the ribbon is SDA at both ends."""
    net = side.net_of()
    names = {"CS_N": "SDA", "SCK_00": "SCK", "MOSI_00": "MOSI", "MISO_00": "MISO", "GND": "GND", "RST_00": "RST"}
    found = [{**names, None: "IRQ", "3V3": "3V3"}[net.get(("J10", str(number)))] for number in range(1, 9)]
    assert tuple(found) == pinmap.reader_pins


def test_skidl_stays_in_its_own_process():
    """Neither making the documents nor testing them starts SKiDL in this process, where it would litter."""
    need_extra("hardware", "numpy")
    assert "hardware.produce" in sys.modules or __import__("hardware.produce")
    assert "skidl" not in sys.modules
