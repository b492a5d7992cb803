"""The model of a tag against ISO 14443-3 type A."""

import pytest
from emulation.model.frames import Frame, checked
from emulation.model.tag import REQA, WUPA, State, Tag


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
