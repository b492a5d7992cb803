"""Which rows of the rules tests cite, in their names (`test_classic_05_…`) or marks (`pytest.mark.rule`).

A test that is skipped or expected to fail proves nothing. `python -m tests.helpers.cited_rows` writes what it finds
into `hub/editions/coverage.json`.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from hub.editions.coverage import RECORDED

TESTS = Path(__file__).resolve().parents[1]
CITING = re.compile(r"test_(?P<prefix>[a-z]+)_(?P<numbers>(?:\d\d_)+)")
NOT_RUN = frozenset({"skip", "skipif", "xfail"})
Marked = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def marked_rows(tests: Path) -> frozenset[str]:
    """The rows that tests below a folder cite."""
    sources = (path.read_text(encoding="utf-8") for path in sorted(tests.rglob("test_*.py")))
    citing = (source for source in sources if "mark.rule" in source or CITING.search(source))
    return frozenset(row for source in citing for row in rows_in(source))


def rows_in(source: str) -> Iterator[str]:
    """The rows that the tests of one module cover."""
    return _rows_below(ast.parse(source), [])


def _rows_below(holder: Marked, inherited: list[ast.Call | ast.Attribute]) -> Iterator[str]:
    """The rows of the tests in a module or class, which hand their own marks on."""
    marks = [*inherited, *_marks(holder)]
    for node in holder.body:
        if isinstance(node, ast.ClassDef):
            yield from _rows_below(node, marks)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield from _covered(node.name, [*marks, *_marks(node)])


def _covered(test: str, marks: Iterable[ast.Call | ast.Attribute]) -> Iterator[str]:
    named = [(_name(mark), mark) for mark in marks]
    if NOT_RUN.isdisjoint(name for name, _ in named):
        if cited := CITING.match(test):
            yield from (f"{cited['prefix']}-{number}" for number in cited["numbers"].split("_") if number)
        for name, mark in named:
            if name == "rule" and isinstance(mark, ast.Call):
                yield from (str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant))


def _marks(holder: Marked) -> list[ast.Call | ast.Attribute]:
    """The decorators of a test or class, and what is assigned to `pytestmark`."""
    found: list[ast.expr] = [] if isinstance(holder, ast.Module) else list(holder.decorator_list)
    for node in () if isinstance(holder, ast.FunctionDef | ast.AsyncFunctionDef) else holder.body:
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "pytestmark" for target in node.targets):
            found += node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
    return [mark for mark in found if isinstance(mark, ast.Call | ast.Attribute)]


def _name(mark: ast.Call | ast.Attribute) -> str:
    """`rule` of `pytest.mark.rule("…")`, `xfail` of `pytest.mark.xfail`."""
    target = mark.func if isinstance(mark, ast.Call) else mark
    return target.attr if isinstance(target, ast.Attribute) else ""


if __name__ == "__main__":
    RECORDED.write_bytes(msgspec.json.format(msgspec.json.encode(sorted(marked_rows(TESTS)))) + b"\n")
