"""Texts stay texts on the pages: nothing in them can make markup or a program of what somebody wrote."""

import re
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
WAYS = re.compile(
    r"@html|\b(?:innerHTML|insertAdjacentHTML|srcdoc|setHTML\w*|createContextualFragment)\b|document\.write"
    r"|\beval\(|\bnew Function\b|outerHTML\s*="
)


def ways(text: str) -> list[str]:
    """What in a source would turn a text into markup or a program."""
    return WAYS.findall(text)


def test_no_page_makes_markup_of_a_text() -> None:
    """Neither components nor scripts use any of the ways in which a browser reads a text as HTML or JavaScript."""
    files = [path for path in SOURCES.rglob("*.*") if path.suffix in (".ts", ".svelte") and ".test." not in path.name]
    assert len(files) > 50
    found = {str(path.relative_to(SOURCES)): ways(path.read_text(encoding="utf-8")) for path in files}
    assert {name: what for name, what in found.items() if what} == {}


def test_each_way_is_found() -> None:
    """The search itself is alive; reading markup out, as saving a page does, is not meant."""
    assert ways("{@html name}") == ["@html"]
    assert ways("node.innerHTML = name; node.outerHTML = name; eval(name)") == ["innerHTML", "outerHTML =", "eval("]
    assert ways("copy.outerHTML + '}'") == []
