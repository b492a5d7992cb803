"""Inside an edition's folder nothing branches: it composes tables and slots, and decides nothing itself."""

import ast
from pathlib import Path

import pytest

BRANCHES = (ast.If, ast.IfExp, ast.Match, ast.While, ast.BoolOp, ast.Try)


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
    assert {path: lines for path, lines in found.items() if lines} == {}


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
