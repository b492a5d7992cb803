"""The part of `rp2` that drives a light strip, for the unix port: what the PIO would shift out goes to the model."""

import machine


class PIO:
    """Names that a program is declared with."""

    OUT_LOW = 0
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1


def asm_pio(**_settings):
    """The program itself is only run on the chip."""
    return lambda program: program


class StateMachine:
    """One state machine; a frame is one `put`."""

    def __init__(self, number, program, freq=0, sideset_base=None, **_settings):
        self._pin = sideset_base

    def active(self, on=None):
        """Begin."""

    def put(self, words, shift=0):
        """Send the words of a frame."""
        machine.pixels(self._pin, words)
