"""What sleeping readers may do to the line on which the awake one answers."""

from dataclasses import replace

import pytest
from helpers.missing import need_extra
from hypothesis import given, settings
from hypothesis import strategies as st

need_extra("hardware", "numpy")

from hardware import parts
from hardware.models import bus

LINK, DIODE, DIODE_680, SWITCH = bus.WIRINGS
GONE, LOW, HIGH, MIXED = bus.cases()


@pytest.fixture
def ours(side):
    """The wiring of the committed circuit."""
    return bus.built(side, parts.read())


def moved(netlist, contact, net):
    nets = {name: tuple(end for end in ends if end != contact) for name, ends in netlist.nets.items()}
    return replace(netlist, nets={**nets, net: (*nets[net], contact)})


@pytest.mark.parametrize(
    ("wiring", "read"),
    [
        (LINK, (True, False, False, False)),
        (DIODE, (False, False, False, False)),
        (DIODE_680, (True, True, False, False)),
        (SWITCH, (True, True, True, True)),
    ],
    ids=["link", "diode", "diode and 680", "switch"],
)
def test_who_may_sleep_on_the_line(wiring, read):
    """As the document says: letting go, all low, all high, one high."""
    assert tuple(bus.holds(wiring, each) for each in (GONE, LOW, HIGH, MIXED)) == read


@settings(max_examples=30, deadline=None)
@given(sleepers=st.tuples(*[st.sampled_from(("floats", "low", "high"))] * (bus.READERS - 1)))
def test_whatever_thirteen_sleepers_do_a_byte_is_read_through_the_switch(sleepers):
    """Each of them may float or be frozen at either level: at 1 MHz every bit is what the awake one put out."""
    assert bus.holds(SWITCH, sleepers)


@pytest.mark.parametrize("sleepers", [LOW, HIGH, MIXED])
def test_our_circuit_reads_whatever_sleepers_do(ours, sleepers):
    """What the circuit has, by its own parts and values, reads at 1 MHz, and would at twice that."""
    assert bus.holds(ours, sleepers)
    assert bus.holds(ours, sleepers, 2 * bus.CLOCK_HZ)


def test_a_reader_on_the_channel_of_another_is_named(side):
    """An answer that comes through while another reader is awake stops the document, with connector and channels."""
    swapped = moved(moved(side, ("J12", "4"), "MISO_05"), ("J15", "4"), "MISO_02")
    with pytest.raises(bus.NotJoined, match="J12 is woken by output 2, heard on 5"):
        bus.built(swapped, parts.read())


@pytest.mark.parametrize(("number", "name"), [("10", "S0"), ("13", "S3"), ("15", "E_N")])
def test_a_switch_that_the_decoders_do_not_lead_is_named(side, number, name):
    """Address and enable of the switch are those of the decoders, or it connects somebody who sleeps."""
    with pytest.raises(bus.NotJoined, match=f"{name} of the switch"):
        bus.built(moved(side, ("U5", number), "GND"), parts.read())


def test_the_committed_document_marks_what_we_build(generated, ours):
    """Of all wirings in the table one is ours, and it is the one with the switch."""
    text = (generated / "bus.txt").read_text(encoding="utf-8")
    (marked,) = [line for line in text.splitlines() if "(what we build)" in line]
    assert "74HC4067" in marked
    assert f"| {ours.ohms:.0f} Ω |" in marked
