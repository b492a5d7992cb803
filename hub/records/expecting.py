"""Compares an expectation of a record with the position where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from hub.domain.custody import FREE
from hub.domain.ids import NOBODY
from hub.records.lines import Expect
from hub.records.position import Position

ABSENT: dict[str, Any] = {
    "owners": NOBODY,
    "buildings": 0,
    "jail": FREE,
    "owed": 0,
    "release_cards": [],
    "tickets": 0,
}
"""What holds for keys a position does not list."""


def differences(expect: Expect, position: Position) -> Iterator[str]:
    """What is not as expected, each as half a sentence."""
    wanted, found = _plain(expect), _plain(position)
    for field, value in wanted.items():
        if field == "task":
            yield from _task(value, found["task"])
        elif field == "debts":
            yield from _debts(value, found["debts"])
        elif isinstance(value, dict):
            yield from _entries(field, value, found[field])
        elif value != found[field]:
            yield f"{field} is {_text(found[field])}, expected {_text(value)}"


def _entries(field: str, wanted: dict[Any, Any], found: Any) -> Iterator[str]:
    """A map looks at some keys only; lists of a position are looked at by place."""
    listed = {str(place): figure for place, figure in enumerate(found)} if isinstance(found, list) else found
    for key, value in wanted.items():
        actual = listed.get(key, ABSENT.get(field))
        if actual != value:
            yield f"{field} of {key} is {_text(actual)}, expected {_text(value)}"


def _task(wanted: Any, found: dict[str, Any] | None) -> Iterator[str]:
    """A task is named, or some of its fields are; null is none at all."""
    if wanted is None or found is None:
        if wanted != found:
            yield f"task is {_text(found)}, expected {_text(wanted)}"
        return
    fields = {"task": wanted} if isinstance(wanted, str) else wanted
    for field, value in fields.items():
        if field not in found or found[field] != value:
            yield f"task is {_text(found)}, expected {field} {_text(value)}"


def _debts(wanted: list[dict[str, Any]], found: list[dict[str, Any]]) -> Iterator[str]:
    """As many debts as expected, the next to be paid first; each must have the fields that are named."""
    fits = len(wanted) == len(found) and all(
        field in debt and debt[field] == value
        for expected, debt in zip(wanted, found, strict=False)
        for field, value in expected.items()
    )
    if not fits:
        yield f"debts are {_text(found)}, expected {_text(wanted)}"


def _plain(struct: msgspec.Struct) -> dict[str, Any]:
    """As both would stand in a file, so that tuples are lists and keys are texts on both sides."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(struct))
    return plain


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
