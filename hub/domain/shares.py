"""Who holds shares in whom, the reports of the issuers, and the open offers of shares.

Every seat is an issuer. Empty in editions without shares.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from hub.domain.facts import Fact
from hub.domain.ids import BANK, Account, Seat

if TYPE_CHECKING:
    from hub.domain.state import State

ReportKind: TypeAlias = Literal["opening", "annual", "interim", "late"]
"""Why a report was made: at the start, owed, of one's own accord, or by the supervision because it was late."""


class Report(Struct, frozen=True):
    """What a seat had: `cash`, the book value of its real estate, and (issuer, shares) held; `turn` counts from 1."""

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
        """Who gives the shares."""
        return self.seat if self.selling else self.to

    @property
    def buyer(self) -> Seat:
        """Who pays."""
        return self.to if self.selling else self.seat


@dataclass(slots=True)
class Shares:
    """`holdings[issuer][holder]` with the bank last (`holdings[issuer][BANK]`); `issued` shares a seat is divided into.

    `reports[seat]` is the last one, `owed` says since which turn a seat owes one. `sold` and `bought` count the shares
    each seat sold to the bank and bought from it in turn number `turn`; they mean nothing in any other turn.
    """

    issued: int = 0
    holdings: list[list[int]] = field(default_factory=list)
    reports: dict[Seat, Report] = field(default_factory=dict)
    owed: dict[Seat, int] = field(default_factory=dict)
    offers: dict[int, ShareOffer] = field(default_factory=dict)
    last_offer: int = 0
    turn: int = 0
    sold: dict[Seat, int] = field(default_factory=dict)
    bought: dict[Seat, int] = field(default_factory=dict)


class SharesIssued(Fact, frozen=True):
    """Every seat is divided into `count` shares, all of them its own."""

    count: int


class SharesMoved(Fact, frozen=True):
    """Shares changed hands: number and kind are public, the price is not."""

    issuer: Seat
    source: Account
    target: Account
    count: int
    by: Literal["trade", "sale", "purchase", "estate", "takeover", "correction"]


class SharesVoided(Fact, frozen=True):
    """The shares of a seat that is out are worth nothing any more."""

    issuer: Seat


class ReportOwed(Fact, frozen=True):
    """A seat has to report; `demanded` by the supervision, or because of where it went."""

    seat: Seat
    turn: int
    demanded: bool


class ReportFiled(Fact, frozen=True):
    """A report reached the supervision."""

    report: Report


class DividendPaid(Fact, frozen=True):
    """One dividend: `holders` with their `counts` of shares get `amounts`; the payments follow in the same move.

    `reported` is the cash of the last report, `capped` says that the cash in hand did not suffice.
    """

    seat: Seat
    reported: int
    capped: bool
    holders: tuple[Account, ...]
    counts: tuple[int, ...]
    amounts: tuple[int, ...]


class SeatTakenOver(Fact, frozen=True):
    """A seat without own shares is out; `heir` (a seat, or the bank) has its deeds."""

    seat: Seat
    heir: Account


class PurchaseProposed(Fact, frozen=True):
    """A seat wants shares from the bank; the others say whether they want them too."""

    seat: Seat
    issuer: Seat
    count: int
    price: int


class InterestShown(Fact, frozen=True):
    """A seat said whether it wants those shares too."""

    seat: Seat
    interested: bool


class SharesOffered(Fact, frozen=True):
    """An offer from one seat to another, known to these two."""

    offer: ShareOffer


class ShareOfferClosed(Fact, frozen=True):
    """An offer of shares is settled or gone; it has `lapsed` when the seller has not as many any more."""

    offer: int
    seat: Seat
    to: Seat
    how: Literal["accepted", "declined", "withdrawn", "void", "lapsed"]


def shares_issued(state: State, fact: SharesIssued) -> None:
    seats = range(len(state.turns.out))
    state.shares.issued = fact.count
    state.shares.holdings = [[fact.count * (holder == issuer) for holder in (*seats, BANK)] for issuer in seats]


def shares_moved(state: State, fact: SharesMoved) -> None:
    shares, issuer = state.shares, fact.issuer
    shares.holdings[issuer][fact.source] -= fact.count
    shares.holdings[issuer][fact.target] += fact.count
    if fact.by not in {"sale", "purchase"}:
        return
    if shares.turn != state.turns.number:
        shares.turn, shares.sold, shares.bought = state.turns.number, {}, {}
    counter, seat = (shares.sold, fact.source) if fact.by == "sale" else (shares.bought, fact.target)
    counter[seat] = counter.get(seat, 0) + fact.count


def shares_voided(state: State, fact: SharesVoided) -> None:
    holdings = state.shares.holdings[fact.issuer]
    holdings[:] = [0] * len(holdings)
    state.shares.owed.pop(fact.issuer, None)


def report_owed(state: State, fact: ReportOwed) -> None:
    state.shares.owed[fact.seat] = fact.turn


def report_filed(state: State, fact: ReportFiled) -> None:
    state.shares.reports[fact.report.seat] = fact.report
    state.shares.owed.pop(fact.report.seat, None)


def seat_taken_over(state: State, fact: SeatTakenOver) -> None:
    state.turns.out[fact.seat] = True


def shares_offered(state: State, fact: SharesOffered) -> None:
    state.shares.offers[fact.offer.id] = fact.offer
    state.shares.last_offer = fact.offer.id


def share_offer_closed(state: State, fact: ShareOfferClosed) -> None:
    del state.shares.offers[fact.offer]


def sold_this_turn(state: State, seat: Seat) -> int:
    """How many shares a seat has sold to the bank in this turn."""
    shares = state.shares
    return shares.sold.get(seat, 0) if shares.turn == state.turns.number else 0


def bought_this_turn(state: State, seat: Seat) -> int:
    """How many shares a seat has bought from the bank in this turn."""
    shares = state.shares
    return shares.bought.get(seat, 0) if shares.turn == state.turns.number else 0


def held_by(state: State, holder: Account) -> list[tuple[Seat, int]]:
    """(issuer, count) of all that an account holds."""
    return [(issuer, held[holder]) for issuer, held in enumerate(state.shares.holdings) if held[holder]]
