"""Every ruling that is cited is defined on the rules page of its edition, and none is defined that nobody cites.

A citation is a letter of an edition and at most two digits, where people read: in docstrings and comments of Python,
in comments of the pages, in documents outside their code marks, and in the notes of recorded games. Code itself is not
read, so names of pins and keys count for nothing; a linter's rule or a digest has more digits.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.sources import prose

RULES = [path.read_text("utf-8") for path in sorted(Path(__file__).parents[2].glob("hub/editions/*/RULES.md"))]
FIRST = [(found[1], page) for page in RULES if (found := re.search(r"^\| ([A-Z])\d+[a-e]? \|", page, re.MULTILINE))]
PAGES = dict(FIRST)
"""The rules page of each edition that has rulings, by their letter."""
LETTERS = "".join(PAGES)
ID = rf"[{LETTERS}]\d{{1,2}}[a-e]?"
CITED = re.compile(rf"(?<![\w.-]){ID}\b")
RANGE = re.compile(rf"(?<![\w.-])([{LETTERS}])(\d{{1,2}}) to \1(\d{{1,2}})\b")
DEFINED = re.compile(rf"^\| (?P<id>{ID}) \|(?P<rest>.*)\|$", re.MULTILINE)
QUESTION_ANSWER_WHY = 3
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
PAGE_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", re.DOTALL)
NOTE = re.compile(r'"note": ?"((?:[^"\\]|\\.)*)"')


def said(path: Path, text: str) -> str:
    """The part of a file in which a ruling can be cited; on a rules page the definitions are none."""
    if path.suffix == ".py":
        return prose(text)
    if path.suffix == ".md":
        return CODE.sub("", DEFINED.sub("", text))
    return "\n".join((NOTE if path.suffix == ".jsonl" else PAGE_COMMENT).findall(text))


def cited(text: str) -> set[str]:
    """The ids that a text cites; the first and the last of a row stand for all between them."""
    between = {
        f"{letter}{number}"
        for letter, first, last in RANGE.findall(text)
        for number in range(int(first), int(last) + 1)
    }
    return between | set(CITED.findall(text))


def defined(page: str) -> list[str]:
    return [row["id"] for row in DEFINED.finditer(page)]


def incomplete(page: str) -> list[str]:
    """The ids whose question, answer or reason is missing."""
    cells = {row["id"]: row["rest"].split(" |") for row in DEFINED.finditer(page)}
    return [ruling for ruling, rest in cells.items() if len(list(filter(str.strip, rest))) != QUESTION_ANSWER_WHY]


def readable(root: Path) -> Iterator[Path]:
    """Every file in which people are told why."""
    yield from root.glob("*.md")
    for folder, kinds in (("hub", "py md"), ("tests", "py md jsonl"), ("web/src", "ts svelte js css")):
        for kind in kinds.split():
            yield from sorted((root / folder).rglob(f"*.{kind}"))


@pytest.fixture(scope="module")
def citations(root: Path) -> dict[str, set[str]]:
    """Which ids each file cites; files that cite none are left out."""
    found = {str(path.relative_to(root)): cited(said(path, path.read_text("utf-8"))) for path in readable(root)}
    return {path: ids for path, ids in found.items() if ids}


def test_every_citation_leads_to_a_ruling(citations: dict[str, set[str]]) -> None:
    """Whatever is cited anywhere stands on the page of its edition."""
    known = {ruling for page in PAGES.values() for ruling in defined(page)}
    assert len(citations) > 50
    assert {path: sorted(ids - known) for path, ids in citations.items() if ids - known} == {}


def test_every_ruling_is_cited(citations: dict[str, set[str]]) -> None:
    """A ruling on which no code, test or document relies is not on the pages."""
    used = set[str]().union(*citations.values())
    unused = [ruling for page in PAGES.values() for ruling in defined(page) if ruling not in used]
    assert not unused, f"cite these rulings where they apply, or take them out of RULES.md: {unused}"


def test_rulings_stand_on_their_own_page_once() -> None:
    """Each page has the rulings of its own letter, each of them once."""
    assert len(FIRST) == len(PAGES) > 4, "two editions have rulings of the same letter"
    for letter, page in PAGES.items():
        assert {ruling[0] for ruling in defined(page)} == {letter}
        assert len(defined(page)) == len(set(defined(page)))


def test_every_ruling_answers_and_says_why() -> None:
    """No cell of a ruling is empty, and none is missing."""
    assert [ruling for page in PAGES.values() for ruling in incomplete(page)] == []


def test_citations_are_seen_where_people_read() -> None:
    """Comments, docstrings, documents and notes cite; code, pins, linter rules and digests do not."""
    python = '"""As ruled (D4)."""\nPIN = "D1"  # by [H2] and E10 to E12; noqa: E402\n'
    assert cited(said(Path("x.py"), python)) == {"D4", "H2", "E10", "E11", "E12"}
    page = "const D1 = 'K1'; // P16a\n/* K3 */ 'http://x/K4' <!-- K5 -->"
    assert cited(said(Path("x.ts"), page)) == {"P16a", "K3", "K5"}
    assert cited(said(Path("x.md"), "K2, `K3`, 258EAFA5-E914\n| K4 | q | a | w |\n")) == {"K2"}
    assert cited(said(Path("x.jsonl"), '{"note":"E40: may","name":"K2"}')) == {"E40"}


def test_an_incomplete_ruling_is_found() -> None:
    """A row without a reason is reported, and so is one with a cell too many."""
    page = "| K2 | which? | this |  |\n| K3 | which? | this | so |\n| K4 | which? | this | so | and |\n"
    assert incomplete(page) == ["K2", "K4"]
