"""What scarce buildings hold back while they are auctioned and placed: all else may be sold and mortgaged (K11)."""

from collections.abc import Mapping

from hub.domain.ids import Seat
from hub.domain.tasks import AuctionRunning, BuildingLot, PlacingPending
from hub.rules.building.evenly import sites, together
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected
from hub.rules.track import Deed


def promised(game: Game) -> Mapping[str, int]:
    """The buildings that nobody else can have just now: the one under the hammer, and those about to be placed."""
    found: dict[str, int] = {}
    for task in game.state.agenda.tasks:
        if isinstance(task, PlacingPending):
            found[task.building] = found.get(task.building, 0) + task.count
        elif isinstance(task, AuctionRunning) and isinstance(task.lot, BuildingLot):
            found[task.lot.building] = found.get(task.lot.building, 0) + 1
    return found


def refuse_losing_place(game: Game, seat: Seat, deed: Deed, sold: str = "") -> Rejected | None:
    """Refuse to give up the last place for a building that the seat leads for, or has won and not placed yet [K11].

    A bid binds; everything else may be sold and mortgaged during the auction. Whoever sells a building of the kind that
    is contested (`sold`) makes a place for it.
    """
    task = game.state.agenda.task
    if isinstance(task, AuctionRunning) and isinstance(task.lot, BuildingLot) and task.leader == seat:
        kind = task.lot.building
    elif isinstance(task, PlacingPending) and task.paid and task.seat == seat:
        kind = task.building
    else:
        return None
    if sold == kind or not deed.house_price:
        return None
    lost = together(game, game.rules.ladders[deed.kind], seat, deed)
    return None if set(sites(game, seat, kind)).difference(lost) else Rejected(Reason.BUILDINGS_CONTESTED)
