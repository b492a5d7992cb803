"""The readers of a node by number: each call wakes one, asks it, and puts it back to sleep.

`Scan` uses it. A reader that fails is reset and asked once more before the fault is raised, so a spark on the bus is
no fault.
"""

from drivers.errors import ReaderFault
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
        uids = await self._asked(index, self._reader.poll, gain)
        self.clear = self._reader.clear
        return uids

    async def check(self, index):
        """The version byte of a reader whose registers and memory keep what is written to them. Raises ReaderFault."""
        return await self._asked(index, self._reader.check)

    async def _asked(self, index, ask, *args):
        try:
            return await self._once(index, ask, *args)
        except ReaderFault:
            return await self._once(index, ask, *args)

    async def _once(self, index, ask, *args):
        self._select.wake(index)
        try:
            return await ask(*args)
        finally:
            self._select.sleep()
