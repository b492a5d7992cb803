"""Rows haustein-08 to -12: bids in secret, and deeds that change hands only by public auction."""

import hashlib

import pytest

from hub.domain.auctions import (
    BidAbstained,
    BidHidden,
    BidSealed,
    BidsRevealed,
    BidsTied,
    BidTakenBack,
    SealedAuctionClosed,
    SealedAuctionVoided,
    TakeBackBid,
)
from hub.domain.commands import AbstainBid, AuctionDeed, Decline, KeepMortgage, SealBid, Throw
from hub.domain.corrections import CorrectDeed, CorrectMoney, CorrectTurn
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.tasks import DebtPending, MortgageChoicePending, SealedAuctionRunning, ThrowPending
from hub.rules.game import Reason, choices, free_choices


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
    """The winner redeems at once or pays 10 % now: 10 of a loan of 100, and in freedom nothing to the middle."""
    scene.owns(0, 5)
    scene.mortgaged(5)
    scene.do(AuctionDeed(0, 5))
    scene.bids({1: 60, 2: 0})
    assert scene.task == MortgageChoicePending(1, 5, 110, 10)
    scene.do(KeepMortgage(1, 5))
    assert (scene.balance(1), scene.balance(POT)) == (1430, 0)


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
    offered = [(c.minimum, c.maximum) for c, _ in choices(scene.game, 1) if isinstance(c.command, SealBid)]
    assert offered == [(0, 0), (150, 1500)]  # so nobody sees who wants nothing
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


def of(kind, facts):
    return [fact for fact in facts if isinstance(fact, kind)]


@pytest.mark.rule("haustein-10")
@pytest.mark.parametrize(("faces", "deed"), [((2, 3), 5), ((6, 6), 12), ((1, 2), 3)])
def test_haustein_08_an_unowned_deed_goes_to_a_sealed_auction(scene, faces, deed):
    """Station, utility or street (H6): nobody is asked to buy; all bid, the lander too, without money (H11); 1 wins."""
    scene.cash(0)
    scene.throw(0, *faces)
    task = scene.task
    assert isinstance(task, SealedAuctionRunning)
    assert (task.lot.deed, task.seller, task.waiting, task.minimum) == (deed, BANK, (0, 1, 2), 0)
    assert scene.refused(Decline(0)) == Reason.NOT_IN_EDITION
    scene.bids({0: 0, 1: 1, 2: 0})
    assert (scene.owner(deed), scene.balance(1)) == (1, 1499)


def test_haustein_08_the_highest_gets_it_and_everybody_pays(scene):
    """Bids of 120, 90 and 5 bring the bank 215; the price printed plays no part."""
    scene.throw(0, 2, 3)
    bank = scene.balance(BANK)
    scene.bids({2: 90, 0: 120, 1: 5})
    assert [scene.balance(account) for account in (0, 1, 2, BANK, POT)] == [1380, 1495, 1410, bank + 215, 0]
    assert (scene.owner(5), scene.task) == (0, ThrowPending(1))


def test_haustein_08_nobody_bids_more_than_they_have(scene):
    """Up to the last coin, not below nothing (H7)."""
    scene.cash(100)
    scene.throw(0, 2, 3)
    assert scene.refused(SealBid(0, 101, "n")) == Reason.NOT_ENOUGH_MONEY
    assert scene.refused(SealBid(0, -1, "n")) == Reason.BID_TOO_LOW
    scene.do(SealBid(0, 100, "n"))
    assert scene.refused(SealBid(0, 1, "n")) == Reason.ALREADY_BID


def test_haustein_08_nothing_is_known_before_the_last_bid(scene):
    """A bid shows a commitment, its amount is hidden; anybody can check it against the reveal, which comes last."""
    scene.throw(0, 2, 3)
    facts = scene.bids({1: 44, 0: 700})
    assert [type(fact) for fact in facts if not hasattr(fact, "tasks")] == [BidSealed, BidHidden] * 2
    assert scene.owner(5) == NOBODY
    facts += scene.bids({2: 0})
    shown = {fact.seat: fact.commitment for fact in of(BidSealed, facts)}
    revealed = of(BidsRevealed, facts)[0]
    assert dict(zip(revealed.seats, revealed.amounts, strict=True)) == {0: 700, 1: 44, 2: 0}
    for seat, amount, nonce, commitment in zip(
        revealed.seats, revealed.amounts, revealed.nonces, revealed.commitments, strict=True
    ):
        text = f"{nonce}:{amount}:{seat}:{revealed.auction}:{revealed.round}"
        assert shown[seat] == commitment == hashlib.sha256(text.encode()).hexdigest()


def test_haustein_08_an_absent_player_bids_0_for_all_to_see(scene):
    """The banker says so; it counts like a bid of 0."""
    scene.throw(0, 2, 3)
    facts = scene.do(AbstainBid(1))
    assert of(BidAbstained, facts) == [BidAbstained(1, 1)]
    facts = scene.bids({0: 3, 2: 0})
    assert of(BidsRevealed, facts)[0].amounts == (3, 0, 0)
    assert scene.refused(AbstainBid(1)) == Reason.NOT_NOW


def test_haustein_08_a_bid_may_be_taken_back_while_others_are_missing(scene):
    """The slip lies face down: its bidder is asked again, the other bids stand, what was taken back counts no more."""
    scene.throw(0, 2, 3)
    scene.bids({1: 1200, 0: 90})
    facts = scene.do(TakeBackBid(1))
    assert facts[0] == BidTakenBack(1, 1)
    assert (scene.task.waiting, [seat for seat, _ in scene.task.commitments]) == ((1, 2), [0])
    assert scene.game.state.bids.hidden.keys() == {0}
    facts = scene.bids({2: 0, 1: 120})
    assert of(BidsRevealed, facts)[0].amounts == (90, 120, 0)
    assert ([scene.balance(seat) for seat in range(3)], scene.owner(5)) == ([1410, 1380, 1500], 1)


def test_haustein_08_who_bid_0_for_all_to_see_may_think_again(scene):
    """Somebody absent comes back before the reveal."""
    scene.throw(0, 2, 3)
    scene.do(AbstainBid(2))
    scene.do(TakeBackBid(2))
    scene.bids({0: 1, 1: 2, 2: 3})
    assert scene.owner(5) == 2


def test_haustein_08_only_a_bid_that_was_made_and_is_not_revealed_is_taken_back(scene):
    """Not before it, not twice, not after the reveal, not in the next round; what is offered is what is possible."""
    assert scene.refused(TakeBackBid(0)) == Reason.NOT_NOW
    scene.throw(0, 2, 3)
    assert scene.refused(TakeBackBid(0)) == Reason.NO_BID_MADE
    scene.bids({0: 80, 1: 80})
    able = [seat for seat in range(3) if any(c.command == TakeBackBid(seat) for c, _ in free_choices(scene.game, seat))]
    assert able == [0, 1]
    scene.do(TakeBackBid(1))
    assert scene.refused(TakeBackBid(1)) == Reason.NO_BID_MADE
    scene.bids({1: 80, 2: 0})
    assert scene.task.round == 2
    assert scene.refused(TakeBackBid(2)) == Reason.NOT_ASKED
    assert scene.refused(TakeBackBid(0)) == Reason.NO_BID_MADE
    scene.bids({0: 80, 1: 90})
    assert scene.refused(TakeBackBid(0)) == Reason.NOT_NOW


def test_haustein_09_a_tie_costs_nothing_and_the_tied_bid_again(scene_of):
    """Two bid 80, one 79: nobody pays, the two go on from 80; 95 beats 80, and these two pay."""
    scene = scene_of(4)
    scene.throw(0, 2, 3)
    facts = scene.bids({0: 80, 1: 80, 2: 79, 3: 0})
    assert of(BidsTied, facts) == [BidsTied(1, (0, 1), 80)]
    assert [scene.balance(seat) for seat in range(4)] == [1500] * 4
    assert (scene.task.bidders, scene.task.minimum, scene.task.round) == ((0, 1), 80, 2)
    assert scene.refused(SealBid(2, 100, "n")) == Reason.NOT_ASKED
    scene.bids({1: 95, 0: 80})
    assert [scene.balance(seat) for seat in range(4)] == [1420, 1405, 1500, 1500]
    assert scene.owner(5) == 1


def test_haustein_09_in_a_tie_round_0_or_at_least_the_tied_amount(scene):
    """79 is too low, 80 is not, and 0 is always allowed."""
    scene.throw(0, 2, 3)
    scene.bids({0: 80, 1: 80, 2: 0})
    assert scene.refused(SealBid(0, 79, "n")) == Reason.BID_TOO_LOW
    scene.bids({0: 0, 1: 80})
    assert ([scene.balance(seat) for seat in range(3)], scene.owner(5)) == ([1500, 1420, 1500], 1)


def test_haustein_09_a_narrower_tie_goes_on_without_the_lower(scene):
    """Three tie at 10, two of them at 30: the third is out, and nobody has paid."""
    scene.throw(0, 2, 3)
    scene.bids({0: 10, 1: 10, 2: 10})
    scene.bids({0: 30, 1: 20, 2: 30})
    assert (scene.task.bidders, scene.task.minimum, scene.task.round) == ((0, 2), 30, 3)
    assert scene.balance(1) == 1500


def test_haustein_09_after_three_tie_rounds_a_lot_decides(scene):
    """The tied pay their last bid, one of them gets the deed; the lot comes from the nonces of that round (H9)."""
    scene.throw(0, 2, 3)
    for bids in ({0: 10, 1: 10, 2: 9}, {0: 20, 1: 20}, {0: 30, 1: 30}):
        scene.bids(bids)
    assert scene.task.round == 4
    facts = scene.bids({0: 30, 1: 30})
    (closed,) = of(SealedAuctionClosed, facts)
    assert closed.drawn
    assert [scene.balance(seat) for seat in range(3)] == [1470, 1470, 1500]
    nonces = ":".join(of(BidsRevealed, facts)[0].nonces)
    chosen = int(hashlib.sha256(nonces.encode()).hexdigest(), 16) % 2
    assert scene.owner(5) == closed.seat == (0, 1)[chosen]


def test_haustein_09_the_lot_depends_on_the_nonces(scene_of):
    """Other nonces, another winner now and then."""
    winners = set()
    for number in range(12):
        scene = scene_of(2)
        scene.throw(0, 2, 3)
        for round_ in range(4):
            for seat in (0, 1):
                scene.do(SealBid(seat, 7, f"{number}-{round_}-{seat}"))
        winners.add(scene.owner(5))
    assert winners == {0, 1}


@pytest.mark.parametrize("rounds", [[{0: 0, 1: 0, 2: 0}], [{0: 50, 1: 50, 2: 0}, {0: 0, 1: 0}]])
def test_haustein_10_all_zero_leaves_it_with_the_bank(scene, rounds):
    """No new round, nobody pays, the turn goes on; the same if all abstain after a tie (H10)."""
    scene.throw(0, 2, 3)
    for bids in rounds:
        facts = scene.bids(bids)
    assert of(SealedAuctionClosed, facts)[0].seat == NOBODY
    assert (scene.owner(5), scene.task) == (NOBODY, ThrowPending(1))
    assert [scene.balance(seat) for seat in range(3)] == [1500] * 3


@pytest.mark.parametrize(
    ("correction", "following"), [(CorrectDeed(5, 2), 1), (CorrectTurn(2), 2)], ids=["deed sold", "another turn"]
)
def test_a_correction_that_takes_its_sense_away_voids_the_auction(scene, correction, following):
    """Nobody learns the bids, nobody pays."""
    scene.throw(0, 2, 3)
    scene.bids({0: 500})
    facts = scene.do(correction)
    assert (len(of(SealedAuctionVoided, facts)), of(BidsRevealed, facts)) == (1, [])
    assert (scene.game.state.bids.hidden, scene.balance(0), scene.task) == ({}, 1500, ThrowPending(following))


def test_who_can_no_longer_pay_their_bid_owes_it(scene):
    """The banker took money away meanwhile: the bid stands, and becomes a debt."""
    scene.throw(0, 2, 3)
    scene.bids({0: 1000})
    scene.do(CorrectMoney(0, BANK, 900))
    scene.bids({1: 10, 2: 0})
    assert isinstance(scene.task, DebtPending)
    assert (scene.task.seat, scene.task.due.amount, scene.owner(5)) == (0, 1000, 0)
