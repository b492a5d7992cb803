"""WS2812 lights on one pin, clocked out by a PIO state machine so that interrupts stay on while a frame goes out.

`Outputs` shows the colours of the scene on it.
"""

# pyright: reportUndefinedVariable=false
import array

import rp2

_HERTZ = 8000000  # ten steps of the program make the 1.25 us of a bit
_LEFT = 8  # 24 bits of each word are sent, the highest first


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def _ws2812():
    # High for 3 of 10 steps is a 0 (0.375 us), for 7 a 1 (0.875 us); the line rests low while no word waits.
    # ruff: noqa: F821
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[3]
    label("zero")
    nop().side(0)[3]
    wrap()


class Pixels:
    """A strip of `count` lights; dark when it is made."""

    def __init__(self, pin, count):
        self._words = array.array("I", bytearray(4 * count))
        self._machine = rp2.StateMachine(0, _ws2812, freq=_HERTZ, sideset_base=pin)
        self._machine.active(1)
        self.show(b"")

    def show(self, rgb):
        """Red, green, blue of each light; those without bytes are dark. Leave 1 ms between calls."""
        words = self._words
        lit = min(len(words), len(rgb) // 3)
        for i in range(lit):
            words[i] = rgb[3 * i + 1] << 16 | rgb[3 * i] << 8 | rgb[3 * i + 2]
        for i in range(lit, len(words)):
            words[i] = 0
        self._machine.put(words, _LEFT)
