"""What becomes of the open question when the banker puts something right, and what the table shows of it."""

from typing import Union

import msgspec
import pytest
from helpers.scene import Scene
from helpers.seated import BANKER

from hub.domain.auctions import AuctionClosed, AuctionOpened
from hub.domain.commands import Build, Decline, PassBid, PayDebt, PlaceBid, Throw, WantBuildings
from hub.domain.corrections import (
    CorrectBuildings,
    CorrectDeed,
    CorrectJail,
    CorrectMoney,
    CorrectMortgage,
    CorrectPiece,
    CorrectTurn,
)
from hub.domain.ids import BANK, NOBODY
from hub.domain.tasks import (
    AdvancePending,
    AgendaSet,
    AuctionRunning,
    BuyPending,
    DebtPending,
    DeedLot,
    DrawPending,
    MortgageChoicePending,
    PlacingPending,
    RentThrowPending,
    ThrowPending,
)
from hub.table.requests import REQUESTS, Correct
from hub.table.wire.audience import Audience


def test_a_throw_goes_on_from_the_corrected_space(scene):
    """The destination moves along with the piece, and so does the salary."""
    scene.stands(0, 20)
    scene.do(Throw(0, (3, 4)))
    scene.do(CorrectPiece(0, 35, reason="it stood wrong"))
    assert scene.task == AdvancePending(0, 2, "throw", salary=200)


def test_the_destination_of_a_card_stays(scene):
    """Where a card sends a piece does not depend on the correction."""
    going = AdvancePending(0, 24, "card")
    scene.given(AgendaSet((going,), 1))
    scene.do(CorrectPiece(0, 9))
    assert scene.task == going


@pytest.mark.parametrize(
    ("faces", "correction", "task"),
    [
        pytest.param((1, 2), CorrectPiece(0, 20), ThrowPending(1), id="a piece off the deed is not asked to buy it"),
        pytest.param((1, 2), CorrectPiece(1, 20), BuyPending(0, 3, 60), id="another piece changes nothing"),
        pytest.param((1, 2), CorrectDeed(3, 2), ThrowPending(1), id="a sold deed is not offered any more"),
        pytest.param((1, 1), CorrectPiece(0, 20), ThrowPending(0), id="a piece off the card space draws nothing"),
        pytest.param((1, 1), CorrectJail(0, True), ThrowPending(1), id="nor does one in jail"),
    ],
)
def test_what_was_asked_about_the_space_is_asked_as_long_as_it_has_sense(scene, faces, correction, task):
    """The offer or the card is gone with the piece or the deed, and the turn goes on."""
    scene.throw(0, *faces)
    assert isinstance(scene.task, BuyPending | DrawPending)
    scene.do(correction)
    assert scene.task == task


def test_the_auction_of_a_sold_deed_is_closed(scene):
    """Nobody wins it, and no bid is paid."""
    scene.throw(0, 1, 2)
    scene.do(Decline(0))
    scene.do(PlaceBid(1, 40))
    facts = scene.do(CorrectDeed(3, 2))
    assert AuctionClosed(DeedLot(3), NOBODY, 0) in facts
    assert (scene.balance(1), scene.owner(3), scene.task) == (1500, 2, ThrowPending(1))


@pytest.mark.parametrize(("bid", "again"), [(400, True), (300, False)])
def test_an_auction_begins_again_when_its_leader_cannot_pay(scene, bid, again):
    """The bid of somebody who became insolvent is void, all may bid again; one that can be paid stands."""
    scene.throw(0, 1, 2)
    scene.do(Decline(0))
    scene.do(PassBid(0))
    scene.do(PlaceBid(1, bid))
    facts = scene.do(CorrectMoney(1, BANK, 1200))
    assert (AuctionOpened(DeedLot(3)) in facts) == again
    assert scene.task.leader == (NOBODY if again else 1)
    assert scene.task.bidders == ((0, 1, 2) if again else (1, 2))


def test_an_inherited_mortgage_that_is_lifted_asks_no_more(scene):
    """The choice between interest and redemption needs a mortgage."""
    scene.owns(1, 5)
    scene.mortgaged(5)
    scene.given(AgendaSet((ThrowPending(0), MortgageChoicePending(1, 5, 110, 10)), 1))
    scene.do(CorrectMortgage(5, mortgaged=False))
    assert scene.task == ThrowPending(0)


@pytest.mark.parametrize("correction", [None, CorrectTurn(2)], ids=["the same turn", "another turn"])
def test_a_debt_stays_until_it_is_paid(scene, correction):
    """Money by correction makes it payable, still by the debtor; a new turn begins after it."""
    scene.cash(10)
    scene.lands(0, 4)
    if correction:
        scene.do(correction)
    scene.do(CorrectMoney(BANK, 0, 500))
    assert isinstance(scene.task, DebtPending)
    scene.do(PayDebt(0))
    assert (scene.balance(0), scene.task) == (310, ThrowPending(2 if correction else 1))


def test_whoever_is_jailed_moves_no_further(scene):
    """The rest of the throw is dropped, a double grants no further throw."""
    scene.do(Throw(0, (4, 4)))
    scene.do(CorrectJail(0, jailed=True))
    assert (scene.space(0), scene.task) == (10, ThrowPending(1))


def test_the_turn_goes_to_somebody_else(scene):
    """What was asked in the old turn is dropped, an auction closed; doubles are forgotten."""
    scene.throw(0, 6, 6)
    scene.do(Decline(0))
    facts = scene.do(CorrectTurn(2, reason="Carla was skipped"))
    assert AuctionClosed(DeedLot(12), NOBODY, 0) in facts
    assert (scene.on_turn, scene.task, scene.game.state.turns.streak) == (2, ThrowPending(2), 0)


def test_rent_by_a_fresh_throw_needs_an_owner(scene):
    """When the deed returns to the bank nobody is owed anything."""
    scene.owns(1, 12)
    scene.stands(0, 12)
    scene.given(AgendaSet((RentThrowPending(0, 12, 10),), 1))
    scene.do(CorrectDeed(12, NOBODY))
    assert scene.task == ThrowPending(1)


def run_dry(scene: Scene) -> None:
    """Exactly one house lies with the bank; seats 0 and 1 want it, and seat 1 leads the auction with 120."""
    scene.owns(0, 1, 3)
    scene.owns(1, 6, 8, 9)
    scene.owns(2, 11, 13, 14, 16, 18, 19, 21, 23, 24)
    scene.do(CorrectBuildings(dict.fromkeys((11, 13, 14, 16, 18, 19), 4)))
    scene.do(CorrectBuildings({21: 3, 23: 2, 24: 2}))
    scene.do(CorrectMoney(2, BANK, 1500))
    assert scene.game.state.supply.stock["house"] == 1
    scene.do(Build(0, 1))
    scene.do(WantBuildings(0, 1))
    scene.do(WantBuildings(1, 1))
    scene.do(WantBuildings(2, 0))
    scene.do(PlaceBid(1, 120))


def test_an_auction_of_a_house_begins_again_when_its_leader_cannot_pay(scene):
    """Who could use the house now may bid again; if one alone is left, they simply place it."""
    run_dry(scene)
    scene.do(CorrectMoney(1, BANK, 1400))
    assert isinstance(scene.task, AuctionRunning)
    assert scene.task.leader == NOBODY
    scene.do(CorrectMoney(1, BANK, 100))
    assert scene.task == PlacingPending(0, "house", 1)


def test_a_shortage_ends_when_nothing_is_left_to_deal_out(scene):
    """The last house stands on a street by correction; the turn goes on where it was."""
    run_dry(scene)
    scene.do(CorrectBuildings({23: 3}))
    assert scene.task == ThrowPending(0)


def test_a_paid_house_without_a_place_waits_for_nothing(scene):
    """The winner's group is mortgaged by correction: they place nothing, and the house is for who still wants it."""
    run_dry(scene)
    scene.do(PassBid(0))
    assert scene.task == PlacingPending(1, "house", 1, paid=True, amount=120)
    scene.do(CorrectMortgage(6, mortgaged=True))
    assert scene.task == PlacingPending(0, "house", 1)


def test_corrections_are_the_bankers_alone():
    """A seat may not even put its own account right, and cannot smuggle a correction into a move."""
    correction = Correct(CorrectMoney(1, 0, 5))
    assert correction.open_to(BANKER)
    assert not correction.open_to(Audience("seat", 0))
    assert not correction.open_to(Audience("viewer"))
    smuggled = {"do": "play", "command": msgspec.to_builtins(CorrectPiece(0, 5))}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(smuggled, Union[REQUESTS])  # noqa: UP007


def test_the_feed_tells_the_reason_and_what_was_done(playing):
    """Two lines of one move: that something was put right and why, then the payment with its purpose."""
    playing.do(Correct(CorrectMoney(1, 0, 70, reason="change given twice")))
    shown, paid = playing.view().feed[-2:]
    assert (shown.key, shown.args) == ("corrected", {"what": "money", "reason": "change given twice"})
    assert (paid.key, paid.args["purpose"], paid.move) == ("money_moved", "correction", shown.move)
    assert [seat.balance for seat in playing.view().seats] == [1570, 1430]


def test_a_refused_correction_says_why(playing):
    """The reason is a key with its figures, and nothing is stored."""
    entries = len(playing.store.entries(playing.view().game))
    ack = playing.ask(Correct(CorrectMoney(0, 1, 5000)))
    assert (ack.reason, ack.details) == ("not_enough_money", {"missing": 3500})
    assert len(playing.store.entries(playing.view().game)) == entries
