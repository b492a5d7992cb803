"""Sealed bids at a table: secret until the reveal, whoever looks wherever; undone and taken back as people want it."""

import copy
import logging
import re
import traceback

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.sealed_evening import AUDIENCES, EDITION, RICH, SEATS, Evening, left, shown, without_seals
from helpers.seated import BANKER, Seated
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.domain.auctions import TakeBackBid, commitment_of
from hub.domain.commands import AbstainBid, Build, Mortgage, SealBid, Throw
from hub.domain.corrections import CorrectDeed, CorrectJail, CorrectMoney, CorrectPiece
from hub.domain.ids import BANK, NOBODY
from hub.domain.shares import AcceptShares, OfferShares, SellShares
from hub.domain.tasks import SealedAuctionRunning, ThrowPending
from hub.editions import EDITIONS
from hub.records.playing import replay
from hub.records.writing import command_line, header_line, moves_shown
from hub.rules.auctions.sealed import AllPay
from hub.table.requests import Correct, Freeze, Play, Redo, Undo
from hub.table.wire.audience import Audience
from hub.table.wire.contract import View


@pytest.fixture
def evening() -> Evening:
    """The table, closed afterwards."""
    return Evening()


@pytest.fixture
def bidding(evening) -> Evening:
    """All four are asked for a bid."""
    evening.land()
    return evening


@settings(max_examples=25, deadline=None)
@given(
    amounts=st.lists(st.integers(100_000_000, RICH - 1), min_size=SEATS, max_size=SEATS, unique=True),
    order=st.permutations(range(SEATS)),
    again=st.integers(0, SEATS - 2),
)
def test_a_bid_is_nowhere_to_be_seen_before_the_reveal(amounts, order, again):
    """Each bid is a unique amount: only its bidder sees it until the reveal, and what one took back stays unseen."""
    evening = Evening()
    caught: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: caught.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    try:
        for seat in range(SEATS):
            evening.do(Correct(CorrectMoney(BANK, seat, RICH)))
        evening.land()
        for count, seat in enumerate(order[:-1], 1):
            evening.bid(seat, amounts[seat])
            secrets = {other: str(amounts[other]) for other in order[:count]}
            for audience in AUDIENCES:
                text = shown(evening, audience)
                seen = {other for other, secret in secrets.items() if secret in text}
                assert seen <= ({audience.seat} if audience.role == "seat" else set())
            open_text = left(evening) + " ".join(caught)
            assert not [secret for secret in secrets.values() if secret in open_text]
        evening.do(Play(TakeBackBid(order[again])), Audience("seat", order[again]))
        dropped, amounts[order[again]] = str(amounts[order[again]]), amounts[order[again]] - 1
        assert dropped not in left(evening) + "".join(shown(evening, audience) for audience in AUDIENCES)
        evening.bid(order[again], amounts[order[again]])
        evening.bid(order[-1], amounts[order[-1]])
        public = shown(evening, Audience("viewer"))
        assert all(str(amount) in public for amount in amounts)
        assert all(str(amount) in left(evening) for amount in amounts)
        if int(dropped) not in amounts:
            assert dropped not in public + left(evening)
    finally:
        logging.getLogger().removeHandler(handler)
        evening.table.stop()


def test_the_bidder_alone_sees_their_own_bid(bidding):
    """Not the banker either; after the reveal there is nothing to remind of."""
    bidding.bid(1, 77)
    assert [bidding.view(audience).own_bid for audience in AUDIENCES] == [None, None, None, 77, None, None]
    task = bidding.view().prompt.task
    assert isinstance(task, SealedAuctionRunning)
    assert (task.waiting, [seat for seat, _ in task.commitments]) == ((0, 2, 3), [1])
    for seat in (0, 2, 3):
        bidding.bid(seat, 0)
    assert bidding.view(Audience("seat", 1)).own_bid is None


def test_a_failing_hub_prints_no_bid(evening, caplog, monkeypatch):
    """A rule that breaks amid the reveal leaves a trace in the log, and no amount in it; the game is as it was."""

    def broken(*_arguments):
        raise RuntimeError("a rule broke")

    evening.land()
    for seat, amount in ((0, 671), (1, 1327), (2, 943)):
        evening.bid(seat, amount)
    monkeypatch.setattr(AllPay, "close", broken)
    ack = evening.ask(Play(SealBid(3, 1151)), Audience("seat", 3))
    assert ack.reason == "internal_error"
    shown = caplog.text + "".join("".join(traceback.format_exception(r.exc_info[1])) for r in caplog.records)
    assert "a rule broke" in shown
    assert not [amount for amount in ("671", "1327", "943", "1151") if amount in shown]
    assert evening.view().prompt.task.waiting == (3,)


def test_the_feed_tells_who_has_bid_and_later_what(bidding):
    """First the seals, then amounts and nonces with which anybody can check them."""
    bidding.bids(30, 20, 10, 0)
    feed = bidding.view(Audience("viewer")).feed
    seals = {line.args["seat"]: line.args["commitment"] for line in feed if line.key == "bid_sealed"}
    (revealed,) = [line.args for line in feed if line.key == "bids_revealed"]
    nonces = revealed["nonces"].split(",")
    assert revealed["amounts"] == "30,20,10,0"
    for seat, amount in enumerate((30, 20, 10, 0)):
        assert seals[seat] == commitment_of(nonces[seat], amount, seat, 1, 1)
    assert not [line for line in feed if line.key == "bid_hidden"]


def test_the_nonce_is_the_hubs_own(bidding):
    """A nonce that a client sends is not used: nobody can choose their own chance."""
    bidding.do(Play(SealBid(1, 5, "11")), Audience("seat", 1))
    nonce = bidding.state.bids.hidden[1][1]
    assert nonce != "11"
    assert len(nonce) == 32


def test_a_bid_is_still_the_same_question(bidding):
    """Two phones bid at the same moment: the first bid does not make the other one stale."""
    question = bidding.view().prompt.id
    bidding.do(Play(SealBid(2, 5), question), Audience("seat", 2))
    bidding.do(Play(SealBid(1, 5), question), Audience("seat", 1))
    bidding.bid(0, 0)
    bidding.bid(3, 0)
    again = bidding.view().prompt
    assert again.task.round == 2
    assert again.id != question


def test_the_banker_bids_0_for_who_is_absent_and_all_read_it(bidding):
    """The feed says so, to everybody."""
    bidding.do(Play(AbstainBid(2)))
    lines = [line.args for line in bidding.view(Audience("viewer")).feed if line.key == "bid_abstained"]
    assert lines == [{"seat": 2, "auction": 1}]
    assert bidding.view().prompt.seats == (0, 1, 3)


def test_a_tablet_that_is_passed_around_bids_for_all(bidding):
    """The banker's device may bid for every seat that is asked, and shows none of the bids afterwards."""
    assert {option.command.seat for option in bidding.view().prompt.options} == {0, 1, 2, 3}
    for seat, amount in enumerate((811, 812, 813)):
        bidding.do(Play(SealBid(seat, amount)))
        assert re.search(rf"\b{amount}\b", shown(bidding, BANKER)) is None, "as a number: an id may hold its digits"
    bidding.do(Play(SealBid(3, 814)))
    assert bidding.state.deeds.owner[5] == 3


def test_undo_before_the_reveal_drops_the_bid(bidding):
    """The bid is gone, its seat is asked again, and its amount is shown to nobody: not even after the reveal."""
    bidding.bid(0, 10)
    bidding.bid(1, 1319)
    bidding.undo()
    assert bidding.view().prompt.task.waiting == (1, 2, 3)
    assert all("1319" not in shown(bidding, audience) for audience in AUDIENCES)
    assert bidding.state.bids.hidden.keys() == {0}
    assert bidding.table.bids_lying() == {0, 1}, "a redo would bring it back"
    for seat in (1, 2, 3):
        bidding.bid(seat, 0)
    assert all("1319" not in shown(bidding, audience) for audience in AUDIENCES)
    assert "1319" not in left(bidding)


def revealed(evening: Evening) -> View:
    """An auction that is over; what it looked like before its first bid."""
    evening.land()
    before = evening.view()
    evening.bids(30, 20, 10, 0)
    assert evening.state.deeds.owner[5] == 0
    return before


@pytest.mark.parametrize("way", ["last", "to a bid", "after more moves"])
def test_undo_after_the_reveal_goes_back_to_before_the_first_bid(evening, way):
    """Nobody bids again knowing what the others bid."""
    before = revealed(evening)
    if way == "to a bid":
        line = [line for line in evening.view().feed if line.key == "bid_sealed"][2]
        evening.do(Undo(evening.view().undo, to=line.move))
    elif way == "after more moves":
        reveal = next(line for line in evening.view().feed if line.key == "bids_revealed")
        evening.throw(1, 2, 3)
        evening.do(Undo(evening.view().undo, to=reveal.move))
    else:
        evening.undo()
    after = evening.view()
    assert (after.prompt.task, after.seats, after.deeds) == (before.prompt.task, before.seats, before.deeds)
    assert (after.undo, evening.state.bids.hidden) == (before.undo, {})


def test_undo_of_a_later_move_leaves_the_auction_alone(evening):
    """Only an undo that reaches the reveal reaches the bids."""
    revealed(evening)
    evening.play(Throw(1, (2, 3)))
    evening.undo()
    assert evening.view().prompt.task == ThrowPending(1)
    assert evening.state.deeds.owner[5] == 0


def test_undo_during_a_tie_round(bidding):
    """A bid of the second round is dropped alone; an undo past the first reveal goes back to before all bids."""
    before = bidding.view()
    bidding.bids(30, 30, 10, 0)
    bidding.bid(0, 40)
    bidding.undo()
    assert (bidding.view().prompt.task.round, bidding.view().prompt.task.waiting) == (2, (0, 1))
    bidding.undo()
    assert bidding.view().prompt.task == before.prompt.task
    assert bidding.view().undo == before.undo


def test_redo_makes_the_whole_auction_again(evening):
    """What was taken back together comes back together."""
    revealed(evening)
    state = copy.deepcopy(evening.state)
    evening.undo()
    evening.do(Redo(evening.view().redo))
    assert evening.state == state


def test_a_power_cut_loses_no_bid(bidding):
    """The store keeps what the hub needs: a table that is resumed knows the bids, and still tells them to nobody."""
    bidding.bid(1, 1327)
    again = Seated(bidding.store, FakeBoard("side", 4))
    assert again.table.state.live.game.state == bidding.state
    assert "1327" not in without_seals(msgspec.json.encode(again.view()).decode())
    assert again.view(Audience("seat", 1)).own_bid == 1327


def test_a_record_stops_before_bids_that_are_not_revealed(bidding):
    """And goes on when they are."""
    shown = len(moves_shown([stored.entry for stored in bidding.table.state.live.entries]))
    bidding.bid(1, 50)
    bidding.bid(2, 60)
    entries = [stored.entry for stored in bidding.table.state.live.entries]
    assert len(moves_shown(entries)) == shown
    bidding.bid(0, 0)
    bidding.bid(3, 0)
    entries = [stored.entry for stored in bidding.table.state.live.entries]
    assert len(moves_shown(entries)) == shown + 4


def test_the_price_of_shares_concerns_two(evening):
    """Offer, payment and answers are shown to the two and the banker; number and kind to all (H33)."""
    evening.play(OfferShares(0, 1, 0, 3, 137))
    for audience in AUDIENCES:
        offers = evening.view(audience).market.offers
        concerned = audience.role == "banker" or audience.seat in (0, 1)
        assert len(offers) == int(concerned)
        assert ("137" in msgspec.json.encode(evening.view(audience).feed).decode()) == concerned
    evening.play(AcceptShares(1, 1))
    for audience in AUDIENCES:
        concerned = audience.role == "banker" or audience.seat in (0, 1)
        feed = evening.view(audience).feed
        assert ("137" in msgspec.json.encode(feed).decode()) == concerned
        assert [line.args["count"] for line in feed if line.key == "shares_moved"] == [3]
    evening.play(OfferShares(0, 1, 0, 3, 9_999))
    (offer,) = evening.view(Audience("seat", 1)).market.offers
    assert offer.options[0].refused == "not_enough_money"


def test_the_market_shows_holdings_price_and_reports(evening):
    """With the figures of the price; there is no other trade in this edition."""
    evening.play(OfferShares(0, 1, 0, 3, 100))
    evening.play(AcceptShares(1, 1))
    view = evening.view(Audience("viewer"))
    anna = view.market.issuers[0]
    assert [(holding.holder, holding.count) for holding in anna.holdings] == [(0, 22), (1, 3)]
    assert (anna.price, anna.explanation.row, anna.explanation.inputs) == (
        64,
        "haustein-15",
        {"cash": 1600, "estate": 0, "shares": 25},
    )
    assert (anna.report.kind, anna.report.cash, anna.owed_since) == ("opening", 1500, None)
    assert (view.trade, view.market.open) == (False, True)
    assert (view.market.report_at, view.market.late_fine) == (31, 150), "the first space after the third corner"
    evening.do(Freeze())
    assert not evening.view().market.open, "nothing is sold in a pause"


def test_an_edition_without_shares_has_no_market(playing):
    """Nothing is shown where nothing is."""
    assert (playing.view().market, playing.view().own_bid, playing.view().trade) == (None, None, True)


def test_a_bid_that_is_taken_back_is_never_shown(bidding):
    """Everybody reads that it was; its amount stays unknown for good: on no line, in no record, in no export."""
    bidding.bid(1, 1319)
    bidding.bid(2, 7)
    phone = Audience("seat", 1)
    offered = [option for option in bidding.view(phone).free if isinstance(option.command, TakeBackBid)]
    assert [option.command.seat for option in offered] == [1]
    bidding.do(Play(offered[0].command), phone)
    view = bidding.view(phone)
    assert (view.own_bid, view.prompt.task.waiting) == (None, (0, 1, 3))
    assert "1319" not in left(bidding)
    for seat in (0, 1, 3):
        bidding.bid(seat, 0)
    for audience in AUDIENCES:
        feed = bidding.view(audience).feed
        assert [line.args for line in feed if line.key == "bid_taken_back"] == [{"seat": 1, "auction": 1}]
        assert "1319" not in shown(bidding, audience)
    assert "1319" not in left(bidding)


def test_bids_of_an_auction_that_is_dropped_are_never_shown(bidding):
    """Nobody learns them from the record either, and it replays to the same end; an undo makes people bid again."""
    bidding.bid(1, 1319)
    bidding.bid(2, 7)
    deed = bidding.view().prompt.task.lot.deed
    bidding.do(Correct(CorrectDeed(deed, 3)))
    assert "1319" not in left(bidding)
    moves = moves_shown([stored.entry for stored in bidding.table.state.live.entries])
    head = header_line(EDITIONS[EDITION], ["A", "B", "C", "D"], moves[0].command)
    replayed = replay([head, *[command_line(move.command) for move in moves[1:]]], EDITIONS)
    assert replayed.game.state == bidding.state
    bidding.undo()
    assert bidding.view().prompt.task.waiting == (0, 1, 2, 3)
    assert bidding.view(Audience("seat", 1)).own_bid is None


def test_taking_back_can_be_undone(bidding):
    """The banker gives a bid that was taken back by mistake its place again."""
    bidding.bid(1, 66)
    bidding.do(Play(TakeBackBid(1)))
    bidding.undo()
    assert bidding.view(Audience("seat", 1)).own_bid == 66
    assert bidding.view().prompt.task.waiting == (0, 2, 3)


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
