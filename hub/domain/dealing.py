"""Commands of editions in which people deal with the bank from where they stand (euro-02, -15, -17, -22)."""

from hub.domain.commands import SeatCommand
from hub.domain.ids import Space


class BuyRemote(SeatCommand):
    """Buy a deed of a claimed group on which another piece stands."""

    deed: Space


class SellDeed(SeatCommand):
    """Sell one of the seat's deeds to the bank."""

    deed: Space


class StayInJail(SeatCommand):
    """Stay in jail for this turn instead of paying."""


class EndTurn(SeatCommand):
    """End the turn instead of throwing again after a double."""
