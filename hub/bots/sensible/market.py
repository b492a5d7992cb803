"""Buying and bidding by the worth of a deed, always keeping a reserve."""

from hub.bots.sensible.chart import Chart
from hub.bots.sight import Sight
from hub.domain.commands import Buy, Decline, PassBid, PlaceBid, SeatCommand
from hub.domain.custody import FREE
from hub.domain.tasks import AuctionRunning, BuyPending, DeedLot, EstateLot

POCKET_DIVISOR = 7
"""The part of the reserve that stays in the pocket even when a deed is bought."""

BUILDING_PERCENT = 150
"""What a scarce building is worth, in percent of its lowest price."""


class Market:
    """Answers the offer of a deed, and auctions."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._pocket = chart.reserve // POCKET_DIVISOR

    def buy(self, sight: Sight, task: BuyPending) -> SeatCommand:
        """Buy if some money remains; a deed that completes a group even with the last money.

        After a correction somebody else may have claimed the group meanwhile.
        """
        seat, buy = sight.seat, Buy(sight.seat)
        money = sight.ledger.balances[seat]
        wanted = money >= task.price + self._pocket or (
            money >= task.price and self._chart.bid_limit(sight.deeds.owner, seat, task.deed) >= 2 * task.price
        )
        return buy if wanted and sight.may(buy) else Decline(seat)

    def bid(self, sight: Sight, task: AuctionRunning) -> SeatCommand:
        """Bid up to the worth, from half of it on in steps of about a tenth, so that auctions are short."""
        seat, step = sight.seat, task.step
        limit = self._limit(sight, task) // step * step
        if task.minimum > limit:
            return PassBid(seat)
        bid = PlaceBid(seat, min(limit, max(task.minimum, limit // 2, task.high + limit // 10)) // step * step)
        simple = sight.custody.missed[seat] == FREE and len(sight.agenda.tasks) == 1  # no bids from jail, or in debt
        return bid if simple or sight.may(bid) else PassBid(seat)

    def _limit(self, sight: Sight, task: AuctionRunning) -> int:
        money = sight.ledger.balances[sight.seat]
        if isinstance(task.lot, DeedLot):
            worth = self._chart.bid_limit(sight.deeds.owner, sight.seat, task.lot.deed)
            return min(worth, money - self._pocket)
        if isinstance(task.lot, EstateLot):
            return min(self._worth_together(sight, task.lot), money - self._pocket)
        # an auction of a building starts at its price, which is therefore the minimum before the first bid
        price = sight.track.house_price_minimum
        worth = max(price, task.minimum if not task.high else price) * BUILDING_PERCENT // 100
        return min(worth, money - self._chart.reserve)

    def _worth_together(self, sight: Sight, lot: EstateLot) -> int:
        """The sum of the worths of the deeds, less their mortgages."""
        worth = sum(self._chart.bid_limit(sight.deeds.owner, sight.seat, deed) for deed in lot.deeds)
        return worth - sum(self._chart.loan[deed] for deed in lot.mortgaged)
