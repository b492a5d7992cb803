"""Sealed bidding: the secret bids, what everybody sees meanwhile, and the reveal.

A bid is two facts: `BidSealed` shows everybody a commitment, `BidHidden` has amount and nonce and may be seen by the
bidder alone (`hub.domain.secrecy`). The running auction is a task and contains no secret; the bids are in the slice of
this file until `BidsRevealed` publishes them with their nonces, so that anybody can check them against the commitments.
"""

import hashlib
from dataclasses import dataclass, field

from hub.domain.commands import SeatCommand
from hub.domain.facts import Fact, State
from hub.domain.ids import Account, Holder, Seat
from hub.domain.tasks import Lot, SealedAuctionRunning


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
