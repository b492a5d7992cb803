"""Keeps the ways to a table up to date while the network comes and goes: screens, terminal, name, certificate.

Computers are started before their Wi-Fi, get new leases, and wake up elsewhere. Systems have different ways to report
that; asking for the addresses costs less than a millisecond everywhere.
"""

import contextlib
import logging
import threading
from contextlib import ExitStack

from hub.composition.announced import Announced
from hub.composition.serving import Certified, NoCertificate
from hub.composition.welcome import Terminal
from hub.server.access.addresses import own_addresses
from hub.server.access.names import TABLE_NAME
from hub.server.access.shown_address import OwnAddresses
from hub.server.listener import Listener
from hub.table.automatic.threads import RepeatingThread

log = logging.getLogger(__name__)

LOOK_S = 3.0


class Reachable:
    """Follows the network once started. `shown` are the addresses for other devices that the terminal has shown."""

    def __init__(self, own: OwnAddresses, listener: Listener, terminal: Terminal, certified: Certified | None) -> None:
        self._own, self._listener, self._terminal, self._certified = own, listener, terminal, certified
        self._announced = Announced(listener.port, found=self._named)
        self._certifying = threading.Lock()
        self._network = RepeatingThread("network", LOOK_S, self._look, "a change of the network could not be handled")
        self._last = own_addresses()
        self.shown, self._shown_name = self._addresses(), ""
        own.also_at(lambda: self._announced.names)

    def start(self, closing: ExitStack) -> None:
        self._announced.start()
        closing.callback(self._announced.stop)
        self._network.start()
        closing.callback(self._network.stop)

    def _look(self) -> None:
        found = own_addresses()
        if found != self._last:
            self._last = found
            log.info("the network has changed", extra={"addresses": list(found)})
            self._moved()

    def _certify(self) -> None:
        if self._certified is None:
            return
        with self._certifying:
            try:
                self._listener.secure(self._certified(self._announced.names))
            except NoCertificate as cannot:
                log.warning("the certificate does not have the new addresses", extra={"reason": str(cannot)})

    def _moved(self) -> None:
        self._certify()
        self._own.look()
        self._announced.look()
        found = self._addresses()
        if found != self.shown:
            self.shown = found
            say(self._terminal.moved(found))

    def _named(self) -> None:
        self._certify()
        self._own.look()
        for name in self._announced.names:
            url = next((url for url in self._own.urls if name in url), "")
            if url and url != self._shown_name:
                self._shown_name = url
                say(self._terminal.named(url, name, TABLE_NAME))

    def _addresses(self) -> tuple[str, ...]:
        """Without names, the one that is shown first."""
        urls = [url for url in self._own.urls if not any(name in url for name in self._announced.names)]
        return tuple(dict.fromkeys((self._own.url, *urls)))


def say(text: str) -> None:
    """Print it; whoever closed the terminal's window does not read it."""
    with contextlib.suppress(OSError, ValueError):
        print(text, flush=True)
