"""Words that an edition by somebody else brings along: bounded, in both languages, and read from its package."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from hub.editions.tables import words_of
from hub.rules.track import TableError
from hub.words import Words

Read = Callable[[str], Mapping[str, Mapping[str, str]]]
HEAD = "key,de,en\n"


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """The words of a package with this file."""
    monkeypatch.syspath_prepend(tmp_path)

    def words(text: str) -> Mapping[str, Mapping[str, str]]:
        package = tmp_path / f"worded_{len(sys.modules)}"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "texts.csv").write_text(text, encoding="utf-8")
        return words_of(package.name)

    return words


def test_words_are_read_in_both_languages(read: Read) -> None:
    """A line is a key and its text in German and English."""
    assert read(f"{HEAD}kind.market,Markt,Market\n") == {
        "de": {"kind.market": "Markt"},
        "en": {"kind.market": "Market"},
    }


def test_a_package_without_words_has_none() -> None:
    """Our own editions have theirs with the pages."""
    assert words_of("hub.editions.classic") == {}


@pytest.mark.parametrize(
    "text",
    [
        "key,en,de\nkind.market,Market,Markt\n",
        f"{HEAD}kind.market,Markt\n",
        f"{HEAD}kind.market,Markt,\n",
        f"{HEAD}Kind Market,Markt,Market\n",
        f"{HEAD}kind.market,Markt,{'x' * 301}\n",
        f"{HEAD}kind.market,Markt,Market,Marché\n",
        HEAD + "".join(f"kind.k{number},a,b\n" for number in range(400)),
    ],
)
def test_words_of_others_are_bounded(read: Read, text: str) -> None:
    """Other columns, a missing or a longer text, a key that is none, too many lines: named by file and line."""
    with pytest.raises(TableError, match=r"texts\.csv, line \d+: give a key and a text"):
        read(text)


def test_words_of_others_never_replace_ours() -> None:
    """What has a text of ours keeps it; what has none gets theirs."""
    ours = Words("en", {"edition.classic": "Classic"})
    both = ours.beside({"en": {"edition.classic": "Mine", "kind.market": "Market"}})
    assert (both.text("edition.classic"), both.text("kind.market")) == ("Classic", "Market")
