"""The errors of records, with their lines."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

TEXT_LENGTH_MAXIMUM = 400  # a wrong name in a record may be as long as its line


class Difference(Struct, frozen=True):
    """A difference from an expectation, as half a sentence; `expected` and `found` are as written in a file."""

    text: str
    expected: Any
    found: Any


class Meaningless(Exception):
    """A line is valid but meaningless, because it checks or sets up nothing; the message says why."""


class RecordFault(Exception):
    """A record is malformed, or does not replay as it says; `line` counts from 1, 0 is the whole record.

    `expected` and `found` are set where an expectation does not hold.
    """

    def __init__(self, line: int, text: str, expected: Any = UNSET, found: Any = UNSET) -> None:
        if len(text) > TEXT_LENGTH_MAXIMUM:
            text = f"{text[:TEXT_LENGTH_MAXIMUM]}…"
        super().__init__(f"line {line}: {text}" if line else text)
        self.line, self.text, self.expected, self.found = line, text, expected, found
