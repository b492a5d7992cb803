"""Tests about tests: each says in one sentence what it shows, and each can fail."""

import ast
from functools import cache
from pathlib import Path

import pytest
from helpers.sources import nodes

Function = ast.FunctionDef | ast.AsyncFunctionDef
PROOFS = ("raises", "warns", "fail", "expect", "run_state_machine_as_test")


def functions(source: str) -> list[Function]:
    return [node for node in nodes(source) if isinstance(node, Function)]


def collected(source: str) -> list[Function]:
    return [node for node in functions(source) if node.name.startswith("test_")]


def says_nothing(test: Function) -> bool:
    sentence = (ast.get_docstring(test) or "").strip()
    return not sentence.endswith(".") or "\n\n" in sentence


@cache
def asserts(function: Function) -> bool:
    return any(isinstance(node, ast.Assert) for node in ast.walk(function))


@cache
def called_names(function: Function) -> set[str]:
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {
        call.attr if isinstance(call, ast.Attribute) else call.id
        for call in calls
        if isinstance(call, ast.Attribute | ast.Name)
    }


def can_fail(function: Function, helpers: dict[str, Function], seen: frozenset[str] = frozenset()) -> bool:
    """Whether a function asserts something itself or through a helper; names that promise an assertion are believed."""
    if asserts(function):
        return True
    names = called_names(function) - seen
    if any(name in PROOFS or name.startswith(("assert_", "expect_")) for name in names):
        return True
    return any(can_fail(helpers[name], helpers, seen | names) for name in names & helpers.keys())


def silent_tests(source: str) -> list[str]:
    return [test.name for test in collected(source) if says_nothing(test)]


def idle_tests(source: str, helpers: dict[str, Function] | None = None) -> list[str]:
    known = {**(helpers or {}), **{node.name: node for node in functions(source)}}
    return [test.name for test in collected(source) if not can_fail(test, known)]


@pytest.fixture(scope="module")
def sources(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in sorted((root / "tests").rglob("*.py"))}


def test_every_test_says_what_it_shows(sources: dict[str, str]) -> None:
    """Every test has a docstring of one sentence."""
    found = {path: silent_tests(source) for path, source in sources.items() if Path(path).name.startswith("test_")}
    assert len(found) > 3
    assert {path: names for path, names in found.items() if names} == {}


def test_every_test_can_fail(sources: dict[str, str]) -> None:
    """Every test asserts something, itself or in a helper."""
    helpers = {node.name: node for source in sources.values() for node in functions(source)}
    found = {
        path: idle_tests(source, helpers) for path, source in sources.items() if Path(path).name.startswith("test_")
    }
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("docstring", ["", "'''Two paragraphs.\n\n    Here.'''", "'''no full stop'''"])
def test_a_silent_test_is_found(docstring: str) -> None:
    """A test without a whole sentence is found, in a class as well."""
    assert silent_tests(f"class TestA:\n    def test_x(self):\n        {docstring or 'pass'}") == ["test_x"]


@pytest.mark.parametrize("body", ["pass", "f()", "helper()", "test_x()"])
def test_an_idle_test_is_found(body: str) -> None:
    """A test that asserts nothing is found, also when its helper is as idle."""
    assert idle_tests(f"def helper():\n    return 1\ndef test_x():\n    {body}") == ["test_x"]


@pytest.mark.parametrize("body", ["assert 1", "checked()", "expect(page).to_be()", "with pytest.raises(E): f()"])
def test_a_test_with_a_proof_is_let_pass(body: str) -> None:
    """An assertion counts wherever it stands."""
    assert idle_tests(f"def checked():\n    assert 2\ndef test_x():\n    {body}") == []
