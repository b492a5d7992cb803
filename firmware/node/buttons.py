"""Debounced buttons: what a finger did, from samples of a contact that bounces."""

from micropython import const
from shared.clock import since

SAMPLE_MS = const(4)
_SETTLE_MS = const(20)  # after a change the contact may bounce
LONG_MS = const(600)


class Button:
    """One button. A change counts when two samples agree, so a spark is none and a press is seen within two samples."""

    def __init__(self, now):
        self._down = True  # one that is held at boot means nothing until it is let go
        self._held = False
        self._last = True
        self._changed_at = now

    def sample(self, down, now):
        """Take a sample every `SAMPLE_MS`: None, `short` when it is let go, or `long` while it is still held."""
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
