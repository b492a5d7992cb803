"""The feed tells whole moves, so that nothing is lost between it and the older ones that a page asks for."""

from __future__ import annotations

import pytest
from helpers.logged import kept, recorded

from hub.domain.commands import Buy
from hub.domain.history import Move
from hub.domain.pieces import PieceMoved
from hub.evening.retelling import retelling_of
from hub.table.game.feed import LINES_MAXIMUM, Feed
from hub.table.wire.audience import Audience

LONG = LINES_MAXIMUM + 5


def feed_of(counts: list[int]) -> list[int]:
    """The moves of the lines that are told after moves of so many lines each."""
    feed = Feed({})
    for seq, count in enumerate(counts):
        feed.note(kept(seq, Move(Buy(0), (PieceMoved(0, seq, seq, "throw"),) * count)))
    return [line.move for line in feed.newest(range(len(counts)), (), Audience("viewer"))]


def test_it_is_cut_between_moves():
    """A move that does not fit whole is not told, one that just fits is, and the newest is told however long."""
    assert feed_of([3] * 14) == [move for move in range(1, 14) for _ in range(3)]
    assert feed_of([1] * LONG) == list(range(5, LONG))
    assert feed_of([2, LINES_MAXIMUM - 1, 1]) == [1] * (LINES_MAXIMUM - 1) + [2]
    assert feed_of([1, LONG]) == [1] * LONG
    assert feed_of([1, LONG, 0, 1]) == [3]


@pytest.mark.parametrize("role", ["viewer", "banker"])
def test_with_what_is_older_it_is_the_whole_history(role):
    """After each move of a game: the lines of older moves and the feed are all the lines there are, none twice."""
    played, _ = recorded("haustein/mixed-2")
    audience = Audience(role)
    steps = [
        step for first in range(0, len(played.entries), 100) for step in retelling_of(played, first, audience).steps
    ]
    feed, every = Feed(played.rules.rows), []
    cut = 0
    for stored, step in zip(played.entries, steps, strict=True):
        feed.note(stored)
        every.extend(step.lines)
        newest = feed.newest(range(stored.seq + 1), (), audience)
        cut += len(every) > LINES_MAXIMUM and every[-LINES_MAXIMUM].move == every[-LINES_MAXIMUM - 1].move
        assert [line for line in every if line.move < newest[0].move] + list(newest) == every
    assert cut > 20, "the game has moves of several lines where it is cut"
