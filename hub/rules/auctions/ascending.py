"""The open ascending auction: anybody still in may top the highest bid, until nobody else is left (classic-05)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hub.domain.agenda import open_task
from hub.domain.auctions import AuctionClosed, AuctionOpened, BidPassed, BidPlaced
from hub.domain.commands import PassBid, PlaceBid
from hub.domain.ids import Seat, Space
from hub.domain.tasks import AuctionRunning, DeedLot, Lot, Task
from hub.domain.turns import seats_from
from hub.rules.actions import Action, Choice
from hub.rules.asking import closed, owes, short_of
from hub.rules.auctions.lots import award, purpose_of
from hub.rules.game import Game
from hub.rules.payments import most_payable, with_levy
from hub.rules.reasons import Reason, Rejected


@dataclass(frozen=True)
class Ascending:
    """Any starting price from `minimum`; without a bid the deed stays unsold. Bids are limited by cash.

    All bids are multiples of `step`, and so a raise is at least one (D40).
    """

    minimum: int = 1
    step: int = 1

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(PlaceBid, self.refuse_bid, self.bid, answers=self.answers_bid),
            Action(PassBid, self.refuse_pass, self.drop_out, answers=self.answers_pass),
        )

    def open(self, game: Game, deeds: Sequence[Space]) -> None:
        """Everybody still in the game may bid, the one who declined the deed too. Several deeds are sold one by one."""
        bidders = tuple(seats_from(game.state, game.state.turns.seat))
        for deed in deeds:
            game.emit(AuctionOpened(DeedLot(deed)))
        for deed in reversed(deeds):
            game.ask(AuctionRunning(DeedLot(deed), bidders, self._in_steps(self.minimum), step=self.step))

    def open_lot(self, game: Game, lot: Lot, bidders: tuple[Seat, ...], minimum: int) -> None:
        """Any one lot: a scarce building among those who want it (classic-22), a whole estate (mpmp-18)."""
        game.emit(AuctionOpened(lot))
        game.ask(AuctionRunning(lot, bidders, self._in_steps(minimum), step=self.step))

    def refuse_bid(self, game: Game, command: PlaceBid) -> Rejected | None:
        task = self._taking_part(game, command.seat)
        if type(task) is Rejected:
            return task
        if owes(game, command.seat):
            return Rejected(Reason.OWES_MONEY)
        if command.amount < task.minimum:
            return Rejected(Reason.BID_TOO_LOW, {"minimum": task.minimum})
        if command.amount % task.step:
            return Rejected(Reason.BID_NOT_A_MULTIPLE, {"step": task.step})
        return short_of(game, command.seat, with_levy(game, command.seat, command.amount, purpose_of(task.lot)))

    def bid(self, game: Game, command: PlaceBid) -> None:
        task = game.settle()
        assert isinstance(task, AuctionRunning)
        seat, amount = command.seat, command.amount
        game.emit(BidPlaced(seat, task.lot, amount))
        game.ask(AuctionRunning(task.lot, task.bidders, amount + task.step, amount, seat, task.step))
        self._close_if_over(game)

    def refuse_pass(self, game: Game, command: PassBid) -> Rejected | None:
        task = self._taking_part(game, command.seat)
        return task if type(task) is Rejected else None

    def drop_out(self, game: Game, command: PassBid) -> None:
        task = game.settle()
        assert isinstance(task, AuctionRunning)
        game.emit(BidPassed(command.seat, task.lot))
        bidders = tuple(seat for seat in task.bidders if seat != command.seat)
        game.ask(AuctionRunning(task.lot, bidders, task.minimum, task.high, task.leader, task.step))
        self._close_if_over(game)

    def answers_bid(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, AuctionRunning):
            purpose, least, step = purpose_of(task.lot), task.minimum, task.step
            most = max(least, most_payable(game, seat, purpose) // step * step)
            yield Choice(PlaceBid(seat, least), "ok", least, least, most, purpose, step)

    def answers_pass(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, AuctionRunning):
            yield Choice(PassBid(seat), role="cancel")

    def _in_steps(self, minimum: int) -> int:
        """The least bid that is not below a minimum."""
        return -(-minimum // self.step) * self.step

    def _taking_part(self, game: Game, seat: Seat) -> AuctionRunning | Rejected:
        """The auction, if this seat may speak in it now."""
        task = open_task(game.state)
        if not isinstance(task, AuctionRunning):
            return Rejected(closed(game) or Reason.NOT_NOW)
        if seat not in task.bidders:
            return Rejected(Reason.NOT_ASKED)
        return Rejected(Reason.ALREADY_LEADING) if seat == task.leader else task

    def _close_if_over(self, game: Game) -> None:
        """Award the lot when nobody but the leader is left."""
        task = game.tasks[-1]
        assert isinstance(task, AuctionRunning)
        if any(seat != task.leader for seat in task.bidders):
            return
        game.settle()
        game.emit(AuctionClosed(task.lot, task.leader, task.high))
        award(game, task.lot, task.leader, task.high)
