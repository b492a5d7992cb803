"""The model of a tag against ISO 14443-3 type A."""

import pytest
from emulation.model.frames import Frame, checked, collide
from emulation.model.tag import HLTA, REQA, WUPA, State, Tag


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


def select(tag):
    """Take it through both cascade levels."""
    tag.answer(WUPA, 10_000)
    for level in (b"\x93", b"\x95"):
        part = say(tag, level + b"\x20")
        answer = say(tag, checked(level + b"\x70" + part))
    return answer


def test_a_tag_needs_its_time(tag):
    """It says nothing before it has started, and nothing without a field."""
    assert tag.answer(REQA, 2999) is None
    assert tag.answer(REQA, 3000) == Frame.of(b"\x44\x00")
    tag.power(False, 4000)
    assert tag.answer(WUPA, 10_000) is None


def test_selection_halt_and_waking(tag):
    """Selected and halted, it answers WUPA but not REQA, until the field was off (6.3)."""
    assert select(tag) == checked(b"\x00")
    assert say(tag, HLTA) is None
    assert tag.state is State.HALT
    assert tag.answer(REQA, 10_000) is None
    assert tag.answer(WUPA, 10_000) is not None
    assert tag.answer(WUPA, 10_000) is None
    assert tag.state is State.HALT
    tag.power(False, 11_000)
    tag.power(True, 12_000)
    assert tag.answer(REQA, 20_000) is not None


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


@pytest.mark.parametrize("known", range(40))
def test_it_answers_to_the_beginning_of_its_uid(tag, known):
    """Asked with the first bits of its part it says the rest, and nothing if the last of these bits is another."""
    part = Frame.of(b"\x88\x04\xa1\xb2\x9f")
    tag.answer(WUPA, 10_000)
    head = Frame.of(bytes([0x93, 0x20 + (known // 8 << 4) + known % 8]))
    question = Frame(head.bits | (part.bits & (1 << known) - 1) << 16, 16 + known)
    assert tag.answer(question, 10_000) == part.part(known)
    if known:
        assert tag.answer(Frame(question.bits ^ 1 << 15 + known, question.length), 10_000) is None
    assert tag.state is State.READY


def test_answers_on_top_of_each_other():
    """Ones win, and the first difference is named; equal answers are one."""
    one, other = Frame.of(b"\x0f"), Frame.of(b"\x2b")
    assert collide([one, other]) == (Frame.of(b"\x2f"), 2)
    assert collide([one, one]) == (one, None)
