"""Things that a sensible bot never forgets: asking for rent, and catching up in a built group."""

from hub.bots.sight import Sight
from hub.domain.commands import AskRent, CatchUp, SeatCommand, SellBuilding, SellGroup
from hub.domain.tasks import CatchUpPending


def requested_rent(sight: Sight) -> SeatCommand | None:
    """Ask for a rent, if any can be asked for."""
    for deed in sight.requestable_rents:
        if (command := sight.allowed(AskRent(sight.seat, deed))) is not None:
            return command
    return None


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
