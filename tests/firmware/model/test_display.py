"""The model of the display against the data sheet of its controller (SSD1306, rev. 1.1)."""

from __future__ import annotations

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


def test_a_byte_is_eight_pixels_of_a_column():
    """The lowest bit is the highest pixel, columns go from left to right, then comes the next page."""
    pixels = bytearray(512)
    pixels[0], pixels[127], pixels[128 + 5] = 0x01, 0x80, 0x03
    lit = shown(SET_UP, bytes(pixels))
    assert {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if lit[y][x] == "#"} == {
        (0, 0),
        (127, 7),
        (5, 8),
        (5, 9),
    }


def test_before_it_is_written_to_there_is_chance_in_it():
    """A display that is only switched on shows noise."""
    display = Display(random.Random(1))
    display.write(ADDRESS, SET_UP)
    assert 1000 < "".join(display.lit()).count("#") < 3100


@pytest.mark.parametrize(
    ("right", "wrong"),
    [(b"\x8d\x14", b"\x8d\x10"), (b"\xa8\x1f", b"\xa8\x3f"), (b"\xda\x02", b"\xda\x12"), (b"\xaf", b"")],
)
def test_a_wrong_set_up_is_dark(right, wrong):
    """Without charge pump, with the lines of another glass, or never switched on."""
    assert shown(SET_UP.replace(right, wrong), bytes([255]) * 512) == DARK
    assert shown(SET_UP, bytes([255]) * 512, ADDRESS + 1) == DARK
