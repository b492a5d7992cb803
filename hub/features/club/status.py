"""The status of a club's table for the front page and the wall: who plays, who leads, what is auctioned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from hub.domain.ids import NOBODY, Holder
from hub.domain.tasks import AuctionRunning, BuildingLot, DeedLot, EstateLot, Lot, SealedAuctionRunning, SharesLot
from hub.features.club.views import AuctionStatus, LotKind, TableStatus
from hub.rules.game import Game
from hub.rules.track import Space
from hub.rules.worth import net_worth
from hub.table.wire.contract import SeatView, View

LOTS: Mapping[type[Lot], LotKind] = {
    DeedLot: "deed_lot",
    BuildingLot: "building_lot",
    EstateLot: "estate_lot",
    SharesLot: "shares_lot",
}


class WallFigures(Struct, frozen=True):
    """What a view does not contain of a game: the net worth of each seat, and the track."""

    worths: tuple[int, ...] = ()
    spaces: Sequence[Space] = ()


def figures_of(game: Game) -> WallFigures:
    """Read this from a game; the caller holds the lock of its table."""
    seats = range(len(game.state.turns.out))
    return WallFigures(tuple(net_worth(game, seat) for seat in seats), game.rules.track.spaces)


def status_of(view: View, figures: WallFigures, watching: int, help_ms: int) -> TableStatus:
    """The status as everybody in the room may know it: `view` is that of a viewer."""
    leaders, worth = _leaders(view, figures)
    return TableStatus(
        phase=view.phase,
        players=tuple(seat.name for seat in view.seats),
        watching=watching,
        board=view.board.state,
        edition=_board(view),
        turn=view.turn,
        leaders=leaders,
        worth=worth,
        auction=_auction(view, figures),
        help_ms=help_ms,
    )


def _board(view: View) -> str:
    """The id of the edition, or the name of a family's own board."""
    own = (card.names for card in view.editions if card.id == view.edition and card.own_tables)
    return next((name for names in own for name in names.values()), view.edition)


def _leaders(view: View, figures: WallFigures) -> tuple[tuple[str, ...], int]:
    """The winner or the richest players, and their net worth; nobody in the lobby."""
    playing = [seat for seat in view.seats if not seat.out and seat.seat < len(figures.worths)]
    if view.phase == "lobby" or not playing:
        return (), 0
    if view.winner != NOBODY:
        playing = [seat for seat in playing if seat.seat == view.winner]
    most = max((figures.worths[seat.seat] for seat in playing), default=0)
    return tuple(seat.name for seat in playing if figures.worths[seat.seat] == most), most


def _auction(view: View, figures: WallFigures) -> AuctionStatus | None:
    match view.prompt.task if view.prompt is not None else None:
        case AuctionRunning(lot=lot, high=high, leader=leader):
            return _of_lot(lot, view.seats, figures, high, leader)
        case SealedAuctionRunning(lot=lot):
            return _of_lot(lot, view.seats, figures)
    return None


def _of_lot(
    lot: Lot, seats: Sequence[SeatView], figures: WallFigures, high: int | None = None, leader: Holder = NOBODY
) -> AuctionStatus:
    """The status of an auction; `high` is None where bids are sealed."""
    name = english = building = ""
    if isinstance(lot, DeedLot) and lot.deed < len(figures.spaces):
        space = figures.spaces[lot.deed]
        name, english = space.name, space.english or space.name
    elif isinstance(lot, BuildingLot):
        building = lot.building
    leads = next((seat.name for seat in seats if seat.seat == leader), "")
    return AuctionStatus(LOTS[type(lot)], name, english, building, high or 0, leads, high is None)
