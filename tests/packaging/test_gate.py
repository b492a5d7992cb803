"""The gate itself: it runs every step, ends with what failed, and its exit code can be trusted."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace

import pytest

from hub.setup import gate
from hub.setup.steps import NOT_COMPILED, OUT_OF_TIME, ROOT, Outcome, Step

GOOD = Step("good", (sys.executable, "-c", "print('fine')"))
BAD = Step("bad", (sys.executable, "-c", "raise SystemExit(3)"))
MISSING = Step("missing", ("/no/such/program",))
PATIENCE_S = 60.0


def test_an_open_gate(capfd: pytest.CaptureFixture[str]) -> None:
    """When all steps succeed the exit code is 0, and their output is shown."""
    assert gate.pass_through([GOOD]) == 0
    printed = capfd.readouterr().out
    assert "=== good\nfine\n" in printed
    assert printed.endswith("The gate is open: every step succeeded.\n")


@pytest.mark.parametrize("bad", [BAD, MISSING])
def test_a_shut_gate(bad: Step, capfd: pytest.CaptureFixture[str]) -> None:
    """One failed step shuts the gate, the steps after it run all the same, and the last line names it."""
    assert gate.pass_through([bad, GOOD]) == 1
    printed = capfd.readouterr().out
    assert "=== good\nfine\n" in printed
    assert printed.endswith(f"The gate is shut: {bad.name}.\n")


def test_a_step_that_hangs_is_interrupted(capfd: pytest.CaptureFixture[str]) -> None:
    """Past its limit a step is interrupted, has time to say what it has seen, and shuts the gate."""
    program = "import time\ntry: time.sleep(600)\nexcept KeyboardInterrupt: print('so far', flush=True)"
    hanging = Step("hanging", (sys.executable, "-c", program), 2.0)
    assert gate.pass_through([hanging, GOOD]) == 1
    printed = capfd.readouterr().out
    assert "hanging did not end within 2 s: it is interrupted.\nso far\n" in printed
    assert "=== good\nfine\n" in printed
    assert f"(exit code {OUT_OF_TIME})" in printed


def test_steps_behind_say_all_at_once_when_they_have_ended(capfd: pytest.CaptureFixture[str]) -> None:
    """What runs behind disturbs nobody's output, keeps its place in the summary, and shuts the gate if it fails."""
    waiting = "import time; print('one', flush=True); time.sleep(0.5); print('two'); raise SystemExit(4)"
    behind = Step("behind", (sys.executable, "-c", waiting), behind=True)
    assert gate.pass_through([behind, replace(MISSING, behind=True), GOOD]) == 1
    printed = capfd.readouterr().out
    assert printed.index("=== good\nfine\n") < printed.index("=== behind\none\ntwo\n") < printed.index("=== missing\n")
    assert printed.index("behind   ") < printed.index("missing   ") < printed.index("good   ")
    assert printed.endswith("The gate is shut: behind, missing.\n")


def test_who_is_interrupted_takes_along_what_runs_behind() -> None:
    """Control-C in front ends what runs behind, and what would follow it does not begin."""
    behind = Step("behind", (sys.executable, "-c", "import time; time.sleep(600)"), behind=True)

    def front(_step: Step) -> Outcome:
        raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        gate.pass_through([behind, replace(behind, name="next"), GOOD], front)
    assert time.monotonic() - began < PATIENCE_S


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_no_orphan_holds_the_output_open() -> None:
    """What a step's command has started and left behind ends with the step."""
    orphan = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    script = "import sys; from hub.setup.steps import Step, run; run(Step('orphan', tuple(sys.argv[1:])))"
    command = (sys.executable, "-c", script, sys.executable, "-c", orphan)
    assert subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False).returncode == 0


def test_modules_are_compiled_once(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Where the surroundings forbid storing what is compiled the gate does it all the same; the rest it passes on."""
    monkeypatch.setenv(NOT_COMPILED, "1")
    monkeypatch.setenv("GUEST", "Anna")
    said = "import os, sys; print(sys.dont_write_bytecode, os.environ['GUEST'])"
    assert gate.pass_through([Step("said", (sys.executable, "-c", said))]) == 0
    assert "=== said\nFalse Anna\n" in capfd.readouterr().out


def test_every_step_has_a_limit() -> None:
    """No step of the gate can hang for ever; pytest run by hand takes as long as it takes."""
    limits = [step.limit_s for step in gate.steps()]
    assert None not in limits
    assert gate.pytest_step().limit_s is None


def test_the_gate_has_all_its_steps() -> None:
    """No check of the style charter is missing, and pytest comes last."""
    names = [step.name for step in gate.steps()]
    python = ["ruff format", "ruff check", "lint-imports", "mypy linux", "mypy win32", "mypy darwin"]
    assert names == [*python, "mpy-cross", "pyright", "svelte-check", "vitest", "pytest", "pytest nodes"]


def test_the_gate_runs_its_tests_on_all_processors() -> None:
    """The gate spreads test files over the processors, except those that run nodes against the clock."""
    spread, alone = (step.command[3:] for step in gate.steps()[-2:])
    assert spread == ("--cache-clear", "--rung=gate", *gate.ALL_TESTS, *(f"--ignore={path}" for path in gate.NODES))
    assert alone == ("--cache-clear", "--rung=gate", *gate.NODE_TESTS, *gate.NODES)
    assert [step.name for step in gate.steps() if step.second_try] == ["pytest", "pytest nodes"]
    assert gate.pytest_step().command == (sys.executable, "-m", "pytest")


def test_whatever_runs_nodes_against_the_clock_runs_alone() -> None:
    """Files of the firmware that need its interpreter run beside no others."""
    files = sorted((ROOT / "tests" / "firmware").glob("test_*.py"))
    found = [path.relative_to(ROOT).as_posix() for path in files if "needs_interpreter" in path.read_text("utf-8")]
    assert found == sorted(gate.NODES)


def test_the_quick_gate_leaves_out_what_takes_long() -> None:
    """Quick are static checks in Python, and the tests of the lowest rung."""
    *static, tests = gate.quick_steps()
    assert [step.name for step in static] == ["ruff format", "ruff check", "lint-imports", "mypy linux"]
    assert tests.command[3:] == ("--rung=quick", *gate.QUICK_TESTS)


def test_all_is_a_gate_whose_tests_are_all_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python3 hub test all` has the same steps, and its tests leave out none."""
    ran: list[Step] = []
    monkeypatch.setattr(gate, "pass_through", lambda chosen: ran.extend(chosen) or 0)
    assert gate.main(["all"]) == 0
    assert [step.name for step in ran] == [step.name for step in gate.steps()]
    assert all("--rung=all" in step.command for step in ran[-2:])


def test_quick_is_a_gate_and_no_argument_of_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python3 hub test quick` runs the quick steps, and its exit code says whether all of them succeeded."""
    monkeypatch.setattr(gate, "quick_steps", lambda: (GOOD, BAD))
    assert gate.main(["quick"]) == 1
    monkeypatch.setattr(gate, "quick_steps", lambda: (GOOD,))
    assert gate.main(["quick"]) == 0


def test_arguments_go_to_pytest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """With arguments only pytest runs, with exactly them, and its exit code is the gate's."""
    ran: list[Step] = []

    def record(step: Step) -> Outcome:
        ran.append(step)
        return Outcome(step, 5, 0.1)

    monkeypatch.setattr(gate, "run", record)
    assert gate.main(["-k", "nothing"]) == 5
    assert [step.command for step in ran] == [(sys.executable, "-m", "pytest", "-k", "nothing")]
