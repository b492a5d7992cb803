"""Shares put right by the banker: where they may go, and what becomes of a question that rested on them."""

import pytest
from helpers.scene import Scene

from hub.domain.auctions import BidsRevealed, SealedAuctionVoided
from hub.domain.corrections import Corrected, CorrectMoney, CorrectShares
from hub.domain.ids import BANK, POT
from hub.domain.shares import BuyShares, SellShares, SharesMoved, ShowInterest
from hub.domain.tasks import InterestPending, SealedAuctionRunning, ThrowPending
from hub.editions import EDITIONS
from hub.rules.game import Reason, free_choices


def test_shares_move_and_are_shown_with_the_reason(scene):
    """From a seat to another one, to the bank and back; no money moves, whatever they are worth."""
    facts = scene.do(CorrectShares(0, 0, 1, 4, reason="were handed over already"))
    assert facts[:2] == (Corrected("shares", "were handed over already"), SharesMoved(0, 0, 1, 4, "correction"))
    scene.do(CorrectShares(0, 1, BANK, 3))
    scene.do(CorrectShares(0, BANK, 2, 1))
    assert scene.shares(0) == [21, 1, 1, 2]
    assert [scene.balance(seat) for seat in range(3)] == [1500] * 3
    assert scene.task == ThrowPending(0)


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        (CorrectShares(0, 0, 1, 26), Reason.NO_SHARES_HELD),
        (CorrectShares(0, 1, 0, 1), Reason.NO_SHARES_HELD),
        (CorrectShares(0, BANK, 0, 1), Reason.NO_SHARES_HELD),
        (CorrectShares(0, 0, 1, 0), Reason.NO_SHARES_HELD),
        (CorrectShares(0, 0, 1, -1), Reason.NO_SHARES_HELD),
        (CorrectShares(0, 0, 0, 1), Reason.NOTHING_TO_CORRECT),
        (CorrectShares(3, 0, 1, 1), Reason.NO_SUCH_SEAT),
        (CorrectShares(BANK, 0, 1, 1), Reason.NO_SUCH_SEAT),
        (CorrectShares(0, 0, POT, 1), Reason.NO_SUCH_SEAT),
        (CorrectShares(0, 3, 0, 1), Reason.NO_SUCH_SEAT),
        (CorrectShares(0, 0, 1, 1, reason="x" * 81), Reason.TEXT_UNFIT),
    ],
)
def test_shares_that_are_not_there_move_nowhere(scene, correction, reason):
    """Nor those of nobody, to nobody, to where they are, or none at all."""
    assert scene.refused(correction) == reason


def test_void_shares_stay_void(scene):
    """Who is out issues none any more, and gets none."""
    scene.passes_shares(1, 1, 0, 25)
    scene.owns(0, 18)
    scene.lands(0, 18)
    assert scene.game.state.turns.out[1]
    assert scene.refused(CorrectShares(1, 0, 2, 1)) == Reason.SEAT_OUT
    assert scene.refused(CorrectShares(0, 0, 1, 1)) == Reason.SEAT_OUT


def test_an_edition_without_shares_has_none_to_put_right():
    """The reason says so."""
    assert Scene(EDITIONS["classic"]).refused(CorrectShares(0, 0, 1, 1)) == Reason.NOT_IN_EDITION


def test_a_correction_uses_up_nothing_of_the_turn(scene):
    """Of the five that may be sold in a turn none is gone; the guide price is what it was."""
    scene.do(CorrectShares(0, 0, BANK, 5))
    offered = [c for c, _ in free_choices(scene.game, 0) if isinstance(c.command, SellShares)]
    assert [(choice.maximum, choice.cost) for choice in offered] == [(5, -60)]


@pytest.fixture
def wanted(scene):
    """Seat 0 wants two of the five shares of seat 2 that the bank has, and seat 1 is asked."""
    scene.passes_shares(2, 2, BANK, 5)
    scene.do(BuyShares(0, 2, 2))
    return scene


@pytest.mark.parametrize(("back", "task"), [(3, InterestPending), (4, ThrowPending)])
def test_a_purchase_of_shares_that_the_bank_has_no_more_is_dropped(wanted, back, task):
    """With two left the question stands, with one left it does not."""
    wanted.do(CorrectShares(2, BANK, 2, back))
    assert isinstance(wanted.task, task)


def test_an_auction_of_shares_goes_on_as_long_as_they_are_there(wanted):
    """Money that moves meanwhile takes no sense out of it, and neither do three shares of five."""
    wanted.do(ShowInterest(1, interested=True))
    wanted.bids({0: 131})
    wanted.do(CorrectMoney(BANK, 0, 10))
    wanted.do(CorrectShares(2, BANK, 2, 3))
    assert isinstance(wanted.task, SealedAuctionRunning)
    wanted.bids({1: 0})
    assert (wanted.shares(2), wanted.balance(0)) == ([2, 0, 23, 0], 1510 - 131)


def test_an_auction_of_shares_that_the_bank_has_no_more_is_void(wanted):
    """Nobody learns the bids, nobody pays, and the bank never gives what it has not."""
    wanted.do(ShowInterest(1, interested=True))
    wanted.bids({0: 131})
    facts = wanted.do(CorrectShares(2, BANK, 2, 4))
    told = [type(fact) for fact in facts if isinstance(fact, SealedAuctionVoided | BidsRevealed)]
    assert told == [SealedAuctionVoided]
    assert (wanted.shares(2), wanted.balance(0), wanted.task) == ([0, 0, 24, 1], 1500, ThrowPending(0))
