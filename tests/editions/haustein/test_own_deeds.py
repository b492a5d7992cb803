"""Rows haustein-11 and -12: deeds change hands only by public auction, perhaps with a minimum price."""

import pytest

from hub.domain.auctions import SealedAuctionClosed
from hub.domain.commands import AuctionDeed, Bundle, KeepMortgage, OfferTrade, SealBid, Throw
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.tasks import MortgageChoicePending, ThrowPending
from hub.rules.game import Reason, free_choices


def test_haustein_11_private_trade_is_forbidden(scene):
    """Neither deeds nor release cards change hands privately (H12)."""
    scene.owns(0, 5)
    assert scene.refused(OfferTrade(0, 1, Bundle(deeds=(5,)), Bundle(money=200))) == Reason.NOT_IN_EDITION


@pytest.fixture
def owned(scene):
    """Seat 0 has a station to sell."""
    scene.owns(0, 5)
    return scene


def test_haustein_11_all_bids_go_to_the_seller(owned):
    """All others are asked (H13): bids of 130 and 60 bring the seller 190; the bank gets nothing."""
    bank = owned.balance(BANK)
    owned.do(AuctionDeed(0, 5))
    assert owned.task.bidders == (1, 2)
    assert owned.refused(SealBid(0, 10, "n")) == Reason.NOT_ASKED
    owned.bids({1: 60, 2: 130})
    assert [owned.balance(account) for account in (0, 1, 2, BANK)] == [1690, 1440, 1370, bank]
    assert (owned.owner(5), owned.task) == (2, ThrowPending(0))


def test_haustein_11_only_own_deeds_of_unbuilt_groups_in_ones_own_turn(scene):
    """Not another's, not in a built group, not in another's turn, not amid a question (H13)."""
    scene.owns(0, 1, 3, 5)
    scene.owns(1, 15)
    scene.built(1, 1)
    assert scene.refused(AuctionDeed(0, 15)) == Reason.NOT_OWNER
    assert scene.refused(AuctionDeed(0, 2)) == Reason.NO_SUCH_DEED
    assert scene.refused(AuctionDeed(0, 3)) == Reason.GROUP_BUILT
    assert scene.refused(AuctionDeed(1, 15)) == Reason.NOT_YOUR_TURN
    scene.do(Throw(0, (1, 2)))
    assert scene.refused(AuctionDeed(0, 5)) == Reason.NOT_NOW


def test_haustein_11_a_mortgaged_deed_brings_its_interest_along(scene):
    """The winner redeems at once or pays 10 % now: 10 of a loan of 100."""
    scene.owns(0, 5)
    scene.mortgaged(5)
    scene.do(AuctionDeed(0, 5))
    scene.bids({1: 60, 2: 0})
    assert scene.task == MortgageChoicePending(1, 5, 110, 10)
    scene.do(KeepMortgage(1, 5))
    assert scene.balance(1) == 1430


def test_haustein_11_a_tie_is_bid_again_here_too(scene):
    """The same rules as for the bank's deeds."""
    scene.owns(0, 5)
    scene.do(AuctionDeed(0, 5))
    scene.bids({1: 60, 2: 60})
    assert (scene.task.round, scene.task.minimum, scene.balance(0)) == (2, 60, 1500)
    scene.bids({1: 0, 2: 61})
    assert (scene.owner(5), scene.balance(0), scene.balance(2)) == (2, 1561, 1439)


@pytest.mark.parametrize(
    ("minimum", "rounds", "fine"),
    [
        pytest.param(151, [{1: 0, 2: 0}], 76, id="half of a minimum that nobody meets"),
        pytest.param(0, [{1: 0, 2: 0}], 0, id="half of nothing"),
        pytest.param(100, [{1: 100, 2: 100}, {1: 0, 2: 0}], 0, id="nothing after a tie: there were valid bids"),
    ],
)
def test_haustein_12_without_a_valid_bid_half_of_the_minimum_is_paid(owned, minimum, rounds, fine):
    """To the middle; the deed stays where it is (H15)."""
    owned.do(AuctionDeed(0, 5, minimum))
    for bids in rounds:
        facts = owned.bids(bids)
    (closed,) = [fact for fact in facts if isinstance(fact, SealedAuctionClosed)]
    assert (closed.seat, closed.seller) == (NOBODY, 0)
    assert (owned.owner(5), owned.balance(0), owned.balance(POT)) == (0, 1500 - fine, fine)


def test_haustein_12_the_minimum_itself_is_a_valid_bid(scene):
    """150 meets 150, 149 is no bid and is paid by nobody (H14)."""
    scene.owns(0, 5)
    scene.do(AuctionDeed(0, 5, 150))
    assert scene.refused(SealBid(1, 149, "n")) == Reason.BID_TOO_LOW
    scene.bids({1: 150, 2: 0})
    assert (scene.owner(5), scene.balance(0), scene.balance(1), scene.balance(2)) == (1, 1650, 1350, 1500)


def test_haustein_12_the_fine_must_be_there(scene):
    """With 50 in hand a minimum of 100 is possible, 101 is not."""
    scene.owns(0, 5)
    scene.cash(50)
    assert scene.refused(AuctionDeed(0, 5, 101)) == Reason.NOT_ENOUGH_MONEY
    offered = [c.maximum for c, _ in free_choices(scene.game, 0) if isinstance(c.command, AuctionDeed)]
    assert offered == [100]
    assert scene.refused(AuctionDeed(0, 5, -1)) == Reason.BID_TOO_LOW
    scene.do(AuctionDeed(0, 5, 100))
