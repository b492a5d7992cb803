"""What is wrong with a record, and in which line."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

TEXT_LENGTH_MAXIMUM = 400  # a wrong name in a record may be as long as its line


class Difference(Struct, frozen=True):
    """What is not as a line expects it, as half a sentence; `expected` and `found` as written in a file."""

    text: str
    expected: Any
    found: Any


class Senseless(Exception):
    """A line can be read but checks or sets up nothing; the text says why."""


class RecordFault(Exception):
    """A record cannot be read, or does not play as it says; `line` counts from 1, 0 is the whole of it.

    `expected` and `found` are what should hold and what holds, where these differ.
    """

    def __init__(self, line: int, text: str, expected: Any = UNSET, found: Any = UNSET) -> None:
        if len(text) > TEXT_LENGTH_MAXIMUM:
            text = f"{text[:TEXT_LENGTH_MAXIMUM]}…"
        super().__init__(f"line {line}: {text}" if line else text)
        self.line, self.text, self.expected, self.found = line, text, expected, found
