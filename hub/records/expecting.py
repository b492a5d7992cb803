"""Compares an expectation of a record, which `checking` has checked, with the position at its line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from hub.domain.custody import FREE
from hub.domain.ids import BANK, NOBODY, Account
from hub.records.checking import BY_SEAT
from hub.records.faults import Difference
from hub.records.lines import Expect
from hub.records.offering import FIELDS as OFFERS
from hub.records.offering import offering
from hub.records.position import RecordPosition
from hub.rules.game import Game

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


def differences(expect: Expect, position: RecordPosition, game: Game) -> Iterator[Difference]:
    """The differences from what is expected. Raises Meaningless for an offer that does not exist."""
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
