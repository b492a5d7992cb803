"""Rows classic-10 to -13: cards, taxes, free parking, the ways to jail."""

import pytest

from hub.domain.commands import Draw
from hub.domain.decks import CardDrawn, release_cards
from hub.domain.ids import BANK, POT
from hub.domain.pieces import in_jail
from hub.domain.tasks import BuyPending, DrawPending


def drawn(scene_of, deck: str, card: int, before=lambda scene: None, space: int | None = None):
    """A scene in which seat 0 landed on a card space and took this card."""
    scene = scene_of(**{deck: card})
    before(scene)
    scene.lands(0, space or {"chance": 7, "community": 17}[deck])
    scene.draw(0)
    return scene


def test_classic_10_top_card_is_followed_and_goes_under_the_pile(scene_of):
    """The top card is taken, followed at once, and put back under its pile."""
    scene = scene_of(chance=12)
    scene.lands(0, 7)
    assert scene.task == DrawPending(0, "chance")
    facts = scene.do(Draw(0))
    assert CardDrawn(0, "chance", 12) in facts
    assert scene.balance(0) == 1550
    assert scene.game.state.decks.piles["chance"][-1] == 12


def test_classic_10_release_card_is_kept_out_of_the_pile(scene_of):
    """A release card stays with the player until it is used or sold."""
    state = drawn(scene_of, "chance", 11).game.state
    assert (release_cards(state, 0), 11 in state.decks.piles["chance"]) == ([("chance", 11)], False)


@pytest.mark.parametrize(
    ("origin", "card", "space", "balance"),
    [
        pytest.param(7, 1, 0, 1700, id="to the start, which pays"),
        pytest.param(7, 2, 39, 1500, id="to the last street"),
        pytest.param(7, 3, 24, 1500, id="to a red street"),
        pytest.param(7, 4, 11, 1500, id="to a pink street"),
        pytest.param(22, 5, 5, 1700, id="past the start, which pays"),
        pytest.param(7, 9, 4, 1300, id="three back, where a tax is due"),
    ],
)
def test_classic_11_a_card_moves_the_piece(scene_of, origin, card, space, balance):
    """Forward with the salary if the start is passed or reached, back without; what is there takes effect."""
    scene = drawn(scene_of, "chance", card, space=origin)
    assert (scene.space(0), scene.balance(0)) == (space, balance)


def test_classic_11_next_station_pays_double(scene_of):
    """The owner of the next station gets double rent."""
    scene = drawn(scene_of, "chance", 6, lambda scene: scene.owns(1, 15))
    assert (scene.space(0), scene.balance(1)) == (15, 1550)


@pytest.mark.parametrize(
    ("origin", "card", "deed", "price"),
    [
        pytest.param(22, 5, 5, 200, id="the southern station"),
        pytest.param(7, 7, 15, 200, id="the next station"),
        pytest.param(7, 8, 12, 150, id="the next utility, without a throw"),
    ],
)
def test_classic_11_a_free_deed_that_a_card_leads_to_is_for_sale(scene_of, origin, card, deed, price):
    """As if one had come there by a throw."""
    assert drawn(scene_of, "chance", card, space=origin).task == BuyPending(0, deed, price)


@pytest.mark.parametrize(
    ("deck", "card", "gains"),
    [
        ("chance", 12, [50, 0, 0]),
        ("chance", 13, [150, 0, 0]),
        ("chance", 14, [-15, 0, 0]),
        ("chance", 15, [-100, 50, 50]),
        ("community", 4, [200, 0, 0]),
        ("community", 12, [20, -10, -10]),
        ("community", 13, [-100, 0, 0]),
    ],
)
def test_classic_11_collect_and_pay(scene_of, deck, card, gains):
    """The bank, or every other player, pays or is paid."""
    scene = drawn(scene_of, deck, card)
    assert [scene.balance(seat) - 1500 for seat in range(3)] == gains


def test_classic_11_repairs_per_house_and_hotel(scene_of):
    """Three houses and a hotel cost 3 x 25 + 100; other players' buildings cost nothing."""

    def built(scene):
        scene.owns(0, 1, 3)
        scene.owns(1, 6)
        for deed, stage in ((1, 3), (3, 5), (6, 4)):
            scene.built(deed, stage)

    assert drawn(scene_of, "chance", 16, built).balance(0) == 1500 - 175


@pytest.mark.parametrize(("space", "amount"), [(4, 200), (38, 100)])
def test_classic_12_taxes_go_to_the_bank(scene, space, amount):
    """The two taxes are 200 and 100, and nothing lands in the middle."""
    bank = scene.balance(BANK)
    scene.lands(0, space)
    assert [scene.balance(account) for account in (0, BANK, POT)] == [1500 - amount, bank + amount, 0]


def test_classic_12_free_parking_does_nothing(scene):
    """A rest, nothing more."""
    scene.lands(0, 20)
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (20, 1500, 1)


@pytest.mark.parametrize(
    ("origin", "top"),
    [
        pytest.param(26, {}, id="the space"),
        pytest.param(3, {"chance": 10}, id="a chance card"),
        pytest.param(13, {"community": 2}, id="a community card"),
    ],
)
def test_classic_13_the_ways_to_jail(scene_of, origin, top):
    """Straight there, past the start without salary; the turn ends even after a double."""
    scene = scene_of(**top)
    scene.stands(0, origin)
    scene.throw(0, 2, 2)
    if top:
        scene.draw(0)
    assert in_jail(scene.game.state, 0)
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (10, 1500, 1)
