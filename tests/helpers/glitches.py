"""A bad cable between a node and a hub: it loses, delays and garbles."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from hub.simulated_board.cable import CableEnd, open_cable


class Glitches:
    """What is wrong with a cable: `muted`, frames to `lose`, `delay_ms`, what `mangle` makes of a frame of the node."""

    def __init__(self, cable: CableEnd | None = None, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._cable = cable or open_cable()
        self.name = self._cable.name
        self.muted = False
        self.lose = 0
        self.delay_ms = 0
        self.mangle: Callable[[bytes], bytes] = bytes
        self._clock_s = clock_s
        self._late: deque[tuple[float, bytes]] = deque()

    def fileno(self) -> int:
        return self._cable.fileno()

    def read(self, timeout_s: float) -> bytes:
        data = self._cable.read(min(timeout_s, 0.005) if self._late else timeout_s)
        while self._late and self._late[0][0] <= self._clock_s():
            self._cable.write(self._late.popleft()[1])
        return b"" if self.muted else data

    def write(self, frame: bytes) -> None:
        if self.muted:
            return
        frame = self.mangle(frame)
        if self.lose > 0:
            self.lose -= 1
        elif self.delay_ms or self._late:
            self._late.append((self._clock_s() + self.delay_ms / 1000, frame))
        else:
            self._cable.write(frame)

    def garble(self, noise: bytes) -> None:
        """Send the hub something that no node said."""
        self._cable.write(noise)

    def close(self) -> None:
        self._cable.close()
