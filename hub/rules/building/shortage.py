"""More demand than stock: others who could build are asked, then single buildings are auctioned (classic-22) [K11].

Somebody asks for a building of a kind of which the bank has fewer than they and the others could use now. Everybody
who could build and has, or could raise, the lowest printed price says how many they want. If the stock suffices, all
place theirs; otherwise one building after another goes to the highest bidder, who places it at once, until the rest
suffices for those who are left. Selling and mortgaging go on meanwhile, so wishes are judged again after each award.
"""

from collections.abc import Iterable, Sequence

from msgspec import structs

from hub.domain.commands import FinishPlacing, PlaceBuilding, WantBuildings
from hub.domain.deeds import BuildingsGranted, WishesLapsed
from hub.domain.ids import BANK, Seat, Space
from hub.domain.tasks import BuildingLot, PlacingPending, ShortageOpen, ShortagePending
from hub.domain.turns import seats_from
from hub.rules.asking import answer_to, owes
from hub.rules.assets import raisable, raisable_on
from hub.rules.building.evenly import needed, refuse_price, refuse_stage_up, refuse_stock, sites, together
from hub.rules.game import Choice, Game, Handlers, Part, Reason, Rejected, part
from hub.rules.payments import pay


def means(game: Game, seat: Seat, kind: str) -> int:
    """What a seat has, or could raise, for a building of this kind that it can place; 0 if it has no place for one.

    It raises by mortgaging and selling what need not be built evenly with that place: all else would cost the place.
    """
    return 0 if owes(game, seat) else _means(game, seat, sites(game, seat, kind))


def _means(game: Game, seat: Seat, places: Iterable[Space]) -> int:
    ladders, deeds = game.rules.ladders, game.rules.track.deeds
    grounds = {tuple(together(game, ladders[deeds[space].kind], seat, deeds[space])) for space in places}
    if not grounds:
        return 0
    kept = min([raisable_on(game, seat, own) for own in grounds])
    return game.state.ledger.balances[seat] + raisable(game, seat) - kept


class Builder:
    """A seat with `sites` for a building of a kind; `price` is the lowest printed there."""

    def __init__(self, game: Game, seat: Seat, kind: str, sites: Sequence[Space]) -> None:
        self.seat, self.sites = seat, sites
        self.price = min([game.rules.track.deeds[space].house_price for space in sites])
        self._game, self._kind, self._cash = game, kind, game.state.ledger.balances[seat]

    def reaches(self, amount: int) -> bool:
        """Whether it has so much, or could raise it."""
        return self._cash >= amount or _means(self._game, self.seat, self.sites) >= amount

    @property
    def demand(self) -> int:
        """How many buildings it would place for the money it has; it would raise some for one more.

        More than that it may say, when it is asked; but if all that people could raise counted here, they would be
        asked all the time while the bank is full.
        """
        return min(self._places(), max(1, self._cash // self.price))

    def could_place(self, wanted: int | None = None) -> int:
        """How many it could place for all that it could raise, of so many if they are given.

        One at least, which may be won for less than is printed on the seat's deeds.
        """
        places = self._places() if wanted is None else min(wanted, self._places())
        if places <= 1 or places * self.price <= self._cash:
            return places
        return min(places, max(1, _means(self._game, self.seat, self.sites) // self.price))

    def _places(self) -> int:
        game, deeds = self._game, self._game.rules.track.deeds
        plots = game.hand(self.seat).plots
        own = [space for group in {deeds[space].group for space in self.sites} for space in plots[group]]
        return _places(game, own, self._kind)


def concerned(game: Game, seats: Iterable[Seat], kind: str) -> tuple[dict[Seat, Builder], int]:
    """Who is asked, or bids (K11): those of these seats whose means reach the lowest price; and that price.

    It is the lowest printed where one of them could build next and, by its means, pay; 0 if nobody could.
    """
    able = [
        Builder(game, seat, kind, own) for seat in seats if not owes(game, seat) and (own := [*sites(game, seat, kind)])
    ]
    lowest = min([one.price for one in able if one.reaches(one.price)], default=0)
    return {one.seat: one for one in able if lowest and one.reaches(lowest)}, lowest


def rivals(game: Game, seat: Seat, kind: str) -> tuple[Seat, ...]:
    """The other seats that could use buildings of this kind if the stock does not suffice for all, else none.

    They are asked even in the middle of a turn, when they may not build otherwise (K5): the seat on turn must not take
    the last ones without asking (K11). Usually the stock exceeds what the others could ever place for their money; that
    is checked first, because it is quick.
    """
    stock, balances = game.state.supply.stock.get(kind), game.state.ledger.balances
    if stock is None:
        return ()
    paid, most = [], 0
    for other in range(len(balances) - 2):
        if other != seat and (hand := game.hand(other)).buildable:
            count = max(1, balances[other] // hand.house_price_minimum)
            paid.append((hand, count))
            most += count
    if stock > most or stock > sum([min(count, _places(game, hand.buildable, kind)) for hand, count in paid]):
        return ()
    others, _ = concerned(game, seats_from(game.state, seat), kind)
    others.pop(seat, None)
    return tuple(others) if 1 + sum([other.demand for other in others.values()]) > stock else ()


def _places(game: Game, spaces: Sequence[Space], kind: str) -> int:
    """How many buildings of a kind fit on these deeds until they are full."""
    deeds, ladders, stage = game.rules.track.deeds, game.rules.ladders, game.state.deeds.stage
    return sum([ladders[deeds[space].kind].steps[stage[space]].get(kind, 0) for space in spaces])


def ask_rivals(game: Game, kind: str, seats: tuple[Seat, ...], deed: Space) -> None:
    """Ask all seats concerned how many they want, in turn order from the one that began by building on `deed`."""
    game.ask(ShortagePending(kind, game.state.supply.stock[kind], seats, deed=deed))


def _begin_again(game: Game, task: ShortagePending) -> None:
    """Build where the first seat wanted to, or ask again, if that is still possible."""
    seat, deed = task.seats[0], game.rules.track.deeds.get(task.deed)
    if deed is not None and not refuse_stage_up(game, seat, deed.space) and not refuse_price(game, seat, deed):
        stage = game.state.deeds.stage[deed.space]
        if refuse_stock(game, game.rules.ladders[deed.kind], stage, stage + 1) is None:
            game.rules.building.put_up(game, seat, deed.space)
            return
    _lapse(game, task.building, {seat: 1})


def _lapse(game: Game, kind: str, wishes: dict[Seat, int]) -> None:
    """Say whose wishes can no longer be met: nobody's vanishes without a word (K11)."""
    lost = {seat: count for seat, count in wishes.items() if count}
    if lost:
        game.emit(WishesLapsed(kind, tuple(lost), tuple(lost.values())))


@part(sheet="scarce_buildings")
class ScarceBuildings(Part):
    """The answers to a shortage, and the placing of the buildings that seats got."""

    def handlers(self) -> Handlers:
        return (
            answer_to(ShortagePending, WantBuildings, self.want, self.refuse_want, self.answers_want),
            answer_to(PlacingPending, PlaceBuilding, self.place, self.refuse_place, self.answers_place),
            answer_to(PlacingPending, FinishPlacing, self.finish, self.refuse_finish, self.answers_finish),
        )

    def resume(self, game: Game, task: ShortageOpen) -> None:
        """Deal out the stock: to all who want buildings if it suffices, else one building to the highest bidder."""
        kind, stock = task.building, game.state.supply.stock[task.building]
        wanting = [seat for seat, count in task.wants if count] if stock else []
        able, lowest = concerned(game, wanting, kind)
        wants = {seat: able[seat].could_place(count) for seat, count in task.wants if seat in able}
        _lapse(game, kind, {seat: count - wants.get(seat, 0) for seat, count in task.wants})
        if len(wants) == 1 or sum(wants.values()) <= stock:
            self._grant(game, kind, {seat: min(count, stock) for seat, count in wants.items()})
            return
        game.ask(ShortageOpen(kind, tuple(wants.items())))
        game.rules.auction.open_lot(game, BuildingLot(kind), tuple(wants), lowest)

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
        able, _ = concerned(game, seats_from(game.state, task.wants[0][0]), task.building)
        counts = [one.could_place(wants[seat]) if seat in wants else one.demand for seat, one in able.items()]
        to_ask = tuple([seat for seat in able if seat not in wants])
        if stock and to_ask and sum(counts) > stock:
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
        limit = self._limit(game, command.seat, task) if command.amount else 0
        return None if 0 <= command.amount <= limit else Rejected(Reason.TOO_MANY_BUILDINGS, {"most": limit})

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
        if task.count == 1:
            return
        if concerned(game, (seat,), task.building)[0]:
            game.ask(PlacingPending(seat, task.building, task.count - 1))
        else:
            _lapse(game, task.building, {seat: task.count - 1})

    def refuse_finish(self, game: Game, command: FinishPlacing, task: PlacingPending) -> Rejected | None:
        return Rejected(Reason.MUST_PLACE) if task.paid else None

    def finish(self, game: Game, command: FinishPlacing, task: PlacingPending) -> None:
        """Nothing: the rest stays with the bank."""

    def answers_want(self, game: Game, task: ShortagePending, seat: Seat) -> Iterable[Choice]:
        limit = self._limit(game, seat, task)
        yield Choice(WantBuildings(seat, min(1, limit)), role="ok", minimum=0, maximum=limit)

    def answers_place(self, game: Game, task: PlacingPending, seat: Seat) -> Iterable[Choice]:
        for space in sites(game, seat, task.building):
            price = game.rules.track.deeds[space].house_price
            yield Choice(PlaceBuilding(seat, space), cost=0 if task.paid else price, purpose="building")

    def answers_finish(self, game: Game, task: PlacingPending, seat: Seat) -> Iterable[Choice]:
        if not task.paid:
            yield Choice(FinishPlacing(seat), role="cancel")

    def _grant(self, game: Game, kind: str, wants: dict[Seat, int]) -> None:
        """All place what they want, one after another, at the printed price."""
        if wants:
            game.emit(BuildingsGranted(kind, tuple(wants), tuple(wants.values())))
        for seat, count in reversed(wants.items()):
            game.ask(PlacingPending(seat, kind, count))

    def _limit(self, game: Game, seat: Seat, task: ShortagePending) -> int:
        """How many a seat may want."""
        able, _ = concerned(game, (seat,), task.building)
        if seat not in able:  # only somebody else's price may be in its reach
            able, _ = concerned(game, seats_from(game.state, seat), task.building)
        return able[seat].could_place() if seat in able else 0
