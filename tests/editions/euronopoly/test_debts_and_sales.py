"""Rows euro-17 to -19 and -25: sales to the bank, debts at the bank, the end."""

import pytest

from hub.domain.commands import (
    Build,
    Bundle,
    Buy,
    BuyRemote,
    Draw,
    Mortgage,
    OfferTrade,
    PayBail,
    SellBuilding,
    SellDeed,
)
from hub.domain.corrections import CorrectDeed, CorrectMoney, CorrectMortgage
from hub.domain.ids import BANK, NOBODY
from hub.domain.tasks import BuyPending
from hub.domain.turns import SeatBankrupted
from hub.rules.debts import worth
from hub.rules.game import Reason


@pytest.mark.parametrize(("deed", "value"), [(16, 250), (3, 280), (7, 550), (39, 400)])
def test_euro_17_the_bank_gives_what_the_deed_says(scene, deed, value):
    """The player who stands there, or anybody else, may buy it again (E27)."""
    scene.owns(0, deed)
    scene.stands(1, deed)
    scene.do(SellDeed(0, deed))
    assert (scene.owner(deed), scene.balance(0)) == (NOBODY, 3000 + value)
    scene.visit(2, deed)
    assert scene.task == BuyPending(2, deed, scene.game.rules.track.deeds[deed].price)


def test_euro_17_apartments_go_first_and_the_rest_must_fit(scene):
    """Two plots with two and none: the empty one is sold only when the other is down to one (E28)."""
    scene.owns(0, 16, 18)
    scene.built(16, 2)
    assert scene.refused(SellDeed(0, 16)) == Reason.GROUP_BUILT
    assert scene.refused(SellDeed(0, 18)) == Reason.GROUP_BUILT
    scene.do(SellBuilding(0, 16))
    scene.do(SellDeed(0, 18))
    assert (scene.stage(16), scene.balance(0)) == (1, 3000 + 130 + 250)


def test_euro_17_apartments_that_others_need_stay(scene):
    """Beside a holiday home the last apartment of another plot is not for sale."""
    scene.owns(0, 16, 18, 19)
    scene.built(16, 3)
    scene.built(18, 1)
    scene.built(19, 2)
    assert scene.refused(SellBuilding(0, 18)) == Reason.UNEVEN
    scene.do(SellBuilding(0, 19))
    assert scene.refused(SellBuilding(0, 19)) == Reason.UNEVEN


def test_euro_17_only_ones_own_and_only_to_the_bank(scene):
    """There are neither mortgages nor trades, not even by correction."""
    scene.owns(0, 16)
    scene.owns(1, 18)
    assert scene.refused(SellDeed(0, 18)) == Reason.NOT_OWNER
    assert scene.refused(SellDeed(0, 20)) == Reason.NO_SUCH_DEED
    assert scene.refused(Mortgage(0, 16)) == Reason.NOT_IN_EDITION
    assert scene.refused(OfferTrade(0, 1, Bundle(deeds=(16,)), Bundle(money=1))) == Reason.NOT_IN_EDITION
    assert scene.refused(CorrectMortgage(16, True)) == Reason.NOT_IN_EDITION


def test_euro_18_the_bank_lends_exactly_what_is_missing(scene):
    """All cash first, the owner gets the rent in full at once (E30)."""
    scene.owns(0, 39)
    scene.owns(1, 16, 18, 19)
    scene.built(16, 4)
    scene.cash(1200)
    scene.visit(0, 16)
    assert (scene.balance(0), scene.owed(0), scene.balance(1)) == (0, 150, 4350)


@pytest.mark.parametrize(("space", "faces", "card", "amount"), [(20, (2, 3), None, 30), (15, (1, 4), 13, 200)])
def test_euro_18_risk_and_cards_are_lent_for_too(scene, space, faces, card, amount):
    """What one has to pay without a choice is treated like rent (E29)."""
    scene.owns(0, 39)
    scene.cash(10)
    scene.lands(0, space, *faces)
    if card:
        scene.do(Draw(0, card))
    assert (scene.balance(0), scene.owed(0)) == (0, amount - 10)


def test_euro_18_who_owes_buys_and_builds_nothing(scene):
    """Not on arrival, not from afar, no apartment; not even a question is asked."""
    scene.owns(0, 16, 39)
    scene.stands(1, 18)
    scene.owes(0, 100)
    assert scene.refused(BuyRemote(0, 18)) == Reason.OWES_MONEY
    scene.stands(1, 16)
    assert scene.refused(Build(0, 16)) == Reason.OWES_MONEY
    for space in (12, 16):
        scene.visit(0, space)
        assert scene.on_turn == 1
    assert scene.refused(Buy(0)) == Reason.NOT_NOW


@pytest.mark.parametrize(("owed", "left", "balance"), [(700, 0, 300), (1000, 0, 0), (1400, 400, 0)])
def test_euro_18_every_income_repays_first(scene, owed, left, balance):
    """Here the money of the start space."""
    scene.owns(0, 26, 28, 29, 36, 38, 39)
    scene.owes(0, owed)
    scene.lands(0, 7, 6, 4)
    assert scene.space(0) == 7
    assert (scene.owed(0), scene.balance(0)) == (left, balance)


def test_euro_18_rent_and_sales_repay_too(scene):
    """And a correction of the banker's that gives money."""
    scene.owns(0, 3, 13, 39)
    scene.owes(0, 800)
    scene.visit(1, 3)
    assert scene.owed(0) == 400
    scene.turn(0)
    scene.do(SellDeed(0, 3))
    assert scene.owed(0) == 120
    scene.do(CorrectMoney(BANK, 0, 150))
    assert (scene.owed(0), scene.balance(0)) == (0, 30)


def test_euro_18_bail_is_never_lent(scene):
    """Who owes waits (E29, E39)."""
    scene.owns(0, 39)
    scene.jailed(0)
    scene.owes(0, 100)
    assert scene.refused(PayBail(0)) == Reason.NOT_ENOUGH_MONEY


@pytest.mark.parametrize(("cash", "out"), [(1760, False), (1759, True)])
def test_euro_19_out_with_more_debts_than_everything_is_worth(scene, cash, out):
    """Of 2,520 rent 760 are missing, as much as two deeds and an apartment are worth: still in; one more: out (E31)."""
    scene.owns(0, 38, 19)
    scene.built(19, 1)
    assert worth(scene.game, 0) == 360 + 270 + 130
    scene.owns(1, 26, 28, 29)
    scene.built(28, 4)
    scene.cash(cash)
    facts = scene.visit(0, 28)
    assert scene.balance(1) == 5520
    assert (SeatBankrupted(0, BANK) in facts) == out


def test_euro_19_the_estate_goes_back_to_the_bank_and_claims_lapse(scene):
    """The creditor is paid in full by the bank (E32), and everybody may buy what was claimed."""
    scene.owns(0, 16, 18)
    scene.built(16, 1)
    scene.owns(1, 31, 32, 34)
    scene.built(31, 9)
    scene.cash(100)
    scene.visit(0, 31)
    assert (scene.balance(1), scene.balance(0), scene.owed(0)) == (13_000, 0, 0)
    assert (scene.owner(16), scene.stage(16), scene.game.state.turns.out[0]) == (NOBODY, 0, True)
    scene.visit(2, 18)
    assert isinstance(scene.task, BuyPending)


def test_euro_19_losing_a_deed_can_be_the_end(scene):
    """The debt is compared after every change, a correction included."""
    scene.owns(0, 39, 3)
    scene.owes(0, 600)
    facts = scene.do(CorrectDeed(39, NOBODY))
    assert SeatBankrupted(0, BANK) in facts
    assert scene.owner(3) == NOBODY


def test_euro_19_selling_makes_nobody_poorer(scene):
    """At the very limit everything can be sold, piece by piece."""
    scene.owns(0, 16, 3)
    scene.built(16, 1)
    scene.owes(0, 130 + 250 + 280)
    scene.do(SellBuilding(0, 16))
    scene.do(SellDeed(0, 3))
    scene.do(SellDeed(0, 16))
    assert (scene.owed(0), scene.balance(0), scene.game.state.turns.out[0]) == (0, 0, False)


def test_euro_25_the_last_player_left_wins(scene):
    """When two of three are out the game is over."""
    scene.owns(1, 31, 32, 34)
    scene.built(31, 9)
    scene.cash(0, 3000, 0)
    scene.visit(0, 31)
    assert scene.game.state.turns.winner == NOBODY
    scene.visit(2, 31)
    assert (scene.game.state.turns.winner, scene.task) == (1, None)
