"""In every edition odds come out as reckoned by hand: the last throw of a short evening decides.

Where a utility asks for a throw of its own, the pips decide; elsewhere it is whether one lands in a street of hotels.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

from hub.domain.agenda import AgendaSet
from hub.domain.deeds import PRINTED, DeedMoved
from hub.domain.ids import NOBODY
from hub.domain.state import State
from hub.domain.tasks import RentThrowPending, ThrowPending
from hub.editions import EDITIONS
from hub.foresight.engines import engine_for
from hub.foresight.engines.derived.engine import Derived
from hub.foresight.engines.one_road import OneRoad
from hub.foresight.position import Position, beginning, seen_by
from hub.rules.game import Game
from hub.rules.house_rules.changes import limited_rounds
from hub.rules.house_rules.rounds import assets

COUNT = 500
FACES = range(1, 7)
UTILITIES = {"classic": 12, "haustein": 12, "mega": 10}
HOTELS = {"classic": 5, "haustein": 5, "mpmp": 5, "euronopoly": 4}
"""How far Anna's yellow streets are built, in the editions where one throw tells whether Ben gets there."""

BEFORE_YELLOW = 23


def shown(faces: tuple[int, ...]) -> int:
    """The pips of two dice, and of mega's third one, which has only 1, 2 and 3."""
    return sum(faces[:2]) + sum(face for face in faces[2:] if face <= 3)


def last_turn(edition: str) -> State:
    """Ben's turn ends the only round; nobody has anything."""
    state = beginning(limited_rounds(EDITIONS[edition], 1), 2).copied()
    state.turns.first, state.turns.seat, state.turns.number = 0, 1, 2
    state.ledger.balances[:] = [0, 0, 0, 0]
    return state


def give(state: State, seat: int, amount: int) -> None:
    """Money from the bank."""
    state.ledger.balances[seat] += amount
    state.ledger.balances[-1] -= amount


def owing_by_pips(edition: str, pips: int) -> Position:
    """Ben owes a tenth of a utility's price a pip, and keeps ahead of it with at most so many pips."""
    rules, deed, state = limited_rounds(EDITIONS[edition], 1), UTILITIES[edition], last_turn(edition)
    price = rules.track.deeds[deed].price
    factor = price // 10
    DeedMoved(deed, NOBODY, 0).fold(state)
    give(state, 1, price + 2 * factor * pips + factor)
    state.turns.faces, state.turns.streak = (1, 2), 0
    AgendaSet((RentThrowPending(1, deed, factor),), 1).fold(state)
    return seen_by(rules, state, None)


def before_hotels(edition: str) -> Position:
    """Ben throws before Anna's yellow hotels, as much ahead of her as a visit there costs."""
    rules, state = limited_rounds(EDITIONS[edition], 1), last_turn(edition)
    yellow = rules.track.groups["yellow"]
    for deed in yellow:
        DeedMoved(deed, NOBODY, 0).fold(state)
        state.deeds.stage[deed] = HOTELS[edition]
        state.deeds.paid[deed] = (PRINTED,) * HOTELS[edition]
    rent = rules.track.deeds[yellow[0]].rents[HOTELS[edition]]
    state.pieces.spaces[1] = BEFORE_YELLOW
    AgendaSet((ThrowPending(1),), 1).fold(state)
    game = Game(rules, state)
    while assets(game, 1).total < assets(game, 0).total + rent:
        give(state, 1, rent // 10)
    return seen_by(rules, state, None)


def chance_to_land(edition: str, adds_up: bool) -> Fraction:
    """Of all throws, those that lead to a yellow street; a double throws again, from where it led or in one go."""
    yellow = {space - BEFORE_YELLOW for space in EDITIONS[edition].track.groups["yellow"]}

    def landing(at: int, doubles: int) -> Fraction:
        found = Fraction(0)
        for one, other in product(FACES, FACES):
            there = at + one + other
            if one == other and adds_up:
                found += landing(there, doubles + 1) if doubles < 2 else 0
            elif there in yellow:
                found += 1
            elif one == other and doubles < 2 and not adds_up:
                found += landing(there, doubles + 1)
        return found / 36

    return landing(0, 0)


def check(position: Position, expected: float, engine_of=OneRoad, count: int = COUNT) -> None:
    """The share of rollouts that Ben wins lies within five standard deviations of what dice say."""
    won = sum(rollout.winner == 1 for rollout in engine_of(position).rollouts("by hand", range(count)))
    reach = 5 * math.sqrt(expected * (1 - expected) / count)
    assert won / count == pytest.approx(expected, abs=reach + 1e-9)


@pytest.mark.parametrize("pips", [2, 6, 7, 9, 12, 15])
@pytest.mark.parametrize("edition", UTILITIES)
def test_a_throw_for_a_utility_decides_as_often_as_dice_say(edition: str, pips: int) -> None:
    """From one throw in many to all of them, with the third die of mega as well."""
    throws = [shown(faces) for faces in product(FACES, repeat=3 if edition == "mega" else 2)]
    check(owing_by_pips(edition, pips), sum(total <= pips for total in throws) / len(throws))


@pytest.mark.parametrize("edition", HOTELS)
def test_a_street_of_hotels_is_reached_as_often_as_dice_say(edition: str) -> None:
    """Nothing else that one turn can bring costs or earns as much; in mpmp doubles add up to one move."""
    expected = 1 - chance_to_land(edition, adds_up=edition == "mpmp")
    assert 0.6 < expected < 0.8
    check(before_hotels(edition), float(expected))


@pytest.mark.parametrize("edition", ["classic", "euronopoly"])
def test_the_fastest_engine_agrees_to_a_percent(edition: str) -> None:
    """Where the derived engine plays, thousands of rollouts leave little to chance."""
    position = before_hotels(edition)
    assert isinstance(engine_for(position), Derived)
    check(position, float(1 - chance_to_land(edition, adds_up=False)), engine_for, 4_000)
