"""Claims on groups: who may buy what, building where a seat stands or from afar for a visitor, and selling.

Rows euro-03, -06 to -12, -15 to -18, -21 [E8 to E13, E25]. The first deed of a group gives an exclusive claim to the
rest of it. Claims are not stored: a claim lasts as long as its holder has a deed of the group. On arrival a seat buys
if it may, builds on its own plots, or owes rent; from afar the holder of a claim buys a deed on which somebody else
stands [E22, E23, E24]; the bank takes deeds back for what is printed on them [E27, E28].
"""

from collections.abc import Iterable, Sequence

from hub.domain.commands import Build, Buy, BuyRemote, FinishPlacing, SellBuilding, SellDeed
from hub.domain.deeds import DeedMoved, owned_by
from hub.domain.ids import BANK, NOBODY, Seat, Space
from hub.domain.pieces import FREE, RemotelyBought, RemotelyBuilt, in_jail
from hub.domain.tasks import AdvancePending, BuildPending, BuyPending, Task, ThrowPending
from hub.rules.arrival import BuyOrLeave, ForSale, OnDeed
from hub.rules.asking import absent, answer_to, not_owner, open_of, short_of
from hub.rules.assets import plots
from hub.rules.building.evenly import refuse_stage_down, refuse_stage_up
from hub.rules.building.ladder import Ladder
from hub.rules.building.works import EvenBuilding
from hub.rules.game import Choice, Game, Handler, Handlers, Part, Reason, Rejected, part
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


DEEDS_FIRST = 2
"""How many deeds of each claimed group a seat needs before it may buy into another."""


def refuse_purchase(game: Game, seat: Seat, deed: Deed) -> Rejected | None:
    """Refuse debtors of the bank, seats other than the claim's holder, and seats that need more of their own groups."""
    rejected = refuse_debtor(game, seat)
    if rejected is not None or not claimable(deed):
        return rejected
    if claims(game, seat, deed.group):
        return None
    if claimants(game, deed.group):
        return Rejected(Reason.GROUP_CLAIMED)
    unfinished = any(len(plots(game, seat, group)) < DEEDS_FIRST for group in claimed_groups(game, seat))
    return Rejected(Reason.OTHER_GROUPS_FIRST) if unfinished else None


def refuse_debtor(game: Game, seat: Seat) -> Rejected | None:
    """Refuse a seat that owes the bank: it buys and builds nothing."""
    return Rejected(Reason.OWES_MONEY) if game.state.credit.owed[seat] else None


def claimable(deed: Deed) -> bool:
    """Whether a deed's group can be claimed: only groups that can be built on."""
    return bool(deed.house_price)


def claims(game: Game, seat: Seat, group: str) -> bool:
    return group in game.hand(seat).plots


def claimants(game: Game, group: str) -> set[Seat]:
    """Who has the claim to a group; more than one only after a correction."""
    owner = game.state.deeds.owner
    return {who for space in game.rules.track.groups[group] if (who := owner[space]) != NOBODY}


def claimed_groups(game: Game, seat: Seat) -> list[str]:
    """The groups to which a seat has the claim, in track order."""
    plots = game.hand(seat).plots
    return [group for group in game.rules.grounds if group in plots]


def visited_groups(game: Game, seat: Seat) -> list[str]:
    """The groups to which a seat has the claim and on which any piece stands, in track order."""
    track = game.rules.track
    visited = {*map(track.ground.__getitem__, game.state.pieces.spaces)}.intersection(game.hand(seat).plots)
    return sorted(visited, key=track.groups.__getitem__)


def first_visitor(game: Game, seat: Seat, spaces: Sequence[Space]) -> tuple[Seat, Space] | None:
    """The other seat that came first to one of these spaces, and which space that is [E24]."""
    pieces, out = game.state.pieces, game.state.turns.out
    if set(spaces).isdisjoint(pieces.spaces):
        return None
    visitors = [
        (pieces.arrived[other], other, space)
        for other, space in enumerate(pieces.spaces)
        if space in spaces and other != seat and not out[other]
    ]
    return min(visitors)[1:] if visitors else None


def before_own_throw(game: Game, seat: Seat) -> bool:
    """Whether a seat is about to throw, including in jail or just out of it."""
    task = game.state.agenda.task
    return type(task) is ThrowPending and task.seat == seat


def refuse_dealing(game: Game, seat: Seat) -> Rejected | None:
    """Refuse sales and remote purchases at any other time, in jail, and in the turn in which the seat left it.

    Called for every choice from afar, so the common case, in which all is well, comes first.
    """
    custody = game.state.custody
    if before_own_throw(game, seat) and custody.missed[seat] == FREE and custody.released != seat:
        return None
    if rejected := absent(game, seat):
        return rejected
    if isinstance(task := open_of(game, ThrowPending, seat), Rejected):
        return task
    return Rejected(Reason.IN_JAIL if in_jail(game.state, seat) else Reason.JUST_RELEASED)


def refuse_site(game: Game, seat: Seat, deed: Deed, commission: int = 0) -> Rejected | None:
    """Refuse debtors of the bank, an uneven step, and those who lack the money."""
    rejected = refuse_debtor(game, seat) or refuse_stage_up(game, seat, deed.space)
    return rejected or short_of(game, seat, deed.house_price + commission)


def can_build(game: Game, seat: Seat, group: str) -> bool:
    """Whether an apartment can be built anywhere in the group."""
    deeds = (game.rules.track.deeds[space] for space in plots(game, seat, group))
    return any(refuse_site(game, seat, deed) is None for deed in deeds)


@part(sheet=None)
class ForSaleToClaimant(ForSale):
    """A player is asked only about deeds that they may buy."""

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        if refuse_purchase(game, seat, deed) is None:
            super().reached(game, seat, deed)


@part(sheet="on_claimed_deed")
class OnClaimedDeed(OnDeed):
    """On their own deed the player may build; an owner in jail gets no rent [E36]."""

    def land(self, game: Game, task: AdvancePending) -> None:
        owner, group = game.state.deeds.owner[task.space], game.rules.track.deeds[task.space].group
        if owner == task.seat:
            if can_build(game, task.seat, group):
                game.ask(BuildPending(task.seat, group))
        elif owner == NOBODY or not in_jail(game.state, owner):
            super().land(game, task)


@part(sheet="buy_if_claimed")
class BuyIfClaimed(BuyOrLeave):
    """At the printed price, and only on arrival; a declined deed stays with the bank [E14, E15]."""

    def refuse_buy(self, game: Game, command: Buy, task: BuyPending) -> Rejected | None:
        deed = game.rules.track.deeds[game.state.pieces.spaces[command.seat]]
        return super().refuse_buy(game, command, task) or refuse_purchase(game, command.seat, deed)


@part(sheet="remote_purchases")
class RemotePurchases(Part):
    """The price goes to the bank, the commission to the visitor who came first and cannot object."""

    def handlers(self) -> Handlers:
        return (Handler(BuyRemote, self.refuse, self.buy, free=self.free),)

    def refuse(self, game: Game, command: BuyRemote) -> Rejected | None:
        seat, deed = command.seat, game.rules.track.deeds.get(command.deed)
        if rejected := refuse_dealing(game, seat):
            return rejected
        if deed is None or not claimable(deed):
            return Rejected(Reason.NO_SUCH_DEED)
        if game.state.deeds.owner[deed.space] != NOBODY:
            return Rejected(Reason.DEED_SOLD)
        if not claims(game, seat, deed.group):
            return Rejected(Reason.NO_CLAIM)
        if first_visitor(game, seat, [deed.space]) is None:
            return Rejected(Reason.NO_VISITOR)
        return refuse_debtor(game, seat) or short_of(game, seat, deed.price + deed.commission)

    def buy(self, game: Game, command: BuyRemote) -> None:
        seat, deed = command.seat, game.rules.track.deeds[command.deed]
        visit = first_visitor(game, seat, [deed.space])
        assert visit is not None, "judged before"
        pay(game, seat, BANK, deed.price, "purchase", {"deed": deed.space})
        game.emit(DeedMoved(deed.space, NOBODY, seat))
        game.emit(RemotelyBought(seat, deed.space, visit[0]))
        pay(game, seat, visit[0], deed.commission, "commission", {"deed": deed.space})

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        """Visited deeds of claimed groups, before the seat's own throws."""
        if not before_own_throw(game, seat):
            return
        owner, track, plots = game.state.deeds.owner, game.rules.track, game.hand(seat).plots
        for space in sorted({*game.state.pieces.spaces}):
            unsold = owner[space] == NOBODY and track.ground[space] in plots
            if unsold and first_visitor(game, seat, [space]) is not None:
                cost = track.deeds[space].price + track.deeds[space].commission
                yield Choice(BuyRemote(seat, space), cost=cost)


@part(sheet="deed_sales")
class DeedSales(Part):
    """Only where the seat stands; buildings go first, and the rest of the group must still be even."""

    def handlers(self) -> Handlers:
        return (Handler(SellDeed, self.refuse, self.sell, free=self.free),)

    def refuse(self, game: Game, command: SellDeed) -> Rejected | None:
        seat = command.seat
        if rejected := refuse_dealing(game, seat) or not_owner(game, seat, command.deed):
            return rejected
        deed = game.rules.track.deeds[command.deed]
        stage, ladder = game.state.deeds.stage, game.rules.ladders.get(deed.kind)
        if ladder is None:
            return None
        left = [stage[space] for space in plots(game, seat, deed.group) if space != deed.space]
        return Rejected(Reason.GROUP_BUILT) if stage[deed.space] or not ladder.fits(left) else None

    def sell(self, game: Game, command: SellDeed) -> None:
        """The money is paid first, so that a debtor is at no point worth less than the debt."""
        seat, deed = command.seat, game.rules.track.deeds[command.deed]
        pay(game, BANK, seat, deed.mortgage, "deed_sale", {"deed": deed.space})
        game.emit(DeedMoved(deed.space, seat, NOBODY))

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if before_own_throw(game, seat):
            for space in owned_by(game.state, seat):
                yield Choice(SellDeed(seat, space), cost=-game.rules.track.deeds[space].mortgage)
