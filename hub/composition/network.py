"""Watches the network: computers are started before their Wi-Fi, get new leases, and wake up elsewhere.

Systems have different ways to report that; asking for the addresses costs less than a millisecond everywhere.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from hub.server.access.addresses import own_addresses

LOOK_S = 3.0
log = logging.getLogger(__name__)


class Network:
    """Calls `changed` in a thread of its own, from `start` to `stop`, whenever there are other addresses."""

    def __init__(
        self,
        changed: Callable[[], None],
        addresses: Callable[[], Sequence[str]] = own_addresses,
        every_s: float = LOOK_S,
    ) -> None:
        self._changed, self._addresses, self._every_s = changed, addresses, every_s
        self._last = addresses()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="network", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        while not self._stopped.wait(self._every_s):
            try:
                self._look()
            except Exception:
                log.exception("a change of the network could not be handled")

    def _look(self) -> None:
        found = self._addresses()
        if found != self._last:
            self._last = found
            log.info("the network has changed", extra={"addresses": list(found)})
            self._changed()
