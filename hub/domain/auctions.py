"""What is said in an auction, for the log and the feed; the running auction itself is a task."""

from __future__ import annotations

from hub.domain.facts import Fact
from hub.domain.ids import Seat, Space


class AuctionOpened(Fact, frozen=True):
    """The bank opened an auction of a deed."""

    deed: Space


class BidPlaced(Fact, frozen=True):
    """A seat bid."""

    seat: Seat
    deed: Space
    amount: int


class BidPassed(Fact, frozen=True):
    """A seat dropped out."""

    seat: Seat
    deed: Space


class AuctionClosed(Fact, frozen=True):
    """The auction is over; `seat` won for `amount`, or nobody bid (`NOBODY`, 0)."""

    deed: Space
    seat: Seat
    amount: int
