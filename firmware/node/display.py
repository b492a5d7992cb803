"""A small SSD1306 display, 128 x 32: one line, as large as fits, or two. A missing display causes no failure."""

import framebuf
from micropython import const

_ADDRESS = const(0x3C)
_WIDTH = const(128)
_HEIGHT = const(32)
_CELL = const(8)
_START = b"\x00\xae\x20\x00\x40\xa1\xa8\x1f\xc8\xd3\x00\xda\x02\xd5\x80\xd9\xf1\xdb\x30\x81\x4f\xa4\xa6\x8d\x14\xaf"
_WHOLE = b"\x00\x21\x00\x7f\x22\x00\x03"  # columns 0 to 127, pages 0 to 3


class Display:
    """A display on an I2C bus. It is initialised at every change, so it may be plugged in later."""

    def __init__(self, i2c):
        self._i2c = i2c
        self._frame = bytearray(1 + _WIDTH * _HEIGHT // 8)
        self._frame[0] = 0x40
        self._pixels = framebuf.FrameBuffer(memoryview(self._frame)[1:], _WIDTH, _HEIGHT, framebuf.MONO_VLSB)
        self._cell = framebuf.FrameBuffer(bytearray(_CELL), _CELL, _CELL, framebuf.MONO_VLSB)

    def show(self, text):
        """Draw the text."""
        self._draw(text)
        try:
            for data in (_START, _WHOLE, self._frame):
                self._i2c.writeto(_ADDRESS, data)
        except OSError:
            pass

    def _draw(self, text):
        columns = _WIDTH // _CELL
        size = max(1, min(_HEIGHT // _CELL, columns // max(1, len(text))))
        self._pixels.fill(0)
        for number, character in enumerate(text):
            left, top = number % columns * _CELL, number // columns * 2 * _CELL
            self._cell.fill(0)
            self._cell.text(character, 0, 0)
            for spot in range(_CELL * _CELL):
                x, y = spot % _CELL, spot // _CELL
                if self._cell.pixel(x, y):
                    self._pixels.fill_rect((left + x) * size, (top + y) * size, size, size, 1)
