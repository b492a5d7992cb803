"""The hub calls an open auction at its time and keeps maxima to the one who named them; undo, pause and restart fit."""

import logging
import time

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import BANKER, Seated
from helpers.told import exported

from hub.domain.auctions import CallLot, PassOver, SetMaximum, TakeBackMaximum
from hub.domain.commands import DeclareBankruptcy, PassBid, PlaceBid, Throw
from hub.domain.corrections import CorrectDeed, CorrectMoney, CorrectMortgage
from hub.domain.history import Move
from hub.domain.ids import BANK
from hub.records.writing import command_line, moves_shown
from hub.table.automatic.auctioneer import AGAIN_S, BREATH_S, Auctioneer
from hub.table.requests import AddSeat, Correct, Freeze, GoOn, Play, SetGoing, Undo
from hub.table.wire.audience import Audience

ANNA, BEN = Audience("seat", 0), Audience("seat", 1)
VIEWER = Audience("viewer")
SECONDS = 5
SECRET = 777
DEED = 6


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch) -> Clock:
    """The monotonic clock of the hub; that on the wall stands still, so that its digits spell no secret by chance."""
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    monkeypatch.setattr(time, "time_ns", lambda: 2 * 10**18)
    return clock


@pytest.fixture
def auction(clock, playing) -> Seated:
    """Anna has declined a deed, and open auctions are called."""
    playing.do(SetGoing(SECONDS))
    return left(playing)


@pytest.fixture
def bidding(auction) -> Seated:
    """Ben has bid ten."""
    auction.play(PlaceBid(1, 10))
    return auction


def left(playing: Seated, bens: int | None = None) -> Seated:
    """Anna has declined a deed; if that is said, Ben has so much, and Anna bids as much."""
    if bens is not None:
        playing.do(Correct(CorrectMoney(1, BANK, playing.view().seats[1].balance - bens)))
    playing.throw(0, 2, 4)
    playing.play(playing.view(ANNA).prompt.options[-1].command)
    if bens is not None:
        playing.play(PlaceBid(0, bens))
    return playing


def said(seated: Seated, clock: Clock, wait_s: float = SECONDS) -> str:
    """What the hub says after so long, as the auctioneer would have it; empty if it is not time yet."""
    clock.now_s += wait_s
    count = seated.table.auction.wanted()
    if count is None or count.due_s > clock.now_s:
        return ""
    seated.table.auction.say(count)
    return command_line(count.command)


def owner(seated: Seated) -> int:
    return seated.table.state.live.game.state.deeds.owner[DEED]


def high(seated: Seated) -> tuple[int, int]:
    task = seated.view().prompt.task
    return task.high, task.leader


def test_after_so_many_seconds_each_the_lot_is_sold(bidding, clock):
    """Once, twice, sold, and not a moment before; everybody sees how long it still takes."""
    assert said(bidding, clock, SECONDS - 0.5) == ""
    view = bidding.view(VIEWER)
    assert (view.going.called, view.going.left_ms, view.going_s) == (0, 500, SECONDS)
    clock.now_s += 1
    assert bidding.view(VIEWER).going.left_ms == 0, "the hub is late"
    clock.now_s -= 1
    assert "call_lot" in said(bidding, clock, 0.5)
    assert bidding.view(VIEWER).going.called == 1
    assert said(bidding, clock, SECONDS - 0.5) == ""
    said(bidding, clock, 0.5)
    assert bidding.view(ANNA).going.called == 2
    assert owner(bidding) == -1
    said(bidding, clock)
    assert owner(bidding) == 1
    assert bidding.view().going is None
    entry = bidding.table.state.live.entries[-1]
    assert (entry.actor, entry.entry.command) == ("hub", CallLot(3))


def test_a_bid_on_one_lot_is_none_on_the_next(seated):
    """Anna's deeds are sold one by one: who taps a moment too late does not bid for another deed."""
    seated.do(AddSeat("Cleo"))
    seated.begin()
    seated.play(Throw(2, (1, 2)))
    for deed in (1, 39):
        seated.do(Correct(CorrectDeed(deed, 0)))
        seated.do(Correct(CorrectMortgage(deed, mortgaged=True)))
    seated.do(Correct(CorrectMoney(0, BANK, 1_500)))
    seated.throw(0, 1, 3)
    seated.play(DeclareBankruptcy(0))
    first = seated.view().prompt
    seated.play(PlaceBid(1, 10))
    assert seated.view().prompt.id == first.id
    seated.play(PassBid(2))
    assert seated.view().prompt.task.lot != first.task.lot
    assert seated.ask(Play(PlaceBid(2, 50), first.id)).reason == "stale"


def test_off_by_default_nothing_is_called(clock, playing):
    """Who has not asked for it is left to bid in peace; asked for amid an auction, the count begins then."""
    left(playing)
    playing.play(PlaceBid(1, 10))
    assert playing.view().going is None
    assert said(playing, clock, 3_600) == ""
    playing.do(SetGoing(SECONDS))
    assert said(playing, clock, 1) == ""
    playing.do(SetGoing(10))
    assert said(playing, clock, 9) == "", "ten seconds begin when they are asked for"
    assert said(playing, clock, 1)
    playing.do(SetGoing(0))
    assert said(playing, clock, 3_600) == ""


def test_a_bid_restarts_the_count_and_nothing_else_does(bidding, clock):
    """A bid at the last moment gives all the time again; who looks, names a maximum or joins gives none."""
    said(bidding, clock)
    clock.now_s += SECONDS - 1
    bidding.do(Play(SetMaximum(1, 50)), BEN)
    bidding.table.set_online(frozenset({0, 1}))
    assert said(bidding, clock, 1)
    clock.now_s += SECONDS - 1
    bidding.play(PlaceBid(0, 20))
    assert high(bidding) == (21, 1)
    assert bidding.view().going == msgspec.structs.replace(bidding.view().going, called=0, left_ms=SECONDS * 1_000)
    assert said(bidding, clock, SECONDS - 1) == ""


def test_a_count_that_somebody_interrupted_says_nothing(bidding, clock):
    """What the auctioneer waited for is asked about again under the lock: a bid that came first wins."""
    count = bidding.table.auction.wanted()
    clock.now_s += SECONDS
    bidding.play(PlaceBid(0, 20))
    bidding.table.auction.say(count)
    assert bidding.view().going.called == 0


@pytest.mark.parametrize("going", [0, SECONDS])
def test_who_is_out_of_money_is_passed_over_without_a_count(clock, playing, going):
    """After a breath, whether or not there are calls; the hub tells everybody why."""
    playing.do(SetGoing(going))
    left(playing, bens=30)
    assert playing.view().going is None
    assert said(playing, clock, BREATH_S / 2) == ""
    assert "pass_over" in said(playing, clock, BREATH_S / 2)
    assert "bidder_short" in [line.key for line in playing.view(VIEWER).feed]
    assert owner(playing) == 0


def test_an_undo_takes_back_the_bid_and_not_the_call(bidding, clock):
    """What the hub said of a bid goes with it, in one step, and then people have three times as long."""
    bidding.play(PlaceBid(0, 20))
    said(bidding, clock)
    said(bidding, clock)
    bidding.undo()
    assert high(bidding) == (10, 1)
    assert bidding.view().going.called == 0
    assert said(bidding, clock, 3 * SECONDS - 1) == ""
    assert said(bidding, clock, 1)


def test_an_undo_of_a_sale_brings_the_last_bid_back(bidding, clock):
    """Sold by mistake: the bid still stands, nothing is called, and everybody may bid; a redo sells again."""
    for _ in range(3):
        said(bidding, clock)
    assert owner(bidding) == 1
    bidding.undo()
    assert owner(bidding) == -1
    assert high(bidding) == (10, 1)
    assert bidding.view().going.called == 0
    bidding.play(PlaceBid(0, 20))
    bidding.undo()
    bidding.undo()
    assert high(bidding) == (0, -1)


def test_an_undo_goes_past_who_was_passed_over(clock, playing):
    """Otherwise the hub would only say it again."""
    left(playing, bens=30)
    said(playing, clock, BREATH_S)
    playing.undo()
    assert high(playing) == (0, -1)
    assert playing.view().prompt.seats == (0, 1)


def test_nothing_is_called_during_a_pause(bidding, clock):
    """A frozen evening stands still; when it goes on, the count begins again where it was."""
    said(bidding, clock)
    bidding.do(Freeze())
    assert bidding.view().going is None
    assert said(bidding, clock, 86_400) == ""
    bidding.do(GoOn(anyway=True))
    assert bidding.view().going == msgspec.structs.replace(bidding.view().going, called=1, left_ms=SECONDS * 1_000)


def test_a_hub_that_was_killed_goes_on_where_it_was(bidding, clock):
    """Calls and maxima are stored: another hub on the same store counts on and keeps bidding."""
    bidding.do(Play(SetMaximum(1, SECRET)), BEN)
    said(bidding, clock)
    again = Seated(bidding.table.state.store, FakeBoard("side", 4))
    assert again.view().going.called == 1
    assert again.view(BEN).own_maximum == SECRET
    again.play(PlaceBid(0, 100))
    assert high(again) == (101, 1)


def test_what_cannot_be_stored_is_not_said_and_tried_again(bidding, clock):
    """A full disk sells nothing and starts no storm."""
    bidding.table.state.store.fail_with = "disk_full"
    said(bidding, clock)
    assert bidding.view().going.called == 0
    assert bidding.table.auction.wanted().due_s == clock.now_s + AGAIN_S
    bidding.table.state.store.fail_with = None
    said(bidding, clock, AGAIN_S)
    assert bidding.view().going.called == 1


def everything(seated: Seated, audience: Audience) -> str:
    """All that an audience could be sent, and what could leave the hub otherwise; but the random id of the game."""
    live = seated.table.state.live
    log = [stored.entry for stored in live.entries]
    parts = [msgspec.json.encode(seated.view(audience)).decode()]
    parts += [command_line(move.command) for move in moves_shown(log)]
    parts += [repr(move) for move in log if isinstance(move, Move)]
    played = seated.table.played()
    parts.append(exported(played))
    parts.append(repr(played.shown_to(audience).entries))
    parts.append(repr(live.game.state.open_bids))
    return " ".join(parts).replace(live.record.id, "GAME")


def test_a_maximum_never_leaves_the_hub(auction, clock):
    """No other audience, record, export, story or printed state holds it, before and after the auction, or an undo."""
    others = (BANKER, VIEWER, ANNA)
    auction.do(Play(SetMaximum(1, SECRET)), BEN)

    def secret() -> None:
        assert all(str(SECRET) not in everything(auction, audience) for audience in others)

    secret()
    assert auction.view(BEN).own_maximum == SECRET
    auction.play(PlaceBid(0, 30))
    assert high(auction) == (31, 1)
    secret()
    for _ in range(3):
        said(auction, clock)
    secret()
    assert auction.view(BEN).own_maximum is None
    auction.undo()
    secret()
    assert auction.view(BEN).own_maximum == SECRET


def test_that_there_is_a_maximum_shows_nowhere_else(bidding, clock):
    """Who leads and names one changes no view but their own: neither counts nor names of questions tell."""
    others = (BANKER, VIEWER, ANNA)
    before = [bidding.view(audience) for audience in others]
    bidding.do(Play(SetMaximum(1, SECRET)), BEN)
    bidding.do(Play(SetMaximum(1, SECRET + 1)), BEN)
    bidding.do(Play(TakeBackMaximum(1)), BEN)
    assert [bidding.view(audience) for audience in others] == before
    assert [option.command for option in bidding.view(BEN).free if isinstance(option.command, SetMaximum)]
    for audience in (BANKER, ANNA):
        offered = {type(option.command) for option in bidding.view(audience).free if option.command.seat == 1}
        assert not offered & {SetMaximum, TakeBackMaximum}


@pytest.mark.feature("helpfile")
def test_no_figure_of_the_banker_counts_a_maximum(auction, caplog):
    """How far an undo goes, the log and a help file are as they would be without it, to every number."""
    from hub.features.helpfile.contents import HelpFileContents, about

    caplog.set_level(logging.DEBUG, "hub.table")

    def figures() -> object:
        last = auction.view().feed[-1].move
        reach = [auction.table.reach(to) for to in range(last + 3)]
        return reach, about(HelpFileContents("1", 0, auction.table.played()))["game"], caplog.messages

    auction.play(PlaceBid(1, 10))
    before = figures()
    assert before[0][-3] == 1
    auction.do(Play(SetMaximum(1, SECRET)), BEN)
    assert figures() == before
    auction.play(PlaceBid(0, 20))
    auction.do(Play(SetMaximum(1, SECRET + 1)), BEN)
    auction.play(PlaceBid(0, SECRET + 10))
    auction.do(Play(SetMaximum(1, SECRET + 20)), BEN)  # which bids at once
    stored = [record for record in caplog.records if record.message == "stored"]
    last = auction.view().feed[-1].move
    assert [(one.seq, one.kind) for one in stored[-3:]] == [(last - ago, "PlaceBid") for ago in (2, 1, 0)]


@pytest.mark.parametrize("command", [SetMaximum(1, 5), TakeBackMaximum(1)])
def test_the_banker_neither_names_nor_takes_back_a_maximum(command):
    """Not even whether there is one can be found out by asking; each seat asks for itself alone."""
    assert [audience for audience in (BANKER, VIEWER, ANNA, BEN) if Play(command).open_to(audience)] == [BEN]


def test_an_undo_of_the_banker_goes_past_a_maximum(auction, clock):
    """The banker takes back what the banker sees: the bid before it, and the maximum with it."""
    auction.play(PlaceBid(0, 5))
    auction.play(PlaceBid(1, 10))
    auction.do(Play(SetMaximum(1, SECRET)), BEN)
    count = auction.view().undo
    last = auction.view().feed[-1]
    assert auction.ask(Undo(count, to=last.move)).ok
    assert high(auction) == (5, 0)
    assert auction.view().undo == count - 1
    assert auction.view(BEN).own_maximum is None


def test_the_auctioneer_waits_and_says_it(playing):
    """By the real clock: who is out of money is passed over without anybody asking. The thread begins only then."""
    playing.do(Correct(CorrectMoney(1, BANK, playing.view().seats[1].balance - 30)))
    auctioneer = Auctioneer(playing.table.auction)
    playing.table.subscribe(auctioneer.wake)
    auctioneer.start()
    try:
        playing.throw(0, 2, 4)
        assert not auctioneer._thread.is_alive()
        playing.play(playing.view(ANNA).prompt.options[-1].command)
        playing.play(PlaceBid(0, 30))
        assert isinstance(playing.table.auction.wanted().command, PassOver)
        patience = time.monotonic() + 30
        while owner(playing) < 0 and time.monotonic() < patience:
            time.sleep(0.02)
        assert owner(playing) == 0
    finally:
        auctioneer.stop()
