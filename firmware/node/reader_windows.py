"""Which reader is polled when: the hub's clock divides time into windows in which all sides poll the same index.

Two awake antennas are then as far apart as the sides of the board allow. Every fourth window is for the readers that
the hub wants first. In these, the upper and the lower half of a side alternate: the readers that meet in a corner
belong to the upper half of one side and the lower half of the next, so they are never awake together either. For
distances when a side is late see hardware/generated/lockstep.txt.

A poll that runs into the windows of others, as one of many pieces does, delays nobody for long: a reader whose window
was skipped comes before any other of its half, and after `_LONG_MS` in the very next window.
"""

from micropython import const
from shared.clock import MASK

_WINDOW_MS = const(12)  # an empty reader takes 6 to 9 ms, one with a tag 12 to 18 and makes the next one late
_LATE_MAX = const(2)  # windows; if a side is further behind, it skips the windows in between
_LOST_MAX = const(100)  # windows; no poll takes that long: it is the first window, or the clock was set
_LONG_MS = const(450)
_ROUND_MIN = const(8)  # windows; a single reader sleeps in between
_NUMBERS = (MASK + 1) // _WINDOW_MS


class ReaderWindows:
    """For a node with `readers` readers, on a board whose longest side has `longest` spaces.

    A reader beyond `longest` is a second one in the corner where the side begins. It has no window of its own: it
    belongs to the lower half, and is polled when it has waited for a round.
    """

    def __init__(self, readers, longest):
        self.first = ()  # readers that the hub wants polled first
        self.sweep = []  # readers that the hub wants measured with all gains
        self.asked = ()  # readers that `Disputes` wants; they come before those
        self._readers = readers
        self._in_turn = min(readers, longest)
        self._upper_half = range(longest // 2, longest)
        # Two silent windows per round: the first reader of a side is next to the last one of another, which may be
        # late.
        self._round = max(longest + 2, _ROUND_MIN)
        self._patience = (self._round * 4 // 3 + 4) * _WINDOW_MS  # longer than a round, including late windows
        self._done = 0  # the newest window that has been used or skipped
        self._now = 0
        self._looked = [0] * readers  # when each reader was polled last, in ms

    def on_scan(self, message):
        """Poll these readers first: the hub wants them."""
        self.first = tuple(message["first"])

    def on_sweep(self, message):
        """Measure all readers: the hub wants to know with which gain each hears what lies on it."""
        self.sweep = list(range(self._readers))

    def wait_ms(self, now):
        """Milliseconds until the next window begins; 0 if one is due."""
        self._now = now
        due = now // _WINDOW_MS
        if not -_LATE_MAX <= due - self._done <= _LATE_MAX:
            if not 0 < due - self._done < _LOST_MAX:
                self._looked = [now] * self._readers
            self._done = due - 1
        ahead = self._done + 1 - due
        return ahead * _WINDOW_MS - now % _WINDOW_MS if ahead > 0 else 0

    def take(self):
        """The reader to poll in the window that is due, or None if the window belongs to no reader of this node."""
        self._done += 1
        window = self._done % _NUMBERS
        number = window - (window >> 2)
        index = number % self._round
        if window & 3 == 3:
            turn = window >> 2
            upper = self._upper(turn, index)
            reader = self._preferred(turn, upper)
        else:
            upper = index in self._upper_half if index < self._in_turn else None
            reader = None if upper is None else index
        skipped = self._skipped(upper)
        if skipped is not None:
            reader = skipped
        if reader is not None:
            self._looked[reader] = self._now
        return reader

    def hurried(self):
        """Whether some reader has waited for more than `_LONG_MS`, so that nothing else may delay it."""
        return max(self._now - looked & MASK for looked in self._looked) > self._patience

    def _skipped(self, upper):
        """The reader that has waited longest: of those in this half that missed a window, or of all past `_LONG_MS`."""
        longest, found = self._patience, None
        for reader in range(self._readers):
            waited = self._now - self._looked[reader] & MASK
            if waited > longest and (waited > _LONG_MS or (reader in self._upper_half) == upper):
                longest, found = waited, reader
        return found

    def _upper(self, turn, index):
        """Whether the upper half may be polled; `index` is of the next window. Near a corner, the half there may."""
        near = index < 3 or index > self._round - 5
        return index > 2 if near else not turn & 1

    def _preferred(self, turn, upper):
        for readers in (self.asked, self.first):
            wanted = [one for one in readers if (one in self._upper_half) == upper and 0 <= one < self._readers]
            if wanted:
                return wanted[(turn >> 1) % len(wanted)]
        return None
