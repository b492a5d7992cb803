"""Presence: one report per arrival and departure, whatever polls miss; a failed reader says nothing of its tags."""

from __future__ import annotations

import random

import pytest

A, B = "04A1B2C3D4E5F6", "04FFFFFFFFFFFF"
ROUND_MS = 150


@pytest.fixture
def told():
    """What was reported."""
    return []


@pytest.fixture
def presence(told):
    """A node that has seen nothing yet."""
    from node.presence import Presence

    return Presence(told.append)


def tag(reader, uid, on):
    return {"t": "tag", "reader": reader, "uid": uid, "on": on}


def test_a_tag_that_lies_for_an_hour_is_one_report(presence, told):
    """An hour of polls, one in ten of which misses the tag, is one arrival; lifting it is one departure."""
    chance = random.Random(4)
    missed = [chance.random() < 0.1 for _ in range(3_600_000 // ROUND_MS)]
    for i in range(2, len(missed)):
        missed[i] = missed[i] and not (missed[i - 1] or missed[i - 2])  # what a tag does that lies well
    for miss in missed:
        presence.polled(3, [] if miss else [A])
    assert told == [tag(3, A, True)]
    for _ in range(10):
        presence.polled(3, [])
    assert told == [tag(3, A, True), tag(3, A, False)]


@pytest.mark.parametrize(
    ("polls", "left"), [("x", False), ("xx", False), ("x.x", False), ("xxx", True), ("xx.x", True), ("x..xx", False)]
)
def test_three_misses_in_four_polls_are_a_departure(presence, told, polls, left):
    """`x` is a poll that misses the tag, `.` one that sees it."""
    presence.polled(0, [A])
    for poll in polls:
        presence.polled(0, [] if poll == "x" else [A])
    assert (tag(0, A, False) in told) is left


def test_two_tags_on_one_reader_come_and_go_by_themselves(presence, told):
    """Each tag has its own arrival and its own misses."""
    presence.polled(5, [A])
    presence.polled(5, [A, B])
    for _ in range(4):
        presence.polled(5, [B])
    assert told == [tag(5, A, True), tag(5, B, True), tag(5, A, False)]
    assert presence.snapshot() == ([[5, B]], [])


def test_a_tag_that_moves_leaves_one_reader_and_arrives_on_the_other(presence, told):
    """It lies in one place: departure first, then arrival, and no second departure when the old reader misses it."""
    presence.polled(2, [A])
    presence.polled(7, [A])
    for _ in range(5):
        presence.polled(2, [])
    assert told == [tag(2, A, True), tag(2, A, False), tag(7, A, True)]


def test_a_failed_reader_is_no_departure(presence, told):
    """The fault is told once, its tags stay in the picture, and what still lies there on recovery is no arrival."""
    presence.polled(1, [A])
    for _ in range(50):
        presence.failed(1, "no_answer")
    assert told[1:] == [{"t": "fault", "reader": 1, "what": "no_answer"}]
    assert presence.snapshot() == ([[1, A]], [[1, "no_answer"]])
    presence.polled(1, [A])
    assert told[2:] == [{"t": "fault", "reader": 1, "what": None}]
    assert presence.snapshot() == ([[1, A]], [])


def test_a_tag_taken_from_a_failed_reader_is_heard_elsewhere(presence, told):
    """Its arrival is told; of its departure the failed reader could say nothing."""
    presence.polled(1, [A])
    presence.failed(1, "no_answer")
    presence.polled(4, [A])
    assert told[2:] == [tag(4, A, True)]
    assert presence.snapshot() == ([[4, A]], [[1, "no_answer"]])


def test_a_rival_is_a_reader_that_saw_the_tag_at_its_last_poll(presence):
    """Not one that missed it, not one that failed, not the reader itself."""
    presence.polled(1, [A])
    assert presence.rival(A, 2) == 1
    assert presence.rival(A, 1) is None
    assert presence.rival(B, 2) is None
    presence.polled(1, [])
    assert presence.rival(A, 2) is None
    presence.polled(1, [A])
    presence.failed(1, "no_answer")
    assert presence.rival(A, 2) is None


def test_a_garbled_poll_proves_no_absence(presence, told):
    """What it read has arrived; what it did not read may be there all the same."""
    presence.polled(0, [A])
    for _ in range(20):
        presence.polled(0, [B], clear=False)
    assert told == [tag(0, A, True), tag(0, B, True)]
