"""Sealed auctions: everybody asked bids in secret, the last bid reveals all (haustein-08, haustein-18).

A bid is bound by a commitment that all see, and opened with its nonce at the reveal. Which seller, which lot and who
pays is said by the task; the mechanisms `all_pay` and `first_price` settle what was revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from hub.domain.agenda import open_task
from hub.domain.bidding import (
    BidAbstained,
    BidHidden,
    BidSealed,
    BidsRevealed,
    BidTakenBack,
    SealedAuctionOpened,
    TakeBackBid,
    commitment_of,
)
from hub.domain.commands import AbstainBid, SealBid
from hub.domain.ids import Account, Seat
from hub.domain.tasks import Lot, SealedAuctionRunning, Task
from hub.rules.actions import Action, Choice
from hub.rules.asking import closed, owes, short_of
from hub.rules.game import Game
from hub.rules.payments import most_payable, with_levy
from hub.rules.ports import Chance
from hub.rules.reasons import Reason, Rejected

NONCE_BITS = 128

Way: TypeAlias = Literal["all_pay", "first_price"]


class Mechanism(Protocol):
    """Who wins a revealed round, and who pays."""

    def purpose(self, task: SealedAuctionRunning) -> str:
        """For what bids are paid."""

    def settle(self, game: Game, task: SealedAuctionRunning, revealed: BidsRevealed) -> None:
        """The task is off the agenda; close the auction, or ask for another round."""


@dataclass(frozen=True)
class SealedBidding:
    """Bids in any order, taken back while others are missing; 0 is a bid too, nobody bids more than he can pay (H7)."""

    mechanisms: Mapping[Way, Mechanism]

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(SealBid, self.refuse_bid, self.bid, answers=self.answers_bid, chance=with_nonce),
            Action(AbstainBid, self.refuse_abstention, self.abstain, answers=self.answers_abstention),
            Action(TakeBackBid, self.refuse_taking_back, self.take_back, free=self.free_taking_back),
        )

    def open(
        self,
        game: Game,
        mechanism: Way,
        lot: Lot,
        seller: Account,
        bidders: Sequence[Seat],
        *,
        minimum: int = 0,
        fine: int = 0,
    ) -> None:
        """Put a lot up for sealed bids."""
        auction = game.state.bids.auctions + 1
        everybody = tuple(bidders)
        game.emit(SealedAuctionOpened(auction, lot, seller, minimum))
        game.ask(
            SealedAuctionRunning(auction, lot, seller, mechanism, everybody, everybody, minimum=minimum, fine=fine)
        )

    def refuse_bid(self, game: Game, command: SealBid) -> Rejected | None:
        task = _taking_part(game, command.seat)
        if type(task) is Rejected:
            return task
        if command.amount < 0 or 0 < command.amount < task.minimum:
            return Rejected(Reason.BID_TOO_LOW, {"minimum": max(task.minimum, 0)})
        if not command.amount:
            return None
        if owes(game, command.seat):
            return Rejected(Reason.OWES_MONEY)
        return short_of(game, command.seat, with_levy(game, command.seat, command.amount, self._purpose(task)))

    def bid(self, game: Game, command: SealBid) -> None:
        assert command.nonce, "the table fills in the nonce"
        task = open_task(game.state)
        assert isinstance(task, SealedAuctionRunning)
        seat, amount, nonce = command.seat, command.amount, command.nonce
        commitment = commitment_of(nonce, amount, seat, task.auction, task.round)
        game.emit(BidSealed(seat, task.auction, task.round, commitment))
        game.emit(BidHidden(seat, task.auction, amount, nonce))
        self._noted(game, seat, commitment)

    def refuse_abstention(self, game: Game, command: AbstainBid) -> Rejected | None:
        task = _taking_part(game, command.seat)
        return task if type(task) is Rejected else None

    def abstain(self, game: Game, command: AbstainBid) -> None:
        task = open_task(game.state)
        assert isinstance(task, SealedAuctionRunning)
        game.emit(BidAbstained(command.seat, task.auction))
        self._noted(game, command.seat, "")

    def refuse_taking_back(self, game: Game, command: TakeBackBid) -> Rejected | None:
        """Slips lie face down until all have written theirs: only then nobody changes his mind any more."""
        task = open_task(game.state)
        if not isinstance(task, SealedAuctionRunning):
            return Rejected(closed(game) or Reason.NOT_NOW)
        if command.seat in task.waiting:
            return Rejected(Reason.NO_BID_MADE)
        return None if command.seat in task.bidders else Rejected(Reason.NOT_ASKED)

    def take_back(self, game: Game, command: TakeBackBid) -> None:
        task = game.settle()
        assert isinstance(task, SealedAuctionRunning)
        game.emit(BidTakenBack(command.seat, task.auction))
        waiting = tuple([seat for seat in task.bidders if seat == command.seat or seat in task.waiting])
        commitments = tuple([bid for bid in task.commitments if bid[0] != command.seat])
        game.ask(msgspec.structs.replace(task, waiting=waiting, commitments=commitments))

    def free_taking_back(self, game: Game, seat: Seat) -> Iterable[Choice]:
        task = open_task(game.state)
        if isinstance(task, SealedAuctionRunning) and seat in task.bidders and seat not in task.waiting:
            yield Choice(TakeBackBid(seat))

    def answers_bid(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if not isinstance(task, SealedAuctionRunning):
            return
        purpose = self._purpose(task)
        most = 0 if owes(game, seat) else most_payable(game, seat, purpose)
        if task.minimum == 0:
            yield Choice(SealBid(seat, 0), minimum=0, maximum=most, purpose=purpose)
            return
        yield Choice(SealBid(seat, 0), minimum=0, maximum=0)
        yield Choice(
            SealBid(seat, task.minimum), cost=task.minimum, minimum=task.minimum, maximum=most, purpose=purpose
        )

    def answers_abstention(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, SealedAuctionRunning):
            yield Choice(AbstainBid(seat))

    def _noted(self, game: Game, seat: Seat, commitment: str) -> None:
        """One bid less to wait for; the last one reveals them all."""
        task = game.settle()
        assert isinstance(task, SealedAuctionRunning)
        waiting = tuple(other for other in task.waiting if other != seat)
        commitments = (*task.commitments, (seat, commitment))
        task = SealedAuctionRunning(
            task.auction,
            task.lot,
            task.seller,
            task.mechanism,
            task.bidders,
            waiting,
            commitments,
            task.minimum,
            task.round,
            task.fine,
        )
        if waiting:
            game.ask(task)
            return
        revealed = _reveal(game, task)
        game.emit(revealed)
        self.mechanisms[task.mechanism].settle(game, task, revealed)

    def _purpose(self, task: SealedAuctionRunning) -> str:
        return self.mechanisms[task.mechanism].purpose(task)


def with_nonce(_game: Game, command: SealBid, chance: Chance) -> SealBid:
    """The same bid with a fresh nonce: nobody brings his own."""
    return SealBid(command.seat, command.amount, f"{chance.pick(1 << NONCE_BITS):0{NONCE_BITS // 4}x}")


def _reveal(game: Game, task: SealedAuctionRunning) -> BidsRevealed:
    """All bids in turn order; who abstained has bid 0."""
    hidden, commitments = game.state.bids.hidden, dict(task.commitments)
    bids = [hidden.get(seat, (0, "")) for seat in task.bidders]
    return BidsRevealed(
        task.auction,
        task.round,
        task.bidders,
        tuple([amount for amount, _ in bids]),
        tuple([nonce for _, nonce in bids]),
        tuple([commitments[seat] for seat in task.bidders]),
    )


def _taking_part(game: Game, seat: Seat) -> SealedAuctionRunning | Rejected:
    """The auction, if this seat has still to bid in it."""
    task = open_task(game.state)
    if not isinstance(task, SealedAuctionRunning):
        return Rejected(closed(game) or Reason.NOT_NOW)
    if seat in task.waiting:
        return task
    return Rejected(Reason.ALREADY_BID if seat in task.bidders else Reason.NOT_ASKED)
