"""Compares an expectation of a record with the position at its line.

An expectation that cannot fail would pass silently, so it is a fault of the record, as are lists that do not fit the
table: both are checked before an expectation is compared and before a set-up is carried out.
"""

from collections.abc import Iterator
from typing import Any, cast

import msgspec
from msgspec import UNSET

from hub.domain.ids import BANK, NOBODY, Account
from hub.domain.pieces import FREE
from hub.domain.shares import FileReport
from hub.records.lines import Difference, Expect, MeaninglessLine, Setup
from hub.records.offering import FIELDS as OFFERS
from hub.records.offering import offering
from hub.records.position import Debt, RecordPosition
from hub.rules.game import Game

BY_SEAT = ("balances", "spaces", "jail", "tickets", "owed", "owed_reports")
"""Fields with one figure per seat, as a complete list or as a map."""
EMPTY_SAYS = frozenset({"owed_reports", "mortgaged", "out", "debts", "faces"})
"""Fields whose empty list is meaningful: nobody, none."""

ABSENT: dict[str, Any] = {
    "owners": NOBODY,
    "buildings": 0,
    "jail": FREE,
    "owed": 0,
    "release_cards": [],
    "tickets": 0,
    "owed_reports": None,
}
"""The values of keys that a position does not list."""
BY_DEED = ("owners", "buildings")
ANY_ORDER = ("mortgaged", "out")
"""Lists whose order does not matter."""


def check_expectation(expect: Expect, game: Game) -> None:
    """Raises MeaninglessLine if nothing would be checked, or if this edition lacks what is named."""
    wanted = {field: value for field, value in msgspec.structs.asdict(expect).items() if value is not UNSET}
    if not wanted:
        raise MeaninglessLine("this expects nothing: name what must hold")
    for field, value in wanted.items():
        _check_edition(field, game)
        _check_empty(field, value)
        _check_lengths(field, value, game)
    for debt in wanted.get("debts", ()):
        _check_debt(debt)


def check_setup(setup: Setup, game: Game) -> None:
    """Raises MeaninglessLine if a list does not have one entry per seat, or a deck does not exist."""
    for field, value in msgspec.structs.asdict(setup).items():
        if isinstance(value, list) and field in (*BY_SEAT, "shares"):
            _check_empty(field, value)
        _check_lengths(field, value, game)
    for deck, holders in setup.release_cards.items():
        if deck not in game.rules.track.decks and not holders:  # the rules refuse holders that do not exist
            raise MeaninglessLine(f"there is no deck {deck!r}")


def _check_edition(field: str, game: Game) -> None:
    """Raises MeaninglessLine for a field that the edition lacks, because an expectation of it would always pass."""
    rules = game.rules
    lacks = {
        "tickets": not rules.track.tickets,
        "owed": rules.debts.limit(game, 0) is None,
        "shares": not game.state.shares.holdings,
        "owed_reports": FileReport not in rules.handlers,
    }
    if lacks.get(field, False):
        raise MeaninglessLine(f"{field} looks at nothing: edition {rules.id} has no such thing")


def _check_empty(field: str, value: Any) -> None:
    if value == {} or (value == [] and field not in EMPTY_SAYS):
        hint = ", or expect [] if nobody owes one" if field == "owed_reports" else ""
        raise MeaninglessLine(f"{field} is empty and says nothing: name what it is about, or leave it out{hint}")
    if field == "shares":
        for issuer, holders in value.items() if isinstance(value, dict) else enumerate(value):
            _check_empty(f"{field} of {issuer}", holders)


def _check_lengths(field: str, value: Any, game: Game) -> None:
    seats = len(game.state.turns.out)
    if field in BY_SEAT and isinstance(value, list) and (value or field != "owed_reports"):
        _check_length(field, value, seats, f"{seats} seats")
    if field == "shares":
        if isinstance(value, list):
            _check_length(field, value, seats, f"{seats} issuers")
        for issuer, holders in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(holders, list):
                _check_length(f"{field} of {issuer}", holders, seats + 1, f"{seats} seats and the bank")


def _check_length(field: str, listed: list[Any], length: int, places: str) -> None:
    if len(listed) != length:
        wrong = "long" if len(listed) > length else "short"
        raise MeaninglessLine(f"the list of {field} is too {wrong}: it has {len(listed)} of {places}")


def _check_debt(debt: dict[str, Any]) -> None:
    if not debt:
        raise MeaninglessLine("debts has an entry that is empty and says nothing: name some of its fields")
    unknown = next((name for name in debt if name not in Debt.__struct_fields__), None)
    if unknown is not None:
        raise MeaninglessLine(f"a debt has no {unknown!r}, only {', '.join(Debt.__struct_fields__)}")


def differences(expect: Expect, position: RecordPosition, game: Game) -> Iterator[Difference]:
    """The differences from what is expected. Raises MeaninglessLine for an offer that does not exist."""
    wanted, found = _plain(expect), _plain(position)
    for field, value in wanted.items():
        if field in OFFERS:
            yield from offering(field, value, game)
        elif field == "task":
            yield from _task(value, found["task"])
        elif field == "debts":
            yield from _debts(value, found["debts"])
        elif field == "shares":
            yield from _shares(value, found["shares"], game)
        elif isinstance(value, dict):
            yield from _entries(field, value, found[field], game)
        else:
            yield from _whole(field, value, found[field], len(position.seats))


def _whole(field: str, wanted: Any, found: Any, seats: int) -> Iterator[Difference]:
    """Compare a figure or a complete list; lists by seat with the entry of each seat in the position."""
    if field in BY_SEAT and isinstance(found, dict):
        found = [found.get(str(seat), ABSENT[field]) for seat in range(seats)]
        wanted = wanted or [ABSENT[field]] * seats
    fits = sorted(wanted) == sorted(found) if field in ANY_ORDER else wanted == found
    if not fits:
        yield _difference(field, wanted, found)


def _entries(field: str, wanted: dict[str, Any], found: Any, game: Game) -> Iterator[Difference]:
    """Compare a map, of which only the given keys matter, with a map or list; a missing key is a difference."""
    listed = {str(place): figure for place, figure in enumerate(found)} if isinstance(found, list) else found
    for key, value in wanted.items():
        missing = _missing(field, key, game)
        actual = None if missing else listed.get(key, ABSENT.get(field))
        if missing or actual != (sorted(value) if isinstance(value, list) else value):
            yield _difference(f"{field} of {key}", value, actual, missing)


def _missing(field: str, key: str, game: Game) -> str:
    """Why a key cannot exist, or an empty text: an expectation about it would always pass."""
    if field in BY_SEAT or field == "shares":
        return "" if 0 <= int(key) < len(game.state.turns.out) else f"there is no seat {key}"
    if field in BY_DEED:
        return "" if int(key) in game.rules.track.deeds else f"space {key} is not a deed"
    if field == "release_cards":
        return "" if key in game.rules.track.decks else f"there is no deck {key!r}"
    return ""


def _shares(wanted: Any, found: dict[str, list[int]], game: Game) -> Iterator[Difference]:
    """Holders of each issuer that is named: all in order with the bank last, or some by number."""
    named = {str(issuer): held for issuer, held in enumerate(wanted)} if isinstance(wanted, list) else wanted
    for issuer, holders in named.items():
        missing = _missing("shares", issuer, game)
        if missing or isinstance(holders, list):
            actual = found.get(issuer)
            if actual != holders:
                yield _difference(f"shares of {issuer}", holders, actual, missing)
            continue
        for holder, count in holders.items():
            missing = "" if cast("Account", int(holder)) == BANK else _missing("shares", holder, game)
            held = None if missing else found[issuer][int(holder)]
            if held != count:
                yield _difference(f"shares of {issuer} with {holder}", count, held, missing)


def _task(wanted: Any, found: dict[str, Any] | None) -> Iterator[Difference]:
    """The name of a task, or some of its fields; null means that there is none."""
    if wanted is None or found is None:
        if wanted != found:
            yield _difference("task", wanted, found)
        return
    fields = {"task": wanted} if isinstance(wanted, str) else wanted
    for field, value in fields.items():
        if field not in found or found[field] != value:
            yield Difference(f"task is {_text(found)}, expected {field} {_text(value)}", wanted, found)


def _debts(wanted: list[dict[str, Any]], found: list[dict[str, Any]]) -> Iterator[Difference]:
    """As many debts as expected, the next to be paid first; each must have the fields that are named."""
    fits = len(wanted) == len(found) and all(
        debt[field] == value for expected, debt in zip(wanted, found, strict=True) for field, value in expected.items()
    )
    if not fits:
        yield Difference(f"debts are {_text(found)}, expected {_text(wanted)}", wanted, found)


def _difference(what: str, wanted: Any, found: Any, why: str = "") -> Difference:
    because = f": {why}" if why else ""
    return Difference(f"{what} is {_text(found)}, expected {_text(wanted)}{because}", wanted, found)


def _plain(struct: msgspec.Struct) -> dict[str, Any]:
    """A struct as decoded JSON, so that tuples are lists and keys are strings on both sides of a comparison."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(struct))
    return plain


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
