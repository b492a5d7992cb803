"""Turns the rules of an edition with a speed die, tickets and skyscrapers into tables; the rest is refused by name."""

from __future__ import annotations

from collections.abc import Mapping

from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted
from hub.domain.ids import BANK, POT
from hub.domain.pieces import MovedBy, PieceMoved
from hub.domain.supply import StageSet
from hub.domain.tasks import OpeningThrowPending, RentThrowPending, SecondMoveOpen, ShortageOpen, ThrowPending
from hub.domain.turns import SeatBankrupted
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived import tables as standard
from hub.foresight.engines.derived.skyline import layout as here
from hub.foresight.engines.derived.tables import FACTOR_MAXIMUM, figures_of, must
from hub.rules.arrival.choosing import AuctionSpace, ChoosingSpaces
from hub.rules.arrival.deeds import BuyOrAuction, BuyOrLeave, OnDeed
from hub.rules.arrival.on_request import AskingForRent, OnDeedOnRequest
from hub.rules.building.catching_up import (
    CatchingUp,
    MortgagesToCatchUpWith,
    completing_a_built_group,
    looking_at_duties_again,
)
from hub.rules.building.ladder import MALLS, SKYLINE
from hub.rules.cards import effects
from hub.rules.corrections.slot import Corrections
from hub.rules.debt.estate_sale import ONE_BY_ONE
from hub.rules.ending.last_solvent import last_solvent_wins
from hub.rules.house_rules.rounds import RoundLimit
from hub.rules.jail.bail_ends_turn import BailEndsTurn
from hub.rules.needs import SIDES
from hub.rules.rent.station import StationRent
from hub.rules.rent.street import StreetRent
from hub.rules.rent.utility import RentThrow, UtilityRent
from hub.rules.slots import PIPS, Reaction, Rules
from hub.rules.steps.advance import Advancing, SalaryPaid
from hub.rules.steps.bail_first import BailBeforeThrow
from hub.rules.steps.plan import AgainAfterDouble, NextTurn
from hub.rules.throws.speed_dice import SPEED_DIE, SecondMove, SpeedDice, looking_ahead_again
from hub.rules.throws.throwing import Throwing
from hub.rules.tickets.riding import RidingOnTickets, take_tickets_along
from hub.rules.tickets.taking import CARD_KINDS, GiftSpace, TakingTickets, TicketSpace
from hub.rules.trade.lapsing import OFFERS_LAPSE

KINDS: Mapping[type, int] = {
    **standard.KINDS,
    AuctionSpace: here.LOT_SPACE,
    TicketSpace: here.TICKET_SPACE,
    GiftSpace: here.GIFT_SPACE,
}
EFFECTS: Mapping[type, tuple[int, tuple[str, ...]]] = {
    **{kind: known for kind, known in standard.EFFECTS.items() if kind is not effects.Repairs},
    effects.GreatRepairs: (at.REPAIRS, ()),
}
ROUTES: Mapping[str, int] = {
    "tax": at.TAX_TO,
    "bail": at.BAIL_TO,
    "card_pay": at.CARD_TO,
    "card_great_repairs": at.REPAIRS_TO,
}
TYPES: Mapping[str, type] = {
    **standard.TYPES,
    "throw": SpeedDice,
    "jail": BailEndsTurn,
    "mortgages": MortgagesToCatchUpWith,
}
"""The one type that each of these slots may hold."""

SLOTS = {
    Throwing,
    Advancing,
    ChoosingSpaces,
    TakingTickets,
    RidingOnTickets,
    CatchingUp,
    AskingForRent,
    Corrections,
}
REACTIONS = (
    *OFFERS_LAPSE,
    *[Reaction(fact, looking_ahead_again) for fact in (DeedMoved, DeedMortgaged, MortgageLifted, PieceMoved)],
    Reaction(DeedMoved, looking_at_duties_again),
    Reaction(DeedMoved, completing_a_built_group),
    Reaction(StageSet, looking_at_duties_again),
    Reaction(MortgageLifted, looking_at_duties_again),
    Reaction(SeatBankrupted, take_tickets_along),
    Reaction(SeatBankrupted, last_solvent_wins),
)
THROWN_AGAIN: tuple[MovedBy, ...] = ("card", "ticket")


def tables_of(rules: Rules, reserve: int) -> at.Vector:
    """The tables of an edition, for bots that keep `reserve` back. Raises NotCovered."""
    _check_slots(rules)
    t = [0] * here.SKYLINE_TABLE_SIZE
    on_request = _on_request(rules)
    standard.read_spaces(rules, t, KINDS, OnDeedOnRequest if on_request else OnDeed)
    standard.read_groups(rules, t)
    standard.read_cards(rules, t, EFFECTS)
    standard.read_figures(rules, t, ROUTES)
    must(max(map(abs, t[: at.GROUP_SET])) < 1 << 31 and max(t[: at.WEIGHT]) < FACTOR_MAXIMUM, "figures of this size")
    t[here.ON_REQUEST], t[here.UNIT] = int(on_request), figures_of(rules.trade).unit
    standard.read_reserve(t, reserve)
    t[at.TRADES] = 1
    _great_repairs(rules, t)
    _buildings(rules, t)
    _tickets(rules, t)
    return t


def _check_slots(rules: Rules) -> None:
    for name, known in TYPES.items():
        must(type(getattr(rules, name)) is known, name)
    plan = [type(step) for step in rules.plan]
    limited = [BailBeforeThrow, AgainAfterDouble, RoundLimit, NextTurn]
    must(plan in (limited, [step for step in limited if step is not RoundLimit]), "plan")
    must({type(slot) for slot in rules.slots} - {BuyOrAuction, BuyOrLeave} == SLOTS, "slots")
    must(Advancing((SalaryPaid(),)) in rules.slots, "passages")
    must({*rules.throwers} == {OpeningThrowPending, ThrowPending, RentThrowPending}, "dice")
    must(rules.throwers[ThrowPending] == rules.throw and rules.throwers[RentThrowPending] == RentThrow(3), "dice")
    must(figures_of(rules.throwers[OpeningThrowPending]).dice_count == 2, "dice")
    must(rules.dice == (PIPS, PIPS, SPEED_DIE), "dice")
    must(rules.resumers == {ShortageOpen: rules.scarcity, SecondMoveOpen: SecondMove()}, "resumers")
    must(rules.reactions == REACTIONS, "reactions")
    must(not rules.levies and rules.goods == ("deeds", "release_cards"), "goods")
    must({*rules.routes} <= {*ROUTES} and {*rules.routes.values()} <= {POT, BANK}, "routes")
    debts, building, jail = figures_of(rules.debts), figures_of(rules.building), figures_of(rules.jail)
    must(debts.estate_sale == ONE_BY_ONE and building.group_sale == "always" and jail.last_bail > 0, "figures of slots")


def _on_request(rules: Rules) -> bool:
    kinds = {deed.kind for deed in rules.track.deeds.values()}
    return any(type(rules.arrivals[kind]) is OnDeedOnRequest for kind in kinds)


def _great_repairs(rules: Rules, t: at.Vector) -> None:
    """Four fees in the two figures of a card."""
    for number, deck in enumerate(rules.track.decks.values()):
        for card, effect in deck.items():
            if isinstance(effect, effects.GreatRepairs):
                fees = (effect.house, effect.hotel, effect.skyscraper, effect.mall)
                must(min(fees) >= 0 and max(fees) < FACTOR_MAXIMUM, "cards")
                place = at.CARD + (number * at.CARDS_MAXIMUM + card) * at.CARD_SIZE + 1
                t[place], t[place + 1] = fees[0] | fees[1] << here.FEE_BITS, fees[2] | fees[3] << here.FEE_BITS


def _buildings(rules: Rules, t: at.Vector) -> None:
    must(rules.ladders == {"street": SKYLINE, "station": MALLS}, "ladders")
    track = rules.track
    for number, (group, spaces) in enumerate(track.groups.items()):
        deeds = [track.deeds[space] for space in spaces]
        must(len({deed.kind for deed in deeds}) == 1, "a group of several kinds")
        built = deeds[0].kind in rules.ladders
        must(built == bool(deeds[0].house_price), "what can be built on")
        must(not built or rules.grounds[group] > 1 or deeds[0].kind == "station", "a group of one or two")
        t[here.ENOUGH + number] = rules.grounds.get(group, len(spaces))
    stations = [rent for kind, rent in rules.rents.items() if kind == "station"]
    must(stations and type(stations[0]) is StationRent and len(figures_of(stations[0]).stage_factors) == 2, "rents")
    must(figures_of(stations[0]).stage_factors[0] == 1, "rents")
    t[here.MALL_FACTOR] = figures_of(stations[0]).stage_factors[1]
    must(rules.rents["utility"] == UtilityRent(thrown_again=THROWN_AGAIN), "rents")
    must(type(rules.rents["street"]) is StreetRent and {*rules.rents} == {"street", "station", "utility"}, "rents")


def _tickets(rules: Rules, t: at.Vector) -> None:
    track = rules.track
    must(len(track.tickets) <= here.TICKETS_MAXIMUM and max(track.tickets, default=0) < 60, "tickets")
    t[here.EXPIRING] = sum([1 << ticket for ticket, expires in track.tickets.items() if expires])
    t[here.SIDE] = len(track.spaces) // SIDES
    must(any(space.kind in CARD_KINDS for space in track.spaces), "a track without card spaces")
    for origin, ahead in enumerate(track.ahead):
        t[here.NEXT_CARDS + origin] = next(space for space in ahead if track.spaces[space].kind in CARD_KINDS)
