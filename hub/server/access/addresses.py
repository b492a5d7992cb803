"""The addresses of this computer, by which of its interfaces others reach it; used at start, by the watcher and filter.

They come from the interfaces and not from a route: a hotspot has no default route, and a VPN has all of them.
"""

import ipaddress
import re
import socket
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import ifaddr

LOOPBACK = "127.0.0.1"
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 -- compared, not bound
TOWARDS_THE_INTERNET = "192.0.2.1"
"""Nothing is sent there: choosing a route reveals our own address on it."""
TRANSLATED = ipaddress.ip_network("192.0.0.0/29")
"""What a computer in a network of IPv6 alone calls itself for old programs (RFC 7335); nobody else reaches that."""

CONTAINERS = re.compile(
    r"docker|podman|cni|cbr\d|br-[0-9a-f]{12}$|lxcbr|lxdbr|incusbr|virbr|vmnet|vboxnet|hassio|waydroid|anbox|flannel|"
    r"cali|cilium|kube|weave|nerdctl|virtualbox|vmware"
)
TUNNELS = re.compile(
    r"u?tun\d|tap\d|wg|awg|ppp|ipsec|gre|sit\d|vti|ip6tnl|tailscale|zt|nordlynx|nordtun|proton|mullvad|gpd\d|cscotun|"
    r"wintun|tap-|wireguard|openvpn|zerotier|teredo|isatap|6to4|wan miniport|cloudflare|awdl|llw"
)
SELDOM = re.compile(r"usb|rndis|remote ndis|hyper-v|vethernet")
"""A cable to a telephone, and what a virtual machine is given: others may reach us there, but seldom do."""
GET_FLAGS = {"linux": 0x8913, "darwin": 0xC0206911}  # SIOCGIFFLAGS
UP, LOOP, POINT_TO_POINT, RUNNING = 0x1, 0x8, 0x10, 0x40
UNSETTLED = 0x01 | 0x08 | 0x20 | 0x40
"""Flags of IPv6 addresses on Linux: temporary, in use elsewhere, deprecated, tentative."""
IPV6_FLAGS = Path("/proc/net/if_inet6")


class OwnAddress(NamedTuple):
    """An address of this computer.

    `up`: it is certain, and its interface connected. `remote`: only a container, or who is in a tunnel, reaches it.
    """

    address: str
    interface: str
    up: bool
    remote: bool

    @property
    def is_link_local(self) -> bool:
        """Whether the computer has given it to itself."""
        return ipaddress.ip_address(self.address).is_link_local


def plain(address: str) -> str:
    """The address without IPv6 zone and IPv4 mapping, so that it can be compared."""
    return address.split("%", maxsplit=1)[0].lower().removeprefix("::ffff:")


def is_address(text: str) -> bool:
    try:
        return bool(ipaddress.ip_address(text))
    except ValueError:
        return False


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(plain(address)).is_loopback
    except ValueError:
        return False


def all_addresses() -> frozenset[str]:
    return frozenset(own.address for own in _found())


def own_addresses() -> list[str]:
    """The addresses at which others reach this computer, the likeliest first.

    Containers, tunnels and addresses that a computer gives itself count where there is nothing else. IPv6 addresses
    count on interfaces that have no other: where there are both, every device has IPv4 as well.
    """
    found = [own for own in _found() if own.up]
    first = _towards(TOWARDS_THE_INTERNET)
    usable = [own for own in found if not own.remote and not own.is_link_local]
    if not usable:  # a link-local address of IPv6 cannot be typed: a browser does not know on which interface
        usable = [own for own in found if ":" not in own.address or not own.is_link_local]
    four = {own.interface for own in usable if ":" not in own.address}
    shown = [own for own in usable if ":" not in own.address or own.interface not in four]
    return list(dict.fromkeys(own.address for own in sorted(shown, key=lambda own: _unlikeliness(own, first))))


def table_url(host: str, port: int, addresses: Iterable[str]) -> str:
    """The URL for other devices: of the given host if there is one, else of our most likely address, else localhost."""
    return table_urls(host, port, addresses)[0]


def table_urls(host: str, port: int, addresses: Iterable[str], scheme: str = "http") -> list[str]:
    """All URLs for other devices, most likely first; at least one. No IPv6 ones if the hub listens on IPv4 only."""
    hosts = [host]
    if host in EVERYWHERE:
        hosts = [one for one in addresses if host != "0.0.0.0" or ":" not in one] or ["localhost"]  # noqa: S104
    elif is_loopback(host):
        hosts = ["localhost"]
    return [url_of(scheme, one, port) for one in hosts]


def url_of(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def _found() -> list[OwnAddress]:
    found = []
    unsettled = _unsettled()
    for adapter in ifaddr.get_adapters():
        flags = _flags(adapter.name)
        connected = flags & (UP | RUNNING) == UP | RUNNING
        called = f"{adapter.name}\n{adapter.nice_name}".lower().splitlines()
        remote = bool(flags & POINT_TO_POINT) or any(CONTAINERS.match(one) or TUNNELS.match(one) for one in called)
        for ip in adapter.ips:
            address = plain(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
            parsed = ipaddress.ip_address(address)
            if not (flags & LOOP or parsed.is_loopback or parsed in TRANSLATED):
                found.append(OwnAddress(address, " ".join(called), connected and address not in unsettled, remote))
    return found


def _flags(interface: str) -> int:
    """The flags of an interface; where the system has another way to ask, one that is up."""
    if sys.platform == "win32":
        return UP | RUNNING
    ask = GET_FLAGS.get(sys.platform)
    if ask is None:
        return UP | RUNNING
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            answer = fcntl.ioctl(asking, ask, struct.pack("16sH14x", interface.encode()[:15], 0))
        except OSError:  # it has gone at this moment
            return 0
    return int(struct.unpack_from("H", answer, 16)[0])


def _unsettled() -> frozenset[str]:
    """IPv6 addresses that are not for showing: they change by the day, or are not certain yet."""
    try:
        rows = [line.split() for line in IPV6_FLAGS.read_text().splitlines()]
    except OSError:
        return frozenset()
    return frozenset(str(ipaddress.IPv6Address(int(row[0], 16))) for row in rows if int(row[4], 16) & UNSETTLED)


def _towards(target: str) -> str | None:
    """Our address on the way to another."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect((target, 9))
            return plain(asking.getsockname()[0])
    except OSError:
        return None


def _unlikeliness(own: OwnAddress, first: str | None) -> tuple[bool, bool, bool, bool, bool, bool]:
    """A sort key; of equals, the interface that the system names first stays in front."""
    address = ipaddress.ip_address(own.address)
    return (
        own.remote,
        address.version == 6,
        address.is_link_local,
        any(map(SELDOM.match, own.interface.split())),
        not address.is_private,
        own.address != first,
    )
