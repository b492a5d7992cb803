"""Turns the standard rules of an edition into the tables of the derived engine; the rest is refused by name.

No list says which editions and house rules it can play: it knows every edition that is composed of the slots named
here, whatever their figures are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from hub.bots.sensible.works import LOAN_PERCENT
from hub.domain.ids import BANK, POT, Account, Holder
from hub.foresight.engines.derived import layout as at
from hub.rules.arrival.deeds import BuyOrAuction, BuyOrLeave, ForSale, OnDeed
from hub.rules.arrival.spaces import CardSpace, NothingHappens, OffToJail, PotCollected, TaxDue
from hub.rules.auctions.ascending import Ascending
from hub.rules.building.ladder import HOUSES_AND_HOTEL
from hub.rules.building.shortage import ScarceBuildings
from hub.rules.building.works import EvenBuilding
from hub.rules.cards import effects
from hub.rules.cards.drawing import FromPiles
from hub.rules.corrections.slot import Corrections
from hub.rules.debt.estate_sale import ONE_BY_ONE
from hub.rules.debt.mortgages import BankMortgages
from hub.rules.debt.settle_or_fall import SettleOrFall
from hub.rules.house_rules.rounds import RoundLimit
from hub.rules.jail.bail_or_double import BailOrDouble
from hub.rules.rent.station import StationRent
from hub.rules.rent.street import StreetRent
from hub.rules.rent.utility import RentThrow, UtilityRent
from hub.rules.slots import PIPS, Rules
from hub.rules.steps.advance import Advancing, SalaryPaid, StartPays
from hub.rules.steps.plan import AgainAfterDouble, AskForThrow, NextTurn
from hub.rules.throws.opening import HighestThrowStarts
from hub.rules.throws.throwing import Throwing
from hub.rules.throws.two_dice import TwoDice
from hub.rules.trade.lapsing import OFFERS_LAPSE
from hub.rules.trade.set_off import TradeForDebts

KINDS: Mapping[type, int] = {
    NothingHappens: at.NOTHING,
    CardSpace: at.CARDS,
    TaxDue: at.TAX,
    OffToJail: at.TO_JAIL,
    PotCollected: at.POT_COLLECTED,
}
RENTS: Mapping[type, int] = {StreetRent: at.STREET, StationRent: at.STATION, UtilityRent: at.UTILITY}
EFFECTS: Mapping[type, tuple[int, tuple[str, ...]]] = {
    effects.MoveTo: (at.MOVE_TO, ("space",)),
    effects.NextStation: (at.NEXT_STATION_CARD, ("factor",)),
    effects.NextUtility: (at.NEXT_UTILITY_CARD, ("factor",)),
    effects.MoveBack: (at.MOVE_BACK, ("steps",)),
    effects.MoveBackTo: (at.MOVE_BACK_TO, ("space",)),
    effects.GoToJail: (at.JAIL_CARD, ()),
    effects.ReleaseCard: (at.KEPT_CARD, ()),
    effects.Collect: (at.COLLECT, ("amount",)),
    effects.Pay: (at.PAY_BANK, ("amount",)),
    effects.PayEach: (at.PAY_EACH, ("amount",)),
    effects.CollectEach: (at.COLLECT_EACH, ("amount",)),
    effects.Repairs: (at.REPAIRS, ("house", "hotel")),
}
ROUTES: Mapping[str, int] = {
    "tax": at.TAX_TO,
    "bail": at.BAIL_TO,
    "card_pay": at.CARD_TO,
    "card_repairs": at.REPAIRS_TO,
}
TYPES: Mapping[str, type] = {
    "opening": HighestThrowStarts,
    "salary": StartPays,
    "throw": TwoDice,
    "jail": BailOrDouble,
    "cards": FromPiles,
    "auction": Ascending,
    "building": EvenBuilding,
    "scarcity": ScarceBuildings,
    "mortgages": BankMortgages,
    "debts": SettleOrFall,
    "trade": TradeForDebts,
}
"""The one type that each of these slots may hold."""

FACTOR_MAXIMUM = 1 << 20
"""Figures up to this size cannot cause an overflow."""

UNAFFORDABLE = 1 << 50
"""More money than there is."""


class NotCovered(Exception):
    """The derived engine cannot play this; the text says what it does not know."""


def tables_of(rules: Rules, reserve: int, *, trade: bool = True) -> at.Vector:
    """The tables of an edition, for bots that keep `reserve` back and make offers or not. Raises NotCovered."""
    _check_slots(rules)
    t = [0] * at.TABLE_SIZE
    read_spaces(rules, t, KINDS, OnDeed)
    read_groups(rules, t)
    read_cards(rules, t, EFFECTS)
    read_figures(rules, t, ROUTES)
    _plain_rents(rules)
    read_reserve(t, reserve)
    t[at.TRADES] = int(trade)
    must(max(map(abs, t[: at.GROUP_SET])) < 1 << 31 and max(t[: at.WEIGHT]) < FACTOR_MAXIMUM, "figures of this size")
    return t


def plain(one: Account | Holder) -> int:
    """The number of a seat, an account or nobody."""
    return cast("int", one)


def deck_names(rules: Rules) -> tuple[str, ...]:
    """The decks, in the order of their numbers in the tables."""
    return tuple(rules.track.decks)


def must(known: object, what: str) -> None:
    """Refuse what is not known, by its name."""
    if not known:
        raise NotCovered(what)


def _check_slots(rules: Rules) -> None:
    for name, known in TYPES.items():
        must(type(getattr(rules, name)) is known, name)
    plan = [type(step) for step in rules.plan]
    must([step for step in plan if step is not RoundLimit] == [AskForThrow, AgainAfterDouble, NextTurn], "plan")
    must(plan.count(RoundLimit) < 2 and (RoundLimit not in plan or plan[2] is RoundLimit), "plan")
    slots = [type(slot) for slot in rules.slots]
    must({*slots} <= {Throwing, Advancing, BuyOrAuction, BuyOrLeave, Corrections}, "slots")
    must(Advancing((SalaryPaid(),)) in rules.slots, "passages")
    must(RentThrow() in rules.throwers.values() and len(rules.throwers) == 3, "throwers")
    must(len(rules.resumers) == 1 and rules.ladders == {"street": HOUSES_AND_HOTEL}, "ladders")
    must(rules.reactions[:-1] == OFFERS_LAPSE and len(rules.reactions) == len(OFFERS_LAPSE) + 1, "reactions")
    must(not rules.levies and rules.dice == (PIPS, PIPS) and rules.goods == ("deeds", "release_cards"), "goods")
    must({*rules.routes} <= {*ROUTES} and {*rules.routes.values()} <= {POT, BANK}, "routes")
    debts, building, trade = figures_of(rules.debts), figures_of(rules.building), figures_of(rules.trade)
    must(debts.estate_sale == ONE_BY_ONE and building.group_sale == "in_debt" and trade.unit == 1, "figures of slots")


def figures_of(slot: object) -> Any:
    """A slot whose type was checked, so that its figures can be read."""
    return slot


def read_spaces(rules: Rules, t: at.Vector, kinds: Mapping[type, int], on_deed: type[OnDeed]) -> None:
    """Fill in what is printed on each space; `kinds` are those without a deed, `on_deed` the arrival on the others."""
    track = rules.track
    spaces = len(track.spaces)
    must(spaces <= at.SPACES_MAXIMUM and rules.seats[1] <= at.SEATS_MAXIMUM, "spaces")
    t[at.SPACES] = spaces
    decks, there = deck_names(rules), {space.kind for space in track.spaces}
    for space in track.spaces:
        index = space.index
        t[at.AMOUNT + index] = space.amount
        t[at.NEAREST_JAIL + index] = track.nearest_jail(index)
        t[at.WEIGHT + index] = pow(48_271, index + 1, (1 << 31) - 1)
        for kind, place in (("station", at.NEXT_STATION), ("utility", at.NEXT_UTILITY)):
            if kind in there:  # otherwise no card leads to one
                t[place + index] = track.next_of(kind, index)
        arrival = rules.arrivals[space.kind]
        if isinstance(arrival, OnDeed):
            must(type(arrival) is on_deed and type(arrival.unowned) is ForSale, "arrival")
            _deed(rules, t, index)
        else:
            must(type(arrival) in kinds, "arrival")
            t[at.KIND + index] = kinds[type(arrival)]
        if isinstance(arrival, CardSpace):
            t[at.AMOUNT + index] = decks.index(arrival.deck)


def _deed(rules: Rules, t: at.Vector, space: int) -> None:
    deed = rules.track.deeds[space]
    rent = rules.rents[deed.kind]
    must(type(rent) in RENTS and len(deed.rents) <= at.RENTS and space, "rents")
    t[at.KIND + space] = RENTS[type(rent)]
    t[at.PRICE + space], t[at.HOUSE_PRICE + space], t[at.LOAN + space] = deed.price, deed.house_price, deed.mortgage
    mortgages = figures_of(rules.mortgages)
    t[at.INTEREST + space] = -(-deed.mortgage * mortgages.interest_percent // (100 * mortgages.unit)) * mortgages.unit
    for stage, amount in enumerate(deed.rents):
        t[at.RENT + space * at.RENTS + stage] = amount


def read_groups(rules: Rules, t: at.Vector) -> None:
    """Fill in the deeds of each group, and what a building costs there."""
    track = rules.track
    must(len(track.groups) <= at.GROUPS_MAXIMUM, "groups")
    must(list(track.groups.values()) == sorted(track.groups.values()), "the order of groups")
    t[at.GROUPS] = len(track.groups)
    for number, deeds in enumerate(track.groups.values()):
        must(len(deeds) <= at.GROUP_MAXIMUM and list(deeds) == sorted(deeds), "groups of this size")
        must(len({track.deeds[deed].house_price for deed in deeds}) == 1, "different house prices in a group")
        t[at.GROUP_SIZE + number] = len(deeds)
        t[at.GROUP_SET + number] = sum([1 << deed for deed in deeds])
        house_price = track.deeds[deeds[0]].house_price
        t[at.BUILDING_COST + len(track.groups) - 1 - number] = house_price or UNAFFORDABLE
        for place, deed in enumerate(deeds):
            t[at.GROUP_DEEDS + number * at.GROUP_MAXIMUM + place] = deed
            t[at.GROUP + deed] = number
    t[at.CHEAPEST_HOUSE] = track.house_price_minimum
    must(track.house_price_minimum, "a track without buildings")


def read_reserve(t: at.Vector, reserve: int) -> None:
    """Fill in the reserve that bots keep, and what follows from it."""
    t[at.RESERVE], t[at.POCKET] = reserve, reserve // 7
    for deed in range(at.SPACES_MAXIMUM):
        loan = t[at.LOAN + deed]
        most = max(1, loan * LOAN_PERCENT // 100)
        t[at.SPARE_TO_REDEEM + deed] = max(most, loan + t[at.INTEREST + deed] - reserve)


def read_cards(rules: Rules, t: at.Vector, known: Mapping[type, tuple[int, tuple[str, ...]]]) -> None:
    """Fill in what each card does: the number of its effect, and its figures by name."""
    decks = rules.track.decks
    must(len(decks) <= 2, "more than two decks")
    t[at.DECKS] = len(decks)
    for number, deck in enumerate(decks.values()):
        must(max(deck) < at.CARDS_MAXIMUM and sum(effect.kept for effect in deck.values()) <= 1, "cards")
        for card, effect in deck.items():
            must(type(effect) in known, "cards")
            code, names = known[type(effect)]
            place = at.CARD + (number * at.CARDS_MAXIMUM + card) * at.CARD_SIZE
            t[place : place + 1 + len(names)] = [code, *(getattr(effect, name) for name in names)]
            if effect.kept:
                t[at.RELEASE_CARD + number] = card


def _plain_rents(rules: Rules) -> None:
    rents = [rules.rents[deed.kind] for deed in rules.track.deeds.values()]
    must(all(rent in (StationRent(), UtilityRent()) or isinstance(rent, StreetRent) for rent in rents), "rents")


def read_figures(rules: Rules, t: at.Vector, routes: Mapping[str, int]) -> None:
    """Fill in single figures, and where payments for some purposes go."""
    for place, figure in _single(rules):
        t[place] = figure
    for purpose, place in routes.items():
        t[place] = plain(rules.routes.get(purpose, BANK))
    streets = [rent for rent in rules.rents.values() if isinstance(rent, StreetRent)]
    must(len(streets) == 1 and len(streets[0].factors) <= 4, "rents of streets")
    t[at.UNBUILT_FACTORS] = len(streets[0].factors)
    for lacking, factor in enumerate(streets[0].factors):
        t[at.UNBUILT_FACTOR + lacking] = factor


def _single(rules: Rules) -> Iterator[tuple[int, int]]:
    jail, salary, auction = figures_of(rules.jail), figures_of(rules.salary), figures_of(rules.auction)
    yield at.DOUBLES_TO_JAIL, figures_of(rules.throw).doubles_to_jail
    yield at.JAIL_THROWS, jail.throws
    yield at.BAIL, jail.bail
    yield at.LAST_BAIL, jail.last_bail
    yield at.PASSING, salary.passing
    yield at.LANDING, salary.landing
    yield at.SALE_PERCENT, figures_of(rules.building).sale_percent
    yield at.AUCTION_MINIMUM, auction.minimum
    yield at.AUCTION_STEP, auction.step
    yield at.DECLINED_AUCTIONED, int(any(type(slot) is BuyOrAuction for slot in rules.slots))
    yield at.ROUNDS, next((step.rounds for step in rules.plan if isinstance(step, RoundLimit)), 0)
