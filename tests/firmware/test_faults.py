"""An evening on which everything goes wrong: after each fault the game goes on, nothing lost, nothing doubled."""

import pytest
from firmware.evening import Evening, TurnedPlace, headless, needs_interpreter
from firmware.faults import FAULTS, Strike

pytestmark = [pytest.mark.gate, needs_interpreter]


@pytest.fixture(scope="module")
def evening():
    """One evening for all faults; the game goes on from one to the next."""
    place = TurnedPlace()
    try:
        yield Evening(place, headless(seed=11, turns=150)[0])
    finally:
        place.close()


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=[fault.__name__ for fault in FAULTS])
def test_the_table_goes_on(evening, number):
    """The fault strikes, the step it struck has its effect once, and so have the next two; no reader stays faulty."""
    FAULTS[number](Strike(evening, seed=number))
    evening.go(2)
    assert {node.node: node.faults for node in evening.board.nodes() if node.faults} == {}
    assert all(node.electronics.model.counters.two_awake == 0 for node in evening.nodes)
