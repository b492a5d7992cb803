"""Rows mpmp-16 and -17: cards by chance that stay in their deck, and the pot of the two taxes."""

from collections import Counter

import pytest

from hub.domain.commands import Draw, StartGame, UseReleaseCard
from hub.domain.corrections import CorrectReleaseCard
from hub.domain.decks import CardDrawn, release_cards
from hub.domain.ids import NOBODY, POT
from hub.domain.ledger import MoneyMoved
from hub.editions.mpmp import RULES
from hub.rules.game import Game, Reason, Rejected, with_chance
from hub.table.game.chance import Dice

RELEASE, ALL_DRAWS = 2, 3_200


@pytest.fixture
def at_card(scene):
    """Seat 0 stands on a community space and has to draw."""
    scene.lands(0, 33)
    return scene


def draw(scene, seat: int, card: int) -> tuple:
    """The next turn of a seat leads to a community space, where chance gives it this card."""
    scene.turn(seat)
    scene.lands(seat, 33)
    return scene.do(Draw(seat, card))


def test_mpmp_16_chance_picks_any_card_equally_likely(at_card):
    """In 3,200 draws each of the 16 cards comes about 200 times (P19), also if a command asks for one."""
    dice = Dice(1)
    drawn = Counter(with_chance(at_card.game, Draw(0, 14), dice).card for _ in range(ALL_DRAWS))
    assert set(drawn) == set(range(1, 17))
    assert all(150 < count < 250 for count in drawn.values())
    assert at_card.refused(Draw(0, 17)) == Reason.NO_SUCH_CARD


def test_mpmp_16_a_card_goes_back_at_once(scene):
    """The same card can come twice in a row; no pile remembers it."""
    for times in (1, 2):
        facts = draw(scene, 0, 14)
        assert CardDrawn(0, "community", 14) in facts
        assert scene.balance(0) == 30_000 + times * 4000
    assert scene.game.state.decks.piles == {}


def test_mpmp_16_a_held_release_card_stays_in_the_deck(scene):
    """Two seats draw the same release card, one of them twice: each keeps its own (P19)."""
    for seat in (0, 1, 0):
        draw(scene, seat, RELEASE)
    assert [len(release_cards(scene.game.state, seat)) for seat in (0, 1, 2)] == [2, 1, 0]
    scene.jailed(0)
    scene.turn(0)
    scene.do(UseReleaseCard(0))
    draw(scene, 2, RELEASE)
    assert [len(release_cards(scene.game.state, seat)) for seat in (0, 1, 2)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("card", "money", "space"), [(3, -1000, 33), (4, 3000, 33), (5, 400, 33), (9, 0, 3), (11, 4000, 29), (15, 8000, 0)]
)
def test_mpmp_16_the_card_is_followed_at_once(scene, card, money, space):
    """Pay, collect, collect 200 from each, back without salary (P23), forward with it, to the start."""
    draw(scene, 0, card)
    scene.arrive()
    assert (scene.balance(0) - 30_000, scene.space(0)) == (money, space)


def test_a_start_brings_no_shuffled_decks():
    """Where there are no piles, a command that brings some is refused."""
    assert RULES.opening.set_up(Game(RULES), 3, Dice(1)).decks == {}
    refused = Game(RULES).decide(StartGame(3, {"community": tuple(range(1, 17))}))
    assert refused == Rejected(Reason.DECK_INCOMPLETE)


def test_the_banker_gives_and_takes_release_cards(scene):
    """A correction makes a new copy or takes one away; the chance deck has none to give."""
    scene.do(CorrectReleaseCard("community", NOBODY, 1))
    assert release_cards(scene.game.state, 1) == [("community", 1)]
    scene.do(CorrectReleaseCard("community", 1, NOBODY))
    assert release_cards(scene.game.state, 1) == []
    assert scene.refused(CorrectReleaseCard("chance", NOBODY, 1)) == Reason.NO_RELEASE_CARD


def test_mpmp_17_free_parking_pays_all_of_it(scene):
    """The two taxes, 4,000 and 2,000, lie in the middle; who lands there gets both, the next one nothing."""
    for space, tax, pot in ((4, 4000, 4000), (38, 2000, 6000)):
        scene.turn(0)
        scene.cash(30_000)
        scene.lands(0, space)
        assert (scene.balance(0), scene.balance(POT)) == (30_000 - tax, pot)
    assert MoneyMoved(POT, 1, 6000, "pot", {"space": 20}) in scene.lands(1, 20)
    assert (scene.balance(1), scene.balance(POT)) == (36_000, 0)
    scene.lands(2, 20)
    assert scene.balance(2) == 30_000


def test_mpmp_17_nothing_else_feeds_it(scene):
    """What a card costs goes to the bank (P18)."""
    draw(scene, 0, 3)
    assert (scene.balance(0), scene.balance(POT)) == (29_000, 0)
