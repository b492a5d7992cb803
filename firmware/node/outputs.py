"""The lights, lamps, buzzer and display of a node, as far as `config` says that they are fitted."""

import time

from drivers.pixels import Pixels
from machine import I2C, PWM, Pin
from micropython import const
from node.scene import LAMPS

_FRAME_MS = const(10)
_LOUD = 32768  # a duty cycle of one half is the loudest for a piezo


class Outputs:
    """One method per output; for parts that are not fitted they do nothing."""

    def __init__(self, config):
        self._pixels = Pixels(Pin(config.PIXEL_PIN, Pin.OUT), config.PIXELS)
        self._lamps = ()
        self._buzzer = None
        if config.CONSOLE:
            self._lamps = tuple(Pin(config.LAMP_PINS[lamp], Pin.OUT, value=0) for lamp in LAMPS)
            self._buzzer = PWM(Pin(config.BUZZER_PIN), freq=1000, duty_u16=0)
        self._display = None
        if config.DISPLAY:
            from node.display import Display  # imported only where it is worth its memory

            data, clock = Pin(config.DISPLAY_DATA_PIN), Pin(config.DISPLAY_CLOCK_PIN)
            self._display = Display(I2C(0, sda=data, scl=clock, freq=400000))

    def colours(self, lights):
        """Show these colours (bytes red, green, blue for each light) on the lights `at` these places."""
        self._pixels.show(*lights)

    def lamps(self, lit):
        """Switch each lamp on or off, in the order of `LAMPS`."""
        for pin, on in zip(self._lamps, lit):
            pin.value(on)

    def pitch(self, hertz):
        """Sound the buzzer at this frequency in Hz; 0 is silence."""
        if self._buzzer is not None:
            if hertz:
                self._buzzer.freq(hertz)
            self._buzzer.duty_u16(_LOUD if hertz else 0)

    def text(self, text):
        """Show a few characters on the display."""
        if self._display is not None:
            self._display.show(text)

    def dark(self):
        """Switch everything off, and wait until the strip has received what was being sent to it."""
        time.sleep_ms(_FRAME_MS)
        self._pixels.show(b"")
        time.sleep_ms(_FRAME_MS)
        self.lamps((0,) * len(LAMPS))
        self.pitch(0)
        self.text("")
