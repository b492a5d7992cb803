"""Which reader is polled when: the hub's clock cuts time into windows in which all sides read the same index.

Two awake antennas are then never closer than the sides of the board allow. Every fourth window belongs to the readers
the hub wants first. There the upper and the lower half of a side alternate: the readers that meet in a corner belong
to the upper half of one side and the lower half of the next, so they are never awake together either. How far that
holds when a side is late is a table of its own (hardware/generated/lockstep.md).

A poll that takes the windows of others, as one of many pieces does, puts nobody off for long: a reader whose turn was
skipped comes before any other of its half, and after `_LONG_MS` in whatever window is next.
"""

from micropython import const
from shared.clock import MASK

_WINDOW_MS = const(12)  # an empty reader takes 6 to 9 ms, one with a tag 12 to 18 and makes the next one late
_LATE_MAX = const(2)  # windows; further behind, the windows between are given up
_LOST_MAX = const(100)  # windows; no poll takes that many: it is the first window, or the clock was set
_LONG_MS = const(450)
_ROUND_MIN = const(8)  # windows; a lone reader rests in between
_NUMBERS = (MASK + 1) // _WINDOW_MS


class ReaderWindows:
    """For a node with so many readers on a board whose longest side has `longest`.

    One more is a second reader in the corner that the side begins with. It has no window of its own: it belongs to the
    lower half, and comes when it has waited for a round.
    """

    def __init__(self, readers, longest):
        self.first = ()  # whom the hub wants first
        self.sweep = []  # whom the hub wants measured at all gains
        self.asked = ()  # before those: whom `Disputes` wants
        self._readers = readers
        self._in_turn = min(readers, longest)
        self._upper_half = range(longest // 2, longest)
        # Two windows of silence: the first reader of a side is next to the last one of another, which may be late.
        self._round = max(longest + 2, _ROUND_MIN)
        self._patience = (self._round * 4 // 3 + 4) * _WINDOW_MS  # longer than a round with its late windows
        self._done = 0  # the newest window whose turn has been
        self._now = 0
        self._looked = [0] * readers  # when each had its last turn

    def on_scan(self, message):
        """The hub wants these readers first."""
        self.first = tuple(message["first"])

    def on_sweep(self, message):
        """The hub wants to know with which gain each reader hears what lies on it."""
        self.sweep = list(range(self._readers))

    def wait_ms(self, now):
        """How long until the next window begins; 0 if one is due."""
        self._now = now
        due = now // _WINDOW_MS
        if not -_LATE_MAX <= due - self._done <= _LATE_MAX:
            if not 0 < due - self._done < _LOST_MAX:
                self._looked = [now] * self._readers
            self._done = due - 1
        ahead = self._done + 1 - due
        return ahead * _WINDOW_MS - now % _WINDOW_MS if ahead > 0 else 0

    def take(self):
        """The reader of the window that is due, or None if it is nobody's here."""
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
        """Whether somebody has waited so long that nothing may keep them waiting longer."""
        return max(self._now - looked & MASK for looked in self._looked) > self._patience

    def _skipped(self, upper):
        """Who has waited longest of those in this half who missed a turn, or of all who have waited too long."""
        longest, found = self._patience, None
        for reader in range(self._readers):
            waited = self._now - self._looked[reader] & MASK
            if waited > longest and (waited > _LONG_MS or (reader in self._upper_half) == upper):
                longest, found = waited, reader
        return found

    def _upper(self, turn, index):
        """`index` is that of the next window. Near a corner, the half that lies there has its turn."""
        near = index < 3 or index > self._round - 5
        return index > 2 if near else not turn & 1

    def _preferred(self, turn, upper):
        for readers in (self.asked, self.first):
            wanted = [one for one in readers if (one in self._upper_half) == upper and 0 <= one < self._readers]
            if wanted:
                return wanted[(turn >> 1) % len(wanted)]
        return None
