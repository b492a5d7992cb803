"""The page on security names a test for each threat, and these tests exist."""

import ast
import re
from pathlib import Path

import pytest
from helpers.sources import nodes

from hub.server.access.phones import CODE_LENGTH, CODE_LETTERS, KNOCKS_MAXIMUM, PHONES_MAXIMUM
from hub.server.limits import Limits
from hub.server.transport.wsgi import HERE

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "hub" / "docs" / "SECURITY.md").read_text(encoding="utf-8")
NAME = re.compile(r"`(test_\w+)`")


def threats(page: str) -> list[str]:
    """The rows of all tables under "Who might try"."""
    section = page.partition("## Who might try")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [row for row, after in zip(rows, [*rows[1:], ""], strict=True) if "---" not in row and "---" not in after]


def unproved(page: str, tests: set[str]) -> list[str]:
    """Rows whose last cell names no test, and names in it that are no test."""
    found = []
    for row in threats(page):
        names = NAME.findall(row.rstrip("| ").rpartition("|")[2])
        found += [name for name in names if name not in tests] if names else [row]
    return found


@pytest.fixture(scope="module")
def tests() -> set[str]:
    modules = (nodes(path.read_text(encoding="utf-8")) for path in (ROOT / "tests").rglob("test_*.py"))
    return {node.name for module in modules for node in module if isinstance(node, ast.FunctionDef)}


@pytest.mark.feature("camera", "club", "evening", "export", "flashing", "helpfile", "hotspot", "laboratory", "lights")
@pytest.mark.feature("odds", "program", "shelf", "stickers", "trust", "workshop")
def test_every_threat_names_tests_that_exist(tests: set[str]) -> None:
    """No row is without a test, and each name is one of a test."""
    assert len(threats(PAGE)) > 20
    assert unproved(PAGE, tests) == []


def test_a_threat_without_a_test_is_found(tests: set[str]) -> None:
    """A row with no name and one with a wrong name are both told; the head of a table is none."""
    rows = "| who | tests |\n|---|---|\n| a | `test_gone` |\n| b | all of them |\n| c | `test_forged_keys` |\n"
    assert unproved(f"## Who might try\n\n{rows}\n## Next\n| d | |", tests) == ["test_gone", "| b | all of them |"]


def figures() -> list[str]:
    """What the page has to say, with the figures that the hub has."""
    limits, words = Limits(), {3: "three", 8: "eight", 30: "thirty", 40: "forty", 60: "sixty"}
    of_all = limits.tries_per_minute_of_all
    pin, code = 10**6 // (180 * of_all), len(CODE_LETTERS) ** CODE_LENGTH // (180 * of_all * 6)
    arrivals = words[limits.arrivals_per_minute], words[limits.arrivals_per_minute_of_all]
    return [
        f"{limits.tries_per_minute} tries a minute for one address, {of_all} for all that have guessed wrong, {of_all}",
        f"three hours finds a PIN with a chance of 1 in {pin}, one of six codes with 1 in {code}; ",
        f"to use the others takes {of_all} new addresses each minute",
        f"{arrivals[0]} times a minute for one address, {arrivals[1]} for all; {words[KNOCKS_MAXIMUM]} may knock",
        f"a request has {limits.request_s:.0f} seconds, headers and body together",
        f"its answer {'a minute' if limits.answer_s == 60 else limits.answer_s}",
        f"together may send {words[limits.taps_per_minute]} a minute",
        f"up to {words[PHONES_MAXIMUM]} phones",
        f"allows {limits.connections}, {limits.connections_per_address} for one address",
        f"only {limits.connections_per_address} sockets there for connections that have shown no key",
        f"{HERE * limits.requests} connections that do not complete the handshake",
        f"{'half' if limits.requests == 2 * limits.requests_per_table else limits.requests_per_table} of the process's",
    ]


def test_the_figures_are_those_of_the_hub() -> None:
    """Tests use limits of their own that are quicker to reach, so nothing else compares the page with the real ones."""
    said = " ".join(PAGE.split())
    assert [figure for figure in figures() if figure not in said] == []
