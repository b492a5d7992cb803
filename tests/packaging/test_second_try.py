"""A second try: a test that passes alone is named and counts as passed; whatever fails twice shuts the gate."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hub.setup import gate
from hub.setup.second_try import AT_MOST, after_second_try, failed_tests
from hub.setup.steps import Outcome, Step, run

ONCE = """
    from pathlib import Path
    seen = Path(__file__).with_name("seen-{name}")
    if not seen.exists():
        seen.touch()
        raise AssertionError("for once")
"""
ALWAYS = "    raise AssertionError('always')\n"


def tried(folder: Path, **tests: str) -> Outcome:
    """Run these tests as a step of the gate does, then what failed once more."""
    lines = [f"def test_{name}():\n{body.format(name=name)}" for name, body in tests.items()]
    (folder / "test_some.py").write_text("\n".join(lines))
    (folder / "pytest.ini").write_text("[pytest]\n")
    options = ("--cache-clear", f"--rootdir={folder}", "-q", str(folder / "test_some.py"))
    return after_second_try(run(Step("some", (sys.executable, "-m", "pytest", *options))), run, folder)


def test_what_passes_alone_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A failure that does not come again opens the gate, which says which test it was."""
    outcome = tried(tmp_path, steady="    pass\n", shaky=ONCE)
    assert outcome.exit_code == 0
    assert [test.rpartition("::")[2] for test in outcome.unsteady] == ["test_shaky"]
    assert "for once" in capfd.readouterr().out
    said = gate.summary([outcome])
    assert "It failed once, and passed alone: " in said
    assert "test_shaky" in said


@pytest.mark.parametrize("also", [{}, {"shaky": ONCE}])
def test_what_fails_twice_shuts_the_gate(tmp_path: Path, also: dict[str, str]) -> None:
    """A fault that is there both times stays one, also beside another test that passes then."""
    outcome = tried(tmp_path, broken=ALWAYS, **also)
    assert outcome.exit_code == 1
    assert outcome.unsteady == ()


def test_many_failures_are_no_accident(tmp_path: Path) -> None:
    """More than a few are not tried again."""
    outcome = tried(tmp_path, **{f"shaky{number}": ONCE for number in range(AT_MOST + 1)})
    assert outcome.exit_code == 1
    assert len(failed_tests(tmp_path)) == AT_MOST + 1


def test_a_step_that_broke_off_is_not_tried_again(tmp_path: Path) -> None:
    """Only a run that pytest ended and reported is tried again: not one that was interrupted, whatever has failed."""
    tried(tmp_path, broken=ALWAYS)
    broken_off = Outcome(Step("some", ()), 2, 0.0)
    assert after_second_try(broken_off, pytest.fail, tmp_path) is broken_off
