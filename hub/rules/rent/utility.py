"""Rent of utilities: a factor on the dice, after a card on a fresh throw (classic-09, -11, mega-20)."""

from dataclasses import dataclass

from hub.domain.commands import Throw
from hub.domain.ids import Seat, seat_of
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import MovedBy
from hub.domain.tasks import AdvancePending, RentThrowPending
from hub.domain.turns import RentThrown
from hub.rules.arrival.deeds import charge
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.rent.owned import by_count
from hub.rules.track import Deed


@part(sheet="utility_rent")
class UtilityRent:
    """The deed's factor times the throw that led there, or a card's own factor times a fresh throw.

    A visitor who came there by one of `thrown_again` throws afresh, for the deed's own factor.
    """

    thrown_again: tuple[MovedBy, ...] = ()

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved | None:
        count, factor = by_count(game, deed, owner)
        if task.rent_throw_factor or task.by in self.thrown_again:
            game.ask(RentThrowPending(task.seat, deed.space, task.rent_throw_factor or factor))
            return None
        total = game.rules.throw.pips(game.state.turns.faces)
        inputs = {"deed": deed.space, "factor": factor, "count": count, "faces": total}
        return MoneyMoved(task.seat, owner, factor * total, "rent_utility", inputs)

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        return by_count(game, deed, owner)[1] * pips


@dataclass(frozen=True)
class RentThrow:
    """The fresh throw for a utility's rent. The throw of the move stays; a double grants nothing (D4)."""

    dice_count: int = 2

    def dice(self, game: Game, task: RentThrowPending) -> int:
        return self.dice_count

    def thrown(self, game: Game, task: RentThrowPending, command: Throw) -> None:
        game.emit(RentThrown(task.seat, command.faces, command.source))
        total = game.rules.throw.pips(command.faces)
        inputs = {"deed": task.deed, "factor": task.factor, "faces": total}
        owner = seat_of(game.state.deeds.owner[task.deed])
        charge(game, MoneyMoved(task.seat, owner, task.factor * total, "rent_utility_card", inputs))
