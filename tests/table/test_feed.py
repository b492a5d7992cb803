"""The feed tells whole moves, so that nothing is lost between it and the older ones that a page asks for."""

import pytest
from helpers.logged import kept, recorded

from hub.domain.commands import Buy
from hub.domain.history import Move
from hub.domain.pieces import PieceMoved
from hub.records.retelling import retelling_of
from hub.table.game.feed import LINES_MAXIMUM, Feed
from hub.table.game.shown import ShownLog
from hub.table.wire.audience import Audience

LONG = LINES_MAXIMUM + 5


def feed_of(counts: list[int]) -> list[int]:
    """The moves of the lines that are sent after moves of so many lines each."""
    entries = [kept(seq, Move(Buy(0), (PieceMoved(0, seq, seq, "throw"),) * count)) for seq, count in enumerate(counts)]
    feed = Feed({}, entries)
    return [line.move for line in feed.newest(range(len(counts)), (), ShownLog(Audience("viewer")))]


def test_it_is_cut_between_moves():
    """A move that does not fit whole is not sent, one that just fits is, and the newest is sent however long."""
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
    log, every = [], []
    feed, cut = Feed(played.rules.rows, log), 0
    for stored, step in zip(played.entries, steps, strict=True):
        log.append(stored)
        every.extend(step.lines)
        newest = feed.newest(range(stored.seq + 1), (), ShownLog(audience))
        cut += len(every) > LINES_MAXIMUM and every[-LINES_MAXIMUM].move == every[-LINES_MAXIMUM - 1].move
        assert [line for line in every if line.move < newest[0].move] + list(newest) == every
    assert cut > 20, "the game has moves of several lines where it is cut"


@pytest.mark.parametrize(("game", "by"), [("haustein/mixed-2", "throw"), ("mpmp/corrected-2", "chance")])
def test_the_first_turn_says_why_it_is_whose_it_is(game, by):
    """The highest throw or chance; later turns follow by themselves, and feed and retelling say the same."""
    played, _ = recorded(game)
    audience = Audience("viewer")
    lines = [line for step in retelling_of(played, 0, audience).steps for line in step.lines]
    begun = [line.args.get("by") for line in lines if line.key == "turn_began"]
    assert begun[0] == by
    assert set(begun[1:]) == {None}
    early = played.entries[:9]
    fed = Feed(played.rules.rows, early).newest(range(len(early)), (), ShownLog(audience))
    assert next(line for line in fed if line.key == "turn_began").args["by"] == by
