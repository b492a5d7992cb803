"""The readers of a node by number: each call wakes one, asks it, and puts it back to sleep.

`Scan` uses it. A reader that fails is reset and asked once more before the fault is raised, so a spark on the bus is
no fault.
"""

from drivers.mfrc522 import ReaderFault
from micropython import const

GAIN_MOST = const(5)


class Readers:
    """`select` wakes, `reader` talks to whichever chip is awake; `gains` are the highest that each may have."""

    def __init__(self, select, reader, gains=()):
        self._gains = gains or (GAIN_MOST,) * len(select)
        self._select = select
        self._reader = reader
        self._heard = [()] * len(select)
        self.fresh = self.clear = True

    def __len__(self):
        """How many readers there are."""
        return len(self._select)

    def sleep(self):
        """All asleep, antennas off."""
        self._select.sleep()

    async def read(self, index, gain=GAIN_MOST):
        """The uids (upper-case hex) on a reader; `gain` from 0, no higher than it may have. Raises ReaderFault.

        `clear` is False afterwards if something answered that could not be read: then a tag not named may be there.
        """
        gain = min(gain, self._gains[index])
        try:
            return await self.poll(index, gain)
        except ReaderFault:
            return await self.poll(index, gain)

    async def poll(self, index, gain):
        """The same, once, with any gain. `fresh` is whether nothing was heard there before."""
        heard = self._heard
        # What lies here lay here before, or two spaces off at most.
        expected = heard[index] or sorted(set(sum(heard[max(0, index - 2) : index + 3], ())))
        self._select.wake(index)
        try:
            uids = await self._reader.poll(gain, expected)
        finally:
            self._select.sleep()
        self.fresh = not heard[index]
        # With less gain only those are heard that are near; they come first from now on.
        others = () if gain == self._gains[index] else tuple(sorted(set(heard[index]) - set(uids)))
        heard[index] = uids + others
        self.clear = self._reader.tags.clear
        return uids
