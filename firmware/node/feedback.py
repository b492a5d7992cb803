"""Writes the scene to lights, lamps, buzzer and display, and only what has changed."""

import asyncio

from micropython import const
from node.scene import dimmed

_STEP_MS = const(20)


class Feedback:
    """`outputs` has the methods colours, lamps, pitch and text, each called with what is to be shown."""

    def __init__(self, scene, melody, outputs, milliamps, now):
        self._scene = scene
        self._melody = melody
        self._outputs = outputs
        self._milliamps = milliamps
        self._now = now
        self._shown = {}

    async def run(self, beat):
        """Keep the outputs up to date for ever."""
        while True:
            beat()
            self.step()
            await asyncio.sleep_ms(_STEP_MS)

    def step(self):
        """Write what has changed since the last call."""
        now = self._now()
        for name, value in (
            ("colours", dimmed(self._scene.colours(now), self._milliamps)),
            ("lamps", self._scene.lamps(now)),
            ("pitch", self._melody.pitch(now)),
            ("text", self._scene.text()),
        ):
            if self._shown.get(name) != value:
                self._shown[name] = value
                getattr(self._outputs, name)(value)
