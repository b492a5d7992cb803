"""The names under which this computer may be addressed: its own and the table's, bare or in a domain of a home network.

Every other name is refused: a foreign web page may point its domain at this computer (DNS rebinding).
"""

import contextlib
import ipaddress
import re
import socket
import sys
from pathlib import Path

from hub.server.access.addresses import LOOPBACK, all_addresses, is_address

LABEL = "bankhalter"
TABLE_NAME = f"{LABEL}.local"
"""What a hub announces itself as (`hub.composition.announced`)."""
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
