"""Documents are true: the files, folders and commands they name exist, and their links lead somewhere."""

import re
from pathlib import Path

import pytest
from rungs import names_gone_feature

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("hub", "firmware", "hardware")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*.md"))])
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
PICTURE = re.compile(r'src="(?!https?:)([^"]+)"')
WIDTH = 100
WRAPPED = [path for path in DOCUMENTS if not path.is_relative_to(ROOT / "hardware" / "generated")]
CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
IN_ONE_PIECE = re.compile(r"[|<]|!\[|\* \d+: \[[^\]]+\]\([^)]+\)$")
"""How lines begin that are as wide as they have to be: of a table, a picture, an entry of a list of pages."""

MODULE = re.compile(r"python3? -m (hub[\w.]*)")
NAMED = re.compile(r"`((?:hub|web|tests|firmware|hardware)/[\w./-]*)`")


def missing(document: Path, text: str) -> list[str]:
    """What a document names that does not exist, and is of no feature that is gone.

    Links are from its own folder, paths from the root.
    """
    links = [name for name in LINK.findall(text) + PICTURE.findall(text) if not (document.parent / name).exists()]
    modules = [name for name in MODULE.findall(text) if not is_module(ROOT / name.replace(".", "/"))]
    named = [name for name in NAMED.findall(text) if not (ROOT / name).exists()]
    return [name for name in links + modules + named if not names_gone_feature(name)]


def is_module(path: Path) -> bool:
    """Whether `python -m` can run what lies there."""
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_documents_name_exists(document):
    """Every relative link, every path in code marks and every command of ours leads to something of the project."""
    assert missing(document, document.read_text(encoding="utf-8")) == []


def test_a_false_path_is_found():
    """A link to nowhere, a path that is gone and a module that cannot be run are all reported."""
    assert missing(
        ROOT / "README.md",
        '[x](nowhere.md), <img src="no.png"> and `hub/nowhere.py`, but not `hub/cli.py`, '
        "python -m hub.nowhere, but not python -m hub or python -m hub.cli",
    ) == [
        "nowhere.md",
        "no.png",
        "hub.nowhere",
        "hub/nowhere.py",
    ]


def wide(text: str) -> list[str]:
    return [line for line in CODE.sub("", text).splitlines() if len(line) > WIDTH and not IN_ONE_PIECE.match(line)]


@pytest.mark.parametrize("document", WRAPPED, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_are_wrapped(document):
    """What is written to be read has lines of at most 100 characters."""
    assert wide(document.read_text(encoding="utf-8")) == []


def test_a_wide_line_is_found():
    """One character too many is; in tables, code, pictures and lists of pages it may be."""
    long = "x" * (WIDTH + 1)
    fine = f"{long[1:]}\n| {long} |\n```sh\n{long}\n```\n![{long}](x.svg)\n* 1: [{long}](x.md)"
    assert wide(f"{fine}\n{long}\n* 1: [x](x.md) {long}") == [long, f"* 1: [x](x.md) {long}"]
