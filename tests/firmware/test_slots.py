"""Slots: the same index on every side at once, expected readers sooner, and no two corners awake together."""

from __future__ import annotations

import itertools

import pytest

HOUR_MS = 3_600_000


def walk(slots, begin_ms, ms, poll_ms=lambda reader: 7):
    """(time, reader) of each poll of a node whose polls take that long."""
    now, polls = begin_ms, []
    while now < begin_ms + ms:
        wait_ms = slots.wait_ms(now)
        if wait_ms:
            now += wait_ms
            continue
        reader = slots.take()
        if reader is not None:
            polls.append((now, reader))
            now += poll_ms(reader)
    return polls


def make(readers=10, longest=10, first=()):
    from node.slots import Slots

    slots = Slots(readers, longest)
    slots.first = first
    return slots


@pytest.mark.parametrize(("readers", "round_ms"), [(1, 144), (10, 188), (13, 236)])
def test_every_reader_has_its_turn(readers, round_ms):
    """No reader waits longer than a round, whatever hour it is."""
    polls = walk(make(readers, readers), HOUR_MS, 5000)
    for reader in range(readers):
        times = [at for at, polled in polls if polled == reader]
        gaps = [after - before for before, after in itertools.pairwise(times)]
        assert max(gaps) <= round_ms


def test_occupied_readers_make_nobody_starve():
    """Polls of 18 ms make the next ones late, not fall out."""
    polls = walk(make(), 0, 10_000, lambda reader: 18 if reader in (2, 3) else 7)
    counts = [sum(polled == reader for _, polled in polls) for reader in range(10)]
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize("crowded", [(0,), (0, 5), (2, 4), (1, 2, 3), (9,)])
@pytest.mark.parametrize("poll_ms", [40, 55, 80])
@pytest.mark.parametrize("first", [(), (0, 4)])
def test_a_crowd_of_pieces_hides_no_other_reader(crowded, poll_ms, first):
    """All pieces on one space take several slots at once; the readers whose slots these are come in another round."""
    polls = walk(make(first=first), HOUR_MS, 20_000, lambda reader: poll_ms if reader in crowded else 8)
    for reader in range(10):
        times = [at for at, polled in polls if polled == reader]
        assert max(after - before for before, after in itertools.pairwise([HOUR_MS, *times])) <= 1500


def test_the_expected_reader_and_the_one_the_piece_leaves_are_read_often():
    """Each of the two comes at least every 100 ms, on average twice as often as the others."""
    polls = walk(make(first=(8, 3)), 12_345, 10_000)
    for reader in (8, 3):
        times = [at for at, polled in polls if polled == reader]
        assert max(after - before for before, after in itertools.pairwise(times)) <= 100 + 12


def test_sides_read_the_same_index_at_once():
    """Two sides with one clock begin each poll within two slots of each other, one of them with pieces on it."""
    one = walk(make(), 0, 10_000)
    other = walk(make(), 0, 10_000, lambda reader: 18 if reader in (0, 5, 9) else 7)
    starts = {}
    for side in (one, other):
        for number, (at, reader) in enumerate(poll for poll in side if poll[1] == 4):
            starts.setdefault(number, []).append(at)
            assert reader == 4
    pairs = [times for times in starts.values() if len(times) == 2]
    assert len(pairs) > 50
    assert max(abs(a - b) for a, b in pairs) <= 24


def test_the_two_ends_of_a_corner_are_never_first_together():
    """In the slots of the expected readers only one half of each side is awake."""
    ends, starts = make(first=(7, 8, 9)), make(first=(0, 1, 2))
    preferred = [at for at, _ in walk(ends, 0, 5000) if at // 12 % 4 == 3]
    others = [at for at, _ in walk(starts, 0, 5000) if at // 12 % 4 == 3]
    assert preferred
    assert others
    assert set(preferred).isdisjoint(others)


@pytest.mark.parametrize("jump_ms", [-5_000_000, -30, 30, 5_000_000, (1 << 30) - 100])
def test_a_clock_that_jumps_is_followed_at_once(jump_ms):
    """After the clock was set the next slot is due within a slot or two, and the round goes on."""
    slots = make()
    walk(slots, 6_000_000, 1000)
    now = (6_001_000 + jump_ms) % (1 << 30)
    assert slots.wait_ms(now) <= 48
    assert {reader for _, reader in walk(slots, now, 400)} == set(range(10))
