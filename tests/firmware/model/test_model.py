"""The model against data sheets: chip (MFRC522, rev. 3.9), display (SSD1306, rev. 1.1), tags (ISO 14443-3 type A)."""

import random

import pytest
from emulation.model.display import ADDRESS, HEIGHT, WIDTH, Display
from emulation.model.frames import Frame, checked
from emulation.model.tag import REQA, WUPA, State, Tag

UID = "04A1B2C3D4E5F6"

SET_UP = bytes.fromhex("00ae200040a1a81fc8d300da02d580d9f1db30814fa4a68d14af")
WHOLE = b"\x00\x21\x00\x7f\x22\x00\x03"
DARK = (" " * WIDTH,) * HEIGHT


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


def shown(set_up, pixels, address=ADDRESS):
    """What is lit after this set-up and these 512 bytes."""
    display = Display(random.Random(1))
    for data in (set_up, WHOLE, b"\x40" + pixels):
        display.write(address, data)
    return display.lit()


@pytest.mark.parametrize(
    ("right", "wrong"),
    [(b"\x8d\x14", b"\x8d\x10"), (b"\xa8\x1f", b"\xa8\x3f"), (b"\xda\x02", b"\xda\x12"), (b"\xaf", b"")],
)
def test_a_wrong_set_up_is_dark(right, wrong):
    """Without charge pump, with the lines of another glass, or never switched on."""
    assert shown(SET_UP.replace(right, wrong), bytes([255]) * 512) == DARK
    assert shown(SET_UP, bytes([255]) * 512, ADDRESS + 1) == DARK


@pytest.fixture
def tag():
    """A seven-byte tag that has been in a field for long."""
    tag = Tag(bytes.fromhex("04A1B2C3D4E5F6"))
    tag.power(True, 0)
    return tag


def say(tag, data, now_us=10_000):
    """Say whole bytes; the answer as bytes."""
    answer = tag.answer(Frame.of(data), now_us)
    return None if answer is None else answer.data()


def test_a_tag_needs_its_time(tag):
    """It says nothing before it has started, and nothing without a field."""
    assert tag.answer(REQA, 2999) is None
    assert tag.answer(REQA, 3000) == Frame.of(b"\x44\x00")
    tag.power(False, 4000)
    assert tag.answer(WUPA, 10_000) is None


@pytest.mark.parametrize(
    "frame",
    [
        REQA,
        Frame.of(b"\x93"),
        Frame.of(b"\x95\x20"),
        Frame.of(b"\x93\x20\x01"),
        Frame.of(checked(b"\x93\x70\x88\0\0\0\0")),
    ],
)
def test_a_wrong_frame_throws_it_back(tag, frame):
    """Anything it does not expect while it is being identified sends it back to IDLE without an answer."""
    tag.answer(WUPA, 10_000)
    assert tag.answer(frame, 10_000) is None
    assert tag.state is State.IDLE


def test_a_selection_with_a_wrong_checksum_does_not_count(tag):
    """The uid is right, the checksum is not: no answer."""
    tag.answer(WUPA, 10_000)
    part = say(tag, b"\x93\x20")
    assert say(tag, b"\x93\x70" + part + b"\x00\x00") is None
