"""The facts of auctions, open and sealed, for the log and the feed; a running auction is a task and has no secret.

The slice of open ones has what is not in the task: how often the highest bid has been called, and seats' maxima. A
maximum is as secret as a sealed bid (`hub.domain.secrecy`); unlike a bid it is never revealed to the table, which only
sees the bids made for it.

A sealed bid is two facts: `BidSealed` shows everybody a commitment, `BidHidden` has amount and nonce and may be seen by
the bidder alone. The bids are in `SealedBids` until `BidsRevealed` publishes them with their nonces, so that
anybody can check them against the commitments.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hub.domain.commands import HubCommand, SeatCommand
from hub.domain.facts import Fact, State
from hub.domain.ids import Account, Holder, Seat
from hub.domain.tasks import AuctionRunning, Lot, SealedAuctionRunning

Call: TypeAlias = Literal[1, 2, 3]
"""Going once, going twice, sold."""

SOLD: Call = 3


@dataclass(slots=True)
class OpenBids:
    """`called` counts the calls since the last bid; `maxima[seat]` is (lot, amount), in the order they were set.

    The maxima are left out of `repr`, so that no crash report contains them.
    """

    called: int = 0
    maxima: dict[Seat, tuple[Lot, int]] = field(default_factory=dict, repr=False)

    def begin(self, lot: Lot) -> None:
        """Reset calls and maxima, before and after the auction of a lot."""
        self.called = 0
        self.maxima = {seat: maximum for seat, maximum in self.maxima.items() if maximum[0] != lot}


class SetMaximum(SeatCommand):
    """Have the hub bid for the seat in the running open auction, one step at a time, up to `amount`."""

    amount: int

    def __repr__(self) -> str:
        return f"SetMaximum(seat={self.seat}, amount=?)"


class TakeBackMaximum(SeatCommand):
    """Take the maximum back; the seat bids by itself again."""


OWN_SECRETS = (SetMaximum, TakeBackMaximum)
"""Commands that nobody may give for another seat, not even the banker: a maximum is secret."""


class CallLot(HubCommand):
    """Call the lot, since nobody has bid for a while: going once, going twice, sold."""

    call: Call


class PassOver(HubCommand):
    """Put a seat out of the auction that can neither pay the next bid nor raise the money for it."""

    seat: Seat


class AuctionOpened(Fact):
    """The bank has put a lot up for auction."""

    lot: Lot

    def fold(self, state: State) -> None:
        state.open_bids.begin(self.lot)


class BidPlaced(Fact):
    """A seat has bid, by itself or through its maximum; the count of calls begins again."""

    seat: Seat
    lot: Lot
    amount: int

    def fold(self, state: State) -> None:
        state.open_bids.called = 0


class BidPassed(Fact):
    """A seat has dropped out."""

    seat: Seat
    lot: Lot

    def fold(self, state: State) -> None:
        state.open_bids.maxima.pop(self.seat, None)


class BidderShort(Fact):
    """A seat is out of the auction, because it can neither pay the next bid nor raise the money for it."""

    seat: Seat
    lot: Lot

    def fold(self, state: State) -> None:
        state.open_bids.maxima.pop(self.seat, None)


class LotCalled(Fact):
    """Going once, going twice: called for the highest bid, or for a lot without a bid."""

    lot: Lot
    call: Call
    amount: int

    def fold(self, state: State) -> None:
        state.open_bids.called = self.call


class MaximumHidden(Fact):
    """A seat's maximum, known to that seat alone."""

    seat: Seat
    lot: Lot
    amount: int

    def __repr__(self) -> str:
        return f"MaximumHidden(seat={self.seat}, lot={self.lot}, amount=?)"

    def fold(self, state: State) -> None:
        maxima = state.open_bids.maxima
        maxima.pop(self.seat, None)
        maxima[self.seat] = self.lot, self.amount


class MaximumTakenBack(Fact):
    """A seat has taken back its maximum; known to that seat alone, like the maximum."""

    seat: Seat
    lot: Lot

    def fold(self, state: State) -> None:
        state.open_bids.maxima.pop(self.seat, None)


class AuctionClosed(Fact):
    """The auction is over; `seat` won for `amount`, or nobody bid (`NOBODY`, 0)."""

    lot: Lot
    seat: Holder
    amount: int

    def fold(self, state: State) -> None:
        state.open_bids.begin(self.lot)


def own_maximum(state: State, seat: Seat) -> int | None:
    """A seat's maximum in the open auction, for that seat alone."""
    task = state.agenda.task
    lot, amount = state.open_bids.maxima.get(seat, (None, 0))
    return amount if isinstance(task, AuctionRunning) and task.lot == lot else None


@dataclass(slots=True)
class SealedBids:
    """`auctions` counts sealed auctions; `hidden[seat]` is (amount, nonce) of whoever has bid in the running one.

    The bids are left out of `repr`, so that no crash report contains them.
    """

    auctions: int = 0
    hidden: dict[Seat, tuple[int, str]] = field(default_factory=dict, repr=False)


class TakeBackBid(SeatCommand):
    """Take the seat's bid back to bid again, possible as long as another seat has yet to bid."""


class SealedAuctionOpened(Fact):
    """`seller` (the bank, or the owner) put something up for sealed bids of `minimum` or more."""

    auction: int
    lot: Lot
    seller: Account
    minimum: int

    def fold(self, state: State) -> None:
        state.bids.auctions = self.auction
        state.bids.hidden.clear()


class BidSealed(Fact):
    """A seat has bid; the amount stays secret, and `commitment` binds the seat to it."""

    seat: Seat
    auction: int
    round: int
    commitment: str


class BidHidden(Fact):
    """The amount that a seat bid and the nonce of its commitment, known to that seat alone until the reveal."""

    seat: Seat
    auction: int
    amount: int
    nonce: str

    def __repr__(self) -> str:
        return f"BidHidden(seat={self.seat}, auction={self.auction}, amount=?, nonce=?)"

    def fold(self, state: State) -> None:
        state.bids.hidden[self.seat] = (self.amount, self.nonce)


class BidAbstained(Fact):
    """A seat has bid 0 openly: its player is absent, or wants it known."""

    seat: Seat
    auction: int


class BidTakenBack(Fact):
    """A seat has taken its bid back before the reveal: it is never shown, and the seat is asked again."""

    seat: Seat
    auction: int

    def fold(self, state: State) -> None:
        state.bids.hidden.pop(self.seat, None)


class BidsRevealed(Fact):
    """All bids, in turn order, with the nonces that open the commitments; 0 and "" for seats that abstained."""

    auction: int
    round: int
    seats: tuple[Seat, ...]
    amounts: tuple[int, ...]
    nonces: tuple[str, ...]
    commitments: tuple[str, ...]

    def fold(self, state: State) -> None:
        state.bids.hidden.clear()


class BidsTied(Fact):
    """Several seats made the highest bid: nobody pays, and they bid again, at least `minimum`."""

    auction: int
    seats: tuple[Seat, ...]
    minimum: int


class SealedAuctionClosed(Fact):
    """`seat` won for `amount`, or nobody did (`NOBODY`, 0). `drawn`: equal bids were decided by lot."""

    auction: int
    lot: Lot
    seller: Account
    seat: Holder
    amount: int
    drawn: bool = False


class SealedAuctionVoided(Fact):
    """A correction made a running auction pointless: nobody learns the bids, nobody pays."""

    auction: int
    lot: Lot

    def fold(self, state: State) -> None:
        state.bids.hidden.clear()


def commitment_of(nonce: str, amount: int, seat: Seat, auction: int, round_: int) -> str:
    """The commitment to a bid, which does not reveal it: SHA-256 of these, joined by colons, in hexadecimal digits."""
    return hashlib.sha256(f"{nonce}:{amount}:{seat}:{auction}:{round_}".encode()).hexdigest()


def own_bid(state: State, seat: Seat) -> int | None:
    """The amount that a seat has bid in the running sealed auction, for that seat alone."""
    bid = state.bids.hidden.get(seat)
    return None if bid is None else bid[0]


def bids_lying(state: State) -> frozenset[Seat] | None:
    """The seats whose bids lie face down in the running sealed auction, None if none is running."""
    running = any(isinstance(task, SealedAuctionRunning) for task in state.agenda.tasks)
    return frozenset(state.bids.hidden) if running else None
