"""The open ascending auction: any remaining bidder may top the highest bid, until only one is left (classic-05).

When nobody bids any more, the hub may call the lot; "sold" is as if all others had dropped out.
"""

from collections.abc import Iterable, Sequence

from msgspec import structs

from hub.domain.auctions import (
    SOLD,
    AuctionClosed,
    AuctionOpened,
    BidderShort,
    BidPassed,
    BidPlaced,
    CallLot,
    LotCalled,
    MaximumHidden,
    MaximumTakenBack,
    PassOver,
    SetMaximum,
    TakeBackMaximum,
)
from hub.domain.commands import PassBid, PlaceBid, SeatCommand
from hub.domain.ids import NOBODY, Seat, Space, seat_of
from hub.domain.tasks import AuctionRunning, BuildingLot, DeedLot, Lot
from hub.domain.turns import seats_from
from hub.rules.answering import answer_to
from hub.rules.asking import owes, short_of
from hub.rules.auctions.calling import refuse_call, refuse_passing_over
from hub.rules.auctions.lots import award, purpose_of
from hub.rules.auctions.maxima import after_bid, has_maximum, place_bids
from hub.rules.building.evenly import has_site
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers, nothing_asked
from hub.rules.parts import part
from hub.rules.payments import most_payable, with_levy
from hub.rules.reasons import Reason, Rejected


@part(sheet="ascending")
class Ascending:
    """Bids begin at `minimum`, are multiples of `step` (D40), limited by cash; without any the deed stays unsold."""

    minimum: int = 1
    step: int = 1

    def handlers(self) -> Handlers:
        return (
            answer_to(AuctionRunning, PlaceBid, self.bid, self.refuse_bid, self.answers_bid),
            answer_to(AuctionRunning, PassBid, self.drop_out, self.refuse_speaking, role="cancel"),
            answer_to(
                AuctionRunning, SetMaximum, self.set_maximum, self.refuse_maximum, nothing_asked, free=self.free_maximum
            ),
            answer_to(
                AuctionRunning, TakeBackMaximum, self.take_back, _refuse_taking_back, nothing_asked, free=_maxima_set
            ),
            Handler(CallLot, refuse_call, self.call),
            Handler(PassOver, refuse_passing_over, self.pass_over),
        )

    def open(self, game: Game, deeds: Sequence[Space]) -> None:
        """Everybody still in the game may bid, even the seat that declined the deed. Deeds are sold one by one."""
        bidders = tuple(seats_from(game.state, game.state.turns.seat))
        for deed in reversed(deeds):
            game.ask(AuctionRunning(DeedLot(deed), bidders, self._in_steps(self.minimum), step=self.step))
        _open_next(game)

    def open_lot(self, game: Game, lot: Lot, bidders: tuple[Seat, ...], minimum: int) -> None:
        """One lot of any kind: a scarce building among those who want it (classic-22), a whole estate (mpmp-18)."""
        game.emit(AuctionOpened(lot))
        game.ask(AuctionRunning(lot, bidders, self._in_steps(minimum), step=self.step))

    def refuse_speaking(self, game: Game, command: SeatCommand, task: AuctionRunning) -> Rejected | None:
        """Refuse a seat that is out of the auction, or leads it."""
        if command.seat not in task.bidders:
            return Rejected(Reason.NOT_ASKED)
        return Rejected(Reason.ALREADY_LEADING) if command.seat == task.leader else None

    def refuse_bid(self, game: Game, command: PlaceBid, task: AuctionRunning) -> Rejected | None:
        return self.refuse_speaking(game, command, task) or self._refuse_amount(game, command, task)

    def refuse_maximum(self, game: Game, command: SetMaximum, task: AuctionRunning) -> Rejected | None:
        """Judged like a bid, but the leader may name a maximum, too."""
        if command.seat not in task.bidders:
            return Rejected(Reason.NOT_ASKED)
        return self._refuse_amount(game, command, task)

    def _refuse_amount(self, game: Game, command: PlaceBid | SetMaximum, task: AuctionRunning) -> Rejected | None:
        if owes(game, command.seat):
            return Rejected(Reason.OWES_MONEY)
        if command.amount < task.minimum:
            faster = {"leader": seat_of(task.leader), "high": task.high} if task.high else {}
            return Rejected(Reason.BID_TOO_LOW, {"minimum": task.minimum, **faster})
        if isinstance(task.lot, BuildingLot) and not has_site(game, command.seat, task.lot.building):
            return Rejected(Reason.NO_PLACE)
        if command.amount % task.step:
            return Rejected(Reason.BID_NOT_A_MULTIPLE, {"step": task.step})
        return short_of(game, command.seat, with_levy(game, command.seat, command.amount, purpose_of(task.lot)))

    def bid(self, game: Game, command: PlaceBid, task: AuctionRunning) -> None:
        seat, amount = command.seat, command.amount
        game.emit(BidPlaced(seat, task.lot, amount))
        self._go_on(game, place_bids(game, after_bid(task, seat, amount)))

    def drop_out(self, game: Game, command: PassBid, task: AuctionRunning) -> None:
        game.emit(BidPassed(command.seat, task.lot))
        self._go_on(game, _without(task, command.seat))

    def pass_over(self, game: Game, command: PassOver) -> None:
        task = _running(game)
        game.emit(BidderShort(command.seat, task.lot))
        self._go_on(game, _without(task, command.seat))

    def call(self, game: Game, command: CallLot) -> None:
        """The third call ends it, as if everybody but the leader had dropped out."""
        task = _running(game)
        if command.call == SOLD:
            left = tuple([seat for seat in task.bidders if seat == task.leader])
            self._go_on(game, structs.replace(task, bidders=left))
        else:
            game.emit(LotCalled(task.lot, command.call, task.high))
            game.ask(task)

    def set_maximum(self, game: Game, command: SetMaximum, task: AuctionRunning) -> None:
        game.emit(MaximumHidden(command.seat, task.lot, command.amount))
        self._go_on(game, place_bids(game, task))

    def take_back(self, game: Game, command: TakeBackMaximum, task: AuctionRunning) -> None:
        game.emit(MaximumTakenBack(command.seat, task.lot))
        game.ask(task)

    def answers_bid(self, game: Game, task: AuctionRunning, seat: Seat) -> Iterable[Choice]:
        purpose, least, step = purpose_of(task.lot), task.minimum, task.step
        most = max(least, most_payable(game, seat, purpose) // step * step)
        yield Choice(PlaceBid(seat, least), "ok", least, least, most, purpose, step)

    def free_maximum(self, game: Game, seat: Seat) -> Iterable[Choice]:
        task = game.state.agenda.task
        if isinstance(task, AuctionRunning) and seat in task.bidders:
            for bid in self.answers_bid(game, task, seat):
                yield structs.replace(bid, command=SetMaximum(seat, task.minimum), role="extra")

    def _in_steps(self, minimum: int) -> int:
        """The least bid that is not below a minimum."""
        return -(-minimum // self.step) * self.step

    def _go_on(self, game: Game, task: AuctionRunning) -> None:
        """Ask again, or award the lot when nobody but the leader is left."""
        if task.bidders and task.bidders != (task.leader,):
            game.ask(task)
            return
        game.emit(AuctionClosed(task.lot, task.leader, task.high))
        award(game, task.lot, task.leader, task.high)
        _open_next(game)


def _open_next(game: Game) -> None:
    """Say which deed is up now, if several are sold one by one."""
    task = game.tasks[-1] if game.tasks else None
    if isinstance(task, AuctionRunning) and task.leader == NOBODY:
        game.emit(AuctionOpened(task.lot))


def _running(game: Game) -> AuctionRunning:
    """The open auction, taken off the agenda."""
    task = game.close_task()
    assert isinstance(task, AuctionRunning), "judged before"
    return task


def _without(task: AuctionRunning, seat: Seat) -> AuctionRunning:
    return structs.replace(task, bidders=tuple([other for other in task.bidders if other != seat]))


def _refuse_taking_back(game: Game, command: TakeBackMaximum, task: AuctionRunning) -> Rejected | None:
    return None if has_maximum(game, command.seat, task.lot) else Rejected(Reason.NO_BID_MADE)


def _maxima_set(game: Game, seat: Seat) -> Iterable[Choice]:
    """The choice to take back the maximum that a seat has set, if any."""
    task = game.state.agenda.task
    if isinstance(task, AuctionRunning) and has_maximum(game, seat, task.lot):
        yield Choice(TakeBackMaximum(seat))
