"""What a sweep says of a reader."""

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import Seated
from msgspec import structs

from hub.features.doctor.command import _node
from hub.table.interfaces.board import margin
from hub.table.requests import Sweep


@pytest.mark.parametrize(
    ("heard", "db", "gain"),
    [
        ((4, 4, 4, 4, 4, 4), 30, 2),  # a tag that is heard well: 33 dB leave 15 dB of it for a worse one
        ((0, 1, 4, 4, 4, 4), 15, 4),
        ((0, 0, 0, 0, 4, 4), 5, 5),
        ((0, 0, 4, 4, 4, 0), 10, 4),  # overdriven at 48 dB
        ((0, 4, 3, 4, 4, 4), 10, 5),  # what was missed once is not sure
        ((0, 0, 0, 0, 0, 3), 0, None),
    ],
)
def test_two_steps_above_the_least_that_is_sure_are_advised(heard, db, gain):
    """Ten decibels to spare and no more noise than that, but never a gain that is deaf."""
    found = margin(heard)
    assert (found.db, found.gain) == (db, gain)


def test_doctor_draws_bars():
    """A reader with little to spare is a problem, one with much is not."""
    status = structs.replace(FakeBoard().nodes()[0], margins={2: (0, 1, 2, 3, 4, 4), 5: (0, 4, 4, 4, 4, 4)})
    found = {finding.text: finding.problem for finding in _node(status) if "to spare" in finding.text}
    assert found == {
        "node node-0: reader 2 [ .-=##] has 5 dB to spare; gain 5 (48 dB) is advised": True,
        "node node-0: reader 5 [ #####] has 25 dB to spare; gain 3 (38 dB) is advised": False,
    }


def test_a_node_that_is_not_there_measures_nothing():
    """It is refused; one that is there is asked."""
    seated = Seated(MemoryStore(), FakeBoard())
    assert seated.ask(Sweep("node-9")).reason == "bad_request"
    seated.do(Sweep("node-1"))
