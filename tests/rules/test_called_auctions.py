"""Open auctions that the hub calls, secret maxima, and who is out of money, in every edition that has open auctions."""

import msgspec
import pytest
from helpers.scene import Scene
from hypothesis import given
from hypothesis import strategies as st

from hub.domain.auctions import (
    AuctionClosed,
    BidderShort,
    BidPlaced,
    CallLot,
    LotCalled,
    MaximumHidden,
    PassOver,
    SetMaximum,
    TakeBackMaximum,
)
from hub.domain.commands import Build, Mortgage, PassBid, PlaceBid
from hub.domain.history import Move
from hub.domain.ids import NOBODY
from hub.domain.secrecy import without_maxima
from hub.domain.state import fold
from hub.domain.tasks import AgendaSet, AuctionRunning, DeedLot
from hub.editions import EDITIONS
from hub.rules.auctions.ascending import duel, next_call
from hub.rules.game import Reason, choices, free_choices
from hub.rules.slots import Rules

OPEN = [rules for rules in EDITIONS.values() if PlaceBid in rules.handlers]
CALLS = (1, 2, 3)


class Sale(Scene):
    """Seat 0 has left a deed to an auction; everybody has a hundred times the step of its bids, and no deeds."""

    def __init__(self, rules: Rules, seats: int = 3) -> None:
        super().__init__(rules, seats)
        self.deed = max(rules.track.deeds)
        rules.auction.open(self.game, (self.deed,))
        self.given(AgendaSet(tuple(self.game.tasks), self.game.state.agenda.step))
        self.step = self.running.step
        self.cash(*[100 * self.step] * seats)

    @property
    def running(self) -> AuctionRunning:
        assert isinstance(self.task, AuctionRunning)
        return self.task

    @property
    def owner(self) -> int:
        return self.game.state.deeds.owner[self.deed]

    def bid(self, seat: int, steps: int) -> tuple:
        return self.do(PlaceBid(seat, steps * self.step))

    def maximum(self, seat: int, steps: int) -> tuple:
        return self.do(SetMaximum(seat, steps * self.step))

    def stands(self) -> tuple[int, int]:  # type: ignore[override]
        """The highest bid in steps, and whose it is."""
        return self.running.high // self.step, self.running.leader


@pytest.fixture(params=OPEN, ids=lambda rules: rules.id)
def sale(request) -> Sale:
    """An auction of a deed among three."""
    return Sale(request.param)


def test_editions_with_open_auctions():
    """There are some, and whoever has them understands the hub."""
    assert len(OPEN) >= 3
    assert all(CallLot in rules.handlers and SetMaximum in rules.handlers for rules in OPEN)
    assert all(CallLot not in rules.handlers for rules in EDITIONS.values() if rules not in OPEN)


def test_sold_is_as_if_all_others_had_dropped_out(sale):
    """Going once, going twice, sold: the same facts as when the others drop out, but for who did."""
    other = Sale(sale.game.rules)
    for one in (sale, other):
        one.bid(1, 20)
    assert [type(sale.do(CallLot(call))[0]) for call in CALLS[:2]] == [LotCalled, LotCalled]
    sold = sale.do(CallLot(3))
    other.do(PassBid(0))
    assert sold == other.do(PassBid(2))[1:]
    assert sale.owner == 1
    assert sale.balance(1) == 80 * sale.step


def test_a_lot_for_which_nobody_bids_stays_unsold(sale):
    """The third call without a bid is as if everybody had dropped out."""
    for call in CALLS:
        facts = sale.do(CallLot(call))
    assert facts[0] == AuctionClosed(DeedLot(sale.deed), NOBODY, 0)
    assert sale.owner == NOBODY


def test_a_bid_starts_the_count_again(sale):
    """After a bid comes going once; no call is left out, none is said twice; dropping out changes nothing."""
    sale.bid(1, 20)
    sale.do(CallLot(1))
    assert [sale.refused(CallLot(call)) for call in (1, 3)] == [Reason.NOT_NOW] * 2
    sale.do(CallLot(2))
    sale.bid(2, 30)
    assert sale.refused(CallLot(3)) == Reason.NOT_NOW
    sale.do(CallLot(1))
    sale.do(PassBid(0))
    assert sale.refused(CallLot(1)) == Reason.NOT_NOW
    assert next_call(sale.game) == CallLot(2)
    sale.do(CallLot(2))
    assert next_call(sale.game) == CallLot(3)


def test_nothing_is_called_while_nothing_is_sold(scene_of_all):
    """Before an auction the hub has nothing to say."""
    assert next_call(scene_of_all.game) is None
    assert scene_of_all.refused(CallLot(1)) in {Reason.NOT_NOW, Reason.NOT_IN_EDITION}
    assert scene_of_all.refused(PassOver(1)) in {Reason.NOT_NOW, Reason.NOT_IN_EDITION}


@pytest.fixture(params=EDITIONS.values(), ids=lambda rules: rules.id)
def scene_of_all(request) -> Scene:
    """A game of any edition, before the first throw."""
    return Scene(request.param)


def test_a_maximum_bids_no_more_than_needed(sale):
    """It opens with the least bid, answers each other bid with one step more, and stops at the maximum."""
    sale.maximum(1, 50)
    least = sale.running.high
    assert sale.stands()[1] == 1
    assert least == min(choice.minimum for choice, _ in choices(Sale(sale.game.rules).game, 1) if choice.minimum)
    sale.bid(2, 30)
    assert sale.stands() == (31, 1)
    sale.bid(2, 50)
    assert sale.stands() == (50, 2)


def test_two_maxima_resolve_like_bids_one_step_apart(sale):
    """The higher one leads one step above the lower one, whoever was first."""
    sale.maximum(1, 40)
    facts = sale.maximum(2, 60)
    assert sale.stands() == (41, 2)
    assert [fact for fact in facts if isinstance(fact, BidPlaced)][-2:] == [
        BidPlaced(1, DeedLot(sale.deed), 40 * sale.step),
        BidPlaced(2, DeedLot(sale.deed), 41 * sale.step),
    ]
    other = Sale(sale.game.rules)
    other.maximum(2, 60)
    other.maximum(1, 40)
    assert other.stands() == (41, 2)


def test_of_equal_maxima_the_one_that_leads_wins(sale):
    """Who has already bid that much is not topped by the same amount."""
    sale.maximum(1, 40)
    sale.maximum(2, 40)
    assert sale.stands() == (40, 1)


@given(
    st.lists(st.integers(0, 40), min_size=1, max_size=5),
    st.integers(0, 20),
    st.sampled_from((NOBODY, 0, 1)),
    st.sampled_from((1, 100)),
)
def test_a_duel_ends_where_people_would_end_it(limits, high, leader, step):
    """Each bid is another seat's and within its limit, until nobody's limit suffices; the highest wins."""
    high = 0 if leader == NOBODY else max(1, high)
    task = AuctionRunning(DeedLot(1), (0, 1, 2, 3, 4), (high + 1) * step, high * step, leader, step)
    able = {seat: limit * step for seat, limit in enumerate(limits)}
    now, last = leader, high * step
    for seat, amount in duel(task, able):
        assert seat != now
        assert last + step <= amount <= able[seat]
        assert amount % step == 0
        now, last = seat, amount
    others = {seat: limit for seat, limit in able.items() if seat != now}
    assert all(limit < last + step for limit in others.values())
    if now != leader:
        assert able[now] == max(able.values())
        assert last <= max(task.minimum, max(others.values(), default=0) + step)


def test_a_maximum_is_judged_like_a_bid(sale):
    """Within one's means, in whole steps, by whoever is in; it may be named by the leader too."""
    sale.bid(1, 20)
    assert sale.refused(SetMaximum(2, 20 * sale.step)) == Reason.BID_TOO_LOW
    assert sale.refused(SetMaximum(2, 101 * sale.step)) == Reason.NOT_ENOUGH_MONEY
    if sale.step > 1:
        assert sale.refused(SetMaximum(2, 30 * sale.step + 1)) == Reason.BID_NOT_A_MULTIPLE
    sale.do(PassBid(2))
    assert sale.refused(SetMaximum(2, 30 * sale.step)) == Reason.NOT_ASKED
    sale.maximum(1, 30)
    assert sale.stands() == (20, 1)
    sale.bid(0, 25)
    assert sale.stands() == (26, 1)


def test_a_maximum_is_changed_and_taken_back(sale):
    """The newest one counts; taken back, or by who drops out, it bids no more."""
    sale.bid(0, 10)
    assert sale.refused(TakeBackMaximum(1)) == Reason.NO_BID_MADE
    sale.maximum(1, 50)
    sale.maximum(1, 15)
    sale.bid(0, 15)
    assert sale.stands() == (15, 0)
    sale.maximum(1, 30)
    offered = [choice.command for choice, rejected in free_choices(sale.game, 1) if rejected is None]
    assert TakeBackMaximum(1) in offered
    sale.do(TakeBackMaximum(1))
    sale.bid(2, 20)
    assert sale.stands() == (20, 2)
    sale.maximum(0, 90)
    sale.bid(2, 30)
    sale.do(TakeBackMaximum(0))
    assert sale.game.state.open_bids.maxima == {}


def test_no_maximum_outlasts_its_auction(sale):
    """Sold or not, the next lot begins without."""
    sale.maximum(1, 50)
    for call in CALLS:
        sale.do(CallLot(call))
    assert sale.game.state.open_bids.maxima == {}
    assert sale.game.state.open_bids.called == 0


def test_a_maximum_is_not_printed(sale):
    """Neither the command nor the fact nor the state show the amount where somebody logs them."""
    facts = sale.maximum(1, 77)
    printed = repr((SetMaximum(1, 77 * sale.step), [fact for fact in facts if isinstance(fact, MaximumHidden)]))
    assert "77" not in printed + repr(sale.game.state.open_bids)


def test_without_its_maxima_a_game_is_the_same(sale):
    """What anybody may know of the moves decides and folds to the same position, and holds no maximum."""
    before = sale.game.state
    commands = [
        SetMaximum(1, 40),
        SetMaximum(2, 60),
        PlaceBid(0, 70),
        SetMaximum(0, 90),
        TakeBackMaximum(0),
        CallLot(1),
    ]
    steps = [
        msgspec.structs.replace(command, amount=command.amount * sale.step) if hasattr(command, "amount") else command
        for command in commands
    ]
    again, copy = Sale(sale.game.rules), Sale(sale.game.rules)
    moves = [Move(command, sale.do(command)) for command in steps]
    shown = without_maxima(moves)
    for move in shown:
        again.do(move.command)
    assert not {type(fact) for move in shown for fact in move.facts} & {MaximumHidden}
    assert not {type(move.command) for move in shown} & {SetMaximum, TakeBackMaximum}
    assert again.game.state == fold((fact for move in shown for fact in move.facts), copy.game.state)
    assert again.game.state.agenda == before.agenda


def test_the_hub_bids_no_more_for_anybody_than_they_have_by_now(sale):
    """Ben named 90 and has 45 left: Carla has it for 46, the first bid that Ben cannot pay."""
    sale.maximum(1, 90)
    sale.cash(100 * sale.step, 45 * sale.step, 100 * sale.step)
    sale.bid(2, 46)
    assert sale.stands() == (46, 2)


def test_who_cannot_pay_is_passed_over(sale):
    """With neither the money for the next bid nor anything to raise it with; not before the bid is too high."""
    sale.cash(100 * sale.step, 100 * sale.step, 30 * sale.step)
    sale.bid(0, 29)
    assert sale.refused(PassOver(2)) == Reason.NOT_NOW
    sale.bid(1, 30)
    assert next_call(sale.game) == PassOver(2)
    facts = sale.do(PassOver(2))
    assert facts[0] == BidderShort(2, DeedLot(sale.deed))
    assert sale.running.bidders == (0, 1)
    assert sale.refused(PassOver(2)) == Reason.NOT_ASKED
    assert sale.refused(PassOver(1)) == Reason.ALREADY_LEADING
    assert next_call(sale.game) == CallLot(1)


def test_who_is_passed_over_last_leaves_the_lot_to_the_leader(sale):
    """As if they had dropped out."""
    sale.cash(100 * sale.step, 5 * sale.step, 5 * sale.step)
    sale.bid(0, 5)
    sale.do(PassOver(1))
    sale.do(PassOver(2))
    assert sale.owner == 0


def test_who_could_still_raise_the_money_is_not_passed_over():
    """Mortgages are possible amid the auction of a deed: the next bid is out of reach only beyond them (classic-25)."""
    sale = Sale(EDITIONS["classic"])
    street = min(sale.game.rules.track.deeds)
    sale.owns(2, street)
    loan = sale.game.rules.track.deeds[street].mortgage
    sale.cash(100, 100, 10)
    sale.bid(0, 10 + loan - 1)
    assert sale.refused(PassOver(2)) == Reason.NOT_NOW
    assert next_call(sale.game) == CallLot(1)
    sale.bid(1, 10 + loan)
    assert next_call(sale.game) == PassOver(2)
    sale.do(Mortgage(2, street))
    assert sale.refused(PlaceBid(2, 10 + loan + 1)) == Reason.NOT_ENOUGH_MONEY


@pytest.mark.parametrize("station", [True, False])
def test_in_the_auction_of_a_scarce_building_deeds_count_that_leave_the_place(station):
    """A station may be mortgaged for the bid, the streets to build on would take the place away (K11)."""
    scene = Scene(EDITIONS["classic"])
    scene.owns(0, 1, 3)
    scene.owns(1, 6, 8, 9)
    if station:
        scene.owns(1, 5)
    scene.game.state.supply.stock["house"] = 1
    scene.cash(200, 60, 0)
    scene.do(Build(0, 1))
    while not isinstance(scene.task, AuctionRunning):
        (choice, _), *_ = choices(scene.game, scene.task.seats[0])
        scene.do(msgspec.structs.replace(choice.command, amount=1))
    scene.do(PlaceBid(0, 60))
    assert next_call(scene.game) == (CallLot(1) if station else PassOver(1))
