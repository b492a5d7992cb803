"""The facts of an open auction, for the log and the feed; the running auction itself is a task.

The slice of this file has what is not in the task: how often the highest bid has been called, and seats' maxima. A
maximum is as secret as a sealed bid (`hub.domain.secrecy`); unlike a bid it is never revealed to the table, which only
sees the bids made for it.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hub.domain.commands import HubCommand, SeatCommand
from hub.domain.facts import Fact, State
from hub.domain.ids import Holder, Seat
from hub.domain.tasks import AuctionRunning, Lot

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
