"""Sealed auctions: all bidders bid in secret, and the last bid reveals all (haustein-08 to -12, -18).

A bid is bound by a commitment that all see, and opened with its nonce at the reveal. The task names seller and lot and
says who pays: all pay what they bid, or the highest bidder alone. An owner may put a deed up, too [H13, H14, H15].
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec import structs

from hub.domain.auctions import (
    BidAbstained,
    BidHidden,
    BidSealed,
    BidsRevealed,
    BidsTied,
    BidTakenBack,
    SealedAuctionClosed,
    SealedAuctionOpened,
    TakeBackBid,
    commitment_of,
)
from hub.domain.commands import AbstainBid, AuctionDeed, SealBid, SeatCommand
from hub.domain.deeds import owned_by
from hub.domain.ids import BANK, NOBODY, Account, Seat, Space, seat_of
from hub.domain.ledger import half_up
from hub.domain.tasks import DeedLot, Lot, MortgageChoicePending, SealedAuctionRunning, SharesLot
from hub.domain.turns import seats_from
from hub.rules.asking import absent, answer_to, cannot_pay, no_free_moment, not_owner, not_your_turn, owes, short_of
from hub.rules.assets import stands_in_the_way
from hub.rules.auctions.lots import deliver
from hub.rules.game import Chance, Choice, Game, Handler, Handlers, Part, Reason, Rejected, nothing_asked, part
from hub.rules.payments import most_payable, pay
from hub.rules.track import Deed

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
class SealedBidding(Part):
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
    if command.seat in task.waiting:
        return None
    return Rejected(Reason.ALREADY_BID if command.seat in task.bidders else Reason.NOT_ASKED)


def _bids_made(game: Game, seat: Seat) -> Iterable[Choice]:
    task = game.state.agenda.task
    if isinstance(task, SealedAuctionRunning) and seat in task.bidders and seat not in task.waiting:
        yield Choice(TakeBackBid(seat))


def highest(revealed: BidsRevealed) -> tuple[int, tuple[Seat, ...]]:
    most = max(revealed.amounts)
    return most, tuple([seat for seat, amount in zip(revealed.seats, revealed.amounts, strict=True) if amount == most])


def drawn_by_lot(seats: tuple[Seat, ...], revealed: BidsRevealed) -> Seat:
    """One of these seats, drawn by the nonces of all bids, which everybody can verify."""
    digest = hashlib.sha256(":".join(revealed.nonces).encode()).hexdigest()
    return seats[int(digest, 16) % len(seats)]


def leave_unsold(game: Game, task: SealedAuctionRunning) -> None:
    """The lot stays where it is; a seller whose minimum nobody met in the first round pays a fine (haustein-12)."""
    game.emit(SealedAuctionClosed(task.auction, task.lot, task.seller, NOBODY, 0))
    if task.round == 1:
        pay(game, task.seller, BANK, task.fine, "failed_auction", {"minimum": task.minimum})


@part(sheet="all_pay")
class AllPay(Part):
    """After a tie for the highest bid nobody pays: the tied seats bid again, at least as much as before.

    After `tie_rounds` such rounds a lot draw decides, and all who bid in the last round pay (H8, H9).
    """

    tie_rounds: int

    def purpose(self, task: SealedAuctionRunning) -> str:
        return "auction_bid" if task.seller == BANK else "private_bid"

    def close(self, game: Game, task: SealedAuctionRunning, revealed: BidsRevealed) -> None:
        most, seats = highest(revealed)
        if most == 0:
            leave_unsold(game, task)
        elif len(seats) > 1 and task.round <= self.tie_rounds:
            self._bid_again(game, task, seats, most)
        else:
            self._hammer(game, task, revealed, seats, most)

    def _bid_again(self, game: Game, task: SealedAuctionRunning, seats: tuple[Seat, ...], minimum: int) -> None:
        game.emit(BidsTied(task.auction, seats, minimum))
        further = {"bidders": seats, "waiting": seats, "commitments": (), "minimum": minimum, "round": task.round + 1}
        game.ask(structs.replace(task, **further, fine=0))

    def _hammer(
        self, game: Game, task: SealedAuctionRunning, revealed: BidsRevealed, seats: tuple[Seat, ...], most: int
    ) -> None:
        drawn = len(seats) > 1
        winner = drawn_by_lot(seats, revealed) if drawn else seats[0]
        game.emit(SealedAuctionClosed(task.auction, task.lot, task.seller, winner, most, drawn))
        assert isinstance(task.lot, DeedLot), "only deeds are sold all-pay"
        purpose, inputs = self.purpose(task), {"auction": task.auction, "round": task.round, "deed": task.lot.deed}
        for seat, amount in zip(revealed.seats, revealed.amounts, strict=True):
            pay(game, seat, task.seller, amount, purpose, inputs)
        takings = game.rules.levies.get("private_takings")
        if takings is not None and task.seller != BANK:
            takings.take(game, seat_of(task.seller), sum(revealed.amounts))
        deliver(game, task.lot, task.seller, winner)


@part(sheet="auctioned_sealed")
class AuctionedSealed(Part):
    """Unowned deeds cannot be bought: all seats in the game make sealed bids for them (haustein-08) [H6, H11]."""

    bidding: SealedBidding

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        self.bidding.open(game, "all_pay", DeedLot(deed.space), BANK, seats_from(game.state, seat))


@part(sheet="first_price")
class FirstPrice(Part):
    """For shares of the bank that several seats want (haustein-18)."""

    def purpose(self, task: SealedAuctionRunning) -> str:
        return "share_purchase"

    def close(self, game: Game, task: SealedAuctionRunning, revealed: BidsRevealed) -> None:
        most, seats = highest(revealed)
        if most == 0:
            leave_unsold(game, task)
            return
        drawn = len(seats) > 1
        winner = drawn_by_lot(seats, revealed) if drawn else seats[0]
        game.emit(SealedAuctionClosed(task.auction, task.lot, task.seller, winner, most, drawn))
        assert isinstance(task.lot, SharesLot), "only shares are sold to the highest bid alone"
        inputs = {"issuer": task.lot.issuer, "count": task.lot.count}
        pay(game, winner, task.seller, most, self.purpose(task), inputs)
        deliver(game, task.lot, task.seller, winner)


@part(sheet="own_deed_auctions")
class OwnDeedAuctions(Part):
    """In the owner's own turn, for deeds of unbuilt groups; all others may bid.

    Without a valid bid the seller pays `fine_percent` of their minimum, so they must have that.
    """

    bidding: SealedBidding
    fine_percent: int

    def handlers(self) -> Handlers:
        return (Handler(AuctionDeed, self.refuse, self.put_up, free=self.free),)

    def refuse(self, game: Game, command: AuctionDeed) -> Rejected | None:
        seat, deed = command.seat, command.deed
        rejected = absent(game, seat) or not_your_turn(game, seat) or no_free_moment(game)
        rejected = rejected or refuse_deed(game, seat, deed)
        if rejected is not None:
            return rejected
        if command.amount < 0:
            return Rejected(Reason.BID_TOO_LOW, {"minimum": 0})
        return short_of(game, seat, self._fine(command.amount))

    def put_up(self, game: Game, command: AuctionDeed) -> None:
        seat, minimum, fine = command.seat, command.amount, self._fine(command.amount)
        bidders = seats_from(game.state, seat)[1:]
        self.bidding.open(game, "all_pay", DeedLot(command.deed), seat, bidders, minimum=minimum, fine=fine)

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if game.state.turns.seat == seat:
            most = 100 * game.state.ledger.balances[seat] // self.fine_percent
            for deed in owned_by(game.state, seat):
                yield Choice(AuctionDeed(seat, deed), minimum=0, maximum=most - most % 2)

    def _fine(self, minimum: int) -> int:
        return half_up(minimum, self.fine_percent, 100)


def refuse_deed(game: Game, seat: Seat, deed: Space) -> Rejected | None:
    """Refuse a deed that is not theirs, is in a built group, or came with a mortgage that still needs a decision."""
    if rejected := not_owner(game, seat, deed):
        return rejected
    if any(isinstance(task, MortgageChoicePending) and task.deed == deed for task in game.state.agenda.tasks):
        return Rejected(Reason.NOT_NOW)
    return Rejected(Reason.GROUP_BUILT) if stands_in_the_way(game, seat, game.rules.track.deeds[deed]) else None
