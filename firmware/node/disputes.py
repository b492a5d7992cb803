"""Decides on which reader a tag lies that several readers hear: the one that still hears it with the least gain.

`Scan` passes in what each poll heard. A reader that hears a disputed tag is measured in its own window, by one poll
with less gain after the usual one, so that no other reader has to wait; the weaker one is remembered. A tag moves from
one reader to another only after that one was stronger three times, and stays where it is on a tie. A new tag that no
gain places is in the middle of those who hear it. Sets of readers are bit masks.
"""

from drivers.readers import GAIN_MOST
from micropython import const
from shared.clock import MASK

_VERDICT_MS = const(5000)  # then a dispute is measured again: the piece may have been pushed to another space
_WINS = const(3)
_NEW = const(99)  # tags that do not lie anywhere yet come before all others
_READERS_MAX = const(16)


class _Dispute:
    def __init__(self):
        self.hearers = 0  # readers whose last poll heard the tag
        self.looked = self.garbled = 0  # readers polled since the tag was first heard, and those polled at all
        self.weaker = 0  # readers that turned out weaker
        self.joined = 0  # readers between which the gain is being bisected
        self.judged_at = 0
        self.restart()

    def restart(self):
        """Start the bisection: all gains but the highest may tell the readers apart."""
        self.low = self.wins = 0
        self.high = GAIN_MOST - 1
        self.again()

    def again(self):
        """Choose the gain in the middle of the remaining range."""
        self.gain = (self.low + self.high) // 2
        self.measured = self.strong = 0

    def next(self, lower):
        """Continue with less gain or with more; False if no gain is left."""
        self.wins = 0
        if lower:
            self.high = self.gain - 1
        else:
            self.low = self.gain + 1
        self.again()
        return self.low <= self.high


class Disputes:
    """The disputes of a node with `readers` readers. `place(uid)` is the reader a tag lies on now, None if on none."""

    def __init__(self, readers, place):
        self._all = (1 << readers) - 1
        self._place = place
        self._disputes = {}
        self.wanted = ()  # readers whose next poll will decide a dispute

    def heard(self, reader, uids, clear, now):
        """A poll heard these tags, perhaps more unless it was `clear`. Returns the gain to poll again with, or None."""
        bit = 1 << reader
        asked = [0] * GAIN_MOST  # how urgent each gain is
        for uid in uids:
            if uid not in self._disputes:
                self._disputes[uid] = _Dispute()
        for uid, dispute in list(self._disputes.items()):
            # A garbled poll may have missed the tag: the reader is polled again, but nobody waits for a third time.
            if clear or dispute.garbled & bit or uid in uids:
                dispute.looked |= bit
            dispute.garbled |= bit
            if uid in uids:
                dispute.hearers |= bit
                place = self._place(uid)
                rivals = self._rivals(dispute, place, now)
                if rivals & rivals - 1 and rivals & bit & ~dispute.measured:
                    asked[dispute.gain] += _NEW if place is None else 1
            elif clear:
                self._missed(uid, dispute, reader)
        most = max(asked)
        return asked.index(most) if most else None

    def measured(self, reader, gain, uids, clear):
        """A poll with less gain heard these tags."""
        bit = 1 << reader
        for uid, dispute in self._disputes.items():
            if dispute.hearers & bit:
                if uid in uids and gain <= dispute.gain:
                    dispute.strong |= bit
                    dispute.measured |= bit
                elif uid not in uids and clear and gain >= dispute.gain:
                    dispute.measured |= bit

    def failed(self, reader):
        """A failed reader hears nothing, and no dispute waits for it."""
        for uid, dispute in list(self._disputes.items()):
            dispute.looked |= 1 << reader
            self._missed(uid, dispute, reader)

    def settled(self, expected, now):
        """[(reader, uid), ...] of tags that now lie elsewhere; on a tie a new tag goes to an expected reader."""
        found = []
        wanted = 0
        for uid, dispute in self._disputes.items():
            place = self._place(uid)
            if place is not None and dispute.hearers == 1 << place:
                continue
            unasked = 0
            if place is None:  # a new tag may lie up to two readers away from one that hears it
                near = dispute.hearers << 1 | dispute.hearers >> 1
                unasked = (near | near << 1 | near >> 1) & self._all & ~dispute.looked
            rivals = self._judged(dispute, self._rivals(dispute, place, now), place, expected, now)
            if rivals & rivals - 1:
                wanted |= rivals & ~dispute.measured
            elif not unasked and (place is None or rivals != 1 << place):
                found.append((_readers(rivals)[0], uid))
            wanted |= unasked
        self.wanted = _readers(wanted)
        return found

    def _missed(self, uid, dispute, reader):
        bit = 1 << reader
        dispute.hearers &= ~bit
        dispute.measured |= bit
        dispute.strong &= ~bit
        if self._place(uid) == reader:
            dispute.weaker = 0  # it may be in a hand now
        if not dispute.hearers:
            del self._disputes[uid]

    def _rivals(self, dispute, place, now):
        """The reader it lies on, and all others that hear it and have not turned out weaker."""
        if (now - dispute.judged_at) & MASK > _VERDICT_MS or (place is None and not dispute.hearers & ~dispute.weaker):
            dispute.weaker = 0
        own = 0 if place is None else 1 << place
        rivals = (dispute.hearers | own) & ~dispute.weaker
        if rivals & ~dispute.joined:
            dispute.joined |= rivals
            dispute.restart()  # gains that did not distinguish the others may distinguish this one
        return rivals

    def _judged(self, dispute, rivals, place, expected, now):
        """The readers that are left."""
        while rivals & rivals - 1 and not rivals & ~dispute.measured:
            lost = rivals & ~dispute.strong
            if lost in (0, rivals):  # too much gain to tell them apart, or too little
                if dispute.next(not lost):
                    continue
                lost = rivals & ~(1 << _choose(_readers(rivals), place, expected, _readers(dispute.hearers)))
            elif place is not None and lost >> place & 1:
                dispute.wins += 1
                if dispute.wins < _WINS:
                    dispute.again()
                    continue
            dispute.weaker |= lost
            dispute.joined &= ~lost
            dispute.judged_at = now
            rivals &= ~lost
            if rivals & rivals - 1 and dispute.next(True):
                continue
            dispute.restart()
        return rivals


def _readers(bits):
    return [reader for reader in range(_READERS_MAX) if bits >> reader & 1]


def _choose(rivals, place, expected, hearers):
    if place in rivals:
        return place
    for reader in expected:
        if reader in rivals:
            return reader
    middle = hearers[0] + hearers[-1]  # twice: the readers around a tag hear it about as far on either side
    return min(rivals, key=lambda reader: abs(2 * reader - middle))
