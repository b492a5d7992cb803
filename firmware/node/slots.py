"""Whose turn it is: time is cut into slots by the hub's clock, so that all sides read the same index at the same time.

Two awake antennas are then never closer than the sides of the board allow. Every fourth slot belongs to the readers the
hub wants first. There the upper and the lower half of a side take turns: the readers that meet in a corner belong to
the upper half of one side and the lower half of the next, so they are never awake together either. How far that holds
when a side is late is a table of its own (hardware/generated/lockstep.md).
"""

from micropython import const
from shared.clock import MASK

SLOT_MS = const(12)  # an empty reader takes 6 to 9 ms, one with a tag 12 to 18 and makes the next one late
_LATE_MAX = const(2)  # slots; further behind, the slots between are given up
_CROWD_MS = const(24)  # two slots
_ROUND_MIN = const(8)  # slots; a lone reader rests in between
_NUMBERS = (MASK + 1) // SLOT_MS


class Slots:
    """For a node with so many readers on a board whose longest side has `longest`."""

    def __init__(self, readers, longest):
        self.first = ()
        self.tags = 0  # that the last poll found, as `Scan` says; one that fails counts as slow as a crowd
        self._readers = readers
        self._half = longest // 2
        # Two slots of silence: the first reader of a side lies beside the last one of another, which may be late.
        self._round = max(longest + 2, _ROUND_MIN)
        self._done = 0  # the newest slot whose turn has been
        self._last = None
        self._began = 0
        self._crowded = []  # those whose polls took the slots of others; every other round is without them

    def on_scan(self, message):
        """The hub wants these readers first."""
        self.first = tuple(message["first"])

    def wait_ms(self, now):
        """How long until the next slot begins; 0 if one is due."""
        due = now // SLOT_MS
        lost = not -_LATE_MAX <= due - self._done <= _LATE_MAX
        self._judge(self.tags > 1 and (lost or (now - self._began) & MASK > _CROWD_MS))
        self._began = now
        if lost:
            self._done = due - 1  # the first slot, too late for too many, or the clock was set
        ahead = self._done + 1 - due
        return ahead * SLOT_MS - now % SLOT_MS if ahead > 0 else 0

    def take(self):
        """The reader of the slot that is due, or None if it is nobody's here."""
        self._done += 1
        slot = self._done % _NUMBERS
        wanted = slot & 3 == 3
        number = slot - (slot >> 2)
        index = number % self._round
        reader = index if index < self._readers else None
        if wanted:
            reader = self._preferred(slot >> 2, index)
        if reader in self._crowded:
            # One crowd every other round, and never among those wanted first, or readers behind it would have no turn.
            number //= self._round
            if wanted or number & 1 or self._crowded[(number >> 1) % len(self._crowded)] != reader:
                reader = None
        self._last = reader
        self.tags = 2
        return reader

    def _judge(self, crowded):
        """Whether the last poll was one of a crowd, not just one that the interpreter was slow with."""
        last = self._last
        self._last = None
        if last is not None and crowded != (last in self._crowded):
            (self._crowded.append if crowded else self._crowded.remove)(last)

    def _preferred(self, turn, index):
        """`index` is that of the next slot. Where the round is near a corner, the half that lies there has its turn."""
        near = index < 3 or index > self._round - 5
        upper = index > 2 if near else not turn & 1
        wanted = [reader for reader in self.first if (reader >= self._half) == upper and 0 <= reader < self._readers]
        return wanted[(turn >> 1) % len(wanted)] if wanted else None
