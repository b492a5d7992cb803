"""Wrapping milliseconds and the estimate of the other end's clock."""

from hypothesis import given
from hypothesis import strategies as st

from hub.board.clock import MASK, PERIOD_MS, Clock, since


@given(st.integers(0, MASK), st.integers(-(PERIOD_MS // 2), PERIOD_MS // 2 - 1))
def test_differences_survive_the_wrap(then, gone):
    """The time between two moments less than six days apart is right wherever the count wraps."""
    assert gone == since((then + gone) & MASK, then)


def test_the_shortest_round_trip_is_believed():
    """A slow sample spoils the offset, a quick one corrects it, whatever came before."""
    clock = Clock()
    clock.sample(sent=1000, peer=6000, now=1080)  # all of the 80 ms on one leg: wrong by 40
    assert clock.offset == 5000 - 40
    clock.sample(sent=2000, peer=7001, now=2002)
    assert (clock.offset, clock.rtt) == (5000, 2)
    clock.sample(sent=3000, peer=8000, now=3060)
    assert (clock.offset, clock.rtt) == (5000, 2)
    assert clock.peer(3000) == 8000


def test_only_the_last_sixteen_samples_count():
    """A clock that drifts is followed: the one good sample of long ago is forgotten."""
    clock = Clock()
    clock.sample(sent=0, peer=100, now=0)
    for i in range(16):
        clock.sample(sent=i * 1000, peer=i * 1000 + 205, now=i * 1000 + 10)
    assert (clock.offset, clock.rtt) == (200, 10)


def test_an_echo_from_the_future_is_ignored():
    """A peer that echoes a moment we have not had yet teaches nothing."""
    clock = Clock()
    clock.sample(sent=500, peer=0, now=400)
    assert clock.rtt is None
    assert clock.peer(400) is None
