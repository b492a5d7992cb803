"""Nothing outside `hub/editions` names an edition, and nothing inside its folder branches."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.sources import nodes

FOLDERS = sorted(Path(__file__).parents[2].glob("hub/editions/*/__init__.py"))
EDITIONS = frozenset(path.parent.name for path in FOLDERS)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
CITATION = re.compile(rf"\b({'|'.join(sorted(EDITIONS))})-\d\d\b")
NAMING_FIELDS = ("id", "attr", "arg", "name", "asname", "module", "rest", "kwd_attrs")

BRANCHES = (ast.If, ast.IfExp, ast.Match, ast.While, ast.BoolOp, ast.Try)


def docstrings(module: tuple[ast.AST, ...]) -> set[int]:
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in module if isinstance(node, holders)]
    return {id(body[0].value) for body in bodies if body and isinstance(body[0], ast.Expr)}


def texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield CITATION.sub("", node.value)
    for field in NAMING_FIELDS:
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value
    if isinstance(node, ast.MatchClass | ast.Global | ast.Nonlocal):
        yield from getattr(node, "kwd_attrs", ()) or getattr(node, "names", ())


def named_editions(source: str) -> list[tuple[int, str]]:
    """Line and edition of each place that names one; docstrings and citations of catalogue rows may."""
    if not any(edition in source.lower() for edition in EDITIONS):
        return []  # most name none, and taking one apart takes a while
    module = nodes(source)
    excepted = docstrings(module)
    found = [
        (getattr(node, "lineno", 0), word.lower())
        for node in module
        if id(node) not in excepted
        for text in texts(node)
        for word in WORD.findall(text)
        if word.lower() in EDITIONS
    ]
    return sorted(set(found))


def test_nobody_outside_the_editions_names_one(root: Path) -> None:
    """No module of the hub outside `hub/editions` names an edition."""
    modules = [path for path in (root / "hub").rglob("*.py") if "editions" not in path.relative_to(root).parts]
    found = {str(path.relative_to(root)): named_editions(path.read_text()) for path in modules}
    assert len(modules) > 10
    assert len(EDITIONS) > 4
    assert {path: places for path, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "source",
    [
        "if rules.edition == 'mega': pass",
        "from hub.editions.haustein import RULES",
        "from hub.editions import classic as chosen",
        "CLASSIC_RENT = 3",
        "class MegaThrow: pass",
        "def play_euronopoly(): pass",
        "def play(*, mpmp): pass",
        "play(mpmp=True)",
        "x = f'{a} of haustein'",
        "rules.classic.rent()",
        "match edition:\n    case 'classic': pass",
        "x = 'classic-5'",
    ],
)
def test_a_named_edition_is_found(source: str) -> None:
    """However an edition is named, the check sees it."""
    assert len(named_editions(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""As in classic."""',
        "def f():\n    '''See mega.'''",
        "why = 'classic-05, haustein-08'",
        "megabytes = 'classical'",
    ],
)
def test_docstrings_and_citations_are_free(source: str) -> None:
    """A docstring may speak of an edition, and a string may cite a row of the catalogue."""
    assert named_editions(source) == []


def branches(source: str) -> list[int]:
    """The lines at which a source branches, filters in comprehensions included."""
    nodes = list(ast.walk(ast.parse(source)))
    lines = [node.lineno for node in nodes if isinstance(node, BRANCHES)]
    lines += [test.lineno for node in nodes if isinstance(node, ast.comprehension) for test in node.ifs]
    return sorted(lines)


def test_editions_do_not_branch(root: Path) -> None:
    """No file in the folder of an edition has an if, match, while, try, ternary, and/or, or filter."""
    modules = sorted((root / "hub" / "editions").glob("*/**/*.py"))
    found = {str(path.relative_to(root)): branches(path.read_text()) for path in modules}
    assert modules
    branching = {path: lines for path, lines in found.items() if lines}
    assert not branching, f"a declaration decides nothing: have a rule in hub/rules do it, not lines {branching}"


@pytest.mark.parametrize(
    "source",
    [
        "if x: pass",
        "y = 1 if x else 2",
        "match x:\n    case 1: pass",
        "while x: pass",
        "y = x or 2",
        "try:\n    f()\nexcept E: pass",
        "y = [a for a in b if a]",
        "def f():\n    return (lambda: 1 if x else 2)",
    ],
)
def test_a_branch_is_found(source: str) -> None:
    """Each way to branch is seen."""
    assert len(branches(source)) == 1


def test_a_loop_over_a_table_is_no_branch() -> None:
    """Walking a table is composing, not deciding."""
    assert branches("rows = [Row(*r) for r in table]\nfor r in rows: add(r)") == []
