"""On which reader a tag lies that several readers hear: the one that still hears it with the least gain.

`Scan` brings what each poll heard. A reader that hears such a tag is measured in its own turn, one poll with less gain
after the usual one, so that no other reader has to wait; who was weaker is remembered. A tag that lies somewhere goes
to another reader only after that one was stronger twice, and stays where it is on a tie. Readers are bits of a number.
"""

from drivers.readers import GAIN_MOST
from micropython import const
from shared.clock import MASK

_VERDICT_MS = const(5000)  # then the dispute is looked into again: a piece may have been pushed from space to space
_WINS = const(2)
_NEW = const(99)  # tags that lie nowhere yet come before all others
_READERS_MAX = const(16)


class _Dispute:
    def __init__(self):
        self.hearers = 0  # whose last poll heard the tag
        self.looked = 0  # who had a poll since it was first heard
        self.weaker = 0  # who lost
        self.joined = 0  # among whom the gain is being found
        self.judged_at = 0
        self.restart()

    def restart(self):
        """All gains but the highest are open."""
        self.low = self.wins = 0
        self.high = GAIN_MOST - 1
        self.again()

    def again(self):
        """Measure the gain in the middle."""
        self.gain = (self.low + self.high) // 2
        self.measured = self.strong = 0

    def next(self, lower):
        """Go on with less gain or with more; False if there is none that could tell."""
        self.wins = 0
        if lower:
            self.high = self.gain - 1
        else:
            self.low = self.gain + 1
        self.again()
        return self.low <= self.high


class Disputes:
    """Of one node with so many readers. `place(uid)`: where the tag lies now, None if nowhere."""

    def __init__(self, readers, place):
        self._all = (1 << readers) - 1
        self._place = place
        self._disputes = {}
        self.wanted = ()  # the readers whose next poll decides something

    def heard(self, reader, uids, clear, now):
        """A poll heard these tags, and unless it was `clear` perhaps more. The gain to poll again with, or None."""
        bit = 1 << reader
        asked = [0] * GAIN_MOST  # how urgently each gain is
        for uid in uids:
            if uid not in self._disputes:
                self._disputes[uid] = _Dispute()
        for uid, dispute in list(self._disputes.items()):
            dispute.looked |= bit
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
        """A poll with less gain heard these."""
        bit = 1 << reader
        for uid, dispute in self._disputes.items():
            if dispute.hearers & bit:
                if uid in uids and gain <= dispute.gain:
                    dispute.strong |= bit
                    dispute.measured |= bit
                elif uid not in uids and clear and gain >= dispute.gain:
                    dispute.measured |= bit

    def failed(self, reader):
        """A reader that fails hears nothing, and nobody waits for it."""
        for uid, dispute in list(self._disputes.items()):
            dispute.looked |= 1 << reader
            self._missed(uid, dispute, reader)

    def settled(self, expected, now):
        """[(reader, uid), ...] of tags that have come to lie elsewhere; a new one is rather on an expected reader."""
        found = []
        wanted = 0
        for uid, dispute in self._disputes.items():
            place = self._place(uid)
            if place is not None and dispute.hearers == 1 << place:
                continue
            unasked = 0
            if place is None:  # a new tag may lie next to whoever hears it, or one further
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
            dispute.weaker = 0  # perhaps it is in a hand now
        if not dispute.hearers:
            del self._disputes[uid]

    def _rivals(self, dispute, place, now):
        """Where it lies, and whoever else hears it and has not lost."""
        if (now - dispute.judged_at) & MASK > _VERDICT_MS or (place is None and not dispute.hearers & ~dispute.weaker):
            dispute.weaker = 0
        own = 0 if place is None else 1 << place
        rivals = (dispute.hearers | own) & ~dispute.weaker
        if rivals & ~dispute.joined:
            dispute.joined |= rivals
            dispute.restart()  # the gains that told nothing of the others may tell who this one is
        return rivals

    def _judged(self, dispute, rivals, place, expected, now):
        """Those who are left."""
        while rivals & rivals - 1 and not rivals & ~dispute.measured:
            lost = rivals & ~dispute.strong
            if lost in (0, rivals):  # too much gain to tell, or too little
                if dispute.next(not lost):
                    continue
                lost = rivals & ~(1 << _choose(_readers(rivals), place, expected))
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


def _choose(rivals, place, expected):
    if place in rivals:
        return place
    for reader in expected:
        if reader in rivals:
            return reader
    return rivals[0]
