"""What one side of a trade owes the other for the goods."""

from msgspec import Struct

from hub.domain.ids import Seat
from hub.domain.offers import Offer


class Price(Struct, frozen=True, gc=False):
    """The net `amount` that `payer` gives `payee` for the goods of an offer, of which `set_off` reduces a debt."""

    payer: Seat
    payee: Seat
    amount: int
    set_off: int = 0

    @property
    def cash(self) -> int:
        """The part that is paid in money."""
        return self.amount - self.set_off


def price_of(offer: Offer) -> Price:
    price = offer.give.money - offer.take.money
    return Price(offer.seat, offer.to, price) if price > 0 else Price(offer.to, offer.seat, -price)
