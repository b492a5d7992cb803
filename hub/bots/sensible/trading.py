"""Trade: makes offers that complete groups, and judges the offers of others.

Exchanges that bring deeds of a group together raise the total worth of both sides (`deals`); money splits the gain.
Since every exchange raises the total, trading cannot go round in circles.
"""

from hub.bots.sensible.chart import Chart
from hub.bots.sensible.deals import Deal, deal_of, deals
from hub.bots.sight import Sight
from hub.domain.commands import AcceptTrade, Bundle, DeclineTrade, OfferTrade, SeatCommand, WithdrawTrade
from hub.domain.ids import Space
from hub.domain.offers import Offer

UNSOLD_MAXIMUM = 8
"""Trade begins when no more deeds than this lie with the bank."""

OFFERS_PER_TURN = 2
TURNS_BETWEEN_LOOKS = 60
TURNS_AFTER_CHANGE = 32
"""Deals are looked for again after so many turns of the table: sooner if deeds have changed hands since."""

SHARE_PERCENT = 35
"""A deal is fair to somebody who gains this much of what the other gains."""

RELEASE_CARD_PERCENT = 25
"""The worth of a release card in percent of the reserve."""


class Trader:
    """Makes at most a few offers per turn, repeats none while nothing has changed, and answers every offer."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._looked = (list[tuple[Space, ...]](), -TURNS_BETWEEN_LOOKS)
        self._made = 0
        self._made_in = 0

    def answer(self, sight: Sight) -> SeatCommand | None:
        """Answer the oldest offer to this seat at the next free moment."""
        seat = sight.seat
        if not sight.offers.open or not sight.pause:
            return None
        for offer in sight.offers.open.values():
            if offer.to == seat:
                accept = AcceptTrade(seat, offer.id)
                return accept if self._fair(sight, offer) and sight.may(accept) else DeclineTrade(seat, offer.id)
        return None

    def withdraw(self, sight: Sight) -> SeatCommand | None:
        """Take back an offer of its own that nobody has answered since an earlier turn."""
        if self._made_in == sight.turns.number:
            return None
        own = next((offer for offer in sight.offers.open.values() if offer.seat == sight.seat), None)
        return None if own is None else WithdrawTrade(sight.seat, own.id)

    def propose(self, sight: Sight) -> SeatCommand | None:
        """Offer the best deal that the other side should accept."""
        number = sight.turns.number
        if not self._worth_looking(sight, number):
            return None
        for deal in sorted(deals(sight, self._chart), key=_joint_gain, reverse=True):
            command = self._offer(sight, deal)
            if command is not None and sight.may(command):
                self._made = self._made + 1 if self._made_in == number else 1
                self._made_in = number
                return command
        return None

    def _worth_looking(self, sight: Sight, number: int) -> bool:
        """Now and then, and in the same turn once more after an offer that was accepted."""
        hands, since = self._looked
        if since < number < since + TURNS_AFTER_CHANGE or sight.unsold > UNSOLD_MAXIMUM:
            return False
        same = hands == sight.deeds.hands
        if since == number:
            if same or self._made_in != number or self._made >= OFFERS_PER_TURN:
                return False
        elif same and number - since < TURNS_BETWEEN_LOOKS:
            return False
        self._looked = (sight.deeds.hands.copy(), number)
        return True

    def _offer(self, sight: Sight, deal: Deal) -> OfferTrade | None:
        """Share the gain with money, as far as the payer has it; None if that is not fair to both."""
        price = (deal.gain - deal.gain_to) // 2
        me, balances, reserve = sight.seat, sight.ledger.balances, self._chart.reserve
        payer = me if price > 0 else deal.to
        price = min(abs(price), max(0, balances[payer] - reserve)) // sight.unit * sight.unit
        signed = price if payer == me else -price
        if not _is_fair(deal.gain - signed, deal.gain_to + signed) or not _is_fair(
            deal.gain_to + signed, deal.gain - signed
        ):
            return None
        return OfferTrade(
            me, deal.to, Bundle(price if payer == me else 0, deal.give), Bundle(0 if payer == me else price, deal.take)
        )

    def _fair(self, sight: Sight, offer: Offer) -> bool:
        """Whether this seat gains enough by an offer made to it."""
        deal = deal_of(sight, self._chart, offer.seat, offer.take.deeds, offer.give.deeds)
        card = self._chart.reserve * RELEASE_CARD_PERCENT // 100
        extra = offer.give.money - offer.take.money
        extra += card * (len(offer.give.release_cards) - len(offer.take.release_cards))
        return sight.money + extra >= 0 and _is_fair(deal.gain + extra, deal.gain_to - extra)


def _joint_gain(deal: Deal) -> int:
    return deal.gain + deal.gain_to


def _is_fair(gain: int, gain_other: int) -> bool:
    return gain > 0 and gain * 100 >= gain_other * SHARE_PERCENT
