"""Rows classic-10 to -13: cards, taxes, free parking, the ways to jail."""

from __future__ import annotations

import pytest

from hub.domain.commands import Draw
from hub.domain.custody import in_jail
from hub.domain.decks import CardDrawn, release_cards
from hub.domain.ids import BANK, POT
from hub.domain.tasks import BuyPending, DrawPending


def drawn(scene_with_card, deck: str, card: int, before=lambda scene: None):
    """A scene in which seat 0 landed on a card space and took this card."""
    scene = scene_with_card(**{deck: card})
    before(scene)
    scene.stands(0, {"chance": 4, "community": 14}[deck])
    scene.throw(0, 1, 2)
    scene.draw(0)
    return scene


def test_classic_10_top_card_is_followed_and_goes_under_the_pile(scene_with_card):
    """The top card is taken, followed at once, and put back under its pile."""
    scene = scene_with_card(chance=12)
    scene.lands(0, 7)
    assert scene.task == DrawPending(0, "chance")
    facts = scene.do(Draw(0))
    assert CardDrawn(0, "chance", 12) in facts
    assert scene.balance(0) == 1550
    assert scene.game.state.decks.piles["chance"][-1] == 12


def test_classic_10_release_card_is_kept_out_of_the_pile(scene_with_card):
    """A release card stays with the player until it is used or sold."""
    scene = drawn(scene_with_card, "chance", 11)
    assert release_cards(scene.game.state, 0) == [("chance", 11)]
    assert 11 not in scene.game.state.decks.piles["chance"]


@pytest.mark.parametrize(("card", "space", "balance"), [(1, 0, 1700), (2, 39, 1500), (3, 24, 1500), (4, 11, 1500)])
def test_classic_11_move_to_a_space(scene_with_card, card, space, balance):
    """The card moves the piece forward, with the salary if the start is passed or reached."""
    scene = drawn(scene_with_card, "chance", card)
    assert (scene.space(0), scene.balance(0)) == (space, balance)


def test_classic_11_move_past_the_start_pays(scene_with_card):
    """From the second chance space the trip to the southern station passes the start."""
    scene = scene_with_card(chance=5)
    scene.lands(0, 22)
    scene.draw(0)
    assert (scene.space(0), scene.balance(0)) == (5, 1700)
    assert scene.task == BuyPending(0, 5, 200)


def test_classic_11_three_spaces_back_without_salary(scene_with_card):
    """Going back pays nothing; what is there takes effect (a tax here)."""
    scene = drawn(scene_with_card, "chance", 9)
    assert (scene.space(0), scene.balance(0)) == (4, 1300)


def test_classic_11_next_station_pays_double(scene_with_card):
    """The owner of the next station gets double rent."""
    scene = drawn(scene_with_card, "chance", 6, lambda scene: scene.owns(1, 15))
    assert (scene.space(0), scene.balance(1)) == (15, 1550)


def test_classic_11_free_next_station_is_for_sale(scene_with_card):
    """An unowned station may be bought."""
    scene = drawn(scene_with_card, "chance", 7)
    assert scene.task == BuyPending(0, 15, 200)


def test_classic_11_free_next_utility_is_for_sale_without_a_throw(scene_with_card):
    """An unowned utility is offered; nothing is thrown for it."""
    scene = drawn(scene_with_card, "chance", 8)
    assert scene.task == BuyPending(0, 12, 150)


@pytest.mark.parametrize(
    ("deck", "card", "amount"),
    [("chance", 12, 50), ("chance", 13, 150), ("chance", 14, -15), ("community", 4, 200), ("community", 13, -100)],
)
def test_classic_11_collect_and_pay(scene_with_card, deck, card, amount):
    """The bank pays or is paid."""
    assert drawn(scene_with_card, deck, card).balance(0) == 1500 + amount


def test_classic_11_collect_from_each(scene_with_card):
    """Every other player pays the drawer."""
    scene = drawn(scene_with_card, "community", 12)
    assert [scene.balance(seat) for seat in range(3)] == [1520, 1490, 1490]


def test_classic_11_pay_each(scene_with_card):
    """The drawer pays every other player."""
    scene = drawn(scene_with_card, "chance", 15)
    assert [scene.balance(seat) for seat in range(3)] == [1400, 1550, 1550]


def test_classic_11_repairs_per_house_and_hotel(scene_with_card):
    """Three houses and a hotel cost 3 x 25 + 100; other players' buildings cost nothing."""

    def built(scene):
        scene.owns(0, 1, 3)
        scene.owns(1, 6)
        for deed, stage in ((1, 3), (3, 5), (6, 4)):
            scene.built(deed, stage)

    assert drawn(scene_with_card, "chance", 16, built).balance(0) == 1500 - 175


@pytest.mark.parametrize(("space", "amount"), [(4, 200), (38, 100)])
def test_classic_12_taxes_go_to_the_bank(scene, space, amount):
    """The two taxes are 200 and 100, and nothing lands in the middle."""
    bank = scene.balance(BANK)
    scene.stands(0, space - 3)
    scene.throw(0, 1, 2)
    assert scene.balance(0) == 1500 - amount
    assert scene.balance(BANK) == bank + amount
    assert scene.balance(POT) == 0


def test_classic_12_free_parking_does_nothing(scene):
    """A rest, nothing more."""
    scene.lands(0, 20)
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (20, 1500, 1)


def test_classic_13_jail_by_space(scene):
    """The space sends to jail, without salary, and ends the turn even after a double."""
    scene.stands(0, 26)
    scene.throw(0, 2, 2)
    assert in_jail(scene.game.state, 0)
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (10, 1500, 1)


@pytest.mark.parametrize(("deck", "card"), [("chance", 10), ("community", 2)])
def test_classic_13_jail_by_card(scene_with_card, deck, card):
    """The card sends to jail past the start without salary, and ends the turn."""
    scene = drawn(scene_with_card, deck, card)
    assert in_jail(scene.game.state, 0)
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (10, 1500, 1)


def test_classic_13_a_card_to_jail_ends_the_turn_after_a_double(scene_with_card):
    """No further throw for the double that led to the card."""
    scene = scene_with_card(chance=10)
    scene.stands(0, 3)
    scene.throw(0, 2, 2)
    scene.draw(0)
    assert scene.on_turn == 1
