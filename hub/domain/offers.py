"""Open trade offers. They remain open while the game goes on, and are checked again when they are accepted."""

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from hub.domain.commands import Bundle
from hub.domain.facts import Fact, State
from hub.domain.ids import NOBODY, Holder, Seat


class Offer(Struct, frozen=True):
    """`seat` gives `give` to the seat `to` and takes `take`; `answers` is the offer it counters, 0 for none."""

    id: int
    seat: Seat
    to: Seat
    give: Bundle
    take: Bundle
    answers: int = 0


@dataclass(slots=True)
class Offers:
    """Open offers by id, and the last id given."""

    open: dict[int, Offer] = field(default_factory=dict)
    last_id: int = 0


class TradeOffered(Fact):
    """An offer was laid on the table."""

    offer: Offer

    def fold(self, state: State) -> None:
        state.offers.open[self.offer.id] = self.offer
        state.offers.last_id = self.offer.id


class TradeClosed(Fact):
    """An offer is off the table; when accepted, the exchange follows in the same move.

    It has `lapsed` if something it names has changed, or one of the two seats is out (K22); then `seat` had made it to
    the seat `to`. Older games have `void` for the latter.
    """

    offer: int
    seat: Seat
    how: Literal["accepted", "declined", "withdrawn", "countered", "void", "lapsed"]
    to: Holder = NOBODY

    def fold(self, state: State) -> None:
        del state.offers.open[self.offer]


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
