"""Debounces buttons: turns samples of a bouncing contact into presses."""

from micropython import const
from shared.clock import since

SAMPLE_MS = const(4)
_SETTLE_MS = const(20)  # ms during which the contact may bounce after a change
LONG_MS = const(600)


class Button:
    """One button. A change counts when two samples agree: spikes are ignored, a press is seen within two samples."""

    def __init__(self, now):
        self._down = True  # a button held at boot is ignored until it is released
        self._held = False
        self._last = True
        self._changed_at = now

    def sample(self, down, now):
        """Take a sample, every `SAMPLE_MS`. Returns `short` on release, `long` while it is still held, else None."""
        agreed = down == self._last
        self._last = down
        if agreed and down != self._down and since(now, self._changed_at) >= _SETTLE_MS:
            return self._change(down, now)
        if self._held and since(now, self._changed_at) >= LONG_MS:
            self._held = False
            return "long"
        return None

    def _change(self, down, now):
        was_held = self._held
        self._down = self._held = down
        self._changed_at = now
        return "short" if was_held else None
