"""The rule sheet: the contents of the slots of the rules in force, as keys and figures, in reading order.

It is computed from the same objects that the engine plays by, so the two cannot disagree: each part of an edition has
its own key and figures, and the pages have a sentence for each key (`web/src/locales/sheet.de.json`). `SECTIONS` says
where a part is listed; a test checks that the key of every part of every edition is there.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from hub.domain.ids import POT
from hub.rules.building.ladder import Ladder
from hub.rules.slots import Rules
from hub.table.wire.contract import Value

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "start": ("highest_throw_starts", "first_by_chance", "issuing"),
    "turn": (
        "two_dice",
        "adding_up",
        "speed_dice",
        "same_double_to_jail",
        "again_unless_on",
        "ending_the_turn",
        "start_pays",
    ),
    "spaces": (
        *("tax", "gift", "to_pot", "pot_collected", "risk_space", "off_to_jail", "from_piles", "from_pool"),
        *("until_used_up", "card_space_by_throw", "auction_space", "ticket_space", "riding_on_tickets", "tickets"),
    ),
    "deeds": (
        *("buy_or_auction", "buy_or_leave", "buy_if_claimed", "ascending", "auctioned_sealed", "all_pay"),
        *("own_deed_auctions", "no_trade", "remote_purchases", "deed_sales", "free_trade", "trade_for_debts"),
        "deed_changed",
    ),
    "rent": (
        *("street_rent", "station_rent", "utility_rent", "utility_rent_of_move", "on_claimed_deed"),
        "on_deed_on_request",
    ),
    "build": (
        *("ladder", "even_building", "apartment_building", "stock", "nothing_scarce", "scarce_buildings"),
        "catching_up",
    ),
    "jail": ("bail_or_double", "bail_ends_turn", "stay_or_double", "falling_bail", "protection_money"),
    "shares": ("share_trade", "bank_shares", "first_price", "report_due", "late_reports", "dividends", "takeovers"),
    "debts": (
        *("bank_mortgages", "mortgages_pass_on", "mortgages_to_catch_up_with", "no_mortgages", "settle_or_fall"),
        *("one_by_one", "in_one_lot", "bank_lends"),
    ),
    "end": ("last_solvent_wins", "round_limit", "advised"),
}
"""Where the parts of an edition are listed, by key, and in which order."""

OWN = "own"
"""The section of what only an edition by somebody else has."""

BY_LENGTH = {"street_rent": "factors", "station_rent": "stage_factors", "utility_rent": "thrown_again"}
"""Parts with a sentence for each number of figures they have."""

WITH_AMOUNT = ("tax", "gift")
"""Kinds of spaces that are listed with what is printed on them."""


class SheetLine(Struct, frozen=True):
    """One sentence of the sheet: `sheet.<key>` and its figures."""

    key: str
    args: dict[str, Value]


class SheetSection(Struct, frozen=True):
    """The sentences under one heading."""

    id: str
    lines: tuple[SheetLine, ...]


class SheetView(Struct, frozen=True, kw_only=True):
    """The rules in force at a table: edition, possible numbers of players, house rules, and the sentences about them.

    `commissions` maps deeds to the commission printed on them, in editions with remote purchase.
    """

    edition: str
    seats_min: int
    seats_max: int
    house_rules: tuple[str, ...]
    sections: tuple[SheetSection, ...]
    commissions: dict[int, int]


def sheet_view(rules: Rules) -> SheetView:
    shown: dict[str, dict[str, SheetLine]] = {}
    for name, line in _lines(rules):
        shown.setdefault(name, {})[f"{line.key} {line.args}"] = line
    listed = {name for names in SECTIONS.values() for name in names}
    own = {OWN: tuple(name for name in shown if name not in listed)}
    sections = tuple(
        SheetSection(section, lines)
        for section, names in {**SECTIONS, **own}.items()
        if (lines := tuple(line for name in names for line in shown.get(name, {}).values()))
    )
    least, most = rules.seats
    commissions = {deed.space: deed.commission for deed in rules.track.deeds.values() if deed.commission}
    return SheetView(
        edition=rules.id,
        seats_min=least,
        seats_max=most,
        house_rules=rules.agreed,
        sections=sections,
        commissions=commissions,
    )


def parts_of(rules: Rules) -> Iterator[Any]:
    """Every part of these rules: the contents of all slots, and recursively the parts they consist of."""
    slots = (rules.opening, rules.salary, rules.throw, rules.jail, rules.cards, rules.auction, rules.building)
    for slot in (*slots, rules.scarcity, rules.mortgages, rules.debts, rules.trade, *rules.slots, *rules.plan):
        yield from _parts(slot)
    for named in (rules.arrivals, rules.rents, rules.levies):
        yield from _parts(named)
    for reaction in rules.reactions:
        yield from _parts(reaction.react)


def _parts(part: Any) -> Iterator[Any]:
    part = getattr(part, "__self__", part)
    if isinstance(part, tuple | Mapping):
        for one in part.values() if isinstance(part, Mapping) else part:
            yield from _parts(one)
    elif isinstance(part, Struct):
        yield part
        for value in asdict(part).values():
            yield from _parts(value)
    elif callable(part):
        yield part


def key_of(part: Any) -> str | None:
    """The key under which a part is listed, None if it is not; keys are not inherited by subclasses."""
    found: str | None = vars(part if callable(part) else type(part)).get("sheet")
    return found


def figures(values: Mapping[str, Any]) -> dict[str, Value]:
    """The figures of a part: numbers and strings as they are, lists by index, those of nested parts as well."""
    found: dict[str, Value] = {}
    for name, value in values.items():
        if isinstance(value, int | str):
            found[name] = value
        elif isinstance(value, tuple):
            found[name] = len(value)
            found.update({f"{name}_{place}": one for place, one in enumerate(value) if isinstance(one, int)})
        elif isinstance(value, Struct):
            found.update(figures(asdict(value)))
    return found


def _lines(rules: Rules) -> Iterator[tuple[str, SheetLine]]:
    """(key of the part, sentence) for everything that is listed."""
    yield from _printed(rules)
    found = ((key_of(part), _figures(part, rules)) for part in parts_of(rules))
    listed = [(key, args) for key, args in found if key is not None]
    keys = [key for key, _ in listed]
    for key, args in listed:
        # one way out of jail is a part of the other, whose sentence covers both
        if key != "bail_or_double" or "stay_or_double" not in keys:
            yield key, SheetLine(_key(key, args), args)


def _figures(part: Any, rules: Rules) -> dict[str, Value]:
    """The figures of a part: its own, or those that it finds on the track."""
    if hasattr(part, "figures"):
        return figures(part.figures(rules.track))
    return figures(asdict(part) if isinstance(part, Struct) else {})


def _key(name: str, args: Mapping[str, Value]) -> str:
    if name == "ascending" and args["step"] != 1:
        return "ascending.steps"
    if name == "start_pays" and args["either_way"]:
        return "start_pays.either_way"
    if name == "even_building" and args["refund_of"] == "printed":
        return "even_building.printed"
    return f"{name}.{args[BY_LENGTH[name]]}" if name in BY_LENGTH else name


def _printed(rules: Rules) -> Iterator[tuple[str, SheetLine]]:
    """Sentences about tables rather than slots: taxes, the way to the middle, buildings, tickets, advice."""
    for space in rules.track.spaces:
        if space.kind in WITH_AMOUNT:
            yield space.kind, SheetLine(space.kind, {"space": space.index, "amount": space.amount})
    to_pot = [purpose for purpose, account in rules.routes.items() if account == POT]
    if to_pot:
        yield "to_pot", SheetLine("to_pot", {"purposes": ",".join(to_pot)})
    for kind, ladder in rules.ladders.items():
        yield "ladder", SheetLine(f"ladder.{_ladder(ladder)}", {"kind": kind, **figures(vars(ladder))})
    if rules.stock:
        yield "stock", SheetLine("stock", dict(rules.stock))
    if rules.track.tickets:
        expiring = sum(rules.track.tickets.values())
        yield "tickets", SheetLine("tickets", {"count": len(rules.track.tickets), "expiring": expiring})
    agreed = {way.partition(":")[0] for way in rules.agreed}
    for rule in rules.house_rules:
        if rule.advised_from and rule.id not in agreed:
            yield "advised", SheetLine(f"advised.{rule.id}", {"seats": rule.advised_from})


def _ladder(ladder: Ladder) -> str:
    """The key that says who may build on such a ladder."""
    if ladder.alone:
        return "alone"
    if ladder.caps:
        return "caps"
    return "missing" if ladder.missing else "whole"
