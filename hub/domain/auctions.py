"""What is said in an auction, for the log and the feed; the running auction itself is a task."""

from __future__ import annotations

from hub.domain.facts import Fact
from hub.domain.ids import Seat
from hub.domain.tasks import Lot


class AuctionOpened(Fact, frozen=True):
    """The bank put something up for auction."""

    lot: Lot


class BidPlaced(Fact, frozen=True):
    """A seat bid."""

    seat: Seat
    lot: Lot
    amount: int


class BidPassed(Fact, frozen=True):
    """A seat dropped out."""

    seat: Seat
    lot: Lot


class AuctionClosed(Fact, frozen=True):
    """The auction is over; `seat` won for `amount`, or nobody bid (`NOBODY`, 0)."""

    lot: Lot
    seat: Seat
    amount: int
