"""Trade: makes offers that complete groups, and judges the offers of others.

A position is worth what its groups are worth (`chart`), so bringing the parts of a group into one hand makes both
sides richer in sum; money splits the gain. A mortgaged deed is worth less by its loan. Since every exchange raises the
total, trading cannot go round in circles.
"""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from hub.bots.sensible.chart import Chart
from hub.bots.sight import Sight
from hub.domain.commands import AcceptTrade, Bundle, DeclineTrade, OfferTrade, SeatCommand, WithdrawTrade
from hub.domain.ids import NOBODY, Holder, Seat, Space
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


class Deal(Struct, frozen=True, gc=False):
    """`give` for `take` with seat `to`, and what each side gains without money."""

    to: Seat
    give: tuple[Space, ...]
    take: tuple[Space, ...]
    gain: int
    gain_to: int


class Parts(Struct, frozen=True, gc=False):
    """What `other` and this seat have of a group: worth apart and together, loans, which pass on with the deeds."""

    other: Seat
    mine: tuple[Space, ...]
    theirs: tuple[Space, ...]
    worth_mine: int
    worth_theirs: int
    together: int
    loans_mine: int
    loans_theirs: int


def deals(sight: Sight, chart: Chart) -> Iterator[Deal]:
    """All that another has of a group that is partly mine, for nothing or for my part of a group that they need."""
    everything = list(_all_parts(sight, chart))
    by_other = defaultdict[Seat, list[Parts]](list)
    for parts in everything:
        by_other[parts.other].append(parts)
    for taken in everything:
        gain = taken.together - taken.worth_mine - taken.loans_theirs
        gain_to = taken.loans_theirs - taken.worth_theirs
        if gain + gain_to > 0:
            yield Deal(taken.other, (), taken.theirs, gain, gain_to)
        for given in by_other[taken.other]:
            if given is not taken:
                loss = given.worth_mine - given.loans_mine
                more = given.together - given.worth_theirs - given.loans_mine
                yield Deal(taken.other, given.mine, taken.theirs, gain - loss, gain_to + more)


def _all_parts(sight: Sight, chart: Chart) -> Iterator[Parts]:
    owner, mortgaged, stage = sight.deeds.owner, sight.deeds.mortgaged, sight.deeds.stage
    plots, price, loan = sight.plots, chart.price, chart.loan
    for name, group in chart.groups.items():
        mine = plots.get(name, ())
        if not mine or len(mine) == group.size or any(map(stage.__getitem__, group.deeds)):
            continue
        prices, loans = sum([price[deed] for deed in mine]), sum([loan[deed] for deed in mine if mortgaged[deed]])
        percents = group.percents
        for other in sorted({who for deed in group.deeds if (who := owner[deed]) != NOBODY} - {sight.seat}):
            theirs = [deed for deed in group.deeds if owner[deed] == other]
            prices_theirs = sum([price[deed] for deed in theirs])
            yield Parts(
                other,
                tuple(mine),
                tuple(theirs),
                prices * percents[len(mine)] // 100,
                prices_theirs * percents[len(theirs)] // 100,
                (prices + prices_theirs) * percents[len(mine) + len(theirs)] // 100,
                loans,
                sum([loan[deed] for deed in theirs if mortgaged[deed]]),
            )


def deal_of(sight: Sight, chart: Chart, to: Seat, give: tuple[Space, ...], take: tuple[Space, ...]) -> Deal:
    """What any exchange of deeds would mean to both sides."""
    after = sight.deeds.owner.copy()
    for deed in give:
        after[deed] = to
    for deed in take:
        after[deed] = sight.seat
    moved = (*give, *take)
    return Deal(to, give, take, _gain(sight, chart, sight.seat, after, moved), _gain(sight, chart, to, after, moved))


def _gain(sight: Sight, chart: Chart, seat: Seat, after: list[Holder], moved: tuple[Space, ...]) -> int:
    before, mortgaged = sight.deeds.owner, sight.deeds.mortgaged
    groups = {chart.group_of[deed].name: chart.group_of[deed] for deed in moved}
    gain = sum([chart.worth(after, seat, group) - chart.worth(before, seat, group) for group in groups.values()])
    for deed in moved:
        if mortgaged[deed]:
            gain += chart.loan[deed] * ((before[deed] == seat) - (after[deed] == seat))
    return gain


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
        for deal in sorted(deals(sight, self._chart), key=lambda deal: deal.gain + deal.gain_to, reverse=True):
            command = self._offer(sight, deal)
            if command is not None and sight.may(command):
                self._made = self._made + 1 if self._made_in == number else 1
                self._made_in = number
                return command
        return None

    def _worth_looking(self, sight: Sight, number: int) -> bool:
        """Now and then, and in the same turn once more after an offer that was accepted."""
        hands, since = self._looked
        if since < number < since + TURNS_AFTER_CHANGE:
            return False
        same = hands == sight.deeds.hands
        if since == number:
            if same or self._made_in != number or self._made >= OFFERS_PER_TURN:
                return False
        elif same and number - since < TURNS_BETWEEN_LOOKS:
            return False
        if sight.unsold > UNSOLD_MAXIMUM:
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


def _is_fair(gain: int, gain_other: int) -> bool:
    return gain > 0 and gain * 100 >= gain_other * SHARE_PERCENT
