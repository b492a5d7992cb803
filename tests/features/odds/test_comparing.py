"""Answers are compared by the same chance, those that are hard to tell apart most often, and within a budget."""

import math
import time

import pytest

from hub.domain.commands import Buy, Decline, Draw, Throw
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
from hub.domain.tasks import AgendaSet, BuyPending
from hub.editions import EDITIONS
from hub.features.odds.comparing import Compared, InThisProcess, InWorkers, compare
from hub.features.odds.outlook import Budget
from hub.features.odds.position import Position, seen_by
from hub.simulation.workers import GivenUp, Workers

ANSWERS = [Buy(0), Decline(0), Throw(0), Draw(0), Buy(1), Decline(1), Throw(1), Draw(1)]


WON, LOST = (1.0, 0.0), (0.0, 1.0)


def wins(of_seat_0: str) -> list[tuple[float, float]]:
    """Rollouts that were played to the end: `w` where seat 0 won."""
    return [WON if letter == "w" else LOST for letter in of_seat_0]


class Loaded:
    """An arena in which seat 0 wins after answer n exactly `wins[n]` of each hundred rollouts."""

    def __init__(self, wins: list[int]) -> None:
        self.wins, self.asked = wins, list[tuple[tuple[int, ...], range]]()

    def play(self, answers, numbers, _deadline_s):
        """Number 37 n modulo 100, so that the wins are spread."""
        self.asked.append((tuple(answers), numbers))
        return [[WON if 37 * n % 100 < self.wins[answer] else LOST for n in numbers] for answer in answers]


def at_buying(played, edition: str = "classic") -> Position:
    """Seat 0 may complete a group for little money."""
    state = played(edition, 3)
    DeedMoved(1, NOBODY, 0).fold(state)
    AgendaSet((BuyPending(0, 3, 60),), 1).fold(state)
    return seen_by(EDITIONS[edition], state, 0)


def test_the_best_is_first_and_has_most_rollouts():
    """Half of those that are left go each time; the first one stays, since it is what would be done anyway."""
    arena = Loaded([5, 40, 10, 60, 20, 55, 30, 1])
    found = compare(arena, ANSWERS, 0, Budget(960))
    assert found[0].command == ANSWERS[3]
    assert {one.command for one in found} == set(ANSWERS)
    left = [answers for answers, _ in arena.asked]
    assert left[0] == tuple(range(8))
    assert set(left[-1]) == {0, 3, 5}
    assert len(found[0].rollouts) == max(len(one.rollouts) for one in found)
    assert len(found[0].rollouts) > 3 * min(len(one.rollouts) for one in found)
    assert sum(len(one.rollouts) for one in found) <= 960


def test_the_same_numbers_are_played_after_each_answer():
    """From 0 on without a gap, for all that are left at once."""
    arena = Loaded([50, 40, 30])
    compare(arena, ANSWERS[:3], 0, Budget(300))
    numbers = [number for _, part in arena.asked for number in part]
    assert numbers == list(range(len(numbers)))


def test_little_time_is_enough_for_an_answer():
    """Each answer has some rollouts, however slow they are."""

    class Slow(Loaded):
        def play(self, answers, numbers, deadline_s):
            time.sleep(0.02)
            return super().play(answers, numbers[:2], deadline_s)

    arena = Slow([50, 40, 30, 20])
    found = compare(arena, ANSWERS[:4], 0, Budget(10_000, seconds=0))
    assert len(arena.asked) == 1
    assert [len(one.rollouts) for one in found] == [2] * 4


def test_what_chance_explains_is_no_difference():
    """By pairs: two answers that win the same rollouts but a few differ by those alone."""
    common = wins("wl" * 200)
    one, two = Compared(Buy(0), common), Compared(Decline(0), wins("ll" * 3) + common[6:])
    lead, error = one.lead(two, 0)
    assert lead == pytest.approx(3 / 400)
    assert error < 0.01
    assert not one.is_better(two, 0)
    assert one.is_better(Compared(Decline(0), wins("ll" * 30) + common[60:]), 0)
    assert one.odds(0) == one.odds(1) == 0.5
    low, high = one.bounds(0)
    assert low < 0.5 < high
    assert Compared(Buy(0), []).bounds(0) == (0.0, 1.0)
    assert one.lead(Compared(Buy(0), []), 0) == (0.0, math.inf)


@pytest.mark.gate
def test_two_equal_results_are_no_certainty():
    """Both rollouts came out a tenth better, as they may by chance; a dozen that agree are more than chance."""
    better, worse = (0.6, 0.4), (0.5, 0.5)
    assert not Compared(Buy(0), [better] * 2).is_better(Compared(Decline(0), [worse] * 2), 0)
    assert Compared(Buy(0), [better] * 12).is_better(Compared(Decline(0), [worse] * 12), 0)


@pytest.mark.gate
def test_workers_find_what_is_found_here(played):
    """However the rollouts are cut into portions."""
    position, answers = at_buying(played), [Decline(0), Buy(0)]
    budget = Budget(200)
    with Workers(1) as workers:
        there = compare(InWorkers(workers, position, answers, "x"), answers, 0, budget)
    assert there == compare(InThisProcess(position, answers, "x"), answers, 0, budget)
    assert there[0].command == Buy(0)


def test_what_is_not_wanted_any_more_is_given_up(played):
    """Within moments, and without an answer."""
    position, answers = at_buying(played), [Buy(0), Decline(0)]
    with Workers(1) as workers, pytest.raises(GivenUp):
        compare(InWorkers(workers, position, answers, "x", lambda: True), answers, 0, Budget(10_000_000))
