"""More demand than stock: others who could build are asked, then single buildings are auctioned (classic-22) [K11].

Somebody asks for a building of a kind of which the bank has fewer than they and the others could use now. Everybody
who could build says how many they want. If the stock suffices, all place theirs; otherwise one building
after another goes to the highest bidder, who places it at once, until the rest suffices for those who are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from hub.domain.commands import FinishPlacing, PlaceBuilding, WantBuildings
from hub.domain.ids import BANK, POT, Seat, Space
from hub.domain.tasks import BuildingLot, PlacingPending, ShortageOpen, ShortagePending
from hub.domain.turns import seats_from
from hub.rules.answering import answer_to
from hub.rules.asking import owes
from hub.rules.building.evenly import needed, refuse_price, refuse_stage_up, refuse_stock, sites
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handlers
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected


def demand(game: Game, seat: Seat, kind: str) -> int:
    """How many buildings of a kind a seat could place one after another now, given its deeds and its money."""
    if owes(game, seat):
        return 0
    deeds = game.rules.track.deeds
    open_sites = sites(game, seat, kind)
    groups = {deeds[space].group for space in open_sites}
    buildable = game.hand(seat).buildable
    places = _places(game, [space for space in buildable if deeds[space].group in groups], kind)
    prices = [deeds[space].house_price for space in open_sites]
    return min(places, game.state.ledger.balances[seat] // min(prices)) if prices else 0


def rivals(game: Game, seat: Seat, kind: str) -> dict[Seat, int]:
    """The other seats that could use buildings of this kind if the stock does not suffice for all, else none.

    They are asked even in the middle of a turn, when they may not build otherwise (K5): the seat on turn must not take
    the last ones without asking (K11). Usually the stock exceeds what the others could ever place; that is checked
    first, because it is quick.
    """
    stock = game.state.supply.stock.get(kind)
    if stock is None or stock > _most_by_money(game, seat) or stock > _most_by_places(game, seat, kind):
        return {}
    wanted = {other: demand(game, other, kind) for other in seats_from(game.state, seat)[1:]}
    others = {other: count for other, count in wanted.items() if count}
    return others if 1 + sum(others.values()) > stock else {}


def _most_by_money(game: Game, seat: Seat) -> int:
    """How many of the cheapest buildings all others together could afford."""
    balances = game.state.ledger.balances
    return (sum(balances[:POT]) - balances[seat]) // game.rules.track.house_price_minimum


def _most_by_places(game: Game, seat: Seat, kind: str) -> int:
    """How many all others together could place on their deeds, limited by each one's money."""
    balances, most = game.state.ledger.balances, 0
    for other in seats_from(game.state, seat)[1:]:
        hand = game.hand(other)
        if hand.buildable:
            most += min(_places(game, hand.buildable, kind), balances[other] // hand.house_price_minimum)
    return most


def _places(game: Game, spaces: Sequence[Space], kind: str) -> int:
    """How many buildings of a kind fit on these deeds until they are full."""
    deeds, ladders, stage = game.rules.track.deeds, game.rules.ladders, game.state.deeds.stage
    return sum([ladders[deeds[space].kind].steps(kind, stage[space]) for space in spaces])


def ask_rivals(game: Game, kind: str, seats: tuple[Seat, ...], deed: Space) -> None:
    """Ask all seats concerned how many they want, in turn order from the one that began by building on `deed`."""
    game.ask(ShortagePending(kind, game.state.supply.stock[kind], seats, deed=deed))


def _begin_again(game: Game, task: ShortagePending) -> None:
    """Build where the first seat wanted to, or ask again, if that is still possible."""
    seat, deed = task.seats[0], game.rules.track.deeds.get(task.deed)
    if deed is None or refuse_stage_up(game, seat, deed.space) or refuse_price(game, seat, deed):
        return
    stage = game.state.deeds.stage[deed.space]
    if refuse_stock(game, game.rules.ladders[deed.kind], stage, stage + 1) is None:
        game.rules.building.put_up(game, seat, deed.space)


@part(sheet="scarce_buildings")
class ScarceBuildings:
    """The answers to a shortage, and the placing of the buildings that seats got."""

    def handlers(self) -> Handlers:
        return (
            answer_to(ShortagePending, WantBuildings, self.want, self.refuse_want, self.answers_want),
            answer_to(PlacingPending, PlaceBuilding, self.place, self.refuse_place, self.answers_place),
            answer_to(PlacingPending, FinishPlacing, self.finish, self.refuse_finish, self.answers_finish),
        )

    def resume(self, game: Game, task: ShortageOpen) -> None:
        """Deal out the stock: to all who want buildings if it suffices, else one building to the highest bidder."""
        stock = game.state.supply.stock[task.building]
        wants = {seat: min(count, demand(game, seat, task.building)) for seat, count in task.wants}
        wants = {seat: count for seat, count in wants.items() if count}
        if not stock or not wants:
            return
        if len(wants) == 1 or sum(wants.values()) <= stock:
            for seat, count in reversed(wants.items()):
                game.ask(PlacingPending(seat, task.building, min(count, stock)))
            return
        game.ask(ShortageOpen(task.building, tuple(wants.items())))
        lot = BuildingLot(task.building)
        game.rules.auction.open_lot(game, lot, tuple(wants), self._lowest_price(game, task.building, wants))

    def judge_again(self, game: Game) -> None:
        """Go on asking if the stock is still too small; otherwise all is built without an auction.

        If nobody has answered yet, it is as if the first seat were only now beginning to build.
        """
        task = game.tasks[-1] if game.tasks else None
        if not isinstance(task, ShortagePending):
            return
        game.close_task()
        if not task.wants:
            _begin_again(game, task)
            return
        wants, stock = dict(task.wants), game.state.supply.stock[task.building]
        everybody = seats_from(game.state, task.wants[0][0])
        demands = {seat: demand(game, seat, task.building) for seat in everybody}
        to_ask = tuple([seat for seat in everybody if seat not in wants and demands[seat]])
        most = sum([min(wants.get(seat, demands[seat]), demands[seat]) for seat in everybody])
        if to_ask and most > stock:
            game.ask(structs.replace(task, stock=stock, seats=to_ask))
        else:
            game.ask(ShortageOpen(task.building, task.wants))

    def award(self, game: Game, building: str, winner: Seat, amount: int) -> None:
        """The highest bidder pays, places the building at once, and wants one fewer."""
        pay(game, winner, BANK, amount, "building_auction", {"seat": winner})
        task = game.close_task()
        assert isinstance(task, ShortageOpen)
        wants = tuple((seat, count - (seat == winner)) for seat, count in task.wants)
        game.ask(ShortageOpen(building, wants))
        game.ask(PlacingPending(winner, building, 1, paid=True, amount=amount))

    def refuse_want(self, game: Game, command: WantBuildings, task: ShortagePending) -> Rejected | None:
        if task.seats[0] != command.seat:
            return Rejected(Reason.NOT_ASKED, {"seat": task.seats[0]})
        most = demand(game, command.seat, task.building)
        return None if 0 <= command.amount <= most else Rejected(Reason.TOO_MANY_BUILDINGS, {"most": most})

    def want(self, game: Game, command: WantBuildings, task: ShortagePending) -> None:
        wants = (*task.wants, (command.seat, command.amount))
        if len(task.seats) > 1:
            game.ask(structs.replace(task, seats=task.seats[1:], wants=wants))
        else:
            game.ask(ShortageOpen(task.building, wants))

    def refuse_place(self, game: Game, command: PlaceBuilding, task: PlacingPending) -> Rejected | None:
        seat, space = command.seat, command.deed
        if rejected := refuse_stage_up(game, seat, space):
            return rejected
        if needed(game, space) != task.building:
            return Rejected(Reason.OTHER_BUILDING)
        deed, stage = game.rules.track.deeds[space], game.state.deeds.stage[space]
        rejected = refuse_stock(game, game.rules.ladders[deed.kind], stage, stage + 1)
        return rejected if rejected or task.paid else refuse_price(game, seat, deed)

    def place(self, game: Game, command: PlaceBuilding, task: PlacingPending) -> None:
        seat, space = command.seat, command.deed
        stage = game.state.deeds.stage[space] + 1
        price = game.rules.track.deeds[space].house_price
        game.rules.building.set_stage(game, seat, space, stage, task.amount if task.paid else price)
        if not task.paid:
            pay(game, seat, BANK, price, "building", {"deed": space, "stage": stage})
        if task.count > 1 and demand(game, seat, task.building):
            game.ask(PlacingPending(seat, task.building, task.count - 1))

    def refuse_finish(self, game: Game, command: FinishPlacing, task: PlacingPending) -> Rejected | None:
        return Rejected(Reason.MUST_PLACE) if task.paid else None

    def finish(self, game: Game, command: FinishPlacing, task: PlacingPending) -> None:
        """Nothing: the rest stays with the bank."""

    def answers_want(self, game: Game, task: ShortagePending, seat: Seat) -> Iterable[Choice]:
        most = demand(game, seat, task.building)
        yield Choice(WantBuildings(seat, min(1, most)), role="ok", minimum=0, maximum=most)

    def answers_place(self, game: Game, task: PlacingPending, seat: Seat) -> Iterable[Choice]:
        for space in sites(game, seat, task.building):
            price = game.rules.track.deeds[space].house_price
            yield Choice(PlaceBuilding(seat, space), cost=0 if task.paid else price, purpose="building")

    def answers_finish(self, game: Game, task: PlacingPending, seat: Seat) -> Iterable[Choice]:
        if not task.paid:
            yield Choice(FinishPlacing(seat), role="cancel")

    def _lowest_price(self, game: Game, kind: str, wants: Mapping[Seat, int]) -> int:
        """The lowest printed price among the bidders' deeds."""
        deeds = game.rules.track.deeds
        return min(deeds[space].house_price for seat in wants for space in sites(game, seat, kind))
