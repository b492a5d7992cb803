"""Building where a seat stands, or from afar for a visitor (euro-09 to -12, -16, -17) [E10 to E13, E25, E28]."""

from collections.abc import Iterable

from hub.domain.commands import Build, FinishPlacing, SellBuilding
from hub.domain.ids import BANK, Seat, Space
from hub.domain.pieces import RemotelyBuilt
from hub.domain.tasks import BuildPending, Task
from hub.rules.asking import answer_to
from hub.rules.assets import plots
from hub.rules.building.evenly import refuse_stage_down
from hub.rules.building.ladder import Ladder
from hub.rules.building.works import EvenBuilding
from hub.rules.claims.dealing import (
    before_own_throw,
    can_build,
    first_visitor,
    refuse_dealing,
    refuse_site,
    visited_groups,
)
from hub.rules.game import Choice, Game, Handler, Handlers, Reason, Rejected, part
from hub.rules.payments import pay
from hub.rules.track import Deed

APARTMENTS = Ladder(
    stages=(
        {},
        {"apartment": 1},
        {"apartment": 2},
        {"holiday_home": 1},
        {"holiday_home": 1, "apartment": 1},
        {"holiday_home": 1, "apartment": 2},
        {"holiday_home": 2},
        {"holiday_home": 2, "apartment": 1},
        {"holiday_home": 2, "apartment": 2},
        {"villa": 1},
    ),
    stock={},
    missing=2,
    others=(0, 0, 0, 1, 1, 1, 2, 2, 2, 3),
    caps=(1, 2),
)
"""Three apartments make a holiday home, three of those a villa; the stock is unlimited (euro-09, -10)."""


@part(sheet="apartment_building")
class ApartmentBuilding(EvenBuilding):
    """Any number of apartments, one stage each, on all of the seat's plots in a group in which it may build now."""

    def handlers(self) -> Handlers:
        return (
            Handler(Build, self.refuse_build, self.build, answers=self.answers_build, free=self.free_building),
            answer_to(BuildPending, FinishPlacing, self.finish, role="cancel"),
            Handler(SellBuilding, self.refuse_sell, self.sell, free=self.free_sales),
        )

    def refuse_build(self, game: Game, command: Build) -> Rejected | None:
        seat, deed = command.seat, game.rules.track.deeds.get(command.deed)
        if deed is None:
            return Rejected(Reason.NO_SUCH_DEED)
        if self._standing(game, seat, deed):
            return refuse_site(game, seat, deed)
        if rejected := refuse_dealing(game, seat):
            return rejected
        if self._among(game, deed.group, game.state.remote.bought):
            return Rejected(Reason.JUST_BOUGHT)
        visit = first_visitor(game, seat, plots(game, seat, deed.group))
        if visit is None:
            return Rejected(Reason.NO_VISITOR)
        return refuse_site(game, seat, deed, self._commission(game, deed.group, visit[1]))

    def build(self, game: Game, command: Build) -> None:
        seat, deed = command.seat, game.rules.track.deeds[command.deed]
        standing = self._standing(game, seat, deed)
        stage = game.state.deeds.stage[deed.space] + 1
        self.set_stage(game, seat, deed.space, stage, deed.house_price)
        pay(game, seat, BANK, deed.house_price, "building", {"deed": deed.space, "stage": stage})
        if not standing:
            self._pay_visitor(game, seat, deed.group)
        elif not can_build(game, seat, deed.group):
            game.close_task()

    def finish(self, game: Game, command: FinishPlacing, task: BuildPending) -> None:
        """Nothing: the seat is done building."""

    def refuse_sell(self, game: Game, command: SellBuilding) -> Rejected | None:
        return refuse_dealing(game, command.seat) or refuse_stage_down(game, command.seat, command.deed)

    def sell(self, game: Game, command: SellBuilding) -> None:
        """The money is paid first, so that a debtor is at no point worth less than the debt."""
        seat, space, left = command.seat, command.deed, game.state.deeds.stage[command.deed] - 1
        pay(game, BANK, seat, self.refund(game, space, left), "building_sale", self.terms(game, space, left))
        self.set_stage(game, seat, space, left)

    def answers_build(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, BuildPending):
            for space in plots(game, seat, task.group):
                yield Choice(Build(seat, space), cost=game.rules.track.deeds[space].house_price)

    def free_building(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Building from afar, before the seat's own throws."""
        if not before_own_throw(game, seat):
            return
        for group in visited_groups(game, seat):
            own = plots(game, seat, group)
            visit = first_visitor(game, seat, own)
            if visit is not None:
                commission = self._commission(game, group, visit[1])
                for space in own:
                    yield Choice(Build(seat, space), cost=game.rules.track.deeds[space].house_price + commission)

    def free_sales(self, game: Game, seat: Seat) -> Iterable[Choice]:
        return super().free_sales(game, seat) if before_own_throw(game, seat) else ()

    def _standing(self, game: Game, seat: Seat, deed: Deed) -> bool:
        """Whether a seat is asked to build in the group of a deed because it stands there."""
        task = game.state.agenda.task
        return type(task) is BuildPending and task.seat == seat and task.group == deed.group

    def _pay_visitor(self, game: Game, seat: Seat, group: str) -> None:
        """Pay the commission for the plot where the first visitor of the group stands, once a turn [E25]."""
        visit = first_visitor(game, seat, plots(game, seat, group))
        assert visit is not None, "judged before"
        visitor, space = visit
        commission = self._commission(game, group, space)
        if commission:
            game.emit(RemotelyBuilt(seat, space, visitor))
            pay(game, seat, visitor, commission, "commission", {"deed": space})

    def _commission(self, game: Game, group: str, space: Space) -> int:
        """What the visitor on a plot of the group is still to be paid in this turn."""
        served = self._among(game, group, game.state.remote.visited)
        return 0 if served else game.rules.track.deeds[space].commission

    def _among(self, game: Game, group: str, spaces: list[Space]) -> bool:
        """Whether any of these deeds is one of the group."""
        return any(map(game.rules.track.groups[group].__contains__, spaces))
