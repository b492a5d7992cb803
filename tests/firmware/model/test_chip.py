"""The model of the chip against its data sheet (MFRC522, rev. 3.9; sections in the tests)."""

import pytest
from emulation.model import Faults, pins

UID = "04A1B2C3D4E5F6"


def test_registers_after_reset(wire):
    """The values that 9.2 promises after a reset stand in the registers."""
    wanted = {0x01: 0x20, 0x04: 0x14, 0x0C: 0x10, 0x0E: 0xA0, 0x14: 0x80, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20}
    assert dict(zip(wanted, wire.read(*wanted), strict=True)) == wanted
    assert wire.read(0x37) == b"\x92"


def test_nothing_answers_before_the_oscillator_runs(wire):
    """Just out of reset only the command register answers, with PowerDown set, and what is written is lost (8.8.3)."""
    for level in (1, 0):
        wire.model.pin_write(pins.SELECT_ENABLE_N, level)
    wire.write(0x2D, 0x55)
    assert wire.read(0x01, 0x37) == b"\x30\x00"
    wire.us += 9000
    assert wire.read(0x01, 0x37, 0x2D) == b"\x20\x92\x00"


def test_a_reset_forgets_everything(wire):
    """NRSTPD clears registers, FIFO and field."""
    wire.field()
    wire.write(0x09, 1, 2, 3)
    assert wire.model.chips[0].antenna.on
    for level in (1, 0):
        wire.model.pin_write(pins.SELECT_ENABLE_N, level)
    wire.us += 9000
    assert wire.read(0x0A, 0x14, 0x2B) == b"\x00\x80\x00"
    assert not wire.model.chips[0].antenna.on


def test_the_fifo_holds_64_bytes(wire):
    """The 65th byte sets BufferOvfl; flushing empties and clears; what comes out is what went in (8.3)."""
    wire.write(0x09, *range(64))
    assert wire.read(0x0A, 0x06) == b"\x40\x00"
    wire.write(0x09, 99)
    assert wire.read(0x0A, 0x06) == b"\x40\x10"
    assert wire.read(*[0x09] * 64) == bytes(range(64))
    wire.write(0x0A, 0x80)
    assert wire.read(0x0A, 0x06) == b"\x00\x00"


def test_the_timer_ends_the_wait(field):
    """Without a tag TimerIRq comes 2 ms after the frame, not before, and RxIRq does not come (8.5.2)."""
    field.send(b"\x52", bits=7, wait_us=2000)
    assert field.read(0x04)[0] & 0x71 == 0x40
    field.us += 200
    assert field.read(0x04)[0] & 0x31 == 0x01


def test_an_answer_takes_the_time_it_takes(field):
    """REQA lasts 85 us, the tag waits 91 us and answers for 189: before that there is no RxIRq."""
    field.lay(UID)
    assert field.send(b"\x26", bits=7, wait_us=300) == b""
    field.us += 150
    assert field.read(0x04)[0] & 0x21 == 0x20
    assert field.read(0x09, 0x09) == b"\x44\x00"


@pytest.mark.parametrize(("counted_from", "place"), [("answer", 1), ("byte", 4)])
def test_the_place_of_a_collision(field, counted_from, place):
    """CollErr with the first bit that differs; after a question of three bits it counts as the fault says."""
    field.model.fail(0, Faults(collisions_from=counted_from))
    field.lay("01020304", "09020304")
    field.send(b"\x52", bits=7)
    field.send(b"\x93\x20")
    assert field.read(0x06)[0] & 0x08
    assert field.read(0x0E)[0] & 0x3F == 4
    field.send(b"\x93\x23\x01", bits=0x33)
    assert field.read(0x0E)[0] & 0x3F == place


def test_a_collision_shows_before_the_answer_is_over(field):
    """ErrIRq comes with the first bit that differs, RxIRq with the end of the answer."""
    field.lay("01020304", "03020304")
    field.send(b"\x52", bits=7)
    field.send(b"\x93\x20", wait_us=450)
    assert field.read(0x04)[0] & 0x23 == 0x02
    field.us += 500
    assert field.read(0x04)[0] & 0x23 == 0x22


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


@pytest.mark.parametrize(("steps", "rings"), [(3, True), (4, True), (7, False), (40, False)])
def test_the_timer_runs_until_the_fifth_bit_of_an_answer(field, steps, rings):
    """One of 0.1 or 0.125 ms rings although a tag answers; one of 0.2 ms is stopped (9.3.3.10)."""
    field.write(0x2D, steps)
    field.lay(UID)
    field.send(b"\x52", bits=7)
    assert field.read(0x04)[0] & 0x21 == 0x20 | rings


@pytest.mark.parametrize("setup", [(1_000_000, 1, 1), (1_000_000, 0, 1), (20_000_000, 0, 0)])
def test_the_bus_wants_its_mode_and_its_rate(wire, setup):
    """In another mode, or above 10 MHz, no register reads as it should (8.1.2)."""
    wire.model.bus_setup(*setup)
    assert [wire.read(0x37) for _ in range(20)].count(b"\x92") < 10
    wire.model.bus_setup(10_000_000, 0, 0)
    assert wire.read(0x37) == b"\x92"
