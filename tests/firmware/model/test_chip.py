"""The model of the chip against its data sheet (MFRC522, rev. 3.9; sections in the tests)."""

import pytest

UID = "04A1B2C3D4E5F6"


def test_registers_after_reset(wire):
    """The values that 9.2 promises after a reset stand in the registers."""
    wanted = {0x01: 0x20, 0x04: 0x14, 0x0C: 0x10, 0x0E: 0xA0, 0x14: 0x80, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20}
    assert dict(zip(wanted, wire.read(*wanted), strict=True)) == wanted
    assert wire.read(0x37) == b"\x92"


def test_the_timer_ends_the_wait(field):
    """Without a tag TimerIRq comes 2 ms after the frame, not before, and RxIRq does not come (8.5.2)."""
    field.send(b"\x52", bits=7, wait_us=2000)
    assert field.read(0x04)[0] & 0x71 == 0x40
    field.us += 200
    assert field.read(0x04)[0] & 0x31 == 0x01


@pytest.mark.parametrize(("register", "value"), [(0x15, 0x00), (0x14, 0x81), (0x14, 0x82), (0x14, 0x03), (0x14, 0x80)])
def test_no_tag_answers_a_field_that_is_half_there(field, register, value):
    """Both drivers, the second one inverted, and pauses of the full depth: with less a tag understands nothing."""
    field.write(register, value)
    field.lay(UID)
    assert field.send(b"\x52", bits=7) == b""
    field.field()
    assert field.send(b"\x52", bits=7) == b"\x44\x00"


def test_weaker_drivers_wake_fewer_tags(field):
    """Only with both of them as strong as they can be does a tag wake that just gets enough from that."""
    field.model.put(0, UID, margin=1.05)
    for pull_down, pull_up, wakes in ((0x88, 0x20, 0), (0xF8, 0x20, 0), (0xF8, 0x3F, 1), (0x88, 0x3F, 0)):
        field.write(0x27, pull_down)
        field.write(0x28, pull_up)
        field.us += 5000
        assert (field.send(b"\x52", bits=7) == b"\x44\x00") == wakes


@pytest.mark.parametrize("setup", [(1_000_000, 1, 1), (1_000_000, 0, 1), (20_000_000, 0, 0)])
def test_the_bus_wants_its_mode_and_its_rate(wire, setup):
    """In another mode, or above 10 MHz, no register reads as it should (8.1.2)."""
    wire.model.bus_setup(*setup)
    assert [wire.read(0x37) for _ in range(20)].count(b"\x92") < 10
    wire.model.bus_setup(10_000_000, 0, 0)
    assert wire.read(0x37) == b"\x92"
