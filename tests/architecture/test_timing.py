"""Speed is judged in `tests/bench` only: elsewhere a busy machine must not make a test fail.

Deadlines that only keep a test from hanging are fine, and so are lower bounds: nothing gets faster on a busy machine.
"""

import ast
import re
from pathlib import Path

import pytest
from helpers.sources import nodes

CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "thread_time", "time"}
DURATIONS = ("took_s", "after_s", "elapsed_s")
MEASURED = re.compile(rf"\.(?:{'|'.join(sorted(CLOCKS))})\(|(?:{'|'.join(DURATIONS)})\b")


def is_clock(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CLOCKS


def measures(node: ast.AST, measured: set[str]) -> bool:
    """Whether a duration is in an expression: a reading less an earlier one, or a name that holds such."""
    for part in ast.walk(node):
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub) and is_clock(part.left):
            return True
        name = part.attr if isinstance(part, ast.Attribute) else part.id if isinstance(part, ast.Name) else ""
        if name in measured or name.endswith(DURATIONS):
            return True
    return False


def durations(module: tuple[ast.AST, ...]) -> set[str]:
    found: set[str] = set()
    for node in module:
        if isinstance(node, ast.Assign) and measures(node.value, set()):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append":
            is_kept = isinstance(node.func.value, ast.Name) and any(measures(value, set()) for value in node.args)
            found |= {node.func.value.id} if is_kept and isinstance(node.func.value, ast.Name) else set()
    return found


def is_too_long(compared: ast.Compare, measured: set[str]) -> bool:
    """Whether a duration must stay below something other than patience."""
    for less, operator, more in zip(
        [compared.left, *compared.comparators], compared.ops, compared.comparators, strict=False
    ):
        if isinstance(operator, ast.Gt | ast.GtE):
            less, more = more, less  # noqa: PLW2901 -- the same the other way round
        elif not isinstance(operator, ast.Lt | ast.LtE):
            continue
        if measures(less, measured) and "PATIENCE" not in ast.unparse(more):
            return True
    return False


def timing_assertions(source: str) -> list[int]:
    """The lines on which a module asserts that something takes less than so long."""
    if not MEASURED.search(source):
        return []  # most look at no clock, and taking one apart takes a while
    module = nodes(source)
    measured = durations(module)
    return [
        node.lineno
        for node in module
        if isinstance(node, ast.Assert)
        and any(is_too_long(part, measured) for part in ast.walk(node.test) if isinstance(part, ast.Compare))
    ]


def test_only_the_bench_judges_speed(root: Path) -> None:
    """No test or helper outside `tests/bench` asserts an upper bound on a duration."""
    tests = root / "tests"
    modules = [path for path in sorted(tests.rglob("*.py")) if path.relative_to(tests).parts[0] != "bench"]
    found = {str(path.relative_to(root)): timing_assertions(path.read_text()) for path in modules}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "source",
    [
        "assert time.monotonic() - begun < 2",
        "assert 2 > time.perf_counter() - begun",
        "took = []\ntook.append(time.process_time() - begun)\nassert min(took) <= 1",
        "seconds = time.time() - begun\nassert seconds < LIMIT_S",
        "assert hub.answered_after_s < 5",
    ],
)
def test_a_timing_assertion_is_found(source: str) -> None:
    """Written directly, the other way round, through a list or a name, or with a duration that a helper measured."""
    assert timing_assertions(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "assert time.monotonic() < deadline",
        "assert time.monotonic() - begun < PATIENCE_S",
        "assert time.monotonic() - begun > 0.6",
        "assert clock.ms - begun < 5",
    ],
)
def test_guards_against_hanging_are_allowed(source: str) -> None:
    """Deadlines, patience, lower bounds and simulated clocks do not depend on the speed of the machine."""
    assert timing_assertions(source) == []
