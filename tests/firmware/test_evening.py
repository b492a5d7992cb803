"""Evenings on a full board: four processes of real firmware and a hub; the money of a game without board."""

import pytest
from firmware.evening import Evening, TurnedPlace, WholeRoad, headless, needs_interpreter
from firmware.faults import Strike

pytestmark = needs_interpreter


@pytest.mark.parametrize(
    ("edition", "readers", "seed", "turns"),
    [
        pytest.param("classic", 10, 5, 8, marks=pytest.mark.gate),
        pytest.param("classic", 10, 5, 30, marks=pytest.mark.all),
        pytest.param("mega", 13, 6, 8, marks=pytest.mark.all),
    ],
)
def test_an_evening_on_real_firmware(edition, readers, seed, turns):
    """Every throw is a press of a button, every move a piece on a reader, and after each step the money agrees."""
    place = TurnedPlace(edition)
    try:
        evening = Evening(place, headless(seed, turns, edition)[0], edition)
        assert [node.readers for node in evening.board.nodes()] == [readers + 1, readers, readers, readers]
        evening.go(len(evening.steps))
        assert evening.view().turn >= turns
        evening.wait(lambda: not evening.view().board.drift, "all pieces stand where they belong")
        for node in evening.nodes:
            counters = node.electronics.model.counters
            assert (counters.two_awake, counters.address_while_enabled, counters.tap_while_side) == (0, 0, 0)
    finally:
        place.close()


@pytest.mark.gate
@pytest.mark.timeout(180)
def test_an_evening_over_the_whole_road(tmp_path):
    """In real time, as ptys and sockets have no other: a cable is pulled, and all screens show each step's money."""
    place = WholeRoad(tmp_path)
    try:
        evening = Evening(place, headless(5, 5)[0])
        Strike(evening, 0).port_renamed()
        evening.go(len(evening.steps) - evening.number)
        assert evening.view().turn >= 5
    finally:
        place.close()
