"""Classes of tests: markers keep whatever kills processes or takes long out of `python3 hub test quick`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from helpers.classes import QUICK_S, takes_long
from helpers.sources import nodes

Function = ast.FunctionDef | ast.AsyncFunctionDef
KILLING = {"SIGKILL", "kill", "killpg"}


def words(node: ast.AST) -> set[str]:
    """The names and attributes that are used in a piece of code."""
    found = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    return found | {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def kills(test: Function, helpers: dict[str, Function]) -> bool:
    """Whether a test kills a process, itself or through a function beside it."""
    used = words(test)
    return bool(used & KILLING) or any(words(helpers[name]) & KILLING for name in used & helpers.keys())


def unmarked(source: str) -> list[str]:
    """The tests of a module that kill a process without the marker."""
    if "kill" not in source.lower():
        return []  # most kill nobody, and taking one apart takes a while
    body = nodes(source)[0].body
    killed = any(isinstance(node, ast.ImportFrom) and "helpers.killed_" in f"{node.module}" for node in body)
    marks = [node for node in body if isinstance(node, ast.Assign) and "pytestmark" in words(node)]
    if any("kill" in words(node.value) for node in marks):
        return []
    functions = [node for node in body if isinstance(node, Function)]
    helpers = {node.name: node for node in functions if not node.decorator_list and not node.name.startswith("test_")}
    return [
        test.name
        for test in functions
        if test.name.startswith("test_")
        and (killed or kills(body_of(test), helpers))
        and not any("kill" in words(mark) for mark in test.decorator_list)
    ]


def body_of(test: Function) -> Function:
    """A test without its markers."""
    return ast.FunctionDef(test.name, test.args, test.body, [], None, None)


def test_tests_that_kill_are_marked(root: Path) -> None:
    """Every test that kills a process carries the marker `kill`."""
    sources = {path: path.read_text() for path in sorted((root / "tests").rglob("test_*.py"))}
    found = {str(path.relative_to(root)): unmarked(source) for path, source in sources.items()}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "source",
    [
        "def test_x():\n    process.kill()",
        "def test_x():\n    hub.end(signal.SIGKILL)",
        "def end():\n    process.kill()\ndef test_x():\n    end()",
        "from helpers.killed_hub import Hub\ndef test_x():\n    Hub()",
    ],
)
def test_an_unmarked_kill_is_found(source: str) -> None:
    """By a method, a signal, a function beside it or the helper for killed hubs; one marker is enough."""
    assert unmarked(source) == ["test_x"]
    assert unmarked(source.replace("def test_x", "@pytest.mark.kill\ndef test_x")) == []
    assert unmarked(f"pytestmark = [pytest.mark.kill]\n{source}") == []


@pytest.mark.parametrize(("marker", "late"), [("slow", False), ("browser", False), ("kill", False), ("rule", True)])
def test_long_tests_must_be_marked(marker: str, late: bool) -> None:
    """Only a marker or a folder of long tests allows more than a few seconds of processor time."""
    assert takes_long(QUICK_S + 1, "rules", {marker}) == late
    assert not takes_long(QUICK_S - 1, "rules", {marker})
    assert not takes_long(QUICK_S + 1, "cli", {marker})


def test_using_chromium_marks_a_browser_test(request: pytest.FixtureRequest, root: Path) -> None:
    """The fixture brings the marker, so that no browser test can lack it."""
    hook = request.config.pluginmanager.hook.pytest_itemcollected
    item = type("Item", (), {"fixturenames": ["browser"], "marks": []})()
    item.add_marker = item.marks.append
    hook(item=item)
    assert [mark.name for mark in item.marks] == ["browser"]
