"""The page on security names a test for each threat, and these tests exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from helpers.sources import nodes

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
    """The names of all tests there are."""
    modules = (nodes(path.read_text(encoding="utf-8")) for path in (ROOT / "tests").rglob("test_*.py"))
    return {node.name for module in modules for node in module if isinstance(node, ast.FunctionDef)}


def test_every_threat_names_tests_that_exist(tests: set[str]) -> None:
    """No row is without a test, and each name is one of a test."""
    assert len(threats(PAGE)) > 20
    assert unproved(PAGE, tests) == []


def test_a_threat_without_a_test_is_found(tests: set[str]) -> None:
    """A row with no name and one with a wrong name are both told; the head of a table is none."""
    rows = "| who | tests |\n|---|---|\n| a | `test_gone` |\n| b | all of them |\n| c | `test_forged_keys` |\n"
    assert unproved(f"## Who might try\n\n{rows}\n## Next\n| d | |", tests) == ["test_gone", "| b | all of them |"]
