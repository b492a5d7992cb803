"""The buttons of the console: presses become reports, or steps of typing in real dice."""

import asyncio

from machine import Pin
from node.buttons import SAMPLE_MS, Button


class Console:
    """`pins` maps button names to GPIO numbers; a pressed button reads low. `report(message)` queues a report."""

    def __init__(self, pins, typed, melody, report, now):
        self._buttons = [(name, Pin(pin, Pin.IN, Pin.PULL_UP), Button(now())) for name, pin in pins.items()]
        self._typed = typed
        self._melody = melody
        self._report = report
        self._now = now

    async def run(self, beat):
        """Sample the buttons for ever."""
        while True:
            beat()
            now = self._now()
            self._typed.tick(now)
            for name, pin, button in self._buttons:
                press = button.sample(not pin.value(), now)
                if press is not None:
                    self._pressed(name, press, now)
            await asyncio.sleep_ms(SAMPLE_MS)

    def _pressed(self, name, press, now):
        self._melody.play("key")
        message = self._typed.press(name, press, now)
        if message is not None:
            self._report(message)
