"""Chooses destinations: deeds worth buying, and spaces without rent."""

from collections.abc import Sequence

from hub.bots.sensible.chart import Chart
from hub.bots.sight import Sight
from hub.domain.commands import ChooseSpace, KeepTicket, SeatCommand, TakeMoney, TakeTicket, UseTicket
from hub.domain.ids import NOBODY, Space
from hub.domain.tasks import BusPending, GiftPending, SpacePending, TicketPending

NOWHERE = -1
"""No space at all."""

TICKETS_UNSOLD = 6
"""While more deeds than this are for sale, a ticket is worth more than the money of a gift."""


class Traveller:
    """Chooses spaces and spends tickets."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart

    def choose(self, sight: Sight, task: SpacePending) -> SeatCommand:
        """The best destination after a triple; for an auction, the deed that this seat values most."""
        if task.purpose == "auction":
            owner = sight.deeds.owner
            best = max(task.spaces, key=lambda deed: self._chart.bid_limit(owner, sight.seat, deed))
            return ChooseSpace(sight.seat, best)
        return ChooseSpace(sight.seat, self._best(sight, task.spaces))

    def take(self, sight: Sight, _task: BusPending) -> SeatCommand:
        """Take a ticket rather than a card, because it leaves a choice."""
        return TakeTicket(sight.seat)

    def unwrap(self, sight: Sight, _task: GiftPending) -> SeatCommand:
        """Choose a ticket while there are deeds to buy with it, money later."""
        return TakeTicket(sight.seat) if sight.unsold > TICKETS_UNSOLD else TakeMoney(sight.seat)

    def ride_at_once(self, sight: Sight, task: TicketPending) -> SeatCommand:
        """Use a new ticket at once for a deed worth buying, else keep it."""
        best, _ = self._best_to_buy(sight, task.spaces)
        return UseTicket(sight.seat, best) if best != NOWHERE else KeepTicket(sight.seat)

    def ride(self, sight: Sight) -> SeatCommand | None:
        """Use a ticket instead of a throw, but only for a deed that is worth more than its price."""
        if not sight.tickets:
            return None
        best, worth = self._best_to_buy(sight, sight.track.beside(sight.pieces.spaces[sight.seat]))
        if best == NOWHERE or worth <= self._chart.price[best]:
            return None
        return sight.allowed(UseTicket(sight.seat, best))

    def _best_to_buy(self, sight: Sight, spaces: Sequence[Space]) -> tuple[Space, int]:
        """The bank's deed that is worth most among those it can pay, and its worth; `NOWHERE` if there is none."""
        owner, price, money = sight.deeds.owner, self._chart.price, sight.money
        best, most = NOWHERE, 0
        for space in spaces:
            if owner[space] == NOBODY and price.get(space, money + 1) <= money:
                worth = self._chart.bid_limit(owner, sight.seat, space)
                if worth > most:
                    best, most = space, worth
        return best, most

    def _best(self, sight: Sight, spaces: Sequence[Space]) -> Space:
        return max(spaces, key=lambda space: self._gain(sight, space))

    def _gain(self, sight: Sight, space: Space) -> int:
        """What going there is worth: the worth of a deed it can buy, minus the rent of another's; staying is free."""
        price = self._chart.price.get(space)
        if price is None or space == sight.pieces.spaces[sight.seat]:
            return 0
        if sight.deeds.owner[space] == NOBODY:
            affordable = sight.money >= price
            return self._chart.bid_limit(sight.deeds.owner, sight.seat, space) if affordable else 0
        return -sight.rent_due(space)
