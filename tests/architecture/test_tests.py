"""Tests about tests: each says in one sentence what it shows, can fail, belongs to a rung, and does not judge speed."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from helpers import lengths, missing
from helpers.lengths import LIMITS_S, takes_long
from helpers.sources import nodes
from rungs import FOLDERS, RUNGS, folder_rung

Function = ast.FunctionDef | ast.AsyncFunctionDef
PROOFS = ("raises", "warns", "fail", "expect", "run_state_machine_as_test")

CONFTEST = "from rungs import pytest_addoption, pytest_collection_modifyitems, pytest_ignore_collect\nimport rungs\n"
TESTS = {
    "fast/test_fast.py": "def test_a(): ...\n@pytest.mark.gate\ndef test_b(): ...\n",
    "fast/slow/test_slow.py": "def test_c(): ...\n@pytest.mark.quick\ndef test_d(): ...\n",
    "slow/test_slower.py": "def test_e(): ...\n@pytest.mark.gate\nclass TestF:\n    def test_f(self): ...\n"
    "    @pytest.mark.all\n    def test_g(self): ...\n",
    "slow/test_few.py": "pytestmark = pytest.mark.gate\n"
    "@pytest.mark.parametrize('x', [1, pytest.param(2, marks=pytest.mark.all)])\ndef test_h(x): ...\n",
    "slow/test_shown.py": "@pytest.mark.browser\n@pytest.mark.quick\ndef test_i(): ...\n",
}

ROOT = Path(__file__).resolve().parents[2]

CLOCK = r"\.(?:monotonic|monotonic_ns|perf_counter|perf_counter_ns|process_time|thread_time|time)\(\)"
SPAN = rf"{CLOCK} - |\w*(?:took_s|after_s|elapsed_s)\b"
MEASURED = re.compile(rf"{CLOCK}|{SPAN}")
KEPT = re.compile(rf"(\w+)(?: = |\.append\().*?(?:{SPAN})")
"""Names that hold a span of time, alone or among others."""


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


def test_every_folder_with_tests_is_listed_with_a_reason(root: Path) -> None:
    """The table has each folder of tests and no other, and one of the rungs for each."""
    tests = root / "tests"
    found = {path.relative_to(tests).parent for path in tests.rglob("test_*.py")}
    assert {folder.parts[0] for folder in found} <= FOLDERS.keys()
    there = [folder for folder in FOLDERS if (tests / folder).exists() or not folder.startswith("features/")]
    assert [folder for folder in there if not any((tests / folder).rglob("test_*.py"))] == []
    assert all(rung in RUNGS and reason for rung, reason in FOLDERS.values())
    assert folder_rung(tests / "browser" / "engines" / "test_any.py") == "all"
    assert folder_rung(tests / "nowhere" / "test_any.py") is None


@pytest.mark.parametrize(
    ("options", "ran"),
    [(["--rung=quick"], "ad"), (["--rung=gate"], "abcdfh1i"), (["--rung=all"], "abcdefgh1h2i"), ([], "abcdefgh1h2i")],
)
def test_a_rung_runs_what_is_its_own_and_below(tmp_path: Path, root: Path, options: list[str], ran: str) -> None:
    """The nearest marker counts, then the nearest folder in the table; a browser is never quick."""
    collected = collect(tmp_path, root, TESTS, *options)
    assert collected.returncode == 0, collected.stdout + collected.stderr
    names = [line.rpartition("test_")[2] for line in collected.stdout.splitlines() if "::" in line]
    assert "".join(sorted(name.replace("[", "").replace("]", "") for name in names)) == ran


def test_a_test_of_no_rung_is_an_error(tmp_path: Path, root: Path) -> None:
    """In a folder that is not in the table a test without a marker cannot be collected, and is named."""
    source = "@pytest.mark.quick\ndef test_a(): ...\ndef test_homeless(): ...\n"
    collected = collect(tmp_path, root, {"new/test_new.py": source})
    assert collected.returncode == pytest.ExitCode.USAGE_ERROR
    assert "new/test_new.py::test_homeless" in collected.stderr + collected.stdout
    assert "test_a" not in collected.stderr


def collect(folder: Path, root: Path, files: dict[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    """What pytest would run in a folder of tests of its own, with a table of its own."""
    table = {"fast": ("quick", "so"), "fast/slow": ("gate", "so"), "slow": ("all", "so")}
    (folder / "conftest.py").write_text(
        f"{CONFTEST}from pathlib import Path\nrungs.TESTS = Path({str(folder)!r})\nrungs.FOLDERS = {table!r}\n"
    )
    (folder / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n" + "".join(f"    {rung}\n" for rung in (*RUNGS, "browser"))
    )
    for name, source in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"import pytest\n{source}")
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-c", "pytest.ini"]
    environment = {"PYTHONPATH": str(root / "tests"), "PATH": ""}
    command += ["--import-mode=importlib", "--strict-markers", *options]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("rung", LIMITS_S)
def test_a_test_too_long_for_its_rung_is_found(rung: str) -> None:
    """By its processor time, of which slow computers have more; only the highest rung has no limit."""
    assert takes_long(LIMITS_S[rung] + 1, rung, lambda: 1.0)
    assert not takes_long(LIMITS_S[rung] - 1, rung, lambda: 1.0)
    assert takes_long(3 * LIMITS_S[rung] + 1, rung, lambda: 3.0)
    assert not takes_long(3 * LIMITS_S[rung] - 1, rung, lambda: 3.0)
    assert not takes_long(LIMITS_S[rung] + 1, "all")


def test_a_computer_is_as_slow_as_it_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that adds faster than usual has no less time for that."""
    monkeypatch.setattr(lengths, "USUAL_S", 1e-6)
    assert lengths.slowness() > 1_000
    monkeypatch.setattr(lengths, "USUAL_S", 1e6)
    assert lengths.slowness() == 1


def test_using_chromium_marks_a_browser_test(request: pytest.FixtureRequest) -> None:
    """The fixture brings the marker, so that no browser test can lack it."""
    hook = request.config.pluginmanager.hook.pytest_itemcollected
    item = type("Item", (), {"fixturenames": ["browser"], "marks": []})()
    item.add_marker = item.marks.append
    hook(item=item)
    assert [mark.name for mark in item.marks] == ["browser"]


@pytest.mark.parametrize(("on_ci", "ends"), [(False, pytest.skip.Exception), (True, pytest.fail.Exception)])
def test_without_an_extra_a_test_is_skipped_and_fails_on_ci(
    monkeypatch: pytest.MonkeyPatch, on_ci: bool, ends: type[BaseException]
) -> None:
    """The reason names what is missing and the extra that brings it; what is installed is no reason."""
    monkeypatch.setattr(missing, "ON_CI", on_ci)
    with pytest.raises(ends, match=r"nonesuch is missing: pip install '\.\[hardware\]'"):
        missing.need_extra("hardware", "pytest", "nonesuch")
    assert missing.need_extra("test", "pytest") is None


WITHOUT_HARDWARE = """
import sys
import pytest
for module in ("cadquery", "gitbuilding", "numpy", "skidl", "wireviz"):
    sys.modules[module] = None
sys.exit(pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "tests/hardware"]))
"""


@pytest.mark.gate
def test_without_the_hardware_extra_its_tests_are_named_and_the_others_run() -> None:
    """`pip install '.[test]' && pytest` must not end at the import of what another extra brings."""
    at_home = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")}
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_HARDWARE], cwd=ROOT, env=at_home, capture_output=True, text=True, check=False
    )
    assert (run.returncode, "numpy is missing: pip install '.[hardware]'" in run.stdout) == (0, True), run.stdout


def bounds(compared: ast.Compare) -> Iterator[tuple[str, str]]:
    """What must be less than what, as it would be written."""
    operands = [ast.unparse(operand) for operand in (compared.left, *compared.comparators)]
    for left, operator, right in zip(operands, compared.ops, operands[1:], strict=False):
        if isinstance(operator, ast.Lt | ast.LtE):
            yield left, right
        elif isinstance(operator, ast.Gt | ast.GtE):
            yield right, left


def timing_assertions(source: str) -> list[int]:
    """The lines on which a module asserts that something takes less than so long, which is not patience."""
    if not MEASURED.search(source):
        return []  # most look at no clock, and taking one apart takes a while
    kept = KEPT.findall(ast.unparse(ast.parse(source)))
    span = re.compile("|".join((SPAN, *(rf"\b{name}\b" for name in kept))))
    return [
        part.lineno
        for node in nodes(source)
        if isinstance(node, ast.Assert)
        for part in ast.walk(node.test)
        if isinstance(part, ast.Compare)
        and any(span.search(less) and "PATIENCE" not in more for less, more in bounds(part))
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
