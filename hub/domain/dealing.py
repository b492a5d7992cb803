"""Commands of editions in which people deal with the bank from where they stand (euro-02, -15, -17, -22)."""

from __future__ import annotations

from msgspec import Struct

from hub.domain.ids import Seat, Space, snake


class BuyRemote(Struct, frozen=True, tag=snake, tag_field="command"):
    """Buy a deed of a claimed group on which somebody else stands."""

    seat: Seat
    deed: Space


class SellDeed(Struct, frozen=True, tag=snake, tag_field="command"):
    """Sell an own deed to the bank."""

    seat: Seat
    deed: Space


class StayInJail(Struct, frozen=True, tag=snake, tag_field="command"):
    """Stay in jail for this turn instead of paying."""

    seat: Seat


class EndTurn(Struct, frozen=True, tag=snake, tag_field="command"):
    """End the turn instead of throwing once more after a double."""

    seat: Seat
