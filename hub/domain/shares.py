"""Who holds shares of which issuer, the issuers' reports, the open offers of shares, and what seats do with them.

Every seat is an issuer. The commands are part of `SeatCommand`.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.facts import Fact, State
from hub.domain.ids import BANK, Account, Seat, seat_of

ReportKind: TypeAlias = Literal["opening", "annual", "interim", "late"]
"""Why a report was made: at the start, owed, of one's own accord, or by the supervision because it was late."""


class Report(Struct, frozen=True):
    """A seat's assets in turn number `turn`: `cash`, the book value of its real estate, and (issuer, shares) held."""

    seat: Seat
    kind: ReportKind
    turn: int
    cash: int
    estate: int
    shares: tuple[tuple[Seat, int], ...]


class ShareOffer(Struct, frozen=True):
    """`seat` offers `to` to sell (or, not `selling`, to buy) `count` shares of `issuer` for `price` in all."""

    id: int
    seat: Seat
    to: Seat
    issuer: Seat
    count: int
    price: int
    selling: bool

    @property
    def seller(self) -> Seat:
        return self.seat if self.selling else self.to

    @property
    def buyer(self) -> Seat:
        return self.to if self.selling else self.seat


@dataclass(slots=True)
class Shares:
    """`holdings[issuer][holder]` with the bank last (`holdings[issuer][BANK]`); `issued` shares a seat is divided into.

    `reports[seat]` is the last one, `owed` says since which turn a seat owes one. `made` has who made each offer so
    far to whom: they are numbered from 1. `sold` and `bought` count the shares each seat sold to the bank and bought
    from it in turn number `turn`; they mean nothing in any other turn.
    """

    issued: int = 0
    holdings: list[list[int]] = field(default_factory=list)
    reports: dict[Seat, Report] = field(default_factory=dict)
    owed: dict[Seat, int] = field(default_factory=dict)
    offers: dict[int, ShareOffer] = field(default_factory=dict)
    made: list[tuple[Seat, Seat]] = field(default_factory=list)
    turn: int = 0
    sold: dict[Seat, int] = field(default_factory=dict)
    bought: dict[Seat, int] = field(default_factory=dict)

    @property
    def last_offer(self) -> int:
        """The number of the offer made last, 0 before the first."""
        return len(self.made)


class SharesIssued(Fact):
    """Every seat issues `count` shares and holds all of its own."""

    count: int

    def fold(self, state: State) -> None:
        seats = range(len(state.turns.out))
        state.shares.issued = self.count
        state.shares.holdings = [[self.count * (holder == issuer) for holder in (*seats, BANK)] for issuer in seats]


class SharesMoved(Fact):
    """Shares changed hands: number and kind are public, the price is not."""

    issuer: Seat
    source: Account
    target: Account
    count: int
    by: Literal["trade", "sale", "purchase", "estate", "takeover", "correction"]

    def fold(self, state: State) -> None:
        shares, issuer = state.shares, self.issuer
        shares.holdings[issuer][self.source] -= self.count
        shares.holdings[issuer][self.target] += self.count
        if self.by not in {"sale", "purchase"}:
            return
        if shares.turn != state.turns.number:
            shares.turn, shares.sold, shares.bought = state.turns.number, {}, {}
        counter, account = (shares.sold, self.source) if self.by == "sale" else (shares.bought, self.target)
        seat = seat_of(account)
        counter[seat] = counter.get(seat, 0) + self.count


class SharesVoided(Fact):
    """The shares of a seat that is out are worth nothing any more."""

    issuer: Seat

    def fold(self, state: State) -> None:
        holdings = state.shares.holdings[self.issuer]
        holdings[:] = [0] * len(holdings)
        state.shares.owed.pop(self.issuer, None)


class ReportOwed(Fact):
    """A seat has to report; `demanded` by the supervision, or because of where it went."""

    seat: Seat
    turn: int
    demanded: bool

    def fold(self, state: State) -> None:
        state.shares.owed[self.seat] = self.turn


class ReportFiled(Fact):
    """A report reached the supervision."""

    report: Report

    def fold(self, state: State) -> None:
        state.shares.reports[self.report.seat] = self.report
        state.shares.owed.pop(self.report.seat, None)


class DividendPaid(Fact):
    """One dividend: `holders` with their `counts` of shares get `amounts`; the payments follow in the same move.

    `reported` is the cash of the last report, `capped` says that the cash in hand did not suffice.
    """

    seat: Seat
    reported: int
    capped: bool
    holders: tuple[Account, ...]
    counts: tuple[int, ...]
    amounts: tuple[int, ...]


class SeatTakenOver(Fact):
    """A seat without shares of its own is out; `heir` (a seat, or the bank) has its deeds."""

    seat: Seat
    heir: Account

    def fold(self, state: State) -> None:
        state.turns.out[self.seat] = True


class PurchaseProposed(Fact):
    """A seat has asked the bank for shares; the others say whether they want them, too."""

    seat: Seat
    issuer: Seat
    count: int
    price: int


class InterestShown(Fact):
    """A seat said whether it wants those shares too."""

    seat: Seat
    interested: bool


class SharesOffered(Fact):
    """One seat has made another an offer, known only to these two."""

    offer: ShareOffer

    def fold(self, state: State) -> None:
        state.shares.offers[self.offer.id] = self.offer
        state.shares.made.append((self.offer.seat, self.offer.to))


class ShareOfferClosed(Fact):
    """An offer of shares is accepted or gone; it has `lapsed` when the seller no longer has as many."""

    offer: int
    seat: Seat
    to: Seat
    how: Literal["accepted", "declined", "withdrawn", "void", "lapsed"]

    def fold(self, state: State) -> None:
        state.shares.offers.pop(self.offer, None)  # also folded where the offer itself was not shown


def sold_this_turn(state: State, seat: Seat) -> int:
    shares = state.shares
    return shares.sold.get(seat, 0) if shares.turn == state.turns.number else 0


def bought_this_turn(state: State, seat: Seat) -> int:
    shares = state.shares
    return shares.bought.get(seat, 0) if shares.turn == state.turns.number else 0


def held_by(state: State, holder: Account) -> list[tuple[Seat, int]]:
    """(issuer, count) of all that an account holds."""
    return [(issuer, held[holder]) for issuer, held in enumerate(state.shares.holdings) if held[holder]]


class SellShares(SeatCommand):
    """Sell `amount` shares of an issuer to the bank at the guide price."""

    issuer: Seat
    amount: int


class BuyShares(SeatCommand):
    """Ask the bank for `amount` shares of an issuer."""

    issuer: Seat
    amount: int


class ShowInterest(SeatCommand):
    """Say whether the seat also wants the shares for which another one asks the bank."""

    interested: bool


class OfferShares(SeatCommand):
    """Offer the seat `to` to sell (or, not `selling`, to buy) `amount` shares of an issuer for `price` in all."""

    to: Seat
    issuer: Seat
    amount: int
    price: int
    selling: bool = True


class AcceptShares(SeatCommand):
    """Accept an open offer of shares made to the seat."""

    offer: int


class DeclineShares(SeatCommand):
    """Decline an open offer of shares made to the seat."""

    offer: int


class WithdrawShares(SeatCommand):
    """Withdraw an open offer of shares that the seat has made."""

    offer: int


class FileReport(SeatCommand):
    """Report to the supervision; the hub fills in the true figures."""


class DemandReport(SeatCommand):
    """Demand a report of a seat, on behalf of the supervision."""
