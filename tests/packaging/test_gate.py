"""The gate itself: it runs every step, ends with what failed, and its exit code can be trusted."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from rungs import RUNGS

from hub.setup import gate
from hub.setup.steps import FAREWELL_S, NOT_COMPILED, OUT_OF_TIME, ROOT, CheckResult, CheckStep, Run

GOOD = CheckStep("good", (sys.executable, "-c", "print('fine')"))
BAD = CheckStep("bad", (sys.executable, "-c", "raise SystemExit(3)"))
MISSING = CheckStep("missing", ("/no/such/program",))
PATIENCE_S = 60.0


def test_an_open_gate(capfd: pytest.CaptureFixture[str]) -> None:
    """When all steps succeed the exit code is 0, and their output is shown."""
    assert gate.pass_through([GOOD]) == 0
    printed = capfd.readouterr().out
    assert "=== good\nfine\n" in printed
    assert printed.endswith("The gate is open: every step succeeded.\n")


@pytest.mark.parametrize("bad", [BAD, MISSING])
def test_a_shut_gate(bad: CheckStep, capfd: pytest.CaptureFixture[str]) -> None:
    """One failed step shuts the gate, the steps after it run all the same, and the last line names it."""
    assert gate.pass_through([bad, GOOD]) == 1
    printed = capfd.readouterr().out
    assert "=== good\nfine\n" in printed
    assert printed.endswith(f"The gate is shut: {bad.name}.\n")


def test_a_step_that_hangs_is_interrupted(capfd: pytest.CaptureFixture[str]) -> None:
    """Past its limit a step is interrupted, has time to say what it has seen, and shuts the gate."""
    program = "import time\ntry: time.sleep(600)\nexcept KeyboardInterrupt: print('so far', flush=True)"
    hanging = CheckStep("hanging", (sys.executable, "-c", program), 2.0)
    assert gate.pass_through([hanging, GOOD]) == 1
    printed = capfd.readouterr().out
    assert "hanging did not end within 2 s: it is interrupted.\nso far\n" in printed
    assert "=== good\nfine\n" in printed
    assert f"(exit code {OUT_OF_TIME})" in printed


def test_steps_behind_say_all_at_once_when_they_have_ended(capfd: pytest.CaptureFixture[str]) -> None:
    """What runs behind disturbs nobody's output, keeps its place in the summary, and shuts the gate if it fails."""
    waiting = "import time; print('one', flush=True); time.sleep(0.5); print('two'); raise SystemExit(4)"
    behind = CheckStep("behind", (sys.executable, "-c", waiting), behind=True)
    assert gate.pass_through([behind, replace(MISSING, behind=True), GOOD]) == 1
    printed = capfd.readouterr().out
    assert printed.index("=== good\nfine\n") < printed.index("=== behind\none\ntwo\n") < printed.index("=== missing\n")
    assert printed.index("behind   ") < printed.index("missing   ") < printed.index("good   ")
    assert printed.endswith("The gate is shut: behind, missing.\n")


def test_who_is_interrupted_takes_along_what_runs_behind() -> None:
    """Control-C in front ends what runs behind, and what would follow it does not begin."""
    behind = CheckStep("behind", (sys.executable, "-c", "import time; time.sleep(600)"), behind=True)

    def front(_step: CheckStep) -> CheckResult:
        raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        gate.pass_through([behind, replace(behind, name="next"), GOOD], runner=front)
    assert time.monotonic() - began < PATIENCE_S


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_no_orphan_holds_the_output_open() -> None:
    """What a step's command has started and left behind ends with the step."""
    orphan = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    script = "import sys; from hub.setup.steps import Run, Step; Run()(Step('orphan', tuple(sys.argv[1:])))"
    command = (sys.executable, "-c", script, sys.executable, "-c", orphan)
    assert subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False).returncode == 0


def test_modules_are_compiled_once(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Where the surroundings forbid storing what is compiled the gate does it all the same; the rest it passes on."""
    monkeypatch.setenv(NOT_COMPILED, "1")
    monkeypatch.setenv("GUEST", "Anna")
    said = "import os, sys; print(sys.dont_write_bytecode, os.environ['GUEST'])"
    assert gate.pass_through([CheckStep("said", (sys.executable, "-c", said))]) == 0
    assert "=== said\nFalse Anna\n" in capfd.readouterr().out


def test_what_would_run_past_the_whole_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    """The budget of all steps ends a step before its own limit, begins none after it, and the summary comes in time."""
    hanging = CheckStep("hanging", (sys.executable, "-c", "import time; time.sleep(600)"))
    began = time.monotonic()
    assert gate.pass_through([hanging, GOOD, replace(GOOD, name="behind", behind=True)], FAREWELL_S + 2) == 1
    assert time.monotonic() - began < PATIENCE_S
    printed = capfd.readouterr().out
    assert "hanging did not end within 2 s: it is interrupted.\n" in printed
    assert "=== good\ngood does not begin: the time for all steps is used up.\n" in printed
    assert printed.endswith("The gate is shut: hanging, good.\n")


def test_every_step_has_a_limit() -> None:
    """No step of the gate can hang for ever; pytest run by hand takes as long as it takes."""
    assert all(step.limit_s <= gate.RUNGS_S[rung] for rung in gate.RUNGS_S for step in gate.steps(rung))
    assert gate.pytest_step().limit_s == math.inf


def test_each_rung_has_the_steps_of_those_below() -> None:
    """No check of the style charter is missing, pytest comes last and runs the tests of the rung."""
    names = {rung: [step.name for step in gate.steps(rung)] for rung in gate.RUNGS_S}
    python = ["ruff format", "ruff check", "lint-imports", "mypy linux"]
    more = ["mpy-cross", "pyright", "svelte-check", "vitest", "pytest"]
    assert names["quick"] == [*python, "pytest"]
    assert names["gate"] == [*python, *more]
    assert names["all"] == [*python, "mypy win32", "mypy darwin", *more]
    assert tuple(gate.RUNGS_S) == RUNGS
    assert all(f"--rung={rung}" in gate.steps(rung)[-1].command for rung in gate.RUNGS_S)


def test_only_below_all_a_test_that_failed_runs_again() -> None:
    """Where everything there is runs, a test that passes only when it runs again has failed."""
    assert [rung for rung in gate.RUNGS_S if "--reruns=1" in gate.steps(rung)[-1].command] == ["quick", "gate"]


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
def test_what_ran_again_is_named(tmp_path: Path, spread: list[str], source: str, code: int) -> None:
    """A test that passes when it runs again opens the gate and is named; one that fails twice shuts it."""
    (tmp_path / "test_some.py").write_text(source)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    environment = {"PYTHONPATH": str(ROOT / "tests"), "PATH": ""}
    command = [sys.executable, "-m", "pytest", "-p", "helpers.scheduling", *gate.AGAIN, *spread, "-q", "."]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    named = {line.partition(" - ")[0] for line in lines if line.startswith(("RERUN", "FAILED"))}
    bad = {f"{word} test_some.py::test_bad" for word in ("RERUN", "FAILED") if code}
    assert named == {"RERUN test_some.py::test_shaky", *bad}


def test_a_rung_is_a_gate_and_no_argument_of_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python3 hub test quick` and `all` run their steps, and the exit code says whether all of them succeeded."""
    asked: list[str] = []
    chosen = {"quick": (GOOD, BAD), "all": (GOOD,)}
    monkeypatch.setattr(gate, "steps", lambda rung: asked.append(rung) or chosen[rung])
    assert gate.main(["quick"]) == 1
    assert gate.main(["all"]) == 0
    assert asked == ["quick", "all"]


def test_arguments_go_to_pytest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """With arguments only pytest runs, with exactly them, and its exit code is the gate's."""
    ran: list[CheckStep] = []
    monkeypatch.setattr(Run, "__call__", lambda _self, step: ran.append(step) or CheckResult(step, 5, 0.1))
    assert gate.main(["-k", "nothing"]) == 5
    assert [step.command for step in ran] == [(sys.executable, "-m", "pytest", "-k", "nothing")]
