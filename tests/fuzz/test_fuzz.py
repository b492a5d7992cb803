"""A little of the fuzzing in every gate: anything at all, seeds with one value changed, and what was once found.

`tests/fuzz/guided.py` is the same without end.
"""

import itertools
import json
import logging
import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from fuzz.mutations import mutated
from fuzz.seeds import examples, seeds
from fuzz.targets import TARGETS
from hypothesis import given, settings
from hypothesis import strategies as st

CASES = sorted((Path(__file__).parent / "cases").iterdir())
SEEDS = {target: list(seeds(target)) for target in TARGETS}
CHANGES_MAXIMUM = 4


@pytest.fixture(scope="module", autouse=True)
def _quiet():
    """A warning for each report that makes no sense would bury what matters."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def assert_takes(target: str, data: bytes) -> None:
    TARGETS[target](data)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_what_once_broke_a_reader_no_longer_does(case: Path) -> None:
    """Each input that a fuzzer found is refused or taken; the name of its file begins with the target's."""
    assert_takes(case.name.split("-")[0], case.read_bytes())


@pytest.mark.parametrize("target", TARGETS)
def test_seeds_are_accepted(target: str) -> None:
    """Every target takes what it is made for, so that fuzzing begins on the right side of the door."""
    assert SEEDS[target]
    for seed in SEEDS[target]:
        assert_takes(target, seed)


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=60)
@given(data=st.binary(max_size=1500))
def test_any_bytes_at_all(target: str, data: bytes) -> None:
    """Bytes without any sense are refused as they should be."""
    assert_takes(target, data)


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=80)
@given(data=st.data())
def test_seeds_with_a_changed_value(target: str, data: st.DataObject) -> None:
    """What is almost right is refused as it should be, or right."""
    text = data.draw(st.sampled_from(SEEDS[target]))
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(chance.randrange(1, CHANGES_MAXIMUM)):
        text = mutated(target, text, chance)
    assert_takes(target, text)


def test_a_break_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A codec that never says the same twice is caught: the targets' own assertions are alive."""
    count = itertools.count()
    monkeypatch.setattr("fuzz.targets.decode", lambda _line: {"n": next(count)})
    with pytest.raises(AssertionError):
        assert_takes("codec", examples()[0] + b"\n")


@pytest.mark.skipif(find_spec("atheris") is None, reason="the extra `fuzz` is not installed")
def test_the_guided_fuzzer_runs(tmp_path: Path) -> None:
    """The command feeds a target as often as asked and says so."""
    program = Path(__file__).with_name("guided.py")
    command = [sys.executable, program, "codec", "--runs", "300", "--folder", tmp_path]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True, timeout=120)
    figures = json.loads(done.stdout)
    assert (figures["target"], figures["broken"]) == ("codec", False)
    assert figures["inputs"] >= 300
