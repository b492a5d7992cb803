"""Sealed bidding: what is bid in secret, what everybody sees meanwhile, and the reveal.

A bid is two facts: `BidSealed` shows everybody a commitment, `BidHidden` keeps amount and nonce for the bidder alone
(`hub.domain.secrecy`). The running auction is a task and holds nothing secret; the bids lie in the slice of this file
until `BidsRevealed` opens them with their nonces, so that anybody can check them against the commitments.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Struct

from hub.domain.facts import Fact
from hub.domain.ids import Account, Seat, snake
from hub.domain.tasks import Lot

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class SealedBids:
    """`auctions` counts sealed auctions; `hidden[seat]` is (amount, nonce) of who has bid in the running one.

    The bids are left out of the printed form, so that no message of a crash holds them.
    """

    auctions: int = 0
    hidden: dict[Seat, tuple[int, str]] = field(default_factory=dict, repr=False)


class TakeBackBid(Struct, frozen=True, tag=snake, tag_field="command"):
    """Take one's bid back and bid anew, as long as somebody else has still to bid."""

    seat: Seat


class SealedAuctionOpened(Fact, frozen=True):
    """`seller` (the bank, or the owner) put something up for sealed bids of `minimum` or more."""

    auction: int
    lot: Lot
    seller: Account
    minimum: int


class BidSealed(Fact, frozen=True):
    """A seat has bid; the amount stays secret, `commitment` binds it."""

    seat: Seat
    auction: int
    round: int
    commitment: str


class BidHidden(Fact, frozen=True):
    """What a seat bid and the nonce of its commitment, known to that seat alone until the reveal."""

    seat: Seat
    auction: int
    amount: int
    nonce: str

    def __repr__(self) -> str:
        return f"BidHidden(seat={self.seat}, auction={self.auction}, amount=?, nonce=?)"


class BidAbstained(Fact, frozen=True):
    """A seat bids 0 for everybody to see: it is absent, or wants it known."""

    seat: Seat
    auction: int


class BidTakenBack(Fact, frozen=True):
    """A seat took its bid back before the reveal: nobody ever learns it, and the seat is asked again."""

    seat: Seat
    auction: int


class BidsRevealed(Fact, frozen=True):
    """All have bid: who bid what, in turn order, with the nonces that open the commitments.

    Who abstained has bid 0 and has neither nonce nor commitment.
    """

    auction: int
    round: int
    seats: tuple[Seat, ...]
    amounts: tuple[int, ...]
    nonces: tuple[str, ...]
    commitments: tuple[str, ...]


class BidsTied(Fact, frozen=True):
    """Several seats bid most: nobody pays, and they bid again for `minimum` or more."""

    auction: int
    seats: tuple[Seat, ...]
    minimum: int


class SealedAuctionClosed(Fact, frozen=True):
    """`seat` won for `amount`; nobody did (`NOBODY`, 0). `drawn`: among equal bids a lot decided."""

    auction: int
    lot: Lot
    seller: Account
    seat: Seat
    amount: int
    drawn: bool = False


class SealedAuctionVoided(Fact, frozen=True):
    """A correction took the sense out of a running auction: nobody learns the bids, nobody pays."""

    auction: int
    lot: Lot


def commitment_of(nonce: str, amount: int, seat: Seat, auction: int, round_: int) -> str:
    """What binds a bid without telling it: sha256 of these, joined by colons, as hexadecimal digits."""
    return hashlib.sha256(f"{nonce}:{amount}:{seat}:{auction}:{round_}".encode()).hexdigest()


def sealed_auction_opened(state: State, fact: SealedAuctionOpened) -> None:
    state.bids.auctions = fact.auction
    state.bids.hidden.clear()


def bid_hidden(state: State, fact: BidHidden) -> None:
    state.bids.hidden[fact.seat] = (fact.amount, fact.nonce)


def bid_taken_back(state: State, fact: BidTakenBack) -> None:
    state.bids.hidden.pop(fact.seat, None)


def bids_revealed(state: State, _fact: BidsRevealed) -> None:
    state.bids.hidden.clear()


def sealed_auction_voided(state: State, _fact: SealedAuctionVoided) -> None:
    state.bids.hidden.clear()


def own_bid(state: State, seat: Seat) -> int | None:
    """What a seat has bid in the running sealed auction, for that seat alone."""
    bid = state.bids.hidden.get(seat)
    return None if bid is None else bid[0]
