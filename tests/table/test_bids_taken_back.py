"""Bids that are taken back before the reveal, and what things cost in jail: as the table tells it."""

import pytest
from helpers.sealed_evening import AUDIENCES, EDITION, Evening, left, shown

from hub.domain.bidding import TakeBackBid
from hub.domain.commands import Build, Mortgage, SealBid
from hub.domain.corrections import CorrectDeed, CorrectJail, CorrectPiece
from hub.domain.ids import NOBODY
from hub.domain.share_dealing import SellShares
from hub.editions import EDITIONS
from hub.records.playing import replay
from hub.records.writing import command_line, header_line, moves_shown
from hub.table.requests import Correct, Play
from hub.table.wire.audience import Audience


@pytest.fixture
def evening() -> Evening:
    """The table, closed afterwards."""
    return Evening()


def test_a_bid_that_is_taken_back_is_never_shown(evening):
    """Everybody reads that it was; its amount stays unknown for good: on no line, in no record, in no export."""
    evening.land()
    evening.bid(1, 1319)
    evening.bid(2, 7)
    phone = Audience("seat", 1)
    offered = [option for option in evening.view(phone).free if isinstance(option.command, TakeBackBid)]
    assert [option.command.seat for option in offered] == [1]
    evening.do(Play(offered[0].command), phone)
    view = evening.view(phone)
    assert (view.own_bid, view.prompt.task.waiting) == (None, (0, 1, 3))
    assert "1319" not in left(evening)
    for seat in (0, 1, 3):
        evening.bid(seat, 0)
    for audience in AUDIENCES:
        feed = evening.view(audience).feed
        assert [line.args for line in feed if line.key == "bid_taken_back"] == [{"seat": 1, "auction": 1}]
        assert "1319" not in shown(evening, audience)
    assert "1319" not in left(evening)


def test_bids_of_an_auction_that_is_dropped_are_never_shown(evening):
    """Nobody learns them from the record either, and it replays to the same end; an undo makes people bid again."""
    evening.land()
    evening.bid(1, 1319)
    evening.bid(2, 7)
    deed = evening.view().prompt.task.lot.deed
    evening.do(Correct(CorrectDeed(deed, 3)))
    assert "1319" not in left(evening)
    moves = moves_shown([stored.entry for stored in evening.table.state.live.entries])
    head = header_line(EDITIONS[EDITION], ["A", "B", "C", "D"], moves[0].command)
    replayed = replay([head, *[command_line(move.command) for move in moves[1:]]], EDITIONS)
    assert replayed.game.state == evening.state
    evening.undo()
    assert evening.view().prompt.task.waiting == (0, 1, 2, 3)
    assert evening.view(Audience("seat", 1)).own_bid is None


def test_taking_back_can_be_undone(evening):
    """The banker gives a bid that was taken back by mistake its place again."""
    evening.land()
    evening.bid(1, 66)
    evening.do(Play(TakeBackBid(1)))
    evening.undo()
    assert evening.view(Audience("seat", 1)).own_bid == 66
    assert evening.view().prompt.task.waiting == (0, 2, 3)


@pytest.mark.rule("haustein-04")
def test_what_is_on_offer_in_jail_says_what_it_costs_in_all(evening):
    """A house for 50 costs 75, a loan of 30 brings 15; where the amount is open the percentage on top is shown."""
    for correction in (CorrectDeed(1, 0), CorrectDeed(3, 0), CorrectDeed(5, 0), CorrectJail(0, jailed=True)):
        evening.do(Correct(correction))
    free = {type(option.command): option for option in evening.view(Audience("seat", 0)).free}
    assert (free[Build].cost, free[SellShares].cost, free[SellShares].levy) == (75, -73, 50)
    loans = [option for option in evening.view(Audience("seat", 0)).free if option.command == Mortgage(0, 1)]
    assert [(option.cost, option.levy) for option in loans] == [(-15, 0)]
    evening.do(Correct(CorrectJail(0, jailed=False)))
    evening.do(Correct(CorrectJail(1, jailed=True)))
    evening.do(Correct(CorrectDeed(5, NOBODY)))
    evening.do(Correct(CorrectPiece(0, 0)))
    evening.land()
    levies = {
        option.command.seat: option.levy
        for option in evening.view().prompt.options
        if isinstance(option.command, SealBid)
    }
    assert levies == {0: 0, 1: 50, 2: 0, 3: 0}
