"""Evenings on a full board: four processes of real firmware, hub, browser; the money of a game without board."""

from __future__ import annotations

import pytest
from firmware.evening import Evening, headless, needs_interpreter

pytestmark = pytest.mark.gate


@pytest.mark.timeout(180)
@needs_interpreter
@pytest.mark.parametrize(("edition", "readers", "seed", "turns"), [("classic", 10, 5, 30), ("mega", 13, 6, 8)])
def test_an_evening_on_real_firmware(tmp_path, edition, readers, seed, turns):
    """Every throw is a press of a button, every move a piece on a reader, and after each step the money agrees."""
    evening = Evening(tmp_path, headless(seed, turns, edition), edition)
    try:
        evening.open()
        assert [node.readers for node in evening.board.nodes()] == [readers + 1, readers, readers, readers]
        evening.go(len(evening.steps))
        assert evening.seen["turn"] >= turns
        evening.until(lambda view: not view["board"]["drift"])
        for node in evening.nodes:
            counters = node.electronics.model.counters
            assert (counters.two_awake, counters.address_while_enabled, counters.tap_while_side) == (0, 0, 0)
    finally:
        evening.close()
