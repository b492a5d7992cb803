"""The last deed of a group that is built already: it is redeemed and built on at once (mega-15, D9).

Who cannot afford that sells buildings of the group, evenly or all of them, until he can; when none is left there,
nothing has to be caught up with any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.commands import CatchUp
from hub.domain.deeds import DeedMoved, MortgageLifted
from hub.domain.ids import BANK, NOBODY, Seat, Space
from hub.domain.tasks import CatchUpPending, Task
from hub.rules.asking import open_of, short_of
from hub.rules.building.evenly import refuse_stock
from hub.rules.debt.mortgages import BankMortgages
from hub.rules.game import Game
from hub.rules.payments import pay
from hub.rules.ports import Action, Choice
from hub.rules.reasons import Rejected
from hub.rules.rent.owned import has_built


def completing_a_built_group(game: Game, fact: DeedMoved) -> None:
    """Reacts to every deed that comes to a player."""
    deed = game.rules.track.deeds[fact.deed]
    ladder = game.rules.ladders.get(deed.kind)
    if fact.target == NOBODY or ladder is None or not ladder.missing:
        return
    owners = {*map(game.state.deeds.owner.__getitem__, game.rules.track.groups[deed.group])}
    if owners == {fact.target} and has_built(game, fact.target, deed.group):
        mortgaged = game.state.deeds.mortgaged[fact.deed]
        cost = deed.house_price + (game.rules.mortgages.redemption(game, fact.deed) if mortgaged else 0)
        game.ask(CatchUpPending(fact.target, fact.deed, cost))


@dataclass(frozen=True)
class CatchingUp:
    """Redeems and builds in one step."""

    def actions(self) -> tuple[Action[Any], ...]:
        return (Action(CatchUp, self.refuse, self.catch_up, answers=self.answers),)

    def refuse(self, game: Game, command: CatchUp) -> Rejected | None:
        task = open_of(game, CatchUpPending, command.seat)
        if type(task) is Rejected:
            return task
        return short_of(game, command.seat, task.cost) if self._still_built(game, task) else None

    def catch_up(self, game: Game, command: CatchUp) -> None:
        task = game.settle()
        assert isinstance(task, CatchUpPending)
        if not self._still_built(game, task):
            return
        seat, deed = command.seat, game.rules.track.deeds[task.deed]
        if game.state.deeds.mortgaged[task.deed]:
            interest = task.cost - deed.house_price - deed.mortgage
            inputs = {"deed": task.deed, "loan": deed.mortgage, "interest": interest}
            pay(game, seat, BANK, deed.mortgage + interest, "redemption", inputs)
            game.emit(MortgageLifted(task.deed))
        # without a house in stock there is nothing to build, and one waits like everybody else (mega-23)
        if refuse_stock(game, game.rules.ladders[deed.kind], 0, 1) is None:
            game.rules.building.set_stage(game, seat, task.deed, 1, deed.house_price)
            pay(game, seat, BANK, deed.house_price, "building", {"deed": task.deed, "stage": 1})

    def answers(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, CatchUpPending):
            yield Choice(CatchUp(seat), role="ok", cost=task.cost if self._still_built(game, task) else 0)

    def _still_built(self, game: Game, task: CatchUpPending) -> bool:
        return has_built(game, task.seat, game.rules.track.deeds[task.deed].group)


@dataclass(frozen=True)
class MortgagesToCatchUpWith(BankMortgages):
    """A mortgaged deed that completes a built group leaves no choice: it is redeemed with the house built on it."""

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        if not any(isinstance(task, CatchUpPending) and task.deed == deed for task in game.tasks):
            super().inherit(game, deed, seat, bought=bought)
