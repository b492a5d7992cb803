"""WS2812 lights on one pin, clocked out by a PIO state machine that is fed by direct memory access.

`Outputs` shows the colours of the scene on it. A long frame takes 9 ms, and neither reader nor interrupt waits for it.
"""

# pyright: reportUndefinedVariable=false
import rp2
from micropython import const

_HERTZ = const(8000000)  # ten steps of the program make the 1.25 us of a bit
_BYTES = const(4)  # of a light: none, blue, red, green; the highest is sent first, the lowest never


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
        self._count = count
        self._machine = rp2.StateMachine(0, _ws2812, freq=_HERTZ, sideset_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(inc_write=False, treq_sel=0)  # as fast as state machine 0 takes words
        self.show(b"")

    def show(self, rgb, at=None):
        """Red, green, blue of the lights `at` these places, else of the first; all others are dark.

        Leave 10 ms between calls.
        """
        frame = bytearray(_BYTES * self._count)
        for order in range(len(rgb) // 3):
            light = at[order] if at else order
            if light < self._count:
                red, green, blue = rgb[3 * order : 3 * order + 3]
                frame[_BYTES * light + 1 : _BYTES * light + 4] = bytes((blue, red, green))
        self._frame = frame  # as long as it is being sent
        self._dma.config(read=frame, write=self._machine, count=self._count, ctrl=self._control, trigger=True)
