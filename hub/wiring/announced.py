"""The table's name in the local network: announces by multicast DNS that `bankhalter.local` is this computer.

Networks may block multicast and devices may not use it, so the name is only shown once it was seen to resolve to this
computer. If another hub has the name already, that hub keeps it. Opened by `hub.wiring.play` once the table answers.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Sequence

from hub.server.access.addresses import TABLE_NAME, own_addresses

KIND = "_http._tcp.local."
LOOKS = 3
GOODBYE_S = 0.8
LOOK_AGAIN_S = 5.0
log = logging.getLogger(__name__)


def leads_to(name: str) -> set[str]:
    """The IPv4 addresses to which a name resolves on this computer, as for its browsers."""
    spelt = name.encode("ascii")  # with a str Python would load the IDNA codec
    try:
        return {str(info[4][0]) for info in socket.getaddrinfo(spelt, None, socket.AF_INET, socket.SOCK_STREAM)}
    except OSError:
        return set()


class Announced:
    """The name of one table at a port: announced from `start` to `stop`, in a background thread.

    `addresses` are those of this computer to announce at; None: all of the local network.
    """

    def __init__(
        self,
        port: int,
        addresses: Sequence[str] | None = None,
        resolve: Callable[[str], set[str]] = leads_to,
        found: Callable[[], None] = lambda: None,
        name: str = TABLE_NAME,
    ) -> None:
        self._port, self._addresses, self._resolve, self._found = port, addresses, resolve, found
        self._name = name
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._announce, name="name", daemon=True)
        self.names: tuple[str, ...] = ()
        """What may be shown: the name once it was seen to lead here, else nothing."""

    def start(self) -> None:
        """Begin to announce."""
        self._thread.start()

    def stop(self) -> None:
        """Withdraw the name, without waiting long; before the check that it is free is over, it is not announced."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(GOODBYE_S)

    def _announce(self) -> None:
        try:
            from zeroconf import Error, IPVersion, NonUniqueNameException, ServiceInfo, Zeroconf
        except ImportError:
            log.info("nothing here announces names")
            return
        ours = list(self._addresses or own_addresses())
        at = [address for address in ours if ":" not in address]
        if not at:
            return
        try:
            with Zeroconf(interfaces=at, ip_version=IPVersion.V4Only) as house:
                info = ServiceInfo(
                    KIND,
                    f"{self._name.removesuffix('.local')}.{KIND}",
                    port=self._port,
                    properties={"path": "/"},
                    server=f"{self._name}.",
                    parsed_addresses=at,
                )
                house.register_service(info)
                self._look(set(at))
                self._stopped.wait()
        except NonUniqueNameException:
            log.info("another hub has the name")
        except (Error, OSError) as error:
            log.info("the name is not announced", extra={"why": str(error)})

    def _look(self, ours: set[str]) -> None:
        """Check a few times whether the name resolves to this computer, since that takes a moment."""
        for _ in range(LOOKS):
            found = self._resolve(self._name)
            if found and found <= ours:
                self.names = (self._name,)
                self._found()
                return
            if self._stopped.wait(LOOK_AGAIN_S):
                return
