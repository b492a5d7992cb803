"""Documents stay short: the first page is read in four minutes, a decision in one, all of them in an evening."""

from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDERS = ("hub", "firmware", "hardware", "tests")
FIRST_PAGE = 900
DECISION = 250
ALL = 50_000


def count(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").split())


def too_long(paths: Iterator[Path], words: int) -> dict[str, int]:
    return {path.name: found for path in paths if (found := count(path)) > words}


def test_the_first_page_is_short(root: Path) -> None:
    """Whoever comes from outside reads it to the end."""
    assert too_long(iter([root / "README.md"]), FIRST_PAGE) == {}


def test_a_decision_says_what_and_why(root: Path) -> None:
    """Measurements live beside their benches, and how it came about in the history."""
    decisions = list((root / "hub" / "docs" / "decisions").glob("0*.md"))
    assert len(decisions) > 40
    assert too_long(iter(decisions), DECISION) == {}


def test_all_documents_are_an_evening(root: Path) -> None:
    """What is said twice, or concerns nobody any more, makes room for what is new."""
    pages = [*root.glob("*.md"), *(root / "web").glob("*.md"), *(root / "web" / "src").rglob("*.md")]
    pages += [page for folder in FOLDERS for page in (root / folder).rglob("*.md")]
    assert len(pages) > 70
    assert sum(map(count, pages)) <= ALL


@pytest.mark.parametrize(("words", "found"), [(3, {}), (2, {"x.md": 3})])
def test_one_word_too_many_is_found(tmp_path: Path, words: int, found: dict[str, int]) -> None:
    """The limit itself is allowed."""
    (tmp_path / "x.md").write_text("one two\n\nthree\n", encoding="utf-8")
    assert too_long(tmp_path.glob("*.md"), words) == found
