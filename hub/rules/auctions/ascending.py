"""The open ascending auction: any remaining bidder may top the highest bid, until only one is left (classic-05).

When nobody bids any more, the hub may call the lot; "sold" is as if all others had dropped out. What the hub says are
commands without a clock in them: the table says when (`hub.table.automatic.auctioneer`), here they are judged.

A seat may have the hub bid up to a limit that only this seat may know. Two such maxima are resolved as if two people
bid against each other one step at a time. Only the loser's last bid and the one above it are placed, so that the feed
shows the outcome and not every step. The seats could have made both bids themselves.
"""

from collections.abc import Iterable, Iterator, Sequence

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
from hub.domain.commands import HubCommand, PassBid, PlaceBid, SeatCommand
from hub.domain.ids import NOBODY, Seat, Space, seat_of
from hub.domain.tasks import AuctionRunning, BuildingLot, DeedLot, Lot
from hub.domain.turns import seats_from
from hub.rules.asking import answer_to, closed, owes, short_of
from hub.rules.assets import raisable
from hub.rules.auctions.lots import award, purpose_of
from hub.rules.building.evenly import has_site
from hub.rules.building.shortage import means
from hub.rules.game import Choice, Game, Handler, Handlers, Part, Reason, Rejected, nothing_asked, part
from hub.rules.payments import most_payable, with_levy


def place_bids(game: Game, task: AuctionRunning) -> AuctionRunning:
    """Bid for seats with a maximum until none suffices for another bid; returns the auction as it then stands."""
    if not game.state.open_bids.maxima:
        return task
    for seat, amount in duel(task, _limits(game, task)):
        game.emit(BidPlaced(seat, task.lot, amount))
        task = after_bid(task, seat, amount)
    return task


def after_bid(task: AuctionRunning, seat: Seat, amount: int) -> AuctionRunning:
    return AuctionRunning(task.lot, task.bidders, amount + task.step, amount, seat, task.step)


def duel(task: AuctionRunning, limits: dict[Seat, int]) -> Iterator[tuple[Seat, int]]:
    """The bids (seat, amount) in order, if each seat goes up to its limit. `limits` are in the order they were set.

    Of equal limits, the leader's wins, or else the one set first.
    """
    least, step, leader = task.minimum, task.step, task.leader
    able = [seat for seat, limit in limits.items() if limit >= least]
    if not any(seat != leader for seat in able):
        return
    ranked = sorted(able, key=lambda seat: (-limits[seat], seat != leader))  # stable: the first set comes first
    winner, loser = ranked[0], ranked[1] if len(ranked) > 1 else NOBODY
    if loser == NOBODY:
        yield winner, least
        return
    top = limits[loser] - step if limits[loser] == limits[winner] else limits[loser]
    if loser == leader:  # it leads already: somebody has to bid before it can bid again
        if top - step < least:
            yield winner, least
            return
        yield winner, top - step
    elif top < least:
        yield loser if winner == leader else winner, least
        return
    yield loser, top
    yield winner, top + step


def _limits(game: Game, task: AuctionRunning) -> dict[Seat, int]:
    """The limit for each bidder: no more than the seat can pay, and in whole steps."""
    purpose, maxima = purpose_of(task.lot), game.state.open_bids.maxima
    return {
        seat: min(amount, most_payable(game, seat, purpose)) // task.step * task.step
        for seat, (lot, amount) in maxima.items()
        if lot == task.lot and seat in task.bidders
    }


def has_maximum(game: Game, seat: Seat, lot: Lot) -> bool:
    """Whether the hub bids for a seat for this lot."""
    return game.state.open_bids.maxima.get(seat, (None, 0))[0] == lot


def next_call(game: Game) -> HubCommand | None:
    """The hub's next command in the open auction: pass over a seat without money at once, or the next call in time."""
    task = game.state.agenda.task
    if not isinstance(task, AuctionRunning):
        return None
    short = next((seat for seat in task.bidders if seat != task.leader and is_short(game, seat, task)), None)
    if short is not None:
        return PassOver(short)
    called = game.state.open_bids.called
    return CallLot(SOLD if called >= SOLD - 1 else 2 if called else 1)


def refuse_call(game: Game, command: CallLot) -> Rejected | None:
    """The calls come in order, and none is left out."""
    if not isinstance(game.state.agenda.task, AuctionRunning):
        return Rejected(closed(game) or Reason.NOT_NOW)
    return None if command.call == game.state.open_bids.called + 1 else Rejected(Reason.NOT_NOW)


def refuse_passing_over(game: Game, command: PassOver) -> Rejected | None:
    """Refuse to pass over a leader, or a seat that can pay or still raise the money."""
    task = game.state.agenda.task
    if not isinstance(task, AuctionRunning):
        return Rejected(closed(game) or Reason.NOT_NOW)
    if command.seat not in task.bidders:
        return Rejected(Reason.NOT_ASKED)
    if command.seat == task.leader:
        return Rejected(Reason.ALREADY_LEADING)
    return None if is_short(game, command.seat, task) else Rejected(Reason.NOT_NOW)


def is_short(game: Game, seat: Seat, task: AuctionRunning) -> bool:
    """Whether a seat cannot make the next bid, even by mortgaging and selling to the bank all it has.

    A seat that can still raise the money is asked; for a building it must keep a place (K11). Debts have to be settled
    first.
    """
    if owes(game, seat):
        return False
    needed = with_levy(game, seat, task.minimum, purpose_of(task.lot))
    if isinstance(task.lot, BuildingLot):
        return means(game, seat, task.lot.building) < needed
    cash = game.state.ledger.balances[seat]
    return cash < needed and cash + raisable(game, seat) < needed


@part(sheet="ascending")
class Ascending(Part):
    """Bids begin at `minimum`, are multiples of `step` (D40), limited by cash; without any the deed stays unsold."""

    minimum: int = 1
    step: int = 1

    def handlers(self) -> Handlers:
        running, hidden = AuctionRunning, nothing_asked
        return (
            answer_to(running, PlaceBid, self.bid, self.refuse_bid, self.answers_bid),
            answer_to(running, PassBid, self.drop_out, self.refuse_speaking, role="cancel"),
            answer_to(running, SetMaximum, self.set_maximum, self.refuse_maximum, hidden, free=self.free_maximum),
            answer_to(running, TakeBackMaximum, self.take_back, _refuse_taking_back, hidden, free=_maxima_set),
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
        if isinstance(task.lot, DeedLot):
            _open_next(game)


def _open_next(game: Game) -> None:
    """Say which deed is up next, if several are sold one by one: also where the last one led to a question first."""
    waiting = next((task for task in reversed(game.tasks) if isinstance(task, AuctionRunning)), None)
    if waiting is not None:
        game.emit(AuctionOpened(waiting.lot))


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
    task = game.state.agenda.task
    if isinstance(task, AuctionRunning) and has_maximum(game, seat, task.lot):
        yield Choice(TakeBackMaximum(seat))
