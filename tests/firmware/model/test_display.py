"""The model of the display against the data sheet of its controller (SSD1306, rev. 1.1)."""

import random

import pytest
from emulation.model.display import ADDRESS, HEIGHT, WIDTH, Display

SET_UP = bytes.fromhex("00ae200040a1a81fc8d300da02d580d9f1db30814fa4a68d14af")
WHOLE = b"\x00\x21\x00\x7f\x22\x00\x03"
DARK = (" " * WIDTH,) * HEIGHT


def shown(set_up, pixels, address=ADDRESS):
    """What is lit after this set-up and these 512 bytes."""
    display = Display(random.Random(1))
    for data in (set_up, WHOLE, b"\x40" + pixels):
        display.write(address, data)
    return display.lit()


@pytest.mark.parametrize(
    ("right", "wrong"),
    [(b"\x8d\x14", b"\x8d\x10"), (b"\xa8\x1f", b"\xa8\x3f"), (b"\xda\x02", b"\xda\x12"), (b"\xaf", b"")],
)
def test_a_wrong_set_up_is_dark(right, wrong):
    """Without charge pump, with the lines of another glass, or never switched on."""
    assert shown(SET_UP.replace(right, wrong), bytes([255]) * 512) == DARK
    assert shown(SET_UP, bytes([255]) * 512, ADDRESS + 1) == DARK
