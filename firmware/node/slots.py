"""Whose turn it is: time is cut into slots by the hub's clock, so that all sides read the same index at the same time.

Two awake antennas are then never closer than the sides of the board allow. Every fourth slot belongs to the readers the
hub wants first. There the lower and the upper half of a side take turns: the readers that meet in a corner belong to
the upper half of one side and the lower half of the next, so they are never awake together either.
"""

from micropython import const
from shared.clock import MASK

SLOT_MS = const(12)  # an empty reader takes 6 to 9 ms, one with a tag 12 to 18 and makes the next one late
_LATE_MAX = const(2)  # slots; further behind, the slots between are given up
_ROUND_MIN = const(8)  # slots; a lone reader rests in between
_NUMBERS = (MASK + 1) // SLOT_MS


class Slots:
    """For a node with so many readers on a board whose longest side has `longest`."""

    def __init__(self, readers, longest):
        self.first = ()
        self._readers = readers
        self._half = longest // 2
        # One slot of silence: the first reader of a side lies beside the last one of another, which may be late.
        self._round = max(longest + 1, _ROUND_MIN)
        self._done = None
        self._last = None
        self._resting = set()  # those whose polls took the slots of others; they sit out a turn, or those never had one

    def on_scan(self, message):
        """The hub wants these readers first."""
        self.first = tuple(message["first"])

    def wait_ms(self, now):
        """How long until the next slot begins; 0 if one is due."""
        due = now // SLOT_MS
        if self._done is None or not -_LATE_MAX <= due - self._done <= _LATE_MAX:
            self._resting.add(self._last)
            self._done = due - 1  # the first slot, too late for too many, or the clock was set
        ahead = self._done + 1 - due
        return ahead * SLOT_MS - now % SLOT_MS if ahead > 0 else 0

    def take(self):
        """The reader of the slot that is due, or None if it is nobody's here."""
        self._done += 1
        self._last = reader = self._turn_of(self._done % _NUMBERS)
        if reader in self._resting:
            self._resting.remove(reader)
            return None
        return reader

    def _turn_of(self, slot):
        if slot & 3 == 3:
            return self._preferred(slot >> 2)
        index = (slot - (slot >> 2)) % self._round
        return index if index < self._readers else None

    def _preferred(self, turn):
        upper = bool(turn & 1)
        wanted = [reader for reader in self.first if (reader >= self._half) == upper and 0 <= reader < self._readers]
        return wanted[(turn >> 1) % len(wanted)] if wanted else None
