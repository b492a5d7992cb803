"""The readers of a node by number: each call wakes one, polls it, and puts it back to sleep.

`Scan` uses it. A reader that fails is reset and polled once more before the fault is raised, so a glitch on the bus is
no fault.
"""

from drivers.mfrc522 import ReaderFault
from micropython import const

GAIN_MOST = const(5)


class Readers:
    """`select` wakes a reader, `reader` talks to whichever chip is awake; `gains` has the highest gain of each."""

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
        """Put all readers to sleep, antennas off."""
        self._select.sleep()

    async def read(self, index, gain=GAIN_MOST):
        """The uids (upper-case hex) on a reader, polled with `gain` (0 to 5), at most its own. Raises ReaderFault.

        Afterwards `clear` is False if an answer could not be read: then there may be a tag that is not in the result.
        """
        gain = min(gain, self._gains[index])
        try:
            return await self.poll(index, gain)
        except ReaderFault:
            return await self.poll(index, gain)

    async def poll(self, index, gain):
        """The same without a retry and with any gain. `fresh` is whether nothing was heard on this reader before."""
        heard = self._heard
        # A tag here was probably here before, or at most two spaces away.
        expected = heard[index] or sorted(set(sum(heard[max(0, index - 2) : index + 3], ())))
        self._select.wake(index)
        try:
            uids = await self._reader.poll(gain, expected)
        finally:
            self._select.sleep()
        self.fresh = not heard[index]
        # With less gain only near tags are heard; they come first from now on.
        others = () if gain == self._gains[index] else tuple(sorted(set(heard[index]) - set(uids)))
        heard[index] = uids + others
        self.clear = self._reader.tags.clear
        return uids
