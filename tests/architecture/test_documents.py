"""Documents are true: the files and folders they name exist, and their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("hub", "firmware", "hardware")
DOCUMENTS = sorted(
    [ROOT / "README.md", ROOT / "CHANGELOG.md", *(path for name in FOLDERS for path in (ROOT / name).rglob("*.md"))]
)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
PICTURE = re.compile(r'src="(?!https?:)([^"]+)"')
NAMED = re.compile(r"`((?:hub|web|tests|firmware|hardware)/[\w./-]*)`")


def missing(document: Path, text: str) -> list[str]:
    """What a document names that does not exist: links from its own folder, paths from the root."""
    links = [name for name in LINK.findall(text) + PICTURE.findall(text) if not (document.parent / name).exists()]
    return links + [name for name in NAMED.findall(text) if not (ROOT / name).exists()]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_documents_name_exists(document):
    """Every relative link and every path in code marks leads to a file or folder of the project."""
    assert missing(document, document.read_text(encoding="utf-8")) == []


def test_a_false_path_is_found():
    """A link to nowhere and a path that is gone are both reported."""
    assert missing(
        ROOT / "README.md", '[x](nowhere.md), <img src="no.png"> and `hub/nowhere.py`, but not `hub/cli.py`'
    ) == [
        "nowhere.md",
        "no.png",
        "hub/nowhere.py",
    ]
