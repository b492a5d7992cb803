"""Rows haustein-16 to -18: shares sold to the bank, bought from it, and bid for if several want them."""

import pytest

from hub.domain.auctions import SealedAuctionClosed
from hub.domain.commands import PayDebt, SealBid, Throw
from hub.domain.ids import BANK, NOBODY
from hub.domain.shares import BuyShares, SellShares, ShowInterest
from hub.domain.tasks import DebtPending, InterestPending, SealedAuctionRunning, ThrowPending
from hub.rules.game import Reason, free_choices


@pytest.fixture
def stocked(scene):
    """The bank holds five shares of seat 2."""
    scene.passes_shares(2, 2, BANK, 5)
    return scene


def test_haustein_16_five_a_turn_at_the_guide_price(scene):
    """Two for 60 each; then 1,620 make 65 (64.8), three more for that; a sixth is too many before the next turn."""
    scene.do(SellShares(0, 0, 2))
    assert scene.balance(0) == 1620
    assert scene.refused(SellShares(0, 0, 4)) == Reason.TOO_MANY_SHARES
    scene.do(SellShares(0, 0, 3))
    assert (scene.balance(0), scene.shares(0)) == (1620 + 3 * 65, [20, 0, 0, 5])
    assert scene.refused(SellShares(0, 0, 1)) == Reason.TOO_MANY_SHARES
    scene.turn(1)
    scene.do(SellShares(1, 1, 5))
    scene.turn(0)
    scene.do(SellShares(0, 0, 5))
    assert (scene.shares(0)[BANK], scene.shares(1)[BANK]) == (10, 5)


def test_haustein_16_own_shares_and_those_of_others_together(scene):
    """Three own ones and two of another player are five (H20)."""
    scene.passes_shares(1, 1, 0, 4)
    scene.do(SellShares(0, 0, 3))
    assert scene.refused(SellShares(0, 1, 3)) == Reason.TOO_MANY_SHARES
    scene.do(SellShares(0, 1, 2))
    assert scene.shares(1) == [2, 21, 0, 2]


def test_haustein_16_only_in_ones_own_turn_and_only_what_one_has(scene):
    """Not in another's turn, not more than one holds, not none."""
    assert scene.refused(SellShares(1, 1, 1)) == Reason.NOT_YOUR_TURN
    assert scene.refused(SellShares(0, 1, 1)) == Reason.NO_SHARES_HELD
    assert scene.refused(SellShares(0, 0, 0)) == Reason.TOO_MANY_SHARES
    scene.do(Throw(0, (1, 2)))
    assert scene.refused(SellShares(0, 0, 1)) == Reason.NOT_NOW


def test_haustein_16_a_debtor_raises_money_with_it(scene):
    """Five shares of a player with 10 in cash and a deed of 350: 14 each (14.4)."""
    scene.owns(0, 37)
    scene.owns(1, 39)
    scene.cash(10)
    scene.lands(0, 39)
    assert isinstance(scene.task, DebtPending)
    scene.do(SellShares(0, 0, 5))
    assert scene.balance(0) == 10 + 5 * 14
    scene.do(PayDebt(0))
    assert scene.balance(0) == 80 - 50


def test_haustein_16_the_offer_says_how_many(scene):
    """The bounds besides the prompt shrink with each sale."""
    scene.do(SellShares(0, 0, 4))
    offered = [c for c, _ in free_choices(scene.game, 0) if isinstance(c.command, SellShares)]
    assert [(choice.minimum, choice.maximum, choice.cost) for choice in offered] == [(1, 1, -70)]


def test_haustein_17_at_most_three_a_turn_at_the_guide_price(stocked):
    """Three shares of seat 2 cost 180; nobody else wants them, or is asked who could not."""
    stocked.cash(1500, 0)
    stocked.do(BuyShares(0, 2, 2))
    assert (stocked.balance(0), stocked.shares(2)) == (1380, [2, 0, 20, 3])
    assert stocked.refused(BuyShares(0, 2, 2)) == Reason.TOO_MANY_SHARES
    stocked.do(BuyShares(0, 2, 1))
    assert stocked.refused(BuyShares(0, 2, 1)) == Reason.TOO_MANY_SHARES


def test_haustein_17_only_shares_of_others_that_the_bank_has(stocked):
    """Not own ones (H21), not those of a player whose shares the bank has not, not in another's turn."""
    stocked.passes_shares(0, 0, BANK, 3)
    assert stocked.refused(BuyShares(0, 0, 1)) == Reason.OWN_SHARES
    assert stocked.refused(BuyShares(0, 1, 1)) == Reason.NO_SHARES_HELD
    assert stocked.refused(BuyShares(0, 9, 1)) == Reason.NO_SUCH_SEAT
    assert stocked.refused(BuyShares(1, 2, 1)) == Reason.NOT_YOUR_TURN
    stocked.cash(59)
    assert stocked.refused(BuyShares(0, 2, 1)) == Reason.NOT_ENOUGH_MONEY


def test_haustein_17_the_others_are_asked_first(stocked):
    """Those who could pay; the issuer is not among them. If they do not want them, the buyer gets them."""
    stocked.do(BuyShares(0, 2, 3))
    assert stocked.task == InterestPending(0, 2, 3, 180, (1,))
    assert stocked.refused(ShowInterest(2, interested=True)) == Reason.NOT_ASKED
    stocked.do(ShowInterest(1, interested=False))
    assert (stocked.balance(0), stocked.shares(2), stocked.task) == (1320, [3, 0, 20, 2], ThrowPending(0))


def test_haustein_17_the_offer_says_how_many(stocked):
    """Three at most, fewer if the money does not suffice."""
    stocked.cash(130)
    offered = [c for c, _ in free_choices(stocked.game, 0) if isinstance(c.command, BuyShares)]
    assert [(choice.minimum, choice.maximum, choice.cost) for choice in offered] == [(1, 2, 60)]


@pytest.fixture
def wanted(stocked):
    """Seat 0 wants two of the shares, and so does seat 1."""
    stocked.do(BuyShares(0, 2, 2))
    stocked.do(ShowInterest(1, interested=True))
    return stocked


def test_haustein_18_several_bid_and_only_the_winner_pays(wanted):
    """Two shares at 120 at least: 131 beats 125, and 125 is not paid."""
    task = wanted.task
    assert isinstance(task, SealedAuctionRunning)
    assert (task.mechanism, task.bidders, task.minimum) == ("first_price", (0, 1), 120)
    bank = wanted.balance(BANK)
    wanted.bids({1: 131, 0: 125})
    assert [wanted.balance(account) for account in (0, 1, BANK)] == [1500, 1369, bank + 131]
    assert (wanted.shares(2), wanted.task) == ([0, 2, 20, 3], ThrowPending(0))


def test_haustein_18_no_less_than_the_guide_price(wanted):
    """119 for two is too little; 0 wants nothing."""
    assert wanted.refused(SealBid(0, 119, "n")) == Reason.BID_TOO_LOW
    (closed,) = [fact for fact in wanted.bids({0: 0, 1: 0}) if isinstance(fact, SealedAuctionClosed)]
    assert (closed.seat, wanted.shares(2)) == (NOBODY, [0, 0, 20, 5])


def test_haustein_18_a_lot_decides_a_tie_at_once(wanted):
    """Both bid 120: one of them gets the shares and pays, the other does not."""
    (closed,) = [fact for fact in wanted.bids({0: 120, 1: 120}) if isinstance(fact, SealedAuctionClosed)]
    assert closed.drawn
    assert [wanted.balance(seat) for seat in (closed.seat, 1 - closed.seat)] == [1380, 1500]
    assert wanted.shares(2)[closed.seat] == 2


def test_haustein_18_what_is_won_in_anothers_turn_counts_towards_the_three(scene_of):
    """Each player gets at most three a turn, no matter whose turn it is (H22)."""
    scene = scene_of(4)
    scene.passes_shares(3, 3, BANK, 9)
    for count in (2, 1):
        scene.do(BuyShares(0, 3, count))
        scene.do(ShowInterest(1, interested=True))
        scene.do(ShowInterest(2, interested=False))
        scene.bids({0: 0, 1: 300})
    scene.do(BuyShares(0, 3, 1))
    assert scene.task.waiting == (2,)
