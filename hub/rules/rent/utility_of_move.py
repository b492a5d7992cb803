"""Rent of utilities by the whole move: all throws that added up to it count (mpmp-08) [P10, P12]."""

from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AdvancePending
from hub.domain.turns import thrown_total
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.rent.owned import by_count
from hub.rules.track import Deed


@part(sheet="utility_rent_of_move")
class UtilityRentOfMove:
    """The deed's factor for the number owned times the sum of the move; a card on the way changes nothing."""

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved:
        (count, factor), total = by_count(game, deed, owner), thrown_total(game.state.turns)
        inputs = {"deed": deed.space, "factor": factor, "count": count, "faces": total}
        return MoneyMoved(task.seat, owner, factor * total, "rent_utility", inputs)

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        return by_count(game, deed, owner)[1] * pips
