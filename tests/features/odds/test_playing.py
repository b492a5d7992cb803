"""Rollouts by the rules: the same again, judged after some rounds or played to the end, as reckoned by hand."""

import math
from fractions import Fraction
from itertools import product

import pytest

from hub.domain.commands import Decline, Draw, Throw
from hub.domain.deeds import PRINTED, DeedMoved
from hub.domain.ids import NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.state import State
from hub.domain.tasks import AgendaSet, BuyPending, DebtPending, DrawPending, RentThrowPending, ThrowPending
from hub.editions import EDITIONS
from hub.features.odds.position import (
    EVALUATION,
    TO_THE_END,
    TURNS_MAXIMUM,
    Playing,
    Position,
    beginning,
    evaluation_of,
    seen_by,
    way_of,
)
from hub.rules.ending import assets
from hub.rules.game import Game
from hub.rules.house_rules import limited_rounds
from hub.simulation.match import Player

CLASSIC = EDITIONS["classic"]
FACES = range(1, 7)
UTILITIES = {"classic": 12, "haustein": 12, "mega": 10}
HOTELS = {"classic": 5, "haustein": 5, "mpmp": 5, "euronopoly": 4}
"""How far Anna's yellow streets are built, in the editions where one throw tells whether Ben gets there."""

BEFORE_YELLOW = 23


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_position_of_every_edition_is_played_to_its_end(played, edition):
    """Each rollout names one winner who is still in the game, after some turns and not too many."""
    rules, state = EDITIONS[edition], played(edition, 200)
    found = Playing(seen_by(rules, state, 0), rounds=None).rollouts("end", range(4))
    assert len(found) == 4
    for rollout in found:
        assert sorted(rollout.chances)[-2:] == [0, 1]
        assert not state.turns.out[rollout.chances.index(1)]
        assert 0 < rollout.turns[1] <= TURNS_MAXIMUM


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_truncated_rollout_is_judged_two_rounds_on(played, monkeypatch, edition):
    """By the evaluation of the position in which that turn begins; the chances of all seats make one."""
    rules, state = EDITIONS[edition], played(edition, 120)
    reached, real = [], Player.play_on

    def watched(player, turns_maximum):
        real(player, turns_maximum)
        reached.append((player.game.state.turns.number, len(player.game.state.turns.faces)))

    monkeypatch.setattr(Player, "play_on", watched)
    position = seen_by(rules, state, None)
    (found,) = Playing(position).rollouts("two", range(1))
    assert way_of(rules) == EVALUATION
    assert reached == [(state.turns.number + 2 * state.turns.out.count(False), 0)]
    assert sum(found.chances) == pytest.approx(1)
    assert 0 < max(found.chances) < 1
    assert reached[0][0] - state.turns.number < found.turns[0] <= found.turns[1] <= found.turns[2]


def test_at_once_a_turn_that_has_begun_is_played_to_its_end(played):
    """At the beginning of a turn nothing is played: each luck says the same."""
    state = played("classic", 120)
    state.turns.faces = ()
    AgendaSet((ThrowPending(state.turns.seat),), 1).fold(state)
    at_once = Playing(seen_by(CLASSIC, state, None), rounds=0)
    assert len(set(at_once.rollouts("x", range(5)))) == 1
    state.turns.faces = (1, 2)
    begun = Playing(seen_by(CLASSIC, state, None), rounds=0)
    assert len(set(begun.rollouts("x", range(5)))) > 1


@pytest.mark.parametrize("agreed", ["double_salary", "rounds:20"])
def test_house_rules_it_was_not_fitted_to_are_played_to_the_end(played, agreed):
    """The evaluation knows the printed rules only."""
    rules = CLASSIC.with_house_rules([agreed])
    found = Playing(seen_by(rules, played("classic", 120), None)).rollouts("end", range(3))
    assert way_of(rules) == TO_THE_END
    assert all(max(rollout.chances) == 1 for rollout in found)


def test_tables_it_was_not_fitted_to_are_played_to_the_end(played):
    """A family's own prices: whether the evaluation would still be right nobody knows."""
    texts = dict(CLASSIC.track.printing.texts)
    own = CLASSIC.with_tables(texts | {"track.csv": texts["track.csv"].replace("Badstraße", "Mühlenweg")})
    assert own.track.printing.digest
    assert way_of(own) == TO_THE_END
    assert way_of(CLASSIC.with_tables(texts)) == EVALUATION


def test_the_same_number_is_the_same_rollout(played):
    """In whatever order and company it is played; another seed makes others."""
    playing = Playing(seen_by(CLASSIC, played("classic", 200), None))
    together = playing.rollouts("a", range(8))
    assert [playing.rollouts("a", range(number, number + 1))[0] for number in reversed(range(8))] == together[::-1]
    assert playing.rollouts("b", range(8)) != together


def test_rollouts_after_an_answer_go_on_from_it(played):
    """What no chance takes part in leads to where the rules lead."""
    state = played("classic", 3)
    AgendaSet((BuyPending(0, 3, 60),), 1).fold(state)
    position = seen_by(CLASSIC, state, 0)
    game = Game(CLASSIC, position.copied())
    game.decide(Decline(0))
    after = Playing(Position(CLASSIC, game.state), rounds=None).rollouts("x", range(5))
    assert Playing(position, Decline(0), None).rollouts("x", range(5)) == after


@pytest.mark.parametrize("edition", ["classic", "mega"])
def test_a_card_that_is_drawn_is_another_in_each_rollout(played, edition):
    """Nobody knows which card lies on top, so an answer that takes it is played with each of them."""
    state, rules = played(edition, 3), EDITIONS[edition]
    AgendaSet((DrawPending(0, next(iter(state.decks.piles))),), 1).fold(state)
    found = Playing(seen_by(rules, state, 0), Draw(0)).rollouts("x", range(6))
    assert len(set(found)) > 1


def test_who_cannot_pay_has_lost(played):
    """Of two players the one whose debt is beyond all means never wins."""
    state = played("classic", 3, seats=2)
    state.ledger.balances[:] = [10, 99, 0, -109]
    state.turns.number, state.turns.seat, state.turns.faces = 5, 1, (1, 2)
    AgendaSet((DebtPending(1, MoneyMoved(1, 0, 100, "rent_street", {})),), 1).fold(state)
    for rounds in (0, 2, None):
        found = Playing(seen_by(CLASSIC, state, None), rounds=rounds).rollouts("x", range(5))
        assert [rollout.chances for rollout in found] == [(1.0, 0.0)] * 5


def test_who_is_out_has_no_chance_and_the_others_have_their_own(played):
    """Of three players the first is bankrupt, and the last has nearly all the money."""
    state = played("classic", 3)
    state.turns.out[0], state.turns.seat = True, 1
    state.ledger.balances[:] = [0, 100, 5_000, -5_100]
    out, poor, rich = evaluation_of(CLASSIC)(Game(CLASSIC, state)).chances
    assert out == 0 < poor < rich


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


def check(position: Position, expected: float, first: Throw | None = None, count: int = 400) -> None:
    """The share of rollouts that Ben wins lies within five standard deviations of what dice say."""
    found = Playing(position, first).rollouts("by hand", range(count))
    share = sum(rollout.chances[1] for rollout in found) / count
    assert share == pytest.approx(expected, abs=5 * math.sqrt(expected * (1 - expected) / count) + 1e-9)


@pytest.mark.parametrize("pips", [2, 6, 7, 9, 12, 15])
@pytest.mark.parametrize("edition", UTILITIES)
def test_a_throw_for_a_utility_decides_as_often_as_dice_say(edition, pips):
    """From one throw in many to all of them, with the third die of mega as well."""
    throws = [shown(faces) for faces in product(FACES, repeat=3 if edition == "mega" else 2)]
    check(owing_by_pips(edition, pips), sum(total <= pips for total in throws) / len(throws))


@pytest.mark.parametrize("edition", HOTELS)
def test_a_street_of_hotels_is_reached_as_often_as_dice_say(edition):
    """Nothing else that one turn can bring costs or earns as much; in mpmp doubles add up to one move."""
    expected = 1 - chance_to_land(edition, adds_up=edition == "mpmp")
    assert 0.6 < expected < 0.8
    check(before_hotels(edition), float(expected))
    check(before_hotels(edition), float(expected), Throw(1))
