"""The glossary names things once, and by words that code, texts and documents really use; retired words stay away."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TERM = re.compile(r"^\| (?P<german>[^|]+) \| (?P<names>[^|]+) \|", re.MULTILINE)
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
RETIRED = {
    "anew": "again, or regenerated",
    "amiss": "wrong, or diagnose",
    "automatic player": "bot",
    "robot": "bot",
    "stands in [": "is described in",
    "gone around": "worked around",
    "is a sentence": "is a declaration",
    "take in a game": "import a game",
}
"""Words that one of another name has replaced in documents and in the help of commands."""


def names(page: str) -> list[str]:
    """The names of a glossary, without those of its own head."""
    cells = [row["names"] for row in TERM.finditer(page) if row["german"] not in ("Deutsch", "---")]
    return [re.sub(r" \(.*\)", "", name).split(": ")[-1].strip() for cell in cells for name in cell.split(", ")]


def words(text: str) -> set[str]:
    """The words that names in a text are made of, in small letters."""
    return {word.lower() for word in WORD.findall(text)}


def unused(page: str, used: set[str]) -> list[str]:
    """Names of which a word occurs nowhere, in singular or plural."""
    known = used | {word.removesuffix("s") for word in used}
    return [name for name in names(page) if not words(name) <= known]


def help_of(source: str) -> str:
    """What a command says of itself and of what it takes."""
    given = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.keyword)]
    return "\n".join(ast.unparse(node.value) for node in given if node.arg in ("help", "description"))


@pytest.fixture(scope="module")
def glossary(root: Path) -> str:
    """The page itself."""
    return (root / "hub" / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def documents(root: Path) -> dict[str, str]:
    """What people read first, by its file: documents beside the decisions, and the help of commands."""
    pages = [*root.glob("*.md"), *(root / "hub" / "docs").glob("*.md")]
    commands = (root / "hub" / "commands").glob("*.py")
    return {path.name: path.read_text(encoding="utf-8") for path in pages} | {
        path.name: help_of(path.read_text(encoding="utf-8")) for path in commands
    }


def test_no_name_stands_for_two_things(glossary: str) -> None:
    """Each name has one row."""
    found = names(glossary)
    assert len(found) > 100
    assert sorted({name for name in found if found.count(name) > 1}) == []


def test_every_name_is_used(root: Path, glossary: str) -> None:
    """Each word of a name is in the code of hub, firmware or pages, in their texts or in another document."""
    sources = [
        path
        for folder, kinds in (("hub", "py md"), ("firmware", "py"), ("web/src", "ts svelte json"))
        for kind in kinds.split()
        for path in (root / folder).rglob(f"*.{kind}")
        if path.name != "GLOSSARY.md"
    ]
    used = set[str]().union(*(words(path.read_text(encoding="utf-8")) for path in sources))
    assert unused(glossary, used) == []


def test_retired_words_stay_away(documents: dict[str, str]) -> None:
    """Documents and commands say it in the words that replaced them."""
    found = {path: [word for word in RETIRED if word in text.lower()] for path, text in documents.items()}
    assert {path: retired for path, retired in found.items() if retired} == {}


def test_an_unused_name_is_found() -> None:
    """A name counts as used in any case and number, and only whole."""
    page = "| Deutsch | name | meaning |\n| Feld | space, long space (x) | |\n| Los | lot: start | |\n"
    assert names(page) == ["space", "long space", "start"]
    assert unused(page, words("LongSpaces starting")) == ["start"]


def test_help_is_read_and_code_is_not() -> None:
    """Only what the command line shows counts."""
    assert "amiss" in help_of('add("x", help="what is amiss")')
    assert "amiss" not in help_of("found.amiss = bool(find(amiss=1))")
