"""Commands of the share market: what seats do with shares, and with the reports they owe. Part of `SeatCommand`."""

from __future__ import annotations

from msgspec import Struct

from hub.domain.ids import Seat, snake


class SellShares(Struct, frozen=True, tag=snake, tag_field="command"):
    """Sell `amount` shares of an issuer to the bank at the guide price."""

    seat: Seat
    issuer: Seat
    amount: int


class BuyShares(Struct, frozen=True, tag=snake, tag_field="command"):
    """Ask the bank for `amount` shares of an issuer."""

    seat: Seat
    issuer: Seat
    amount: int


class ShowInterest(Struct, frozen=True, tag=snake, tag_field="command"):
    """Say whether one wants the shares too that somebody asks the bank for."""

    seat: Seat
    interested: bool


class OfferShares(Struct, frozen=True, tag=snake, tag_field="command"):
    """Offer the seat `to` to sell (or, not `selling`, to buy) `amount` shares of an issuer for `price` in all."""

    seat: Seat
    to: Seat
    issuer: Seat
    amount: int
    price: int
    selling: bool = True


class AcceptShares(Struct, frozen=True, tag=snake, tag_field="command"):
    """Accept an open offer of shares made to one."""

    seat: Seat
    offer: int


class DeclineShares(Struct, frozen=True, tag=snake, tag_field="command"):
    """Decline an open offer of shares made to one."""

    seat: Seat
    offer: int


class WithdrawShares(Struct, frozen=True, tag=snake, tag_field="command"):
    """Withdraw an open offer of shares of one's own."""

    seat: Seat
    offer: int


class FileReport(Struct, frozen=True, tag=snake, tag_field="command"):
    """Report to the supervision; the hub fills in the true figures."""

    seat: Seat


class DemandReport(Struct, frozen=True, tag=snake, tag_field="command"):
    """The supervision demands a report of a seat."""

    seat: Seat
