"""The addresses at which this computer can be reached, and which of them to show; used at start and by the filter."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

LOOPBACK = "127.0.0.1"
TABLE_NAME = "bankhalter.local"
"""What a hub announces itself as (`hub.wiring.announced`)."""
LOCAL_NAMES = frozenset({"localhost", LOOPBACK, "::1"})
# One address in each kind of home network. Nothing is sent there: choosing a route reveals our own address on it.
PROBES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
IPV6_PROBE = "2001:db8::1"


def plain(address: str) -> str:
    """The address without IPv6 zone and IPv4 mapping, so that it can be compared."""
    return address.split("%", maxsplit=1)[0].removeprefix("::ffff:").lower()


def is_address(text: str) -> bool:
    """Whether a text is an IP address."""
    try:
        return bool(ipaddress.ip_address(text))
    except ValueError:
        return False


def is_loopback(address: str) -> bool:
    """Whether this is a loopback address."""
    try:
        return ipaddress.ip_address(plain(address)).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """The network addresses of this computer without loopback, most likely reachable first."""
    found = [_towards(probe) for probe in (*PROBES, IPV6_PROBE)] + _named()
    known = dict.fromkeys(address for address in found if address is not None and not is_loopback(address))
    return sorted(known, key=_unlikeliness)


def own_names() -> frozenset[str]:
    """The host names of this computer, in lower case."""
    full = socket.gethostname().lower()
    short = full.split(".")[0]
    return frozenset({"localhost", full, short, f"{short}.local"})


def table_url(host: str, port: int, addresses: Iterable[str]) -> str:
    """The URL for other devices: of the given host if there is one, else of our most likely address, else localhost."""
    return table_urls(host, port, addresses)[0]


def table_urls(host: str, port: int, addresses: Iterable[str], scheme: str = "http") -> list[str]:
    """All URLs for other devices, most likely first; at least one. No IPv6 ones if the hub listens on IPv4 only."""
    hosts = [host]
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 -- compared, not bound
        hosts = [one for one in addresses if host != "0.0.0.0" or ":" not in one] or ["localhost"]  # noqa: S104
    elif is_loopback(host):
        hosts = ["localhost"]
    return [f"{scheme}://[{one}]:{port}" if ":" in one else f"{scheme}://{one}:{port}" for one in hosts]


def _towards(probe: str) -> str | None:
    family = socket.AF_INET6 if ":" in probe else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((probe, 9))
            return plain(asking.getsockname()[0])
    except OSError:
        return None


def _named() -> list[str | None]:
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return [plain(str(info[4][0])) for info in infos]


def _unlikeliness(address: str) -> int:
    """A sort key. Sorting is stable, so of equals the address towards the internet, probed first, stays in front."""
    parsed = ipaddress.ip_address(address)
    if parsed.version == 6:
        return 3
    if parsed.is_link_local:
        return 2
    return 0 if parsed.is_private else 1
