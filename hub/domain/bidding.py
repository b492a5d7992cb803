"""Sealed bidding: what is bid in secret, what everybody sees meanwhile, and the reveal.

A bid is two facts: `BidSealed` shows everybody a commitment, `BidHidden` keeps amount and nonce for the bidder alone
(`hub.domain.secrecy`). The running auction is a task and holds nothing secret; the bids are in the slice of this file
until `BidsRevealed` opens them with their nonces, so that anybody can check them against the commitments.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from hub.domain.commands import SeatCommand
from hub.domain.facts import Fact, State
from hub.domain.ids import Account, Holder, Seat
from hub.domain.tasks import Lot, SealedAuctionRunning


@dataclass(slots=True)
class SealedBids:
    """`auctions` counts sealed auctions; `hidden[seat]` is (amount, nonce) of whoever has bid in the running one.

    The bids are left out of `repr`, so that no crash report holds them.
    """

    auctions: int = 0
    hidden: dict[Seat, tuple[int, str]] = field(default_factory=dict, repr=False)


class TakeBackBid(SeatCommand):
    """Take one's bid back and bid again, as long as somebody else has yet to bid."""


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
    """A seat has bid; the amount stays secret, `commitment` binds it."""

    seat: Seat
    auction: int
    round: int
    commitment: str


class BidHidden(Fact):
    """What a seat bid and the nonce of its commitment, known to that seat alone until the reveal."""

    seat: Seat
    auction: int
    amount: int
    nonce: str

    def __repr__(self) -> str:
        return f"BidHidden(seat={self.seat}, auction={self.auction}, amount=?, nonce=?)"

    def fold(self, state: State) -> None:
        state.bids.hidden[self.seat] = (self.amount, self.nonce)


class BidAbstained(Fact):
    """A seat bids 0 for everybody to see: its player is absent, or wants it known."""

    seat: Seat
    auction: int


class BidTakenBack(Fact):
    """A seat took its bid back before the reveal: nobody ever learns it, and the seat is asked again."""

    seat: Seat
    auction: int

    def fold(self, state: State) -> None:
        state.bids.hidden.pop(self.seat, None)


class BidsRevealed(Fact):
    """All have bid, in turn order, with the nonces that open the commitments: 0 and "" for who abstained."""

    auction: int
    round: int
    seats: tuple[Seat, ...]
    amounts: tuple[int, ...]
    nonces: tuple[str, ...]
    commitments: tuple[str, ...]

    def fold(self, state: State) -> None:
        state.bids.hidden.clear()


class BidsTied(Fact):
    """Several seats bid most: nobody pays, and they bid again for `minimum` or more."""

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
    """What commits to a bid without revealing it: sha256 of these, joined by colons, as hexadecimal digits."""
    return hashlib.sha256(f"{nonce}:{amount}:{seat}:{auction}:{round_}".encode()).hexdigest()


def own_bid(state: State, seat: Seat) -> int | None:
    """What a seat has bid in the running sealed auction, for that seat alone."""
    bid = state.bids.hidden.get(seat)
    return None if bid is None else bid[0]


def bids_lying(state: State) -> frozenset[Seat] | None:
    """Whose secrets lie in the running auction, sealed bids or maxima; None while there are none to keep.

    A sealed auction has some to keep from its beginning.
    """
    running = any(isinstance(task, SealedAuctionRunning) for task in state.agenda.tasks)
    maxima = state.open_bids.maxima
    return frozenset((*state.bids.hidden, *maxima)) if running or maxima else None
