"""Each edition's RULES.md is true: what it names exists, and what it calls tested has tests that cite it."""

import re
from functools import cache
from pathlib import Path

import pytest

from hub.editions import EDITIONS
from hub.editions.coverage import rows_in

ROOT = Path(__file__).parents[2]
CELLS = r"\| (?P<row>[a-z]+-\d\d) \| (?P<rule>[^|]+) \| (?P<implemented>[^|]+) \| (?P<tested>[^|]+) \|"
ROW = re.compile(f"^{CELLS}$", re.MULTILINE)
NOT_YET = "not yet"


def rows(edition: str) -> list[re.Match[str]]:
    return list(ROW.finditer((ROOT / "hub" / "editions" / edition / "RULES.md").read_text()))


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@cache
def cited(test: Path) -> frozenset[str]:
    return frozenset(rows_in(test.read_text()))


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_rows_are_numbered_without_gaps(edition):
    """No rule is left out of the page, and all bear the edition's name or its beginning."""
    numbers = [row["row"] for row in rows(edition)]
    prefix = numbers[0].partition("-")[0]
    assert edition.startswith(prefix)
    assert numbers == [f"{prefix}-{number:02}" for number in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_files_named_exist_and_tests_cite_the_row(edition):
    """A row that is implemented names its rule files and test files, and one of those tests cites the row."""
    for row in rows(edition):
        if row["implemented"] == NOT_YET:
            assert row["tested"] == NOT_YET
            continue
        files = [ROOT / "hub" / "rules" / name for name in named(row["implemented"])]
        tests = [ROOT / "tests" / "editions" / edition / name for name in named(row["tested"])]
        absent = [str(file.relative_to(ROOT)) for file in (*files, *tests) if not file.is_file()]
        assert not absent, f"{row['row']} of {edition}/RULES.md names {absent}, which do not exist"
        assert any(row["row"] in cited(test) for test in tests), f"no test it names cites {row['row']}"


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_purposes_cite_rows_of_the_page(edition):
    """Every reason for a payment names a row that exists, of this edition or of one whose rules it takes over."""
    known = {row["row"] for page in EDITIONS for row in rows(page)}
    assert set(EDITIONS[edition].rows.values()) <= known
