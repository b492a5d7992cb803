"""Buying and bidding, openly and in secret, by the worth of a deed, always keeping a reserve.

Where everybody pays their bid, a bid is worth its price only now and then: with n bidders who value a lot alike, no
plan beats bidding u to the power n - 1 times the worth, for u even between 0 and 1. Where only the winner pays, it is
a part of the worth.
"""

import zlib

from hub.bots.sensible.chart import Chart
from hub.bots.sight import Sight
from hub.domain.commands import AuctionDeed, Buy, Decline, PassBid, PlaceBid, SealBid, SeatCommand
from hub.domain.ids import NOBODY, Space
from hub.domain.pieces import FREE
from hub.domain.tasks import AuctionRunning, BuyPending, DeedLot, EstateLot, SealedAuctionRunning, SharesLot

POCKET_DIVISOR = 7
"""The part of the reserve that stays in the pocket even when a deed is bought."""

BUILDING_PERCENT = 150
"""What a scarce building is worth, in percent of its lowest price."""

MIX = (2_654_435_761, 40_503, 1_000_003)
RANGE = 1 << 32

SEALED_POCKET_DIVISOR = 3
"""The part of the reserve that stays in the pocket when bidding."""

FIRST_PRICE_PERCENT = (100, 125)
"""What shares are worth in percent of their guide price, at least and at most."""

TURNS_BETWEEN_SALES = 40
MINIMUM_PERCENT = 110
EAGER_PERCENT = 150
"""A deed is put up for a bit more than its price, if somebody should be eager enough to pay that."""


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


class Scatter:
    """Pseudo-random numbers of one bot in one game, which differ by `seed`, seat and question.

    Otherwise players who value a deed alike would always make equal bids. Instead of a generator with a state, it
    hashes these, so that the same game is the same everywhere.
    """

    def __init__(self, seed: str) -> None:
        self._key = zlib.crc32(seed.encode())

    def part(self, turn: int, seat: int, question: int) -> float:
        """A number in [0, 1) for this turn, seat and question."""
        first, second, third = MIX
        mixed = self._key ^ (turn * first) ^ ((seat + 1) * second * third) ^ (question * third)
        mixed = (mixed ^ (mixed >> 15)) * first % RANGE
        mixed = (mixed ^ (mixed >> 13)) * third % RANGE
        return (mixed ^ (mixed >> 16)) % RANGE / RANGE


class SealedBidder:
    """Makes sealed bids, and puts deeds up for auction that are worth more to another seat."""

    def __init__(self, chart: Chart, scatter: Scatter) -> None:
        self._chart, self._scatter = chart, scatter
        self._pocket = chart.reserve // SEALED_POCKET_DIVISOR
        self._sold_in = -TURNS_BETWEEN_SALES

    def bid(self, sight: Sight, task: SealedAuctionRunning) -> SeatCommand:
        """A bid of 0, or between the lowest valid bid and the worth of the lot to this seat."""
        seat, least = sight.seat, max(task.minimum, 1)
        worth = min(self._worth(sight, task), sight.ledger.balances[seat] - self._pocket)
        if worth < least:
            return SealBid(seat, 0)
        chance = self._scatter.part(sight.turns.number, seat, 64 * task.auction + task.round)
        keen = chance ** max(1, len(task.bidders) - 1) if task.mechanism == "all_pay" else chance
        command = SealBid(seat, least + int((worth - least) * keen))
        free = sight.custody.missed[seat] == FREE and len(sight.agenda.tasks) == 1
        return command if free or sight.may(command) else SealBid(seat, 0)

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
