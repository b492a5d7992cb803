"""A little of the fuzzing in every gate: anything at all, seeds with one value changed, and what was once found."""

import itertools
import logging
import os
import random
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
MORE = 400 if os.environ.get("BANKHALTER_SOAK") == "full" else 1
"""In full each target is fed tens of thousands of inputs."""


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
@settings(max_examples=60 * MORE)
@given(data=st.binary(max_size=1500))
def test_any_bytes_at_all(target: str, data: bytes) -> None:
    """Bytes without any sense are refused as they should be."""
    assert_takes(target, data)


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=80 * MORE)
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
