"""Which spare ports a node speaks on: only those are offered, since a known USB id says no more than what was bought.

Listening takes nothing from a node: without a link it says who it is every second, whoever hears it.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Final

from hub.board.errors import PortError
from hub.board.port import TICK_S
from hub.board.stream import open_stream
from hub.board.wire import Lines, decode

LISTEN_S: Final = 2.5
AGAIN_S: Final = 30.0
"""Rests between two tries: whoever programs the device needs the port meanwhile."""


class Spare:
    """Of the ports that `ports` lists, those with a node; `stopping` ends what takes long."""

    def __init__(self, ports: Callable[[], Sequence[str]], stopping: threading.Event) -> None:
        self.ports = ports
        self._stopping = stopping
        self._next: dict[str, float] = {}

    def nodes(self, but: Collection[str]) -> tuple[str, ...]:
        """Those, without `but`; listens for 2.5 s at each port that is new or has rested."""
        names = [name for name in self.ports() if name not in but]
        self._next = {name: self._next.get(name, 0.0) for name in names}
        for name in names:
            if self._next[name] <= time.monotonic():
                self._next[name] = math.inf if self._speaks(name) else time.monotonic() + AGAIN_S
        return tuple(name for name in names if self._next[name] == math.inf)

    def _speaks(self, name: str) -> bool:
        """Whether a line with a right checksum comes; a port that another program has is not ours to offer."""
        try:
            stream = open_stream(name)
        except PortError:
            return False
        lines, deadline = Lines(), time.monotonic() + LISTEN_S
        try:
            while time.monotonic() < deadline and not self._stopping.is_set():
                if any(decode(line) for line in lines.push(stream.read(TICK_S))):
                    return True
        except PortError:
            pass
        finally:
            stream.close()
        return False
