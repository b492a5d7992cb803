"""Rows haustein-04 and -05: protection money on one's own transactions, and the ways out."""

import pytest
from helpers.streets import LIGHT_BLUE, put

from hub.domain.commands import (
    AuctionDeed,
    Build,
    DeclareBankruptcy,
    KeepMortgage,
    Mortgage,
    PayBail,
    PayDebt,
    Redeem,
    SealBid,
    SellBuilding,
    SellGroup,
    Throw,
)
from hub.domain.ids import BANK, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import in_jail
from hub.domain.shares import AcceptShares, BuyShares, OfferShares, SellShares
from hub.domain.tasks import DebtPending, ThrowPending
from hub.rules.game import Reason, choices, free_choices
from hub.table.views.options import option


@pytest.mark.parametrize(
    ("deeds", "command", "cover", "own", "protection"),
    [
        pytest.param((1, 3), Build(0, 1), 75, -50, 25, id="a house"),
        pytest.param((5,), Redeem(0, 5), 165, -110, 55, id="a redemption"),
        pytest.param((), BuyShares(0, 1, 1), 90, -60, 30, id="a share of the bank"),
        pytest.param((15,), Mortgage(0, 15), 0, 100, 50, id="a loan, which is money that moves as well"),
        pytest.param((), SellShares(0, 0, 2), 0, 2 * 60, 60, id="two shares to the bank"),
    ],
)
def test_haustein_04_what_one_does_oneself_costs_half_more(scene, deeds, command, cover, own, protection):
    """Half of what it costs or brings goes to the middle, and all of it must be in hand before."""
    scene.owns(0, *deeds)
    if isinstance(command, Redeem):
        scene.mortgaged(*deeds)
    scene.passes_shares(1, 1, BANK, 3)
    scene.jailed(0)
    scene.cash(1500, 1500, 0)
    if cover:
        scene.cash(cover - 1)
        assert scene.refused(command) == Reason.NOT_ENOUGH_MONEY
        scene.cash(cover)
        assert scene.game.refuse(command) is None
    scene.cash(1500)
    scene.do(command)
    assert (scene.balance(0), scene.balance(POT)) == (1500 + own - protection, protection)


def test_haustein_04_a_half_is_rounded_up(scene):
    """A house that brings 25 costs 12.5, so 13; redeeming for 33 costs 16.5, so 17."""
    scene.owns(0, 1, 3)
    scene.do(Build(0, 1))
    scene.jailed(0)
    scene.do(SellBuilding(0, 1))
    assert (scene.balance(0), scene.balance(POT)) == (1450 + 25 - 13, 13)
    scene.mortgaged(1)
    scene.do(Redeem(0, 1))
    assert (scene.balance(0), scene.balance(POT)) == (1462 - 33 - 17, 13 + 17)


def most_offered(scene) -> list[int]:
    """The greatest bid that seat 1 is offered."""
    return [choice.maximum for choice, _ in choices(scene.game, 1) if isinstance(choice.command, SealBid)]


def test_haustein_04_a_bid_needs_one_and_a_half_times_its_cover(scene):
    """With 300 in jail at most 200 can be bid; the bidder pays 200 and 100 of protection money."""
    scene.jailed(1)
    scene.cash(1500, 300, 1500)
    scene.throw(0, 2, 3)
    assert scene.refused(SealBid(1, 201, "n")) == Reason.NOT_ENOUGH_MONEY
    assert most_offered(scene) == [200]
    scene.bids({0: 10, 1: 200, 2: 0})
    assert (scene.balance(1), scene.balance(POT), scene.owner(5)) == (0, 100, 1)


@pytest.mark.parametrize(("cash", "most"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (7, 4), (8, 5)])
def test_haustein_04_the_greatest_bid_in_jail(scene, cash, most):
    """The bid and half of it, half a unit rounded up, are covered; one more is not."""
    scene.jailed(1)
    scene.cash(1500, cash, 1500)
    scene.throw(0, 2, 3)
    assert most_offered(scene) == [most]
    assert scene.refused(SealBid(1, most + 1, "n")) == Reason.NOT_ENOUGH_MONEY


def test_haustein_04_the_button_of_a_group_says_what_it_brings(scene_of):
    """Three houses of 25 lose 13 each: 36 are offered to who owes for a birthday, and 36 come (K7)."""
    scene = scene_of(community=12)
    put(scene, 0, LIGHT_BLUE, 1, 1, 1)
    scene.cash(0)
    scene.jailed(0)
    scene.turn(1)
    scene.lands(1, 17)
    scene.draw(1)
    (offered,) = [choice for choice, _ in free_choices(scene.game, 0) if isinstance(choice.command, SellGroup)]
    scene.do(offered.command)
    assert (option(scene.game, offered, None).cost, scene.balance(0), scene.balance(POT)) == (-36, 36, 39)


def test_haustein_04_a_bid_that_loses_costs_it_too(scene):
    """Everybody pays their bid, and in jail half of it more."""
    scene.jailed(1)
    scene.throw(0, 2, 3)
    scene.bids({0: 100, 1: 51, 2: 0})
    assert (scene.balance(1), scene.balance(POT)) == (1500 - 51 - 26, 26)


def test_haustein_04_an_own_auction_costs_half_of_all_that_comes_in(scene):
    """45 and 30 are bid: the jailed seller gives 38 of 75 to the middle, once."""
    scene.owns(0, 5)
    scene.jailed(0)
    scene.do(AuctionDeed(0, 5))
    scene.bids({1: 45, 2: 30})
    assert (scene.balance(0), scene.balance(POT)) == (1500 + 75 - 38, 38)


def test_haustein_04_share_business_costs_it_on_both_sides(scene):
    """A trade for 101 between two jailed players: each gives 51."""
    scene.jailed(0)
    scene.jailed(1)
    scene.do(OfferShares(0, 1, 0, 2, 101))
    scene.do(AcceptShares(1, 1))
    balances = [scene.balance(account) for account in (0, 1, POT)]
    assert balances == [1500 + 101 - 51, 1500 - 101 - 51, 102]


def test_haustein_04_share_business_needs_the_cover(scene):
    """A jailed buyer with 150 pays 100 at most."""
    scene.jailed(0)
    scene.cash(150)
    assert scene.refused(OfferShares(0, 1, 1, 1, 101, selling=False)) == Reason.NOT_ENOUGH_MONEY
    scene.do(OfferShares(0, 1, 1, 1, 100, selling=False))
    scene.do(AcceptShares(1, 1))
    assert scene.balance(0) == 0


def bought_in_jail(scene, cash: int) -> None:
    """Seat 1 sits in jail and has just bought a mortgaged station of seat 0's for 40, which leaves it `cash`."""
    scene.jailed(1)
    scene.owns(0, 5)
    scene.mortgaged(5)
    scene.cash(1500, cash + 60, 1500)
    scene.do(AuctionDeed(0, 5))
    scene.bids({1: 40, 2: 0})
    assert (scene.balance(1), scene.balance(POT)) == (cash, 20)


def test_haustein_04_keeping_a_bought_mortgage_costs_half_of_its_interest(scene):
    """10 of interest to the bank and 5 to the middle, and the page says 15 before (H3)."""
    bought_in_jail(scene, 100)
    offered = {type(choice.command): option(scene.game, choice, no).cost for choice, no in choices(scene.game, 1)}
    assert offered == {Redeem: 110 + 55, KeepMortgage: 10 + 5}
    scene.do(KeepMortgage(1, 5))
    assert (scene.balance(1), scene.balance(POT)) == (85, 25)


@pytest.mark.parametrize(
    ("cash", "debts"), [(14, ["protection"]), (9, ["mortgage_interest"]), (0, ["mortgage_interest"])]
)
def test_haustein_04_interest_that_became_a_debt_costs_it_when_it_is_paid(scene, cash, debts):
    """Whoever has not got both owes; a house sold for 75, of which 38 go, pays the interest and then its half (H3)."""
    scene.owns(1, 37, 39)
    scene.built(39, 1)
    bought_in_jail(scene, cash)
    scene.do(KeepMortgage(1, 5))
    assert [task.due.purpose for task in scene.game.state.agenda.tasks if isinstance(task, DebtPending)] == debts
    scene.do(SellBuilding(1, 39))
    scene.do(PayDebt(1))
    assert (scene.balance(1), scene.task) == (cash + 100 - 50 - 10 - 5, ThrowPending(0))
    assert scene.balance(POT) == 20 + 50 + 5


def test_haustein_04_what_comes_with_an_estate_is_no_transaction_of_the_heir(scene):
    """The creditor in jail pays 10 for the mortgage that came with the deed, and nothing to the middle (H3)."""
    scene.owns(1, 39)
    scene.owns(0, 5)
    scene.mortgaged(5)
    scene.jailed(1)
    scene.cash(0, 100, 1500)
    scene.lands(0, 39)
    scene.do(DeclareBankruptcy(0))
    assert [option(scene.game, choice, no).cost for choice, no in choices(scene.game, 1)] == [110 + 55, 10]
    scene.do(KeepMortgage(1, 5))
    assert (scene.balance(1), scene.balance(POT)) == (90, 0)


def test_haustein_04_what_merely_happens_to_them_costs_nothing(scene):
    """Rent, bail and dividends are no transactions of the jailed player's own (H3)."""
    scene.jailed(1)
    scene.owns(1, 5)
    scene.passes_shares(0, 0, 1, 5)
    scene.stands(0, 35)
    facts = scene.throw(0, 5, 5)
    scene.jailed(0)
    facts += scene.do(PayBail(0))
    purposes = [fact.purpose for fact in facts if isinstance(fact, MoneyMoved)]
    assert purposes == ["dividend", "salary", "rent_station", "bail"]


def test_haustein_05_bail_of_50_before_throwing(scene):
    """Any time before one of the three throws."""
    scene.jailed(0, missed=2)
    scene.do(PayBail(0))
    assert (scene.balance(0), in_jail(scene.game.state, 0)) == (1450, False)


def test_haustein_05_after_the_third_round_100_and_move(scene):
    """The third throw moves, and the 100 lie in the middle."""
    scene.owns(0, 19)
    scene.jailed(0, missed=2)
    scene.throw(0, 4, 5)
    assert (scene.space(0), scene.balance(0), scene.balance(POT)) == (19, 1400, 100)


def test_haustein_05_one_throw_a_round_and_a_double_frees(scene):
    """A miss ends the turn, a double leaves by that throw and grants no other one."""
    scene.jailed(0)
    scene.do(Throw(0, (1, 2)))
    assert (scene.on_turn, scene.game.state.custody.missed[0]) == (1, 1)
    scene.turn(0)
    scene.owns(0, 18)
    scene.throw(0, 4, 4)
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (18, 1500, 1)
