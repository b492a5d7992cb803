"""Sealed auctions: all bidders bid in secret, and the last bid reveals all (haustein-08, haustein-18).

A bid is bound by a commitment that all see, and opened with its nonce at the reveal. The task names seller and lot and
says who pays; the mechanisms `all_pay` and `first_price` close the auction with what was revealed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec

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
from hub.domain.commands import AbstainBid, SealBid, SeatCommand
from hub.domain.ids import Account, Seat
from hub.domain.tasks import Lot, SealedAuctionRunning
from hub.rules.answering import answer_to
from hub.rules.asking import cannot_pay, owes
from hub.rules.game import Game
from hub.rules.handlers import Chance, Choice, Handlers, nothing_asked
from hub.rules.parts import part
from hub.rules.payments import most_payable
from hub.rules.reasons import Reason, Rejected

NONCE_DIGITS = 32
NONCES = 16**NONCE_DIGITS

Way: TypeAlias = Literal["all_pay", "first_price"]


class Mechanism(Protocol):
    """Who wins a revealed round, and who pays."""

    def purpose(self, task: SealedAuctionRunning) -> str:
        """The purpose of the payments."""

    def close(self, game: Game, task: SealedAuctionRunning, revealed: BidsRevealed) -> None:
        """Close the auction, whose task has been taken off the agenda, or ask for another round."""


@part(sheet=None)
class SealedBidding:
    """Seats bid in any order and may take bids back while others are missing; from 0 up to what a seat can pay (H7)."""

    mechanisms: Mapping[Way, Mechanism]

    def handlers(self) -> Handlers:
        running = SealedAuctionRunning
        return (
            answer_to(running, SealBid, self.bid, self.refuse_bid, self.answers_bid, chance=with_nonce),
            answer_to(running, AbstainBid, self.abstain, _not_bidding),
            answer_to(running, TakeBackBid, self.take_back, self.refuse_taking_back, nothing_asked, free=_bids_made),
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

    def refuse_bid(self, game: Game, command: SealBid, task: SealedAuctionRunning) -> Rejected | None:
        if command.seat not in task.waiting:
            return _not_bidding(game, command, task)
        if not command.amount:
            return None
        if command.amount < max(task.minimum, 0):
            return Rejected(Reason.BID_TOO_LOW, {"minimum": max(task.minimum, 0)})
        return cannot_pay(game, command.seat, command.amount, self._purpose(task))

    def bid(self, game: Game, command: SealBid, task: SealedAuctionRunning) -> None:
        assert command.nonce, "the table fills in the nonce"
        seat, amount, nonce = command.seat, command.amount, command.nonce
        commitment = commitment_of(nonce, amount, seat, task.auction, task.round)
        game.emit(BidSealed(seat, task.auction, task.round, commitment))
        game.emit(BidHidden(seat, task.auction, amount, nonce))
        self._noted(game, task, seat, commitment)

    def abstain(self, game: Game, command: AbstainBid, task: SealedAuctionRunning) -> None:
        game.emit(BidAbstained(command.seat, task.auction))
        self._noted(game, task, command.seat, "")

    def refuse_taking_back(self, game: Game, command: TakeBackBid, task: SealedAuctionRunning) -> Rejected | None:
        """Bids may be taken back until all have been made, as slips that lie face down."""
        if command.seat in task.waiting:
            return Rejected(Reason.NO_BID_MADE)
        return None if command.seat in task.bidders else Rejected(Reason.NOT_ASKED)

    def take_back(self, game: Game, command: TakeBackBid, task: SealedAuctionRunning) -> None:
        game.emit(BidTakenBack(command.seat, task.auction))
        waiting = tuple([seat for seat in task.bidders if seat == command.seat or seat in task.waiting])
        commitments = tuple([bid for bid in task.commitments if bid[0] != command.seat])
        game.ask(msgspec.structs.replace(task, waiting=waiting, commitments=commitments))

    def answers_bid(self, game: Game, task: SealedAuctionRunning, seat: Seat) -> Iterable[Choice]:
        purpose = self._purpose(task)
        most = 0 if owes(game, seat) else most_payable(game, seat, purpose)
        if task.minimum == 0:
            yield Choice(SealBid(seat, 0), minimum=0, maximum=most, purpose=purpose)
            return
        yield Choice(SealBid(seat, 0), minimum=0, maximum=0)
        yield Choice(
            SealBid(seat, task.minimum), cost=task.minimum, minimum=task.minimum, maximum=most, purpose=purpose
        )

    def _noted(self, game: Game, task: SealedAuctionRunning, seat: Seat, commitment: str) -> None:
        """Wait for one bid fewer; the last one reveals them all."""
        waiting = tuple([other for other in task.waiting if other != seat])
        commitments = (*task.commitments, (seat, commitment))
        task = msgspec.structs.replace(task, waiting=waiting, commitments=commitments)
        if waiting:
            game.ask(task)
            return
        revealed = _reveal(game, task)
        game.emit(revealed)
        self.mechanisms[task.mechanism].close(game, task, revealed)

    def _purpose(self, task: SealedAuctionRunning) -> str:
        return self.mechanisms[task.mechanism].purpose(task)


def with_nonce(_game: Game, command: SealBid, chance: Chance) -> SealBid:
    """The bid with a fresh nonce, whatever nonce was sent with it."""
    return SealBid(command.seat, command.amount, f"{chance.pick(NONCES):0{NONCE_DIGITS}x}")


def _reveal(game: Game, task: SealedAuctionRunning) -> BidsRevealed:
    """All bids in turn order; abstaining is a bid of 0."""
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


def _not_bidding(_game: Game, command: SeatCommand, task: SealedAuctionRunning) -> Rejected | None:
    """Refuse a seat that is not asked to bid, or has already bid."""
    if command.seat in task.waiting:
        return None
    return Rejected(Reason.ALREADY_BID if command.seat in task.bidders else Reason.NOT_ASKED)


def _bids_made(game: Game, seat: Seat) -> Iterable[Choice]:
    """The choice to take back the bid that a seat has made, if any."""
    task = game.state.agenda.task
    if isinstance(task, SealedAuctionRunning) and seat in task.bidders and seat not in task.waiting:
        yield Choice(TakeBackBid(seat))
