"""The gate itself: it ends in time with what failed, leaves nothing behind, and goes on when a worker dies."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from analysis import test_tools as tools
from helpers.ahead import share
from helpers.representative import first_stands_for
from rungs import RUNGS

from hub.setup.groups import ROOT
from tests import gate

SLEEP = "import time; time.sleep(600)"
ELSEWHERE = (sys.executable, "-c", "import sys; from tests import gate; sys.exit(gate.run(sys.argv[1:]))")

TESTS = Path(__file__).parents[1]
RERUNS = "pytest_rerunfailures"
DEADLY = "import os\ndef test_deadly(): os._exit(1)\n"
FINE = "def test_fine(): pass\n"

FILES = {
    "first of a file, alone after a long one": [FINE * 1, DEADLY],
    "others in its file": [FINE, DEADLY + "def test_after(): pass\ndef test_last(): pass\n", FINE],
    "many files done before": [FINE] * 8 + [DEADLY] + [FINE] * 2,
    "two that die": [FINE, DEADLY, FINE, DEADLY, FINE],
}


def python(source: str) -> tuple[str, ...]:
    return sys.executable, "-c", source


def test_a_run_that_hangs_is_interrupted(capfd):
    """Past its limit it has time to say what it has seen, and has failed."""
    program = "import time\ntry: time.sleep(600)\nexcept KeyboardInterrupt: print('so far', flush=True)"
    assert gate.run(python(program), 2.0) == gate.OUT_OF_TIME
    assert capfd.readouterr().out == "\nThe tests did not end within 2 s: they are interrupted.\nso far\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_no_orphan_holds_the_output_open():
    """What a command has started and left behind ends with it."""
    orphan = python(f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {SLEEP!r}])")
    done = subprocess.run((*ELSEWHERE, *orphan), cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_control_c_ends_what_runs():
    """Whoever interrupts the gate interrupts the tests, which the terminal's own signal does not reach."""
    command = (*ELSEWHERE, *python(f"print('begun', flush=True); {SLEEP}"))
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        assert running.stdout.readline() == b"begun\n"
        running.send_signal(signal.SIGINT)
        assert running.stdout.read() == b""
    assert running.returncode != 0


def test_modules_are_compiled_once(monkeypatch, capfd):
    """Where the surroundings forbid storing what is compiled the gate does it all the same; the rest it passes on."""
    monkeypatch.setenv(gate.NOT_COMPILED, "1")
    monkeypatch.setenv("GUEST", "Anna")
    assert gate.run(python("import os, sys; print(sys.dont_write_bytecode, os.environ['GUEST'])")) == 0
    assert capfd.readouterr().out == "False Anna\n"


def test_a_tool_that_complains_fails_with_what_it_said():
    """Both its streams are shown, and nothing else."""
    complaint = "import sys; print('one', flush=True); print('two', file=sys.stderr); sys.exit(3)"
    with pytest.raises(pytest.fail.Exception, match=r"^one\ntwo\n$"):
        tools.test_a_tool_has_nothing_to_say(python(complaint))


def test_each_rung_has_its_tools():
    """No check of the style charter is missing, and none runs again when it has failed."""
    by_rung = {rung: [tool.id for tool in tools.TOOLS if tool.marks[0].name == rung] for rung in RUNGS}
    assert by_rung == {
        "quick": ["ruff format", "ruff check", "lint-imports", "mypy linux"],
        "gate": ["pyright", "svelte-check", "vitest"],
        "all": ["mypy win32", "mypy darwin"],
    }


def test_where_everything_there_is_runs_no_test_runs_again():
    """In `all` a test that passes only when it runs again has failed."""
    assert [rung for rung in RUNGS if "--reruns=1" in gate.tests(rung)] == ["quick", "gate"]


def pytest_in(folder: Path, *options: str, **files: str) -> subprocess.CompletedProcess[str]:
    """What pytest says of these files, with plugins of our own and no others than those that are named."""
    for name, text in {"pytest.ini": "[pytest]\n", **files}.items():
        (folder / name).write_text(text)
    command = (sys.executable, "-m", "pytest", "-q", "-p", "helpers.scheduling", "-p", "no:cacheprovider", *options)
    environment = {"PYTHONPATH": str(TESTS), "PATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False)


ONCE = """
import pathlib
def test_shaky():
    seen = pathlib.Path(__file__).with_name("seen")
    if not seen.exists():
        seen.touch()
        raise AssertionError("for once")
def test_steady(): ...
"""


@pytest.mark.parametrize("spread", [[], ["--numprocesses=2", "--dist=loadfile"]])
@pytest.mark.parametrize(("source", "code"), [(ONCE, 0), (f"{ONCE}def test_bad(): assert 0\n", 1)])
def test_what_ran_again_is_named(tmp_path, spread, source, code):
    """A test that passes when it runs again opens the gate and is named; one that fails twice shuts it."""
    done = pytest_in(tmp_path, "-p", "xdist", "-p", RERUNS, *gate.AGAIN, *spread, **{"test_some.py": source})
    assert done.returncode == code, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    named = {line.partition(" - ")[0] for line in lines if line.startswith(("RERUN", "FAILED"))}
    bad = {f"{word} test_some.py::test_bad" for word in ("RERUN", "FAILED") if code}
    assert named == {"RERUN test_some.py::test_shaky", *bad}


@pytest.mark.parametrize(
    ("arguments", "command", "limit_s"),
    [
        ([], gate.tests("gate"), 2_940.0),
        (["quick"], gate.tests("quick"), 240.0),
        (["all"], gate.tests("all"), 3_540.0),
        (["-k", "nothing"], (*gate.PYTEST, "-k", "nothing"), None),
        (["seeded", "--near", "rules"], (sys.executable, "tests/seeded_faults/run.py", "--near", "rules"), None),
    ],
)
@pytest.mark.parametrize("code", [0, 5])
def test_a_rung_has_a_limit_and_arguments_go_to_pytest_alone(monkeypatch, arguments, command, limit_s, code):
    """No rung can hang for ever, pytest run by hand takes as long as it takes; the exit code is the gate's."""
    ran: list[object] = []
    monkeypatch.setattr(gate, "run", lambda *asked: ran.append(asked) or code)
    assert gate.main(arguments) == code
    assert ran == [(command, limit_s) if limit_s else (command,)]


@pytest.mark.parametrize("workers", first_stands_for([2, 1]))
@pytest.mark.parametrize("files", FILES.values(), ids=FILES)
def test_a_worker_that_dies_ends_its_test_and_no_other(tmp_path, files, workers):
    """The deadly test fails once, every other test runs once, and the run ends."""
    named = {f"test_{number}.py": text for number, text in enumerate(files)}
    done = pytest_in(tmp_path, "-p", "xdist", "--dist=loadfile", f"--numprocesses={workers}", **named)
    deaths, tests = (sum(text.count(word) for text in files) for word in ("_exit", "def "))
    said = re.findall(r"(\d+) (failed|passed)", done.stdout.splitlines()[-1])
    assert {word: int(count) for count, word in said} == {"failed": deaths, "passed": tests - deaths}


def test_each_file_is_prepared_by_one_worker():
    """However many there are, all of them have a share of what a fresh checkout lacks."""
    files = [Path(f"{number}.py") for number in range(17)]
    shares = [share(files, {"workerid": f"gw{worker}", "workercount": 5}) for worker in range(5)]
    assert sorted(path for one in shares for path in one) == sorted(files)
    assert max(map(len, shares)) - min(map(len, shares)) <= 1
