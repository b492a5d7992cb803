"""Rents of streets, stations and utilities (classic-06 to -09, -11, mega-10, -13, -20, mpmp-08) [P10, P12]."""

from msgspec import Struct

from hub.domain.commands import Throw
from hub.domain.ids import Seat, seat_of
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import MovedBy
from hub.domain.tasks import AdvancePending, RentThrowPending
from hub.domain.turns import RentThrown, thrown_total
from hub.rules.arrival import charge
from hub.rules.assets import by_count, plots
from hub.rules.game import Game, Part, part
from hub.rules.track import Deed


@part(sheet="street_rent")
class StreetRent(Part):
    """`factors[n]` multiplies the rent of an unbuilt street if the owner lacks n deeds and has mortgaged none."""

    factors: tuple[int, ...]

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved:
        stage, base, factor = self._terms(game, deed, owner)
        inputs = {"deed": deed.space, "base": base, "stage": stage, "factor": factor}
        return MoneyMoved(task.seat, owner, base * factor, "rent_street", inputs)

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        _, base, factor = self._terms(game, deed, owner)
        return base * factor

    def _terms(self, game: Game, deed: Deed, owner: Seat) -> tuple[int, int, int]:
        stage = game.state.deeds.stage[deed.space]
        return stage, deed.rents[stage], 1 if stage else self._factor(game, deed, owner)

    def _factor(self, game: Game, deed: Deed, owner: Seat) -> int:
        own = plots(game, owner, deed.group)
        lacking = len(game.rules.track.groups[deed.group]) - len(own)
        if lacking >= len(self.factors) or True in map(game.state.deeds.mortgaged.__getitem__, own):
            return 1
        return self.factors[lacking]


@part(sheet="station_rent")
class StationRent(Part):
    """The deed's rent for the number owned, times the factor of its stage in `stage_factors`."""

    stage_factors: tuple[int, ...] = (1,)

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved:
        count, base = by_count(game, deed, owner)
        factor = task.rent_factor * self._stage_factor(game, deed)
        inputs = {"deed": deed.space, "base": base, "count": count, "factor": factor}
        return MoneyMoved(task.seat, owner, base * factor, "rent_station", inputs)

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        return by_count(game, deed, owner)[1] * self._stage_factor(game, deed)

    def _stage_factor(self, game: Game, deed: Deed) -> int:
        return self.stage_factors[game.state.deeds.stage[deed.space]]


@part(sheet="utility_rent")
class UtilityRent(Part):
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


class RentThrow(Struct, frozen=True):
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


@part(sheet="utility_rent_of_move")
class UtilityRentOfMove(Part):
    """The deed's factor for the number owned times the sum of the move; a card on the way changes nothing."""

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved:
        (count, factor), total = by_count(game, deed, owner), thrown_total(game.state.turns)
        inputs = {"deed": deed.space, "factor": factor, "count": count, "faces": total}
        return MoneyMoved(task.seat, owner, factor * total, "rent_utility", inputs)

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        return by_count(game, deed, owner)[1] * pips
