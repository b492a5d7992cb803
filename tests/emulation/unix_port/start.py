"""What the chip does when it starts: `boot.py`, then `main.py` with the same names, then the prompt, in turned time.

Runs on MicroPython's unix port in the folder that represents the flash. Time stands still while the node works, and
jumps while the node waits: up to the end of its turn the node runs on its own; then it tells `chip_socket.py`. At the
prompt nothing more happens.
"""

import os
import select
import struct
import sys
import time

_WORK_US = 20  # what a chip takes to move a pin or to shift some bytes
_SAY_WAITING = struct.pack("<BBHQ", ord("T"), 0, 0, 0)

_tests = open(int(os.getenv("MODEL_FD")), "r+b", buffering=0)
_said = bytearray(8)


class TurnedTime:
    """The part of `time` that firmware, asyncio and the pins use. Its start lies ahead of the chip's own ticks.

    What asyncio's C code puts into its queue at once carries those, and so is always due.
    """

    ticks_add = time.ticks_add
    ticks_diff = time.ticks_diff

    def __init__(self):
        self._now_us = self._until_us = 0
        self._turn()

    def ticks_ms(self):
        return self._now_us // 1000

    def ticks_us(self):
        """Microseconds, of which each look takes some: the pins look each time they do something."""
        self._now_us += _WORK_US
        return self._now_us

    def sleep_ms(self, ms):
        """Nothing else runs meanwhile."""
        end_us = (self._now_us // 1000 + ms) * 1000
        while end_us > self._until_us:
            self._now_us = max(self._now_us, self._until_us)
            self._turn()
        self._now_us = max(self._now_us, end_us)

    def _turn(self):
        if "machine" in sys.modules:
            machine.flush()
        _tests.write(_SAY_WAITING)
        rest = memoryview(_said)
        while rest:
            count = _tests.readinto(rest)
            if not count:
                sys.exit(1)
            rest = rest[count:]
        self._until_us = int.from_bytes(_said, "little")
        if not self._now_us:
            self._now_us = self._until_us


class TurnedPoll:
    """`select.poll`, whose waiting takes turned time: what comes is looked for before and after."""

    def __init__(self):
        self._poll = select.poll()

    def register(self, stream, events):
        self._poll.register(stream, events)

    def poll(self, ms=-1):
        """What is ready, at the latest after so long."""
        ready = self._poll.poll(0)
        if ready or not ms:
            return ready
        turned.sleep_ms(ms if ms > 0 else 1000)
        return self._poll.poll(0)

    ipoll = poll


class TurnedSelect:
    """The part of `select` that firmware, asyncio and the pins use."""

    POLLIN, POLLOUT, poll = select.POLLIN, select.POLLOUT, TurnedPoll


turned = TurnedTime()
sys.modules["time"] = turned
sys.modules["select"] = TurnedSelect
import machine  # noqa: E402 with these modules

names = {"__name__": "__main__"}
for name in ("boot.py", "main.py"):
    try:
        with open(name) as file:
            exec(file.read(), names)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001, PERF203 the chip's prompt says it, and goes on
        sys.print_exception(error)
machine.idle()
