"""Commands of the share market: what seats do with shares, and with the reports they owe. Part of `SeatCommand`."""

from hub.domain.commands import SeatCommand
from hub.domain.ids import Seat


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
