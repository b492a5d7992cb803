"""Reader windows: the same index on every side at once, expected readers sooner, and no two corners awake together."""

import itertools
import random
import re

import pytest

from hardware import board

HOUR_MS = 3_600_000


def walk(windows, begin_ms, ms, poll_ms=lambda reader: 7):
    """(time, reader) of each poll of a node whose polls take that long."""
    now, polls = begin_ms, []
    while now < begin_ms + ms:
        wait_ms = windows.wait_ms(now)
        if wait_ms:
            now += wait_ms
            continue
        reader = windows.take()
        if reader is not None:
            polls.append((now, reader))
            now += poll_ms(reader)
    return polls


def make(readers=10, longest=10, first=()):
    from node.reader_windows import ReaderWindows

    windows = ReaderWindows(readers, longest)
    windows.first = first
    return windows


def longest_ms(polls, reader, *ends):
    """The longest time between two polls of a reader, or from and to these ends."""
    times = sorted([*ends, *(at for at, polled in polls if polled == reader)])
    return max(after - before for before, after in itertools.pairwise(times))


def nobody_waits(windows, readers, seconds, poll_ms):
    """From the first moment on each reader is looked at within a second."""
    polls, ends = walk(windows, HOUR_MS, 1000 * seconds, poll_ms), (HOUR_MS, HOUR_MS + 1000 * seconds)
    assert max(longest_ms(polls, reader, *ends) for reader in range(readers)) < 1000


@pytest.mark.parametrize(("readers", "round_ms"), [(1, 144), (10, 200), (13, 248)])
def test_every_reader_has_its_turn(readers, round_ms):
    """No reader waits longer than a round, whatever hour it is."""
    polls = walk(make(readers, readers), HOUR_MS, 5000)
    assert max(longest_ms(polls, reader) for reader in range(readers)) <= round_ms


def test_occupied_readers_make_nobody_starve():
    """Polls of 18 ms make the next ones late, not fall out."""
    polls = walk(make(), 0, 10_000, lambda reader: 18 if reader in (2, 3) else 7)
    counts = [sum(polled == reader for _, polled in polls) for reader in range(10)]
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize("readers", [10, 13])
@pytest.mark.parametrize("crowded", [(0,), (7,), (0, 5), (2, 4), (5, 7, 9), (1, 2, 3), (9,)])
@pytest.mark.parametrize("poll_ms", [24, 30, 40, 55, 80])
def test_a_crowd_of_pieces_hides_no_other_reader(readers, crowded, poll_ms):
    """Pieces on a space take several windows at once; whichever reader is wanted, those behind it have their turns."""
    for first in ((), (0, 4), (crowded[0], (crowded[0] + 5) % readers)):
        nobody_waits(make(readers, readers, first), readers, 10, lambda reader: poll_ms if reader in crowded else 8)


def test_crowds_on_most_of_a_side_keep_nobody_waiting():
    """Eight readers of ten take eight windows each: whoever waits too long has the next one, whatever half it is in."""
    nobody_waits(make(10, 10, (2, 3, 8)), 10, 6, lambda reader: 8 if reader in (4, 9) else 100)


def test_a_slow_interpreter_skips_nobody():
    """Where polls take long now and then, as on a busy computer, all readers keep their turns."""
    luck = random.Random(1)
    nobody_waits(make(), 10, 20, lambda _: luck.choice((8, 8, 8, 40)))


@pytest.mark.parametrize("spaces", [40, 52])
@pytest.mark.parametrize("crowded", [(0,), (4,), (-1,), (2, 4), (1, -2)])
def test_a_reader_whose_turn_was_skipped_meets_nobody_when_it_has_it(spaces, crowded):
    """Out of its turn it is awake only while the other sides look at the same half: 240 mm stay between them."""
    readers = spaces // 4
    crowds = {reader % readers for reader in crowded}
    one = walk(make(readers, readers), HOUR_MS, 10_000, lambda reader: 60 if reader in crowds else 8)
    other = walk(make(readers, readers), HOUR_MS, 10_000)
    meetings = [(a, b) for at, a in one if a not in crowds for begun, b in other if abs(at - begun) < 8]
    assert len(meetings) > 100
    assert min(closest_mm(spaces, [a], [b]) for a, b in set(meetings)) >= 240


@pytest.mark.parametrize("longest", [10, 13])
@pytest.mark.parametrize("crowded", [(), (0,), (0, -1), (3, 7), (-1,)])
@pytest.mark.parametrize("first", [(), (0, 4), (8, 3)])
def test_the_second_reader_of_a_corner_has_its_turns(longest, crowded, first):
    """With or without crowds, also where it has one itself, every reader of a side is looked at within a second."""
    readers = longest + 1
    crowds = {reader % readers for reader in crowded}
    nobody_waits(make(readers, longest, first), readers, 10, lambda reader: 60 if reader in crowds else 8)


@pytest.mark.parametrize("spaces", [40, 52])
@pytest.mark.parametrize("late_ms", [0, 12])
def test_the_second_reader_of_a_corner_meets_nobody(spaces, late_ms):
    """While it is awake the other sides look at their lower halves: 150 mm from it, also if they are a window late."""
    readers = spaces // 4
    one = walk(make(readers + 1, readers), HOUR_MS, 10_000)
    other = walk(make(readers, readers), HOUR_MS, 10_000)
    meetings = {b for at, a in one if a == readers for begun, b in other if abs(at - begun - late_ms) < 8}
    assert meetings
    sizes = board.read()
    places = [sizes.reader_place(side, b, spaces) for side in (1, 2, 3) for b in meetings]
    assert min(board.distance(sizes.second_place(0, spaces), place) for place in places) >= 150


def test_a_crowd_that_has_gone_is_read_as_often_as_others():
    """A reader whose polls are short again has its turn in every round."""
    windows = make()
    walk(windows, HOUR_MS, 2000, lambda reader: 80 if reader == 5 else 8)
    assert longest_ms(walk(windows, HOUR_MS + 3500, 3000), 5) <= 200


@pytest.mark.parametrize(("readers", "gap_ms"), [(10, 100), (13, 150)])
def test_the_expected_reader_and_the_one_the_piece_leaves_are_read_often(readers, gap_ms):
    """Each comes every 100 ms at least, on the large board every 150, and twice as often as the others."""
    polls = walk(make(readers, readers, (8, 3)), 12_345, 10_000)
    counts = [sum(polled == reader for _, polled in polls) for reader in range(readers)]
    for reader in (8, 3):
        assert longest_ms(polls, reader) <= gap_ms + 12
        assert counts[reader] >= 2 * counts[1]


def test_a_wanted_reader_that_is_not_there_is_nobodys_turn():
    """A hub that takes this node for a larger one, or for another, has no say in it."""
    assert {reader for _, reader in walk(make(3, 10, (-1, 3, 9, 40)), 12_345, 5_000)} == {0, 1, 2}


@pytest.mark.parametrize("wanted", [(1, 3), (6, 8), (1, 2, 4)])
def test_wanted_readers_of_one_half_take_turns(wanted):
    """Each of them is read about as often as the other, and oftener than whoever is not wanted."""
    polls = walk(make(first=wanted), 12_345, 20_000)
    counts = [sum(polled == reader for _, polled in polls) for reader in range(10)]
    often = [counts[reader] for reader in wanted]
    assert max(often) - min(often) <= 3
    assert min(often) > 1.1 * max(counts[reader] for reader in range(10) if reader not in wanted)


def test_sides_read_the_same_index_at_once():
    """Two sides with one clock begin each poll within two windows of each other, one of them with pieces on it."""
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
    """In the windows of the expected readers only one half of each side is awake."""
    ends, starts = make(first=(7, 8, 9)), make(first=(0, 1, 2))
    preferred = [at for at, _ in walk(ends, 0, 5000) if at // 12 % 4 == 3]
    others = [at for at, _ in walk(starts, 0, 5000) if at // 12 % 4 == 3]
    assert preferred
    assert others
    assert set(preferred).isdisjoint(others)


@pytest.mark.parametrize("jump_ms", [-5_000_000, -30, 30, 5_000_000, (1 << 30) - 100])
def test_a_clock_that_jumps_is_followed_at_once(jump_ms):
    """After the clock was set the next window is due within a window or two, and the round goes on."""
    windows = make()
    walk(windows, 6_000_000, 1000)
    now = (6_001_000 + jump_ms) % (1 << 30)
    assert windows.wait_ms(now) <= 48
    assert {reader for _, reader in walk(windows, now, 400)} == set(range(10))


def woken(per_side, first):
    windows = make(per_side, per_side, first)
    windows.wait_ms(12)
    return [windows.take() for _ in range(16 * per_side)]


def closest_mm(spaces, ones, others):
    """The least distance of the readers that two neighbouring sides wake in the same windows."""
    sizes = board.read()
    return min(
        board.distance(sizes.reader_place(0, one, spaces), sizes.reader_place(side, other, spaces))
        for one, other in set(zip(ones, others, strict=False))
        if one is not None and other is not None
        for side in (1, 3)
    )


@pytest.mark.parametrize("spaces", [40, 52])
@pytest.mark.parametrize("late", [0, 1, 2])
def test_a_side_that_is_two_windows_late_meets_nobody(spaces, late):
    """The firmware keeps the distances of the table, whose silent windows keep late sides apart."""
    polls = woken(spaces // 4, ())
    assert closest_mm(spaces, polls[late:], polls) >= board.closest_in_lockstep(board.read(), spaces, late, 2) >= 280


@pytest.mark.parametrize("spaces", [40, 52])
def test_wanted_readers_keep_the_distances_that_are_documented(spaces):
    """Whichever readers are wanted first, they keep the distances of the document, with late sides and without."""
    plain, *wanted = (woken(spaces // 4, first) for first in ((), *((reader,) for reader in range(spaces // 4))))
    shown = re.search(r"wanted first are (\d+) mm away .* (\d+) mm if it is two", board.FOOT)
    for late, mm in enumerate(shown.groups(), 1):
        found = [closest_mm(spaces, *pair) for one in wanted for pair in ((one[late:], plain), (one, plain[late:]))]
        assert round(min(found)) == int(mm)
    together = [closest_mm(spaces, one, other) for one in wanted for other in wanted]
    assert min(together) >= board.closest_of_halves(board.read(), spaces) >= 240
