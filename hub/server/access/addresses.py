"""Under which addresses this computer can be reached, and which of them to show. Asked at start and by the filter."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

LOOPBACK = "127.0.0.1"
TABLE_NAME = "bankhalter.local"
"""What a hub announces itself as (`hub.wiring.announced`)."""
LOCAL_NAMES = frozenset({"localhost", LOOPBACK, "::1"})
# One address of each kind of network at home. Nothing is sent there: choosing a route shows our own address on it.
PROBES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
IPV6_PROBE = "2001:db8::1"


def plain(address: str) -> str:
    """An address without zone and IPv4 mapping, so that it can be compared."""
    return address.split("%", maxsplit=1)[0].removeprefix("::ffff:").lower()


def is_address(text: str) -> bool:
    """Whether a text is the address of some computer."""
    try:
        return bool(ipaddress.ip_address(text))
    except ValueError:
        return False


def is_loopback(address: str) -> bool:
    """Whether an address is that of this very computer."""
    try:
        return ipaddress.ip_address(plain(address)).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """The addresses of this computer in the network, the likeliest for others to reach first, without loopback."""
    found = [_towards(probe) for probe in (*PROBES, IPV6_PROBE)] + _named()
    known = dict.fromkeys(address for address in found if address is not None and not is_loopback(address))
    return sorted(known, key=_unlikeliness)


def own_names() -> frozenset[str]:
    """The names by which this computer may be called, lower case."""
    full = socket.gethostname().lower()
    short = full.split(".")[0]
    return frozenset({"localhost", full, short, f"{short}.local"})


def table_url(host: str, port: int, addresses: Iterable[str]) -> str:
    """What others open: the given host if there is one, else our likeliest address, else this computer's own name."""
    return table_urls(host, port, addresses)[0]


def table_urls(host: str, port: int, addresses: Iterable[str], scheme: str = "http") -> list[str]:
    """All that others can open, the likeliest first; at least one. Who listens at IPv4 alone is not there by IPv6."""
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
    """Sorting is stable: of equals the one towards the internet, probed first, stays in front."""
    parsed = ipaddress.ip_address(address)
    if parsed.version == 6:
        return 3
    if parsed.is_link_local:
        return 2
    return 0 if parsed.is_private else 1
