"""What has to be done whether one likes it or not: catching up with a group that one has built in."""

from __future__ import annotations

from hub.bots.sight import Sight
from hub.domain.commands import CatchUp, SeatCommand, SellBuilding, SellGroup
from hub.domain.tasks import CatchUpPending


def catch_up(sight: Sight, task: CatchUpPending) -> SeatCommand:
    """Redeem and build if the money suffices, else sell in the group: one building, or all where none can be."""
    seat = sight.seat
    if sight.may(done := CatchUp(seat)):
        return done
    group = sight.track.deeds[task.deed].group
    spaces = sight.track.groups[group]
    highest = max(spaces, key=sight.deeds.stage.__getitem__)
    sale = SellBuilding(seat, highest)
    return sale if sight.may(sale) else SellGroup(seat, group)
