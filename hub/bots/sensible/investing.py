"""Decisions about shares: sell to the bank in need, buy when rich, make and answer offers, file reports on time."""

from hub.bots.sensible.chart import Chart
from hub.bots.sight import Sight
from hub.domain.commands import SeatCommand
from hub.domain.ids import BANK, Seat
from hub.domain.shares import (
    AcceptShares,
    BuyShares,
    DeclineShares,
    FileReport,
    OfferShares,
    SellShares,
    ShareOffer,
    ShowInterest,
    WithdrawShares,
)
from hub.domain.tasks import InterestPending

OWN_SHARES_KEPT = 14
"""Never sell so many that another could hold a majority soon."""

RICH_FACTOR = 4
"""How many reserves a buyer of shares has."""

FAIR_PERCENT = 110
OFFER_PERCENT = 115
BARGAIN_PERCENT = 90
"""In percent of the guide price: what sales bring at least, what offers ask, and what purchases cost at most."""

TURNS_BETWEEN_OFFERS = 30
SHARES_AT_ONCE = 3


class Investor:
    """Prefers its own shares to those of others."""

    def __init__(self, chart: Chart) -> None:
        self._needed = RICH_FACTOR * chart.reserve
        self._asked_in = 0
        self._offered_in = -TURNS_BETWEEN_OFFERS

    def report(self, sight: Sight) -> SeatCommand | None:
        """File a report as soon as it is owed."""
        return FileReport(sight.seat) if sight.seat in sight.shares.owed else None

    def answer(self, sight: Sight) -> SeatCommand | None:
        """Answer the oldest offer of shares to this seat at the next free moment."""
        if not sight.shares.offers or not sight.pause:
            return None
        for offer in sight.shares.offers.values():
            if offer.to == sight.seat:
                accept = AcceptShares(sight.seat, offer.id)
                if self._fair(sight, offer) and sight.may(accept):
                    return accept
                return DeclineShares(sight.seat, offer.id)
        return None

    def interest(self, sight: Sight, task: InterestPending) -> SeatCommand:
        """Declare interest in shares if rich."""
        return ShowInterest(sight.seat, interested=self._spare(sight) >= task.price)

    def sell_in_need(self, sight: Sight) -> SeatCommand | None:
        """Sell shares to the bank: those of others first, then its own."""
        seat, holdings = sight.seat, sight.shares.holdings
        if not holdings or sight.turns.seat != seat:  # the bank buys from whose turn it is
            return None
        others = [issuer for issuer, held in enumerate(holdings) if issuer != seat and held[seat]]
        own = [seat] if holdings[seat][seat] > OWN_SHARES_KEPT else []
        for issuer in (*others, *own):
            command = SellShares(seat, issuer, 1)
            if not sight.may(command):  # the time is wrong or the limit is reached, whoever issued it
                return None
            if sight.guide_price(issuer):
                return command
        return None

    def invest(self, sight: Sight) -> SeatCommand | None:
        """Take back an old offer; with money to spare, ask the bank for shares once a turn, or else a player."""
        if sight.shares.offers and (old := self._withdraw(sight)) is not None:
            return old
        spare = sight.ledger.balances[sight.seat] - self._needed
        if spare <= 0:
            return None
        if self._asked_in != sight.turns.number:
            self._asked_in = sight.turns.number
            if (purchase := self._purchase(sight, spare)) is not None:
                return purchase
        return self._offer(sight, spare) if sight.turns.number - self._offered_in >= TURNS_BETWEEN_OFFERS else None

    def _withdraw(self, sight: Sight) -> SeatCommand | None:
        """Take back an offer of its own that nobody has answered since an earlier turn."""
        if self._offered_in == sight.turns.number:
            return None
        own = (offer for offer in sight.shares.offers.values() if offer.seat == sight.seat)
        return next((WithdrawShares(sight.seat, offer.id) for offer in own), None)

    def _purchase(self, sight: Sight, spare: int) -> SeatCommand | None:
        """Buy as many shares of one issuer as the bank has, the money allows and the rules permit in a turn."""
        seat = sight.seat
        for issuer, held in enumerate(sight.shares.holdings):
            if held[BANK] and issuer != seat and 0 < (price := sight.guide_price(issuer)) <= spare:
                command = BuyShares(seat, issuer, min(held[BANK], spare // price, SHARES_AT_ONCE))
                if sight.may(command):
                    return command
        return None

    def _offer(self, sight: Sight, spare: int) -> SeatCommand | None:
        """Now and then, offer to buy its own shares back, or one of somebody else's."""
        self._offered_in, seat = sight.turns.number, sight.seat
        for issuer in (seat, *sight.others):
            holder = self._holder(sight, issuer)
            if holder is not None and 0 < (price := sight.guide_price(issuer) * OFFER_PERCENT // 100) <= spare:
                command = OfferShares(seat, holder, issuer, 1, price, selling=False)
                if sight.may(command):
                    return command
        return None

    def _holder(self, sight: Sight, issuer: Seat) -> Seat | None:
        """Another player who holds shares of an issuer, preferably not the issuer."""
        held = sight.shares.holdings[issuer]
        holders = [seat for seat in sight.others if held[seat]]
        return next((seat for seat in holders if seat != issuer), holders[0] if holders else None)

    def _fair(self, sight: Sight, offer: ShareOffer) -> bool:
        """Whether the price is acceptable; of its own shares it always keeps at least `OWN_SHARES_KEPT`."""
        seat = sight.seat
        price = sight.guide_price(offer.issuer) * offer.count
        if offer.seller != seat:
            return offer.price * 100 <= price * BARGAIN_PERCENT and self._spare(sight) >= offer.price
        kept = sight.shares.holdings[seat][seat] - offer.count
        return offer.price * 100 >= price * FAIR_PERCENT and (offer.issuer != seat or kept >= OWN_SHARES_KEPT)

    def _spare(self, sight: Sight) -> int:
        return sight.money - self._needed
