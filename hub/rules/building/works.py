"""Building and selling one stage at a time, and clearing whole groups for a debt (classic-18 to -21, -23)."""

from collections.abc import Iterable
from typing import Literal

from hub.domain.commands import Build, SellBuilding, SellGroup
from hub.domain.deeds import PRINTED, StageSet, owned_by
from hub.domain.ids import BANK, Seat, Space
from hub.rules.asking import absent, no_business, no_time_to_build, owes
from hub.rules.assets import costs, has_built, plots
from hub.rules.building.evenly import (
    needed,
    promised,
    refuse_losing_place,
    refuse_price,
    refuse_stage_down,
    refuse_stage_up,
    refuse_stock,
)
from hub.rules.building.ladder import Ladder
from hub.rules.building.shortage import ask_rivals, rivals
from hub.rules.game import Choice, Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.payments import after_levies, pay


@part(sheet="even_building")
class EvenBuilding(Part):
    """Deeds are built and taken down evenly; the bank buys back at `sale_percent` of what each building cost.

    That is what was paid for it, or what is printed on the deed (`refund_of`). It keeps half units. A whole group can
    be cleared at once, to pay a debt or at any time.
    """

    sale_percent: int = 50
    refund_of: Literal["paid", "printed"] = "paid"
    group_sale: Literal["in_debt", "always"] = "in_debt"

    def handlers(self) -> Handlers:
        return (
            Handler(Build, self.refuse_build, self.build, free=self.free_building),
            Handler(SellBuilding, self.refuse_sell, self.sell, free=self.free_sales),
            Handler(SellGroup, self.refuse_sell_group, self.sell_group, free=self.free_group_sales),
        )

    def set_stage(self, game: Game, seat: Seat, space: Space, stage: int, paid: int = PRINTED) -> None:
        """Set a stage; buildings come out of the bank's stock, and go back into it."""
        before = game.state.deeds.stage[space]
        game.emit(StageSet(seat, space, before, stage, self._ladder(game, space).changes[before][stage], paid))

    def refuse_build(self, game: Game, command: Build) -> Rejected | None:
        seat, space = command.seat, command.deed
        if rejected := no_time_to_build(game, seat) or refuse_stage_up(game, seat, space):
            return rejected
        stage, deed = game.state.deeds.stage[space], game.rules.track.deeds[space]
        ladder = game.rules.ladders[deed.kind]
        return refuse_stock(game, ladder, stage, stage + 1) or refuse_price(game, seat, deed)

    def build(self, game: Game, command: Build) -> None:
        self.put_up(game, command.seat, command.deed)

    def put_up(self, game: Game, seat: Seat, space: Space) -> None:
        stage, deed = game.state.deeds.stage[space] + 1, game.rules.track.deeds[space]
        kind, price = game.rules.ladders[deed.kind].needed[stage], deed.house_price
        if others := rivals(game, seat, kind):
            ask_rivals(game, kind, (seat, *others), space)
            return
        self.set_stage(game, seat, space, stage, price)
        pay(game, seat, BANK, price, "building", {"deed": space, "stage": stage})

    def refuse_sell(self, game: Game, command: SellBuilding) -> Rejected | None:
        seat = command.seat
        if rejected := absent(game, seat) or no_business(game) or refuse_stage_down(game, seat, command.deed):
            return rejected
        stage, ladder = game.state.deeds.stage[command.deed], self._ladder(game, command.deed)
        return refuse_losing_place(
            game, seat, game.rules.track.deeds[command.deed], ladder.needed[stage]
        ) or refuse_stock(game, ladder, stage, stage - 1, promised(game))

    def sell(self, game: Game, command: SellBuilding) -> None:
        self._take_down(game, command.seat, command.deed, game.state.deeds.stage[command.deed] - 1)
        game.rules.scarcity.judge_again(game)

    def refuse_sell_group(self, game: Game, command: SellGroup) -> Rejected | None:
        """Clear a whole group at once, regardless of evenness and stock [K7, D29]."""
        if rejected := absent(game, command.seat) or no_business(game):
            return rejected
        if not self._may_sell_groups(game, command.seat):
            return Rejected(Reason.OWES_NOTHING)
        known = command.group in game.rules.track.groups
        if not known or not has_built(game, command.seat, command.group):
            return Rejected(Reason.NOT_BUILT)
        deed = game.rules.track.deeds[plots(game, command.seat, command.group)[0]]
        return refuse_losing_place(game, command.seat, deed, game.rules.ladders[deed.kind].needed[1])

    def sell_group(self, game: Game, command: SellGroup) -> None:
        for space in plots(game, command.seat, command.group):
            self._take_down(game, command.seat, space, 0)
        game.rules.scarcity.judge_again(game)

    def liquidate(self, game: Game, seat: Seat) -> None:
        """Sell all buildings of a bankrupt seat to the bank, regardless of stock (classic-29, classic-30)."""
        for space in owned_by(game.state, seat):
            self._take_down(game, seat, space, 0)

    def raisable(self, game: Game, seat: Seat, deeds: Iterable[Space]) -> int:
        refunds = [self.refund(game, space, 0) for space in filter(game.state.deeds.stage.__getitem__, deeds)]
        return after_levies(game, seat, refunds, "building_sale")

    def refund(self, game: Game, space: Space, stage: int) -> int:
        """What the bank pays for all buildings above a stage, last one first (K13)."""
        percent = self.sale_percent
        if self.refund_of == "printed":
            price = game.rules.track.deeds[space].house_price
            return (game.state.deeds.stage[space] - stage) * (price * percent // 100)
        paid = costs(game, game.rules.track.deeds[space])
        return sum([cost * percent // 100 for cost in paid[stage:]])

    def terms(self, game: Game, space: Space, stage: int) -> dict[str, int]:
        """The figures of a sale of all buildings above a stage; `paid` where the refund is a part of it (K13, D28)."""
        figures = {"deed": space, "stages": game.state.deeds.stage[space] - stage, "percent": self.sale_percent}
        if self.refund_of == "paid":
            figures["paid"] = sum(costs(game, game.rules.track.deeds[space])[stage:])
        return figures

    def free_building(self, game: Game, seat: Seat) -> Iterable[Choice]:
        for space in game.hand(seat).buildable:
            if needed(game, space):
                yield Choice(Build(seat, space), cost=game.rules.track.deeds[space].house_price, purpose="building")

    def free_sales(self, game: Game, seat: Seat) -> Iterable[Choice]:
        for space in owned_by(game.state, seat):
            if stage := game.state.deeds.stage[space]:
                refund = self.refund(game, space, stage - 1)
                yield Choice(SellBuilding(seat, space), cost=-refund, purpose="building_sale")

    def free_group_sales(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if not self._may_sell_groups(game, seat):
            return
        printed = game.rules.track.deeds
        built = filter(game.state.deeds.stage.__getitem__, owned_by(game.state, seat))
        for group in dict.fromkeys(printed[space].group for space in built):
            yield Choice(SellGroup(seat, group), cost=-self.raisable(game, seat, plots(game, seat, group)))

    def _ladder(self, game: Game, space: Space) -> Ladder:
        return game.rules.ladders[game.rules.track.deeds[space].kind]

    def _may_sell_groups(self, game: Game, seat: Seat) -> bool:
        return self.group_sale == "always" or owes(game, seat)

    def _take_down(self, game: Game, seat: Seat, space: Space, stage: int) -> None:
        if game.state.deeds.stage[space] == stage:
            return
        refund, inputs = self.refund(game, space, stage), self.terms(game, space, stage)
        self.set_stage(game, seat, space, stage)
        pay(game, BANK, seat, refund, "building_sale", inputs)
