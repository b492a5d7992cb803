"""A slow link between two computers of `helpers.networks`: every frame is delayed, and they queue for the bandwidth.

The frames go through this process, so it needs no traffic control of the kernel, which few machines for tests have.
"""

from __future__ import annotations

import fcntl
import heapq
import os
import selectors
import struct
import time
from itertools import count

from helpers.networks import Computer, ip

SET_INTERFACE, FRAMES_WITHOUT_INFO = 0x400454CA, 0x1002  # TUNSETIFF; IFF_TAP | IFF_NO_PI
FRAME_BYTES = 2_048
QUEUE_S = 0.2
"""Frames that would wait longer are lost, as in a router."""


class SlowLink:
    """Between the interfaces `wlan0` of two computers: `rtt_s` there and back, `bits_per_s` in each direction."""

    def __init__(self, one: Computer, other: Computer, rtt_s: float, bits_per_s: float) -> None:
        self._delay_s, self._bits_per_s = rtt_s / 2, bits_per_s
        self._ends = [_tap(computer) for computer in (one, other)]
        self._free_at = [0.0, 0.0]

    def carry(self, until: selectors.SelectorKey | int) -> None:
        """Carry frames until that file can be read."""
        under_way: list[tuple[float, int, int, bytes]] = []
        numbers = count()
        with selectors.DefaultSelector() as selector:
            for end in (*self._ends, until):
                selector.register(end, selectors.EVENT_READ)
            while True:
                wait_s = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
                for key, _ in selector.select(wait_s):
                    if key.fd == until:
                        return
                    self._take(self._ends.index(key.fd), under_way, numbers)
                while under_way and under_way[0][0] <= time.monotonic():
                    _, _, to, frame = heapq.heappop(under_way)
                    os.write(self._ends[to], frame)

    def close(self) -> None:
        """Cut it."""
        for end in self._ends:
            os.close(end)

    def _take(self, at: int, under_way: list[tuple[float, int, int, bytes]], numbers: count[int]) -> None:
        frame, now = os.read(self._ends[at], FRAME_BYTES), time.monotonic()
        begins = max(now, self._free_at[at])
        if begins - now < QUEUE_S:
            self._free_at[at] = begins + len(frame) * 8 / self._bits_per_s
            heapq.heappush(under_way, (self._free_at[at] + self._delay_s, next(numbers), 1 - at, frame))


def _tap(computer: Computer) -> int:
    """An interface whose frames this process reads and writes."""
    end = os.open("/dev/net/tun", os.O_RDWR)
    name = f"bhtap{end}"
    fcntl.ioctl(end, SET_INTERFACE, struct.pack("16sH14x", name.encode(), FRAMES_WITHOUT_INFO))
    ip("link", "set", name, "netns", computer.name)
    computer.ip("link", "set", name, "name", "wlan0")
    computer.ip("link", "set", "wlan0", "up")
    return end
