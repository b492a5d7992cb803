"""Rollouts by the rules themselves: they end, they are the same again, and they come out as reckoned by hand."""

from __future__ import annotations

import pytest

from hub.domain.agenda import AgendaSet
from hub.domain.deeds import DeedMoved
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.state import State
from hub.domain.tasks import DebtPending, RentThrowPending
from hub.editions import EDITIONS
from hub.foresight.engines.interfaces import TURNS_MAXIMUM
from hub.foresight.engines.one_road import OneRoad
from hub.foresight.position import seen_by
from hub.rules.house_rules.changes import limited_rounds
from hub.rules.slots import Rules

UTILITY = 12


def set_money(state: State, *amounts: int) -> None:
    """Everything else is the bank's."""
    state.ledger.balances[:] = [*amounts, 0, -sum(amounts)]


def wins(rules: Rules, state: State, seat: int, count: int) -> float:
    """The share of rollouts that a seat wins."""
    found = OneRoad(seen_by(rules, state, None)).rollouts("by hand", range(count))
    return sum(rollout.winner == seat for rollout in found) / count


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_position_of_every_edition_is_played_to_its_end(played, edition):
    """Each rollout names a winner who is still in the game, after some turns and not too many."""
    rules, state = EDITIONS[edition], played(edition, 200)
    found = OneRoad(seen_by(rules, state, 0)).rollouts("end", range(8))
    assert len(found) == 8
    assert all(not state.turns.out[rollout.winner] for rollout in found)
    assert all(0 < rollout.turns <= TURNS_MAXIMUM for rollout in found)


def test_the_same_number_is_the_same_rollout(played):
    """In whatever order and company it is played; another seed makes others."""
    engine = OneRoad(seen_by(EDITIONS["classic"], played("classic", 200), None))
    together = engine.rollouts("a", range(8))
    assert [engine.rollouts("a", range(number, number + 1))[0] for number in reversed(range(8))] == together[::-1]
    assert engine.rollouts("b", range(8)) != together


def test_who_cannot_pay_has_lost(played):
    """Of two players the one whose debt is beyond all means never wins."""
    state = played("classic", 3, seats=2)
    due = MoneyMoved(1, 0, 100, "rent_street", {})
    set_money(state, 10, 99)
    state.turns.number, state.turns.seat, state.turns.faces = 5, 1, (1, 2)
    AgendaSet((DebtPending(1, due),), 1).fold(state)
    assert wins(EDITIONS["classic"], state, 0, 10) == 1


def test_a_throw_that_decides_comes_out_as_reckoned(played):
    """The last throw costs 10 a pip: who has 300 beats 150 in a deed by 7 or less, with 21 chances in 36."""
    rules = limited_rounds(EDITIONS["classic"], 1)
    state = played("classic", 3, seats=2)
    DeedMoved(UTILITY, NOBODY, 0).fold(state)
    set_money(state, 0, 300)
    state.turns.first, state.turns.seat, state.turns.number, state.turns.faces = 0, 1, 2, (1, 2)
    state.turns.streak = 0
    AgendaSet((RentThrowPending(1, UTILITY, 10),), 1).fold(state)
    assert wins(rules, state, 1, 1_000) == pytest.approx(21 / 36, abs=0.06)
    set_money(state, 200, 300)
    assert wins(rules, state, 1, 20) == 0
    set_money(state, 0, 1_000)
    assert wins(rules, state, 1, 20) == 1
    assert state.ledger.balances[BANK] == -1_000
