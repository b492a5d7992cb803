"""Decisions can be cited: each has a number of its own, and each number that is missing is named."""

import re
from pathlib import Path

import pytest

MISSING = re.compile(r"^There are no decisions ([\d, and\n]+):", re.MULTILINE)


def unexplained(numbers: list[int], page: str) -> set[int]:
    """The numbers up to the last that are neither there nor named as missing, and those that are both."""
    said = {int(number) for number in re.findall(r"\d+", (MISSING.search(page) or [""])[0])}
    return (set(range(1, max(numbers) + 1)) - set(numbers)) ^ said


def test_each_number_is_one_page_or_named_as_missing(root: Path) -> None:
    """Two with one number could not be cited, and nobody looks for a page that is gone or was never written."""
    folder = root / "hub" / "docs" / "decisions"
    numbers = [int(path.name[:4]) for path in folder.glob("[0-9]*.md")]
    assert len(set(numbers)) == len(numbers) > 40
    assert unexplained(numbers, (folder / "README.md").read_text("utf-8")) == set()


@pytest.mark.parametrize(
    ("page", "found"),
    [("", {2}), ("There are no decisions 2: left over.", set()), ("There are no decisions 2 and\n3: left over.", {3})],
)
def test_a_gap_is_found(page: str, found: set[int]) -> None:
    """One that nothing is said of, and one that is said to be missing and is there."""
    assert unexplained([1, 3], page) == found
