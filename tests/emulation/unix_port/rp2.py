"""The part of `rp2` that drives a light strip, for the unix port: what the PIO would shift out goes to the model."""

import array

import machine


class PIO:
    """Names that a program is declared with."""

    OUT_LOW = 0
    SHIFT_LEFT = 0


def asm_pio(**_settings):
    """The program itself is only run on the chip."""
    return lambda program: program


class StateMachine:
    """One state machine; words come to it from a `DMA`."""

    def __init__(self, number, program, freq=0, sideset_base=None, **_settings):
        assert freq == 10 * 800000  # ten steps a bit, 800 kHz (WS2812B data sheet)
        self.number = number
        self.runs = False
        self._pin = sideset_base

    def active(self, on=None):
        self.runs = bool(on)

    def shift_out(self, words):
        """What its program sends: the highest 24 bits of each word."""
        if self.runs:
            machine.pixels(self._pin, array.array("I", [word >> 8 for word in words]))


class DMA:
    """A channel that carries words to a state machine; only set up rightly does it carry any."""

    def pack_ctrl(self, inc_read=True, inc_write=True, size=2, treq_sel=0x3F):
        return inc_read, inc_write, size, treq_sel

    def config(self, read, write, count, ctrl, trigger=False):
        """Carry so many words, at the pace of the state machine and always to its queue."""
        assert len(read) == 4 * count  # no light is beyond the end
        if trigger and ctrl == (True, False, 2, write.number):
            write.shift_out(array.array("I", bytes(read)))
