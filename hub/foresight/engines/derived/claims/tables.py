"""Turns the rules of an edition with claims and credit into tables; the rest is refused by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hub.domain.deeds import DeedMoved
from hub.domain.ledger import MoneyMoved
from hub.domain.supply import StageSet
from hub.domain.tasks import ThrowPending
from hub.domain.turns import SeatBankrupted
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived.claims import layout as here
from hub.foresight.engines.derived.tables import FACTOR_MAXIMUM, deck_names, figures_of, must, read_groups
from hub.rules.arrival.risk import CardSpaceByThrow, RiskSpace
from hub.rules.arrival.spaces import NothingHappens
from hub.rules.cards import effects, turn_effects
from hub.rules.cards.used_up import UntilUsedUp
from hub.rules.claims.apartments import ApartmentBuilding
from hub.rules.claims.landing import BuyIfClaimed, ForSaleToClaimant, OnClaimedDeed
from hub.rules.claims.remote import RemotePurchases
from hub.rules.claims.sales import DeedSales
from hub.rules.corrections.fewer import FewerCorrections
from hub.rules.debt.bank_lends import BankLends, building_lost, deed_lost, income_repays
from hub.rules.ending.last_solvent import last_solvent_wins
from hub.rules.house_rules.rounds import RoundLimit
from hub.rules.jail.falling_bail import FallingBail
from hub.rules.lacking import NoAuctions, NoMortgages, NothingScarce, NoTrade
from hub.rules.rent.station import StationRent
from hub.rules.rent.street import StreetRent
from hub.rules.rent.utility import UtilityRent
from hub.rules.slots import PIPS, Reaction, Rules
from hub.rules.steps.advance import Advancing, SalaryPaid, StartPays
from hub.rules.steps.ending_the_turn import EndingTheTurn
from hub.rules.steps.waiting import AgainUnlessOn, NextUnlessSkipped, ThrowOrTimeServed
from hub.rules.throws.first_by_chance import FirstByChance
from hub.rules.throws.same_double import SameDoubleToJail
from hub.rules.throws.throwing import Throwing

KINDS: Mapping[type, int] = {NothingHappens: at.NOTHING, CardSpaceByThrow: at.CARDS, RiskSpace: here.RISK}
EFFECTS: Mapping[type, tuple[int, tuple[str, ...]]] = {
    effects.Collect: (at.COLLECT, ("amount",)),
    effects.Pay: (at.PAY_BANK, ("amount",)),
    turn_effects.PayPerStage: (here.PER_STAGE, ("amount",)),
    turn_effects.SkipTurns: (here.SKIP, ("turns",)),
    turn_effects.ThrowOnceMore: (here.ONCE_MORE, ()),
    turn_effects.OppositeSide: (here.OPPOSITE, ()),
}
TYPES: Mapping[str, type] = {
    "opening": FirstByChance,
    "salary": StartPays,
    "throw": SameDoubleToJail,
    "jail": FallingBail,
    "cards": UntilUsedUp,
    "auction": NoAuctions,
    "building": ApartmentBuilding,
    "scarcity": NothingScarce,
    "mortgages": NoMortgages,
    "debts": BankLends,
    "trade": NoTrade,
}
"""The one type that each of these slots may hold."""

SLOTS = {Throwing, EndingTheTurn, Advancing, BuyIfClaimed, RemotePurchases, DeedSales, FewerCorrections}
REACTIONS = (
    Reaction(MoneyMoved, income_repays),
    Reaction(DeedMoved, deed_lost),
    Reaction(StageSet, building_lost),
    Reaction(SeatBankrupted, last_solvent_wins),
)
PIPS_MAXIMUM = 12


def tables_of(rules: Rules, reserve: int) -> at.Vector:
    """The tables of an edition, for bots that keep `reserve` back. Raises NotCovered."""
    _check_slots(rules)
    t = [0] * here.CLAIM_TABLE_SIZE
    _spaces(rules, t)
    read_groups(rules, t)
    _cards(rules, t)
    for place, figure in _single(rules):
        t[place] = figure
    t[at.RESERVE], t[at.POCKET] = reserve, reserve // 7
    figures = [*t[: at.GROUP_SET], *t[here.COMMISSION : here.LAST_SPACES]]
    must(max(map(abs, figures)) < FACTOR_MAXIMUM, "figures of this size")
    return t


def _check_slots(rules: Rules) -> None:
    for name, known in TYPES.items():
        must(type(getattr(rules, name)) is known, name)
    plan = [type(step) for step in rules.plan]
    limited = [ThrowOrTimeServed, AgainUnlessOn, RoundLimit, NextUnlessSkipped]
    must(plan in (limited, [step for step in limited if step is not RoundLimit]), "plan")
    must({type(slot) for slot in rules.slots} == SLOTS and Advancing((SalaryPaid(),)) in rules.slots, "slots")
    must(rules.throwers == {ThrowPending: rules.throw} and not rules.resumers, "throwers")
    must(rules.reactions == REACTIONS, "reactions")
    must(not rules.levies and not rules.routes and not rules.goods and rules.dice == (PIPS, PIPS), "goods")
    must([*rules.ladders] == ["street"], "ladders")
    ladder = rules.ladders["street"]
    must(not ladder.stock and not ladder.alone and not ladder.whole_from, "ladders")
    must(ladder.top < here.STAGE_RENTS, "ladders")


def _spaces(rules: Rules, t: at.Vector) -> None:
    track = rules.track
    t[at.SPACES] = len(track.spaces)
    must(PIPS_MAXIMUM < len(track.spaces) <= at.SPACES_MAXIMUM and rules.seats[1] <= at.SEATS_MAXIMUM, "spaces")
    for space in track.spaces:
        index, arrival = space.index, rules.arrivals[space.kind]
        t[at.NEAREST_JAIL + index] = track.nearest_jail(index)
        if isinstance(arrival, OnClaimedDeed):
            must(type(arrival) is OnClaimedDeed and type(arrival.unowned) is ForSaleToClaimant, "arrival")
            _deed(rules, t, index)
            continue
        must(type(arrival) in KINDS, "arrival")
        t[at.KIND + index] = KINDS[type(arrival)]
        if isinstance(arrival, CardSpaceByThrow):
            t[at.AMOUNT + index] = deck_names(rules).index(arrival.deck)


def _deed(rules: Rules, t: at.Vector, space: int) -> None:
    deed, ladder = rules.track.deeds[space], rules.ladders["street"]
    rent = rules.rents[deed.kind]
    kinds = ((StreetRent(()), at.STREET), (StationRent(), at.STATION), (UtilityRent(), at.UTILITY))
    known = [kind for one, kind in kinds if one == rent]
    must(known and space, "rents")
    street = known[0] == at.STREET
    must(street == (deed.kind in rules.ladders) == bool(deed.house_price), "what can be built on")
    must((ladder.top < len(deed.rents) if street else True) and len(deed.rents) <= here.STAGE_RENTS, "rents")
    t[at.KIND + space], t[at.PRICE + space], t[at.LOAN + space] = known[0], deed.price, deed.mortgage
    t[at.HOUSE_PRICE + space], t[here.COMMISSION + space] = deed.house_price, deed.commission
    for stage, amount in enumerate(deed.rents):
        t[here.STAGE_RENT + space * here.STAGE_RENTS + stage] = amount


def _cards(rules: Rules, t: at.Vector) -> None:
    decks = rules.track.decks
    must(len(decks) <= 1, "more than one deck")
    for deck in decks.values():
        must(max(deck) < here.PILE_MAXIMUM, "cards")
        for card, effect in deck.items():
            must(type(effect) in EFFECTS, "cards")
            code, names = EFFECTS[type(effect)]
            place = at.CARD + card * at.CARD_SIZE
            t[place : place + 1 + len(names)] = [code, *(getattr(effect, name) for name in names)]


def _single(rules: Rules) -> Iterator[tuple[int, int]]:
    jail, salary, ladder = figures_of(rules.jail), figures_of(rules.salary), rules.ladders["street"]
    yield at.DOUBLES_TO_JAIL, figures_of(rules.throw).doubles_to_jail
    yield at.PASSING, salary.passing
    yield at.LANDING, salary.landing
    yield at.SALE_PERCENT, figures_of(rules.building).sale_percent
    yield at.ROUNDS, next((step.rounds for step in rules.plan if isinstance(step, RoundLimit)), 0)
    must(0 < len(jail.bails) <= here.BAILS_MAXIMUM, "bails")
    yield here.BAILS_COUNT, len(jail.bails)
    yield from enumerate(jail.bails, here.BAILS)
    yield here.HIGHEST_STAGE, ladder.top
    yield here.MISSING_DEEDS, ladder.missing
    yield from ((here.BESIDE + stage, ladder.beside(stage)) for stage in range(ladder.top + 1))
    yield from ((here.CAP + count, ladder.cap(count)) for count in range(at.GROUP_MAXIMUM + 1))
    waiting, again = figures_of(rules.plan[0]), figures_of(rules.plan[1])
    yield here.WAITS, waiting.turns
    yield here.LAST_SPACES, sum([(space.kind in again.kinds) << space.index for space in rules.track.spaces])
    risks = {arrival for arrival in rules.arrivals.values() if isinstance(arrival, RiskSpace)}
    must(len(risks) <= 1, "risks")
    for risk in risks:
        yield from ((here.RISK_FACTOR, risk.factor), (here.RISK_DOUBLE_FACTOR, risk.double_factor))
