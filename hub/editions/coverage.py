"""Which rows of its rules each edition has, and which of them are tested, for `bankhalter editions`.

What was tested is in `coverage.json`, since neither a built package nor a hub that starts can read the tests; a test
keeps that file true (`tests/helpers/cited_rows.py`).
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from hub.rules.slots import Rules

RECORDED = Path(__file__).resolve().with_name("coverage.json")
ROW = re.compile(r"^\| (?P<row>[a-z]+-\d\d) \|", re.MULTILINE)


class Coverage(Struct, frozen=True):
    """How far an edition is tested: `rows` in all, `tested` of them, `missing` the others by name."""

    edition: str
    rows: int
    tested: int
    missing: tuple[str, ...]
    complete: bool
    seats_min: int
    seats_max: int


def coverage(editions: Mapping[str, Rules]) -> list[Coverage]:
    tested = recorded_rows()
    return [_coverage(rules, tested) for rules in editions.values()]


def complete(editions: Mapping[str, Rules]) -> dict[str, Rules]:
    """The editions every row of which is tested; only these are offered to people."""
    return {found.edition: editions[found.edition] for found in coverage(editions) if found.complete}


def recorded_rows() -> frozenset[str]:
    return frozenset(msgspec.json.decode(RECORDED.read_bytes(), type=list[str]))


def rows_of(edition: str) -> list[str]:
    """The rows of an edition in the order of its page."""
    page = (files("hub.editions") / edition / "RULES.md").read_text(encoding="utf-8")
    return ROW.findall(page)


def _coverage(rules: Rules, tested: frozenset[str]) -> Coverage:
    rows = rows_of(rules.id)
    missing = tuple(row for row in rows if row not in tested)
    least, most = rules.seats
    return Coverage(rules.id, len(rows), len(rows) - len(missing), missing, bool(rows) and not missing, least, most)
