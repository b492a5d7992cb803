"""Presence: one report per arrival and departure, whatever polls miss; a failed reader says nothing of its tags."""

import random

import pytest

A, B = "04A1B2C3D4E5F6", "04FFFFFFFFFFFF"
ROUND_MS = 150


@pytest.fixture
def shown():
    return []


@pytest.fixture
def presence(shown):
    """A node that has seen nothing yet."""
    from node.presence import Presence

    return Presence(shown.append)


def tag(reader, uid, on):
    return {"t": "tag", "reader": reader, "uid": uid, "on": on}


def test_a_tag_that_lies_for_an_hour_is_one_report(presence, shown):
    """An hour of polls, one in ten of which misses the tag, is one arrival; lifting it is one departure."""
    chance = random.Random(4)
    missed = [chance.random() < 0.1 for _ in range(3_600_000 // ROUND_MS)]
    for i in range(2, len(missed)):
        missed[i] = missed[i] and not (missed[i - 1] or missed[i - 2])  # what a tag does that lies well
    for miss in missed:
        presence.polled(3, [] if miss else [A])
    assert shown == [tag(3, A, True)]
    for _ in range(10):
        presence.polled(3, [])
    assert shown == [tag(3, A, True), tag(3, A, False)]


@pytest.mark.parametrize(
    ("polls", "left"), [("x", False), ("xx", False), ("x.x", False), ("xxx", True), ("xx.x", True), ("x..xx", False)]
)
def test_three_misses_in_four_polls_are_a_departure(presence, shown, polls, left):
    """`x` is a poll that misses the tag, `.` one that sees it."""
    presence.polled(0, [A])
    for poll in polls:
        presence.polled(0, [] if poll == "x" else [A])
    assert (tag(0, A, False) in shown) is left


def test_two_tags_on_one_reader_come_and_go_by_themselves(presence, shown):
    """Each tag has its own arrival and its own misses."""
    presence.polled(5, [A])
    presence.polled(5, [A, B])
    for _ in range(4):
        presence.polled(5, [B])
    assert shown == [tag(5, A, True), tag(5, B, True), tag(5, A, False)]
    assert presence.snapshot() == ([[5, B]], [])


def test_a_tag_that_moves_leaves_one_reader_and_arrives_on_the_other(presence, shown):
    """It lies in one place: departure first, then arrival, and no second departure when the old reader misses it."""
    presence.polled(2, [A])
    presence.polled(7, [A])
    for _ in range(5):
        presence.polled(2, [])
    assert shown == [tag(2, A, True), tag(2, A, False), tag(7, A, True)]


def test_a_failed_reader_is_no_departure(presence, shown):
    """The fault is reported once, its tags stay in the picture, and what still lies there on recovery is no arrival."""
    presence.polled(1, [A])
    for _ in range(50):
        presence.failed(1, "no_answer")
    assert shown[1:] == [{"t": "fault", "reader": 1, "what": "no_answer"}]
    assert presence.snapshot() == ([[1, A]], [[1, "no_answer"]])
    presence.polled(1, [A])
    assert shown[2:] == [{"t": "fault", "reader": 1, "what": None}]
    assert presence.snapshot() == ([[1, A]], [])


def test_a_tag_taken_from_a_failed_reader_is_heard_elsewhere(presence, shown):
    """Its arrival is reported; of its departure the failed reader could say nothing."""
    presence.polled(1, [A])
    presence.failed(1, "no_answer")
    presence.polled(4, [A])
    assert shown[2:] == [tag(4, A, True)]
    assert presence.snapshot() == ([[4, A]], [[1, "no_answer"]])


def test_a_tag_has_one_place(presence):
    """The reader that saw it, also while it misses it now and then, but not one that has failed since."""
    assert presence.place(A) is None
    presence.polled(1, [A])
    presence.polled(1, [])
    assert (presence.place(A), presence.place(B)) == (1, None)
    presence.failed(1, "no_answer")
    assert presence.place(A) is None


def test_a_garbled_poll_proves_no_absence(presence, shown):
    """What it read has arrived; what it did not read may be there all the same."""
    presence.polled(0, [A])
    for _ in range(20):
        presence.polled(0, [B], clear=False)
    assert shown == [tag(0, A, True), tag(0, B, True)]


def test_what_has_another_number_each_time_is_one_tag(presence):
    """Telephones make up four bytes that begin with 08; a tag with seven may begin so and is itself (ISO 14443-3)."""
    from node.scan import Scan

    class Readers(list):
        async def read(self, _reader, _gain):
            return ["08A1B2C3", "04A1B2C3", "08A1B2C3D4E5F6"]

    with pytest.raises(StopIteration) as read:
        Scan(Readers([None]), presence, None, None)._read(0).send(None)
    assert read.value.value == ["08000000", "04A1B2C3", "08A1B2C3D4E5F6"]
