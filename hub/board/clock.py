"""Milliseconds that wrap at 2^30, as the microcontroller counts them, and an estimate of the peer's clock.

`link` uses it on both ends. Every time on the wire and inside the link is such a count, so a node that has run for two
weeks behaves as it did in its first minute; each value fits into a small integer of MicroPython, which needs no memory.
"""

PERIOD_MS = 1 << 30
MASK = PERIOD_MS - 1
_HALF = PERIOD_MS >> 1
SAMPLES = 16


def since(now, then):
    """Milliseconds from `then` to `now`, negative if `then` is ahead; valid while they are less than 6 days apart."""
    gone = (now - then) & MASK
    # Two subtractions instead of one of PERIOD_MS, which is no small integer on the board.
    return gone - _HALF - _HALF if gone >= _HALF else gone


class Clock:
    """Estimates the peer's clock from heartbeats: of the last 16, the one with the shortest round trip counts."""

    def __init__(self):
        self._rtt = [0] * SAMPLES
        self._offset = [0] * SAMPLES
        self.reset()

    def reset(self):
        """Discard all samples: the peer may have a new clock."""
        self._count = 0
        self.rtt = None
        self.offset = None

    def sample(self, sent, peer, now):
        """A heartbeat sent at `sent` came back at `now` with the peer's time `peer`."""
        rtt = since(now, sent)
        if rtt < 0:
            return
        place = self._count % SAMPLES
        self._rtt[place] = rtt
        self._offset[place] = (peer - now + rtt // 2) & MASK
        self._count += 1
        best = 0
        for i in range(1, min(self._count, SAMPLES)):
            if self._rtt[i] < self._rtt[best]:
                best = i
        self.rtt = self._rtt[best]
        self.offset = self._offset[best]

    def peer(self, now):
        """The peer's time at our `now`, or None before the first sample."""
        return None if self.offset is None else (now + self.offset) & MASK
