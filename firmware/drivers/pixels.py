"""WS2812 lights on one pin, driven by a PIO state machine that is fed by direct memory access.

`Outputs` shows the colours of the scene on it. A long frame takes 9 ms, during which neither polls nor interrupts have
to wait.
"""

# pyright: reportUndefinedVariable=false
import rp2
from micropython import const

_HERTZ = const(8000000)  # Hz: ten steps of the program make the 1.25 us of a bit
_BYTES = const(4)  # a light's word: unused, blue, red, green; the highest is sent first, the lowest never


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def _ws2812():
    # High for 3 of 10 steps (0.375 us) is a 0, for 7 (0.875 us) a 1; the line stays low while no word is waiting.
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
    """A strip of `count` lights, dark at first."""

    def __init__(self, pin, count):
        self._count = count
        self._machine = rp2.StateMachine(0, _ws2812, freq=_HERTZ, sideset_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(inc_write=False, treq_sel=0)  # paced by state machine 0
        self.show(b"")

    def show(self, rgb, at=None):
        """Show these colours (red, green, blue) on the lights `at` these places, else the first ones; others are dark.

        At least 10 ms have to pass between calls.
        """
        frame = bytearray(_BYTES * self._count)
        for order in range(len(rgb) // 3):
            light = at[order] if at else order
            if light < self._count:
                red, green, blue = rgb[3 * order : 3 * order + 3]
                frame[_BYTES * light + 1 : _BYTES * light + 4] = bytes((blue, red, green))
        self._frame = frame  # must live as long as it is being sent
        self._dma.config(read=frame, write=self._machine, count=self._count, ctrl=self._control, trigger=True)
