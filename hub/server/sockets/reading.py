"""Decodes and validates what browsers send; called by the handlers first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from hub.table.requests import request_type
from hub.table.requests.base import Action, Request

ID_LENGTH_MAXIMUM = 64
NUMBER_MAXIMUM = 2**53 - 1  # the largest integer that browsers represent exactly; larger ones cannot be stored either


class RequestReader:
    """Reads requests whose actions are of these kinds."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self._type = request_type(kinds)
        msgspec.json.Decoder(self._type)  # the type is learnt before there are threads (0022)

    def read(self, arguments: tuple[Any, ...]) -> Request | None:
        """The request in an event's arguments, None if there is none that makes sense."""
        if len(arguments) != 1 or not _is_bounded(arguments[0]):
            return None
        try:
            request = msgspec.convert(arguments[0], self._type, str_keys=True)  # JSON knows no other keys
        except (msgspec.ValidationError, RecursionError):
            return None
        return request if 0 < len(request.id) <= ID_LENGTH_MAXIMUM and request.id.isprintable() else None


def request_id(arguments: tuple[Any, ...]) -> str:
    """The id a broken request gave itself, so that its sender can match the answer; empty if it has none."""
    given = arguments[0].get("id") if arguments and isinstance(arguments[0], dict) else None
    return given[:ID_LENGTH_MAXIMUM] if isinstance(given, str) else ""


def field(arguments: tuple[Any, ...], name: str) -> str | None:
    """The text in a field of an event's one argument."""
    given = arguments[0].get(name) if len(arguments) == 1 and isinstance(arguments[0], dict) else None
    return given if isinstance(given, str) else None


def _is_bounded(value: Any) -> bool:
    """Whether every number is one that JSON, the store and browsers can hold. The JSON decoder bounds the depth."""
    if isinstance(value, bool):
        return True
    if isinstance(value, int):
        return -NUMBER_MAXIMUM <= value <= NUMBER_MAXIMUM
    if isinstance(value, dict):
        return all(map(_is_bounded, value.values())) and not any(map(_is_long_number, value))
    return all(map(_is_bounded, value)) if isinstance(value, list) else True


def _is_long_number(key: object) -> bool:
    """Whether a key would be read as a number with more digits than `NUMBER_MAXIMUM` has."""
    digits = str(key).lstrip("-")
    return digits.isdecimal() and len(digits) >= len(str(NUMBER_MAXIMUM))
