"""Odds that can be reckoned by hand come out so, whichever engine plays: one throw of two dice decides."""

from __future__ import annotations

import math

import pytest

from hub.domain.agenda import AgendaSet
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
from hub.domain.tasks import RentThrowPending
from hub.editions import EDITIONS
from hub.foresight.engines.derived import engine as module
from hub.foresight.engines.derived.compiled import library
from hub.foresight.engines.derived.engine import COMPILED, PLAIN, Derived
from hub.foresight.engines.derived.playbooks import STANDARD
from hub.foresight.engines.one_road import OneRoad
from hub.foresight.position import Position, seen_by
from hub.rules.house_rules.changes import limited_rounds

RULES = limited_rounds(EDITIONS["classic"], 1)
UTILITY, PRINTED, FACTOR = 12, 150, 10
AT_MOST = {2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 8: 26, 9: 30, 10: 33, 11: 35, 12: 36}
"""How many of the 36 throws of two dice show so many pips or fewer."""


def last_throw(played, pips: int) -> Position:
    """The end of a short evening: Ben owes Anna's utility ten a pip, and has most with at most so many pips.

    Anna has 150 in her deed and is paid 10 a pip: Ben keeps ahead of her as long as 20 a pip is less than what Ben has
    beyond her 150.
    """
    state = played("classic", 3, seats=2)
    DeedMoved(UTILITY, NOBODY, 0).fold(state)
    ben = PRINTED + 2 * FACTOR * pips + FACTOR
    state.ledger.balances[:] = [0, ben, 0, -ben]
    state.turns.first, state.turns.seat, state.turns.number, state.turns.faces = 0, 1, 2, (1, 2)
    state.turns.streak = 0
    AgendaSet((RentThrowPending(1, UTILITY, FACTOR),), 1).fold(state)
    return seen_by(RULES, state, None)


def check(engine, pips: int, count: int) -> None:
    """The share of rollouts that Ben wins lies within five standard deviations of what dice say."""
    share = sum(rollout.winner == 1 for rollout in engine.rollouts("by hand", range(count))) / count
    expected = AT_MOST[pips] / 36
    assert share == pytest.approx(expected, abs=5 * math.sqrt(expected * (1 - expected) / count) + 1e-9)


@pytest.mark.parametrize("pips", AT_MOST)
def test_the_one_road_wins_as_often_as_the_dice_say(played, pips):
    """From one throw in 36 to all of them."""
    check(OneRoad(last_throw(played, pips)), pips, 500)


@pytest.mark.parametrize("pips", AT_MOST)
def test_the_derived_engine_as_python_does(played, monkeypatch, pips):
    """The same position, where there is no compiler."""
    monkeypatch.setattr(module, "library", lambda _entry: None)
    engine = Derived(last_throw(played, pips))
    assert engine.name == PLAIN
    check(engine, pips, 1_000)


@pytest.mark.skipif(library(STANDARD.entry) is None, reason="there is no C compiler here")
@pytest.mark.parametrize("pips", AT_MOST)
def test_the_compiled_engine_does_to_a_percent(played, pips):
    """Forty thousand rollouts leave little to chance."""
    engine = Derived(last_throw(played, pips))
    assert engine.name == COMPILED
    check(engine, pips, 40_000)
