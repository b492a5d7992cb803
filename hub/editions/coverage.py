"""Which rows of its rules each edition has, and which of them are tested, for `bankhalter editions`.

`bankhalter editions` reads the tests in a clone: every row must be in the name (`test_classic_05_…`) or the mark
(`pytest.mark.rule`) of a test that is not skipped or expected to fail. A built package has no tests, and a hub that
starts has no time to read them; there `hub/editions/coverage.json` says what was tested, and a test keeps that file
true. `python -m hub.editions.coverage` regenerates it.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from hub.rules.slots import Rules

TESTS = Path(__file__).resolve().parents[2] / "tests"
RECORDED = Path(__file__).resolve().with_name("coverage.json")
ROW = re.compile(r"^\| (?P<row>[a-z]+-\d\d) \|", re.MULTILINE)
CITING = re.compile(r"test_(?P<prefix>[a-z]+)_(?P<numbers>(?:\d\d_)+)")
NOT_RUN = frozenset({"skip", "skipif", "xfail"})
Marked = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Coverage(Struct, frozen=True):
    """How far an edition is tested: `rows` in all, `tested` of them, `missing` the others by name."""

    edition: str
    rows: int
    tested: int
    missing: tuple[str, ...]
    complete: bool
    seats_min: int
    seats_max: int


def coverage(editions: Mapping[str, Rules]) -> list[Coverage]:
    tested = tested_rows()
    return [_coverage(rules, tested) for rules in editions.values()]


def complete(editions: Mapping[str, Rules]) -> dict[str, Rules]:
    """The editions every row of which is tested; only these are offered to people."""
    tested = recorded_rows()
    return {edition: rules for edition, rules in editions.items() if _coverage(rules, tested).complete}


def tested_rows() -> frozenset[str]:
    """The rows that have tests, counted from the tests if they are there, else as the build recorded them."""
    return marked_rows(TESTS) if (TESTS / "editions").is_dir() else recorded_rows()


def recorded_rows() -> frozenset[str]:
    """The rows that had tests when the package was built."""
    return frozenset(msgspec.json.decode(RECORDED.read_bytes(), type=list[str]))


def marked_rows(tests: Path) -> frozenset[str]:
    """The rows that tests below a folder cite."""
    sources = (path.read_text(encoding="utf-8") for path in sorted(tests.rglob("test_*.py")))
    citing = (source for source in sources if "mark.rule" in source or CITING.search(source))
    return frozenset(row for source in citing for row in rows_in(source))


def rows_in(source: str) -> Iterator[str]:
    """The rows that the tests of one module cover."""
    return _rows_below(ast.parse(source), [])


def rows_of(edition: str) -> list[str]:
    """The rows of an edition in the order of its page."""
    page = (files("hub.editions") / edition / "RULES.md").read_text(encoding="utf-8")
    return ROW.findall(page)


def _coverage(rules: Rules, tested: frozenset[str]) -> Coverage:
    rows = rows_of(rules.id)
    missing = tuple(row for row in rows if row not in tested)
    least, most = rules.seats
    return Coverage(rules.id, len(rows), len(rows) - len(missing), missing, bool(rows) and not missing, least, most)


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
