"""The last deed of a group that is already built on has to be redeemed and built on at once (mega-15, D9).

A seat that cannot afford that sells buildings of the group, evenly or all of them, until it can. The duty lapses when
it has no building left in the group, or the bank has no house. A mortgage on the deed is then a choice as usual. People
trade and build meanwhile, so an open duty is checked again after everything that may affect it.
"""

from collections.abc import Iterable

from msgspec import structs

from hub.domain.commands import CatchUp
from hub.domain.deeds import DeedMoved, MortgageLifted
from hub.domain.facts import Fact
from hub.domain.ids import BANK, NOBODY, Seat, Space
from hub.domain.tasks import CatchUpPending
from hub.rules.asking import answer_to, short_of
from hub.rules.assets import has_built
from hub.rules.building.evenly import refuse_stock
from hub.rules.debts import BankMortgages
from hub.rules.game import Choice, Game, Handlers, Part, Rejected, part
from hub.rules.payments import pay


@part(sheet=None)
def completing_a_built_group(game: Game, fact: DeedMoved) -> None:
    """Reaction to every deed that a player receives."""
    rules, target = game.rules, fact.target
    if target == NOBODY:
        return
    deed = rules.track.deeds[fact.deed]
    ladder = rules.ladders.get(deed.kind)
    if ladder is None or not ladder.missing:
        return
    owners = {*map(game.state.deeds.owner.__getitem__, rules.track.groups[deed.group])}
    if len(owners) == 1 and can_catch_up(game, target, fact.deed):
        game.ask(CatchUpPending(target, fact.deed, cost_of(game, fact.deed)))


@part(sheet=None)
def looking_at_duties_again(game: Game, _fact: Fact) -> None:
    """Reaction to what changes or ends an open duty: deeds that change hands, buildings, redemptions."""
    if CatchUpPending not in map(type, game.tasks):
        return
    for task in [task for task in game.tasks if type(task) is CatchUpPending]:
        place, deeds = game.tasks.index(task), game.state.deeds
        before, after = game.tasks[:place], game.tasks[place + 1 :]
        game.tasks = before
        if deeds.owner[task.deed] == task.seat and not deeds.stage[task.deed]:
            if can_catch_up(game, task.seat, task.deed):
                game.ask(structs.replace(task, cost=cost_of(game, task.deed)))
            else:
                let_lapse(game, task)
        game.tasks += after


def can_catch_up(game: Game, seat: Seat, space: Space) -> bool:
    """Whether the group is built on, and the bank has a house."""
    deed = game.rules.track.deeds[space]
    return has_built(game, seat, deed.group) and refuse_stock(game, game.rules.ladders[deed.kind], 0, 1) is None


def cost_of(game: Game, space: Space) -> int:
    """What it costs to redeem a deed, if it is mortgaged, and to build a house there."""
    mortgaged = game.state.deeds.mortgaged[space]
    return game.rules.track.deeds[space].house_price + (
        game.rules.mortgages.redemption(game, space) if mortgaged else 0
    )


def let_lapse(game: Game, task: CatchUpPending) -> None:
    """The duty has lapsed: nothing to build, nothing to pay; a mortgage may be kept like any other."""
    if game.state.deeds.mortgaged[task.deed]:
        game.rules.mortgages.inherit(game, task.deed, task.seat)


@part(sheet="catching_up")
class CatchingUp(Part):
    """Redeems and builds in one step."""

    def handlers(self) -> Handlers:
        return (answer_to(CatchUpPending, CatchUp, self.catch_up, self.refuse, self.answers),)

    def refuse(self, game: Game, command: CatchUp, task: CatchUpPending) -> Rejected | None:
        return short_of(game, command.seat, self._due(game, task))

    def catch_up(self, game: Game, command: CatchUp, task: CatchUpPending) -> None:
        if not can_catch_up(game, task.seat, task.deed):
            let_lapse(game, task)
            return
        seat, deed, mortgages = command.seat, game.rules.track.deeds[task.deed], game.rules.mortgages
        if game.state.deeds.mortgaged[task.deed]:
            redemption = mortgages.redemption(game, task.deed)
            inputs = {"deed": task.deed, "loan": deed.mortgage, "interest": redemption - deed.mortgage}
            pay(game, seat, BANK, redemption, "redemption", inputs)
            game.emit(MortgageLifted(task.deed))
        game.rules.building.set_stage(game, seat, task.deed, 1, deed.house_price)
        pay(game, seat, BANK, deed.house_price, "building", {"deed": task.deed, "stage": 1})

    def answers(self, game: Game, task: CatchUpPending, seat: Seat) -> Iterable[Choice]:
        yield Choice(CatchUp(seat), role="ok", cost=self._due(game, task))

    def _due(self, game: Game, task: CatchUpPending) -> int:
        """Nothing if the duty has lapsed, as it may have in an older game."""
        return cost_of(game, task.deed) if can_catch_up(game, task.seat, task.deed) else 0


@part(sheet="mortgages_to_catch_up_with")
class MortgagesToCatchUpWith(BankMortgages):
    """A mortgaged deed that completes a built group leaves no choice: it is redeemed with the house built on it."""

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        if not any(isinstance(task, CatchUpPending) and task.deed == deed for task in game.tasks):
            super().inherit(game, deed, seat, bought=bought)
