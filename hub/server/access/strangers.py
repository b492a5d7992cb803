"""WebSockets that seem to be local and have shown no key yet: the oldest of them gives way to a new one.

A TCP forwarder on the hub's computer makes guests look like its own browser, for which places are reserved. A client
identifies itself only after it has got a place, by a key in its first packet. So one without a key keeps its place only
until another one needs it.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Any

Stay = dict[str, Any]
"""The environment of the request that a socket was."""
KNOWN = "bankhalter.known"
"""The name in it of what is to be called when it has shown a good key."""


class Strangers:
    """At most `most` sockets; `leave` gives back the place of an address. Thread-safe."""

    def __init__(self, most: int, leave: Callable[[str], None]) -> None:
        self._most, self._leave = most, leave
        self._stays: dict[int, Stay] = {}
        self._sent_away: set[int] = set()
        self._lock = threading.Lock()

    def come(self, stay: Stay) -> None:
        """Add a socket, until it has shown a key or ended; the oldest one gives way if there are too many."""
        stay[KNOWN] = lambda: self._known(stay)
        with self._lock:
            self._stays[id(stay)] = stay
            many = len(self._stays) > self._most
        if many:
            self.give_way()

    def give_way(self) -> bool:
        """Cut the oldest socket off; returns whether there was one, whose place is then free."""
        with self._lock:
            if not self._stays:
                return False
            name, stay = next(iter(self._stays.items()))
            del self._stays[name]
            self._sent_away.add(name)
        self._leave(stay["REMOTE_ADDR"])
        wire = stay.get("werkzeug.socket")
        if wire is not None:
            with contextlib.suppress(OSError):  # it has ended already
                wire.shutdown(socket.SHUT_RDWR)
        return True

    def go(self, stay: Stay) -> None:
        """A socket has ended: give its place back, unless that was done when it was cut off."""
        with self._lock:
            self._stays.pop(id(stay), None)
            sent_away = id(stay) in self._sent_away
            self._sent_away.discard(id(stay))
        if not sent_away:
            self._leave(stay["REMOTE_ADDR"])

    def _known(self, stay: Stay) -> None:
        with self._lock:
            self._stays.pop(id(stay), None)
