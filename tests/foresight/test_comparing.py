"""Answers are compared by the same chance, those that are hard to tell apart most often, and within a budget."""

from __future__ import annotations

import math
import time

import pytest

from hub.domain.agenda import AgendaSet
from hub.domain.commands import Buy, Decline, Draw, Throw
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
from hub.domain.tasks import BuyPending, DrawPending, ThrowPending
from hub.editions import EDITIONS
from hub.foresight.comparing import Compared, Elsewhere, Here, compare
from hub.foresight.engines import engine_for
from hub.foresight.engines.after import engine_after
from hub.foresight.engines.derived.engine import Derived
from hub.foresight.engines.one_road import OneRoad
from hub.foresight.outlook import Budget
from hub.foresight.position import Position, seen_by
from hub.foresight.workers import GivenUp, Workers
from hub.rules.game import Game
from hub.rules.house_rules.changes import limited_rounds

CLASSIC = EDITIONS["classic"]
ANSWERS = [Buy(0), Decline(0), Throw(0), Draw(0), Buy(1), Decline(1), Throw(1), Draw(1)]


class Loaded:
    """An arena in which seat 0 wins after answer n exactly `wins[n]` of each hundred rollouts."""

    def __init__(self, wins: list[int]) -> None:
        self.wins, self.asked = wins, list[tuple[tuple[int, ...], range]]()

    def play(self, answers, numbers, _deadline_s):
        """Number 37 n modulo 100, so that the wins are spread."""
        self.asked.append((tuple(answers), numbers))
        return [bytes(0 if 37 * n % 100 < self.wins[answer] else 1 for n in numbers) for answer in answers]


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
    assert len(found[0].winners) == max(len(one.winners) for one in found)
    assert len(found[0].winners) > 3 * min(len(one.winners) for one in found)
    assert sum(len(one.winners) for one in found) <= 960


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
    assert [len(one.winners) for one in found] == [2] * 4


def test_what_chance_explains_is_no_difference():
    """By pairs: two answers that win the same rollouts but a few differ by those alone."""
    common = bytes([0, 1] * 200)
    one, two = Compared(Buy(0), common), Compared(Decline(0), b"\1\1" * 3 + common[6:])
    lead, error = one.lead(two, 0)
    assert lead == pytest.approx(3 / 400)
    assert error < 0.01
    assert not one.is_better(two, 0)
    assert one.is_better(Compared(Decline(0), b"\1\1" * 30 + common[60:]), 0)
    assert one.odds(0) == one.odds(1) == 0.5
    low, high = one.bounds(0)
    assert low < 0.5 < high
    assert Compared(Buy(0), b"").bounds(0) == (0.0, 1.0)
    assert one.lead(Compared(Buy(0), b""), 0) == (0.0, math.inf)


def test_rollouts_after_an_answer_go_on_from_it(played):
    """What no chance takes part in is done once, by the rules."""
    position = at_buying(played)
    game = Game(CLASSIC, position.copied())
    game.decide(Buy(0))
    after = engine_after(position, Buy(0))
    assert isinstance(after, Derived)
    assert after.rollouts("x", range(50)) == engine_for(Position(CLASSIC, game.state)).rollouts("x", range(50))


@pytest.mark.parametrize("edition", ["classic", "mega"])
def test_a_card_that_is_drawn_is_another_in_each_rollout(played, edition):
    """Nobody knows which card lies on top, so an answer that takes it is played with each of them."""
    state, rules = played(edition, 3), EDITIONS[edition]
    AgendaSet((DrawPending(0, next(iter(state.decks.piles))),), 1).fold(state)
    position = seen_by(rules, state, 0)
    engine = engine_after(position, Draw(0))
    assert isinstance(engine, OneRoad)
    assert len({rollout.turns for rollout in engine.rollouts("x", range(6))}) > 1


def test_a_throw_comes_before_anything_else(played):
    """Whoever throws does not build first; both engines agree on what that is worth."""
    rules = limited_rounds(CLASSIC, 1)
    state = played("classic", 3, seats=2)
    for deed in (1, 3):
        DeedMoved(deed, NOBODY, 1).fold(state)
    state.ledger.balances[:2] = [1500, 1500]
    state.turns.first, state.turns.seat, state.turns.number = 0, 1, 2
    AgendaSet((ThrowPending(1),), 1).fold(state)
    position = seen_by(rules, state, 1)
    thrown = engine_after(position, Throw(1))
    assert isinstance(thrown, Derived)
    road = OneRoad(position, Throw(1))
    shares = [sum(r.winner == 1 for r in engine.rollouts("x", range(400))) / 400 for engine in (thrown, road)]
    assert shares[0] == pytest.approx(shares[1], abs=5 * math.sqrt(0.5 / 400))
    built = [rollout.turns for rollout in Derived(position).rollouts("x", range(400))]
    assert {rollout.turns for rollout in thrown.rollouts("x", range(400))} == set(built)


@pytest.mark.gate
def test_workers_find_what_is_found_here(played):
    """However the rollouts are cut into portions."""
    position, answers = at_buying(played), [Decline(0), Buy(0)]
    budget = Budget(200)
    with Workers(1) as workers:
        there = compare(Elsewhere(workers, position, answers, "x"), answers, 0, budget)
    assert there == compare(Here(position, answers, "x"), answers, 0, budget)
    assert there[0].command == Buy(0)


def test_what_is_not_wanted_any_more_is_given_up(played):
    """Within moments, and without an answer."""
    position, answers = at_buying(played), [Buy(0), Decline(0)]
    with Workers(1) as workers, pytest.raises(GivenUp):
        compare(Elsewhere(workers, position, answers, "x", lambda: True), answers, 0, Budget(10_000_000))
