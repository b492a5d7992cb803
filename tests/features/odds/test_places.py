"""A program with many tables has only so many pools of processes at a time, and everybody gets their turn."""

import threading

import pytest
from helpers.house import until

from hub.editions import EDITIONS
from hub.features.odds.outlook import played_by
from hub.features.odds.position import beginning
from hub.simulation.workers import ProcessPools, Workers


class Pool:
    """Notes how often it was ended."""

    def __init__(self) -> None:
        self.ended = 0

    def end(self) -> None:
        self.ended += 1


def used(places: ProcessPools, *pools: Pool) -> None:
    for pool in pools:
        with places.busy(pool, lambda: True) as here:
            assert here


def test_whoever_used_theirs_longest_ago_gives_way() -> None:
    """And begins them again when it has something to do."""
    places, pools = ProcessPools(2), (Pool(), Pool(), Pool())
    used(places, pools[0], pools[1], pools[0], pools[2])
    assert [pool.ended for pool in pools] == [0, 1, 0]
    used(places, pools[1])
    assert [pool.ended for pool in pools] == [1, 1, 0]


def test_whoever_leaves_makes_room() -> None:
    """Nobody else is ended for the next."""
    places, pools = ProcessPools(1), (Pool(), Pool())
    used(places, pools[0])
    places.leave(pools[0])
    used(places, pools[1])
    assert pools[0].ended == 0


def test_what_is_busy_is_waited_for() -> None:
    """Nobody is ended amid an answer; the next begins as soon as it is there."""
    places, first, second, begun = ProcessPools(1), Pool(), Pool(), threading.Event()

    def other() -> None:
        with places.busy(second, lambda: True):
            begun.set()

    with places.busy(first, lambda: True):
        thread = threading.Thread(target=other)
        thread.start()
        assert not begun.wait(0.3)
        assert first.ended == 0
    thread.join()
    assert begun.is_set()
    assert first.ended == 1


def test_nobody_waits_for_what_is_not_wanted_any_more() -> None:
    """A table that is closed or has gone on gives its question up."""
    places, asked = ProcessPools(1), []
    with (
        places.busy(Pool(), lambda: True),
        places.busy(Pool(), lambda: asked.append("once") or len(asked) < 3) as here,  # type: ignore[func-returns-value]
    ):
        assert not here
    assert len(asked) == 3


@pytest.mark.gate
@pytest.mark.usefixtures("unyielding")
def test_processes_end_for_another_table_and_begin_again() -> None:
    """Real ones: never more than there are places, and answers are the same."""
    places = ProcessPools(1)
    position = beginning(EDITIONS["classic"], 2)
    with Workers(1, places=places) as one, Workers(1, places=places) as other:
        found = played_by(one, position, "x", range(2), 1, lambda: False)
        assert played_by(other, position, "x", range(2), 1, lambda: False) == found
        assert (one._pool is None, other._pool is None) == (True, False)
        assert played_by(one, position, "x", range(2), 1, lambda: False) == found
        until(lambda: other._pool is None, "the other's have ended")
