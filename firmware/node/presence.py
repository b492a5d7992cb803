"""Which tag lies on which reader, inferred from polls, any of which may miss a tag that is there.

A tag has arrived when one poll finds it, and has left when `_GONE_MISSES` of its last `_GONE_POLLS` polls missed it, so
a tag that stays for an hour causes a single report. A failing reader says nothing about its tags.
"""

from micropython import const

_GONE_MISSES = const(3)
_GONE_POLLS = const(4)
_HISTORY = (1 << _GONE_POLLS) - 1


class Presence:
    """Of one node. `report(message)` is called once for each arrival, departure, fault and recovery."""

    def __init__(self, report):
        self._report = report
        self._places = {}  # uid -> [reader, history], a bit for each poll, 1 if it missed the tag, newest lowest
        self._faults = {}

    def polled(self, reader, uids, clear=True):
        """A poll of a working reader found these tags; unless it was `clear`, there may be more."""
        if reader in self._faults:
            del self._faults[reader]
            self._report({"t": "fault", "reader": reader, "what": None})
        for uid in uids:
            self._saw(uid, reader)
        if not clear:
            return
        for uid in [uid for uid, place in self._places.items() if place[0] == reader and uid not in uids]:
            self._missed(uid)

    def failed(self, reader, what):
        """A reader has failed; its tags stay where they were last seen."""
        if self._faults.get(reader) != what:
            self._faults[reader] = what
            self._report({"t": "fault", "reader": reader, "what": what})

    def measured(self, reader, heard):
        """Report a measurement: `heard[gain]` is how many of the polls with that gain heard a tag."""
        self._report({"t": "margin", "reader": reader, "heard": heard})

    def place(self, uid):
        """The reader on which this tag lies; None if it lies nowhere, or on a reader that has failed since."""
        place = self._places.get(uid)
        return None if place is None or place[0] in self._faults else place[0]

    def snapshot(self):
        """All tags as [[reader, uid], ...] and all faults as [[reader, what], ...], in the order of the readers."""
        tags = sorted([place[0], uid] for uid, place in self._places.items())
        return tags, sorted([reader, what] for reader, what in self._faults.items())

    def _saw(self, uid, reader):
        place = self._places.get(uid)
        if place is None:
            self._places[uid] = [reader, 0]
        elif place[0] == reader:
            place[1] = place[1] << 1 & _HISTORY
            return
        else:
            left = place[0]
            self._places[uid] = [reader, 0]
            if left not in self._faults:
                self._report({"t": "tag", "reader": left, "uid": uid, "on": False})
        self._report({"t": "tag", "reader": reader, "uid": uid, "on": True})

    def _missed(self, uid):
        place = self._places[uid]
        place[1] = (place[1] << 1 | 1) & _HISTORY
        misses = sum(place[1] >> i & 1 for i in range(_GONE_POLLS))
        if misses >= _GONE_MISSES:
            del self._places[uid]
            self._report({"t": "tag", "reader": place[0], "uid": uid, "on": False})
