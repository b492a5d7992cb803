"""The addresses of this computer, by which of its interfaces others reach it, and the names that it may be called.

Addresses come from the interfaces and not from a route: a hotspot has no default route, and a VPN has all of them. Any
name but the computer's own and the table's, bare or in a domain of a home network, is refused: a foreign web page may
point its domain at this computer (DNS rebinding).
"""

import contextlib
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


LABEL = "bankhalter"
TABLE_NAME = f"{LABEL}.local"
"""What a hub announces itself as (`hub.composition.reachable`)."""
NUMBERED = re.compile(rf"{LABEL}-[1-9][0-9]?")
"""What further hubs of a network announce themselves as."""
LOCAL_NAMES = frozenset({"localhost", LOOPBACK, "::1"})
HOME_DOMAINS = frozenset(
    {"local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box", "intranet", "private", "corp"}
)
"""What routers append to names (RFC 6762, appendix G; RFC 8375); nobody can own one of these names in the internet."""
RESOLVERS = (Path("/etc/resolv.conf"), Path("/run/systemd/resolve/resolv.conf"))
WINDOWS_KEY = r"SYSTEM\CurrentControlSet\Services\Tcpip\Parameters"
PART = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
HOST = re.compile(rf"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>{PART}(?:\.{PART})*)\.?)(?::(?P<port>[0-9]{{0,5}}))?")
NAME_LENGTH_MAXIMUM = 253


def host_in(header: str) -> str | None:
    """The name or address in a Host header without its port, or None if no resolver can know it."""
    match = HOST.fullmatch(header.lower())
    if match is None or int(match["port"] or 0) > 0xFFFF:
        return None
    if match["six"] is not None:
        return str(ipaddress.ip_address(match["six"])) if ":" in match["six"] and is_address(match["six"]) else None
    name = match["name"]
    is_number = name.rpartition(".")[2].isdecimal()  # no top-level domain is one
    return None if len(name) > NAME_LENGTH_MAXIMUM or (is_number and not is_address(name)) else name


def is_own(host: str) -> bool:
    """Whether a name or address is this computer's, as of now: networks change."""
    if host in LOCAL_NAMES:
        return True
    if is_address(host):
        return host in all_addresses()
    label, _, domain = host.partition(".")
    if NUMBERED.fullmatch(label):
        host = f"{LABEL}.{domain}" if domain else LABEL
    return host in own_names()


def own_names() -> frozenset[str]:
    """All names of this computer in lower case, without numbered ones."""
    full = _ascii(socket.gethostname().lower().rstrip("."))
    short, _, domain = full.partition(".")
    domains = HOME_DOMAINS | search_domains() | ({domain} if domain else set())
    labels = {LABEL, short} - {"", "localhost"}
    return frozenset({"localhost", *labels, *(f"{label}.{one}" for label in labels for one in domains)})


def search_domains() -> frozenset[str]:
    """The domains that the network has this computer append to bare names."""
    found = _in_registry() if sys.platform == "win32" else _in_files()
    return frozenset(one for one in (domain.lower().strip(".") for domain in found) if one)


def _in_files() -> list[str]:
    found = []
    for file in RESOLVERS:
        try:
            rows = [line.split() for line in file.read_text(errors="replace").splitlines()]
        except OSError:
            continue
        found += [domain for row in rows if row and row[0] in {"search", "domain"} for domain in row[1:]]
    return found


def _in_registry() -> list[str]:
    found: list[str] = []
    if sys.platform == "win32":
        import winreg

        def read(path: str) -> None:
            with contextlib.suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, path) as key:
                for value in ("Domain", "DhcpDomain", "SearchList"):
                    with contextlib.suppress(OSError):
                        found.extend(str(winreg.QueryValueEx(key, value)[0]).replace(",", " ").split())
                for number in range(winreg.QueryInfoKey(key)[0] if path.endswith("Interfaces") else 0):
                    read(rf"{path}\{winreg.EnumKey(key, number)}")

        read(WINDOWS_KEY)
        read(rf"{WINDOWS_KEY}\Interfaces")
    return found


def _ascii(name: str) -> str:
    """A name as browsers send it."""
    if name.isascii():
        return name
    try:
        return name.encode("idna").decode()
    except UnicodeError:
        return ""
