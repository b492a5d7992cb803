"""Rows euro-05, -13 and -14: event cards in their order; the tables of risk, toll stations and radar traps."""

import pytest

from hub.domain.commands import Build, Buy, Draw
from hub.domain.decks import CardDrawn
from hub.domain.ids import BANK
from hub.domain.tasks import DrawPending, ThrowPending
from hub.domain.turns import TurnSkipped
from hub.editions.euronopoly import RULES
from hub.rules.cards.effects import Collect, OppositeSide, Pay, PayPerStage, SkipTurns, ThrowOnceMore
from hub.rules.game import Reason, with_chance
from hub.table.game.chance import Dice

DECK = RULES.track.decks["chance"]


def card(kind: type) -> int:
    return next(number for number, effect in DECK.items() if isinstance(effect, kind))


def draw(scene, kind: type, *faces: int) -> None:
    """Seat 0 comes to the first event space, by these faces if any are given, and draws such a card."""
    scene.lands(0, 15, *faces)
    scene.do(Draw(0, card(kind)))
    scene.arrive()


@pytest.mark.parametrize(
    ("number", "effect"), [(number, effect) for number, effect in DECK.items() if isinstance(effect, Collect | Pay)]
)
def test_euro_14_paying_and_collecting(scene, number, effect):
    """Each such card moves its amount between seat and bank."""
    bank = scene.balance(BANK)
    scene.lands(0, 15)
    scene.do(Draw(0, number))
    amount = effect.amount if isinstance(effect, Collect) else -effect.amount
    assert (scene.balance(0), scene.balance(BANK)) == (3000 + amount, bank - amount)


def test_euro_14_paying_for_every_apartment(scene):
    """A villa counts nine."""
    scene.owns(0, 16, 18, 19)
    scene.built(16, 9)
    scene.built(18, 3)
    draw(scene, PayPerStage)
    assert scene.balance(0) == 3000 - 12 * 20


def test_euro_14_missing_a_turn(scene):
    """The others play on, the turn is shown as missed, and the next one is played (E21)."""
    draw(scene, SkipTurns)
    scene.stands(2, 0)
    scene.turn(2)
    facts = scene.throw(2, 4, 6)
    assert TurnSkipped(0) in facts
    assert scene.on_turn == 1
    scene.turn(2)
    assert TurnSkipped(0) not in scene.throw(2, 6, 4)


def test_euro_14_rent_comes_in_while_a_turn_is_missed(scene):
    """Only the own actions are missed."""
    scene.owns(0, 16)
    draw(scene, SkipTurns)
    scene.lands(1, 16)
    assert scene.balance(0) == 3090


@pytest.mark.parametrize("faces", [(1, 2), (2, 2)])
def test_euro_14_throwing_once_more(scene, faces):
    """The card grants one throw, not two, with a double or without one (E19)."""
    draw(scene, ThrowOnceMore, *faces)
    assert scene.task == ThrowPending(0)
    scene.throw(0, 2, 3)
    assert (scene.space(0), scene.on_turn) == (20, 1)


@pytest.mark.parametrize(("origin", "faces", "space"), [(35, (1, 2), 15), (15, (2, 2), 35)])
def test_euro_14_to_the_other_side_of_the_board(scene, origin, faces, space):
    """Twenty on: no second card, no throw for a double, no money for the start space, passed or not (E20)."""
    scene.lands(0, origin, *faces)
    scene.do(Draw(0, card(OppositeSide)))
    scene.arrive()
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (space, 3000, 1)


def test_euro_14_each_card_once_until_all_are_used_up(scene):
    """In two rounds of the deck chance draws each card once in each (E1)."""
    dice, drawn = Dice("cards"), []
    for _ in range(2 * len(DECK)):
        scene.turn(0)
        scene.cash(3000)
        scene.lands(0, 15)
        assert isinstance(scene.task, DrawPending)
        facts = scene.do(with_chance(scene.game, Draw(0), dice))
        drawn += [fact.card for fact in facts if isinstance(fact, CardDrawn)]
    first, second = drawn[: len(DECK)], drawn[len(DECK) :]
    assert sorted(first) == sorted(second) == sorted(DECK)
    assert first != second


def test_euro_14_a_used_card_does_not_come_again_so_soon(scene):
    """Nobody can name it either."""
    draw(scene, Collect)
    scene.turn(0)
    scene.lands(0, 15)
    assert scene.refused(Draw(0, card(Collect))) == Reason.NO_SUCH_CARD
    assert scene.refused(Draw(0, 99)) == Reason.NO_SUCH_CARD


RISK = (
    (-100, 30, -120, 90, -180, 150),
    (30, 200, -30, 180, -90, 240),
    (-120, -30, -300, 30, -240, 90),
    (90, 180, 30, 400, -30, 300),
    (-180, -90, -240, -30, -500, 30),
    (150, 240, 90, 300, 30, 600),
)
RADAR = (
    (100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600),
    (200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200),
    (300, 450, 600, 750, 900, 1050, 1200, 1350, 1500, 1650, 1800),
    (400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400),
)
RISK_CELLS = [(first, second, RISK[first - 1][second - 1]) for first in range(1, 7) for second in range(1, 7)]
RADAR_CELLS = [(count, total, RADAR[count - 1][total - 2]) for count in range(1, 5) for total in range(2, 13)]


@pytest.mark.parametrize(("first", "second", "amount"), RISK_CELLS)
def test_euro_05_every_cell_of_the_risk_table(scene, first, second, amount):
    """The throw that led there decides (E7); the bank pays or is paid."""
    bank = scene.balance(BANK)
    scene.lands(0, 20, first, second)
    assert (scene.balance(0), scene.balance(BANK)) == (3000 + amount, bank - amount)


@pytest.mark.parametrize(("count", "total", "rent"), RADAR_CELLS)
def test_euro_13_every_cell_of_the_radar_table(scene, count, total, rent):
    """50 times the dice times the number owned, by the throw that brought the visitor (E18)."""
    scene.owns(1, *(7, 17, 27, 37)[:count])
    salary = 1000 if total > 7 else 0
    scene.lands(0, 7, min(6, total - 1), total - min(6, total - 1))
    assert (scene.balance(0), scene.balance(1)) == (3000 - rent + salary, 3000 + rent)


@pytest.mark.parametrize(("count", "rent"), [(1, 200), (2, 400), (3, 600), (4, 800)])
def test_euro_13_toll_by_the_number_owned(scene, count, rent):
    """200 for each toll station of the owner (E17)."""
    scene.owns(1, *(13, 3, 23, 33)[:count])
    scene.lands(0, 13)
    assert (scene.balance(0), scene.balance(1)) == (3000 - rent, 3000 + rent)


@pytest.mark.parametrize(("owned", "offered"), [(3, 13), (7, 17)])
def test_euro_13_no_claim_to_the_others(scene, owned, offered):
    """Somebody else's toll station or radar trap keeps nobody from buying the next."""
    scene.owns(1, owned)
    scene.lands(0, offered)
    scene.do(Buy(0))
    assert scene.owner(offered) == 0


@pytest.mark.parametrize("deed", [3, 7])
def test_euro_13_nothing_is_built_there(scene, deed):
    """Nobody is asked to build on arrival, and nobody may."""
    scene.owns(0, deed)
    scene.lands(0, deed)
    assert scene.on_turn == 1
    scene.turn(0)
    scene.stands(1, deed)
    assert scene.refused(Build(0, deed)) == Reason.NO_SUCH_DEED
