"""Keeps the ways to a table up to date while the network comes and goes: screens, terminal, name, certificate.

Computers are started before their Wi-Fi, get new leases, and wake up elsewhere. Systems have different ways to report
that; asking for the addresses costs less than a millisecond everywhere. Multicast DNS announces that `bankhalter.local`
is this computer; further hubs of a network are `bankhalter-2.local` and so on (RFC 6762, 9).
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from hub.composition.serving import Certified, NoCertificate
from hub.composition.welcome import Terminal
from hub.server.access.addresses import TABLE_NAME, all_addresses, is_loopback, own_addresses, plain
from hub.server.access.shown_address import OwnAddresses
from hub.server.listener import Listener
from hub.table.automatic.threads import RepeatingThread

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf
KIND = "_http._tcp.local."
MOST = 9
ASKED_MS = 750
GOODBYE_S = 0.8
RETRY_S = 5.0
"""How soon a name is given up that another hub has announced, too, and how soon a network is tried again."""
log = logging.getLogger(__name__)


def leads_to(name: str) -> set[str]:
    """The addresses to which a name resolves on this computer, as for its browsers."""
    spelt = name.encode("ascii")  # with a str Python would load the IDNA codec
    try:
        return {plain(str(info[4][0])) for info in socket.getaddrinfo(spelt, None, type=socket.SOCK_STREAM)}
    except OSError:
        return set()


class Announced:
    """The name of a table at a port: announced from `start` to `stop`, in a background thread.

    `addresses` are those of this computer to announce at. `found` is called when `names` has changed.
    """

    def __init__(
        self,
        port: int,
        addresses: Callable[[], Sequence[str]] = own_addresses,
        resolve: Callable[[str], set[str]] = leads_to,
        found: Callable[[], None] = lambda: None,
        name: str = TABLE_NAME,
    ) -> None:
        self._port, self._addresses, self._resolve, self._found = port, addresses, resolve, found
        self._name = name
        self._stopped, self._woken = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._announce, name="name", daemon=True)
        self.names: tuple[str, ...] = ()
        """What may be shown: the name as long as it is announced and leads nowhere else."""

    def start(self) -> None:
        self._thread.start()

    def look(self) -> None:
        """The addresses have changed: announce the name at those that there are now."""
        self._woken.set()

    def stop(self) -> None:
        """Withdraw the name, without waiting long; before the check that it is free is over, it is not announced."""
        self._stopped.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join(GOODBYE_S)

    def _announce(self) -> None:
        try:
            from zeroconf import Error as CannotAnnounce
            from zeroconf import EventLoopBlocked, IPVersion, Zeroconf
        except ImportError:
            log.info("no name is announced: zeroconf is not installed")
            return
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # networks that go away are no fault
        while not self._stopped.is_set():
            self._woken.clear()
            at = list(self._addresses())
            try:
                if at:
                    six = any(":" in address for address in at)
                    with Zeroconf(interfaces=at, ip_version=IPVersion.All if six else IPVersion.V4Only) as house:
                        self._stay(house, at)
            except (CannotAnnounce, EventLoopBlocked, OSError, RuntimeError) as error:
                log.info("the name is not announced", extra={"why": str(error)})
                self._woken.wait(RETRY_S)
            else:
                if not at:
                    self._woken.wait()
            self._show()

    def _stay(self, house: Zeroconf, at: list[str]) -> None:
        """Have a name there until the addresses change, or another hub turns out to have the same."""
        name = self._take(house, at)
        if name is None or self._stopped.is_set():
            return
        ours = set(at) | all_addresses()
        elsewhere = {one for one in self._resolve(name) if not is_loopback(one)} - ours
        if not elsewhere:
            self._show(name)
        while not self._woken.wait(RETRY_S) and not self._is_given_up(house, name, at):
            pass

    def _take(self, house: Zeroconf, at: list[str]) -> str | None:
        """The first name that nobody else has, registered."""
        from zeroconf import NonUniqueNameException

        label = self._name.removesuffix(".local")
        for name in (self._name, *(f"{label}-{number}.local" for number in range(2, MOST + 1))):
            if self._others(house, name, ask=True):
                continue
            try:
                house.register_service(self._info(name, at))
            except NonUniqueNameException:  # another hub, perhaps on this very computer
                continue
            return name
        log.info("other hubs have taken all names")
        self._woken.wait(RETRY_S)
        return None

    def _info(self, name: str, at: list[str]) -> ServiceInfo:
        from zeroconf import ServiceInfo

        instance = f"{name.removesuffix('.local')}.{KIND}"
        return ServiceInfo(
            KIND, instance, port=self._port, properties={"path": "/"}, server=f"{name}.", parsed_addresses=at
        )

    def _others(self, house: Zeroconf, name: str, *, ask: bool) -> set[str]:
        """Addresses of other computers under a name, as far as was heard; `ask` for them first."""
        from zeroconf import AddressResolver  # type: ignore[attr-defined]  # it is documented all the same

        asked = AddressResolver(f"{name}.")
        if ask:
            asked.request(house, ASKED_MS)
        else:
            asked.load_from_cache(house)
        return set(asked.parsed_addresses()) - set(self._addresses()) - all_addresses()

    def _is_given_up(self, house: Zeroconf, name: str, at: list[str]) -> bool:
        """Whether another hub took the name at the same moment, or came with another network, and keeps it."""
        others = self._others(house, name, ask=False)
        return bool(others) and min(others) < min(at)

    def _show(self, *names: str) -> None:
        if names != self.names and not self._stopped.is_set():
            self.names = names
            self._found()


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
