"""The outlook: what rollouts are counted into, and what it costs to ask."""

import pytest

from hub.domain.tasks import AgendaSet
from hub.editions import EDITIONS
from hub.features.odds import outlook as module
from hub.features.odds.evaluation import Prospects
from hub.features.odds.outlook import Budget, bounds, counted, outlook, portion_of, usual_budget, usual_jobs
from hub.features.odds.position import EVALUATION, seen_by
from hub.simulation.pace import PAUSE_S, USUAL_S, minutes, played_s, seconds_per_turn
from hub.simulation.statistics import interval


class Paper:
    """Workers that write down what they are asked for: seat 0 wins three of four."""

    jobs = 1

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def call(self, _function, portions, _unwanted, _deadline_s):
        numbers = [number for _packed, _seed, portion in portions for number in portion]
        self.asked.append(numbers)
        return [ended(int(number % 4 == 3), 40 + number % 10) for number in numbers]


def ended(winner: int, turns: int) -> Prospects:
    """A rollout of three seats that was played to its end."""
    return Prospects(tuple(float(seat == winner) for seat in range(3)), (turns,) * 3)


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"),
    [(0, 20, 0.0, 0.1611), (10, 20, 0.2993, 0.7007), (500, 1000, 0.4691, 0.5309), (1000, 1000, 0.9962, 1.0)],
)
def test_the_interval_is_wilsons(wins, count, low, high):
    """As the tables of the textbooks have it."""
    assert interval(wins, count) == pytest.approx((low, high), abs=1e-4)


def test_odds_are_shares_of_all_rollouts():
    """Together they are one, each lies in its interval, and the turns are those in the middle."""
    found = counted([ended(0, 10), ended(0, 20), ended(2, 30), ended(0, 90)], "paper")
    assert found.odds == (0.75, 0.0, 0.25)
    assert found.turns_left == 25
    assert all(low <= odds <= high for odds, low, high in zip(found.odds, found.low, found.high, strict=True))


def test_most_evenings_are_eight_of_ten():
    """Of games that end after 1 to 99 turns, eight of ten lie between the outer figures."""
    found = counted([ended(0, turns) for turns in range(1, 100)], "paper")
    assert (found.turns_least, found.turns_left, found.turns_most) == (10, 50, 90)


def test_odds_are_means_of_what_was_judged():
    """Each rollout says more than who won; what the evaluation may be wrong by is part of the bounds."""
    found = counted([Prospects((0.5, 0.3, 0.2), (10, 20, 40)), Prospects((0.7, 0.1, 0.2), (20, 30, 60))], EVALUATION)
    assert found.odds == pytest.approx((0.6, 0.2, 0.2))
    assert (found.turns_least, found.turns_left, found.turns_most) == (15, 25, 50)
    low, high = bounds([0.6] * 1_000)
    assert (low, high) == pytest.approx((0.6 - 1.96 * 0.04, 0.6 + 1.96 * 0.04))
    assert (found.low[0] + found.high[0]) / 2 == pytest.approx(0.6)
    assert found.high[0] - found.low[0] > high - low


def test_batches_rise_until_the_budget_is_used_up(played):
    """Every number is asked for once, in order, and no more of them than were granted."""
    paper, rules = Paper(), EDITIONS["classic"]
    found = outlook(paper, seen_by(rules, played("classic", 50), None), "s", Budget(2_345))
    assert [number for numbers in paper.asked for number in numbers] == list(range(2_345))
    assert [len(numbers) for numbers in paper.asked[:4]] == [30, 30, 60, 120]
    assert found.rollouts == 2_345
    assert found.odds == pytest.approx((0.75, 0.25, 0.0), abs=0.001)


@pytest.mark.parametrize(
    ("rollouts", "seconds", "jobs", "tenth"), [(100, 1, 1, 10), (600, 2, 3, 10), (12, 4, 4, 1), (10, 0, 1, 20_000)]
)
def test_a_portion_keeps_one_process_busy_for_a_tenth_of_a_second(rollouts, seconds, jobs, tenth):
    """Processes share what was played, so each played that part of it in the same time."""
    assert portion_of(rollouts, seconds, jobs) == tenth


def test_it_ends_as_soon_as_it_is_certain_enough(played):
    """An interval of a fifth takes few rollouts."""
    found = outlook(Paper(), seen_by(EDITIONS["classic"], played("classic", 50), None), "s", Budget(10_000, width=0.2))
    assert found.rollouts == 120
    assert found.high[0] - found.low[0] < 0.2


@pytest.mark.parametrize(("count", "jobs", "most"), [(1, 1, 200), (2, 1, 1_000), (8, 7, 1_000)])
def test_a_weak_machine_is_asked_for_less(monkeypatch, count, jobs, most):
    """Where there is one processor rollouts are fewer and cruder; where there are more one stays free for the hub."""
    monkeypatch.setattr(module, "processors", lambda: count)
    budget = usual_budget(4)
    assert (usual_jobs(), budget.rollouts) == (jobs, most)
    assert (budget.seconds < 4) == (count == 1)
    assert budget.width == (0.12 if count == 1 else 0.06)


def test_time_that_is_up_ends_it(played, monkeypatch):
    """A batch that took too long is the last one."""
    clock = iter(range(0, 1_000, 3))
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    paper = Paper()
    position = seen_by(EDITIONS["classic"], played("classic", 50), None)
    assert outlook(paper, position, "s", Budget(10_000, seconds=10)).rollouts == 60
    assert len(paper.asked) == 2


def test_a_game_that_is_over_is_not_played(played):
    """Its winner is certain."""
    paper, state = Paper(), played("classic", 50)
    state.turns.winner = 2
    AgendaSet((), 1).fold(state)
    found = outlook(paper, seen_by(EDITIONS["classic"], state, None), "s", Budget(100))
    assert (found.odds, found.turns_left, found.rollouts) == ((0.0, 0.0, 1.0), 0, 0)
    assert paper.asked == []


def test_the_pace_is_measured_without_pauses():
    """Turns of 20 seconds with supper between come to that in the end; nothing measured is a guess."""
    moments = [turn * 20_000 + (turn > 5) * 3_600_000 for turn in range(401)]
    assert PAUSE_S < 3_600
    assert seconds_per_turn(moments, 400) == pytest.approx(20, abs=0.5)
    assert seconds_per_turn(moments[:11], 10) == pytest.approx((9 * 20 + 8 * 40) / 18)
    assert seconds_per_turn(moments[:1], 0) == USUAL_S
    assert played_s([0, 5_000, 2_000, 7_000]) == 10, "a clock that is set back takes nothing away"
    assert minutes(90, 40) == 60
