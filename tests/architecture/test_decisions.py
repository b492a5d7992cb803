"""The list of decisions is complete: each page is in it once, in order, and each number that is missing is named.

It is no numbered list: shown as a page that would count by itself, and be wrong after the first gap.
"""

import re
from pathlib import Path

import pytest

LISTED = re.compile(r"^\* (\d+): \[[^\]]+\]\(((\d{4})-[a-z0-9-]+\.md)\)$", re.MULTILINE)
MISSING = re.compile(r"^There are no decisions ([\d, and\n]+):", re.MULTILINE)


@pytest.fixture(scope="module")
def folder(root: Path) -> Path:
    """Where the decisions are."""
    return root / "hub" / "docs" / "decisions"


def unexplained(numbers: list[int], page: str) -> set[int]:
    """The numbers up to the last that are neither there nor named as missing, and those that are both."""
    said = {int(number) for number in re.findall(r"\d+", (MISSING.search(page) or [""])[0])}
    return (set(range(1, max(numbers) + 1)) - set(numbers)) ^ said


def test_every_page_is_listed_once_in_order(folder: Path) -> None:
    """A decision that is not in the list is not found, and two with one number could not be cited."""
    listed = LISTED.findall((folder / "README.md").read_text("utf-8"))
    assert [name for _number, name, _digits in listed] == sorted(path.name for path in folder.glob("0*.md"))
    assert [int(number) for number, _name, _digits in listed] == [int(digits) for _number, _name, digits in listed]
    assert len({number for number, _name, _digits in listed}) == len(listed)


def test_missing_numbers_are_explained(folder: Path) -> None:
    """Nobody looks for a page that was never written."""
    page = (folder / "README.md").read_text("utf-8")
    assert unexplained([int(number) for number, _name, _digits in LISTED.findall(page)], page) == set()


@pytest.mark.parametrize(
    ("page", "found"),
    [("", {2}), ("There are no decisions 2: left over.", set()), ("There are no decisions 2 and\n3: left over.", {3})],
)
def test_a_gap_is_found(page: str, found: set[int]) -> None:
    """One that nothing is said of, and one that is said to be missing and is there."""
    assert unexplained([1, 3], page) == found
