"""The readers of a node by number: each call wakes one, asks it, and puts it back to sleep.

`Scan` uses it. A reader that fails is reset and asked once more before the fault is raised, so a spark on the bus is
no fault.
"""

from drivers.mfrc522 import ReaderFault
from micropython import const

GAIN_MOST = const(5)


class Readers:
    """`select` wakes, `reader` talks to whichever chip is awake."""

    def __init__(self, select, reader):
        self._select = select
        self._reader = reader
        self.clear = True

    def __len__(self):
        """How many readers there are."""
        return len(self._select)

    def sleep(self):
        """All asleep, antennas off."""
        self._select.sleep()

    async def read(self, index, gain=GAIN_MOST):
        """The uids (upper-case hex) on a reader; `gain` from 0 to `GAIN_MOST`. Raises ReaderFault.

        `clear` is False afterwards if something answered that could not be read: then a tag not named may be there.
        """
        try:
            return await self._poll(index, gain)
        except ReaderFault:
            return await self._poll(index, gain)

    async def _poll(self, index, gain):
        self._select.wake(index)
        try:
            uids = await self._reader.poll(gain)
        finally:
            self._select.sleep()
        self.clear = self._reader.tags.clear
        return uids
