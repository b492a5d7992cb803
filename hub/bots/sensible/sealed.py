"""Sealed auctions: what to bid in secret, and when to put a deed up.

Where everybody pays their bid, a bid is worth its price only now and then: with n bidders who value a lot alike, no
plan beats bidding u to the power n - 1 times the worth, for u even between 0 and 1. Where only the winner pays, it is
a part of the worth.
"""

from hub.bots.sensible.chart import Chart
from hub.bots.sensible.scatter import Scatter
from hub.bots.sight import Sight
from hub.domain.commands import AuctionDeed, SealBid, SeatCommand
from hub.domain.custody import FREE
from hub.domain.ids import NOBODY, Space
from hub.domain.tasks import DeedLot, SealedAuctionRunning, SharesLot

POCKET_DIVISOR = 3
"""The part of the reserve that stays in the pocket when bidding."""

FIRST_PRICE_PERCENT = (100, 125)
"""What shares are worth in percent of their guide price, at least and at most."""

TURNS_BETWEEN_SALES = 40
MINIMUM_PERCENT = 110
EAGER_PERCENT = 150
"""A deed is put up for a bit more than its price, if somebody should be eager enough to pay that."""


class SealedBidder:
    """Makes sealed bids, and puts deeds up for auction that are worth more to another seat."""

    def __init__(self, chart: Chart, scatter: Scatter) -> None:
        self._chart, self._scatter = chart, scatter
        self._pocket = chart.reserve // POCKET_DIVISOR
        self._sold_in = -TURNS_BETWEEN_SALES

    def bid(self, sight: Sight, task: SealedAuctionRunning) -> SeatCommand:
        """A bid of 0, or between the lowest valid bid and the worth of the lot to this seat."""
        worth = min(self._worth(sight, task), sight.money - self._pocket)
        least = max(task.minimum, 1)
        if worth < least:
            return SealBid(sight.seat, 0)
        chance = self._scatter.part(sight.turns.number, sight.seat, 64 * task.auction + task.round)
        keen = chance ** max(1, len(task.bidders) - 1) if task.mechanism == "all_pay" else chance
        command = SealBid(sight.seat, least + int((worth - least) * keen))
        free = sight.custody.missed[sight.seat] == FREE and len(sight.agenda.tasks) == 1
        return command if free or sight.may(command) else SealBid(sight.seat, 0)

    def put_up(self, sight: Sight) -> SeatCommand | None:
        """Auction a deed that completes the group of another seat which can pay for it."""
        number = sight.turns.number
        if number - self._sold_in < TURNS_BETWEEN_SALES:
            return None
        self._sold_in = number
        for deed in self._spare(sight):
            minimum = self._chart.price[deed] * MINIMUM_PERCENT // 100
            if self._somebody_eager(sight, deed, minimum):
                command = AuctionDeed(sight.seat, deed, minimum)
                if sight.may(command):
                    return command
        return None

    def _worth(self, sight: Sight, task: SealedAuctionRunning) -> int:
        if isinstance(task.lot, DeedLot):
            return self._chart.bid_limit(sight.deeds.owner, sight.seat, task.lot.deed)
        assert isinstance(task.lot, SharesLot)
        low, high = FIRST_PRICE_PERCENT
        price = sight.guide_price(task.lot.issuer) * task.lot.count
        return price * (low + (high - low) // 2) // 100

    def _spare(self, sight: Sight) -> list[Space]:
        """Its deeds whose group belongs mostly to one other player."""
        owner, plots = sight.deeds.owner, sight.plots
        spare = list[Space]()
        for name, group in self._chart.groups.items():
            if len(own := plots.get(name, ())) == 1:
                others = {owner[deed] for deed in group.deeds} - {sight.seat}
                if len(others) == 1 and NOBODY not in others:
                    spare += own
        return spare

    def _somebody_eager(self, sight: Sight, deed: Space, minimum: int) -> bool:
        owner, balances = sight.deeds.owner, sight.ledger.balances
        return any(
            balances[other] - self._pocket >= minimum
            and self._chart.bid_limit(owner, other, deed) * 100 >= minimum * EAGER_PERCENT
            for other in sight.others
        )
