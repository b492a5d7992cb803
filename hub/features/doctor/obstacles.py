"""What on this computer or in its network keeps boards and phones away, for `bankhalter doctor`; needs no root.

Each system is asked by its own command, whose output is read as it is without translation. A command that is missing,
refuses or takes too long has nothing to say.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

PATIENCE_S: Final = 5.0
GRABBERS: Final = {
    "ModemManager.service": (
        "ModemManager is running and tries whether a board that was just plugged in is a modem: if a board does not "
        "answer, run `sudo systemctl mask --now ModemManager`, which only mobile modems need"
    ),
    "brltty": (
        "brltty is running and takes some USB serial ports for Braille displays, so that they vanish: unless you have "
        "one, run `sudo systemctl mask --now {unit}` and plug the board in again"
    ),
}
UFW_CONF: Final = Path("/etc/ufw/ufw.conf")
GUEST: Final = re.compile(r"\b(guest|gast)|(guest|gast)\b|gastzugang", re.IGNORECASE)
FRITZ_GUESTS: Final = "192.168.179."
"""The guest network of a FRITZ!Box, whatever its name."""
APART: Final = (
    "devices in it usually cannot see each other: put this computer, tablet and phones into the main network, or allow "
    "the devices of the guest network to talk to each other in the settings of the router"
)
WINDOWS_RULES: Final = r"HKLM\SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy\FirewallRules"


class Finding(Struct, frozen=True):
    """A sentence without its full stop; with `problem` it needs somebody's attention."""

    about: str
    text: str
    problem: bool = False


def grabber_findings() -> Iterator[Finding]:
    """Services that take the port of a board for themselves."""
    active = _said("systemctl", "list-units", "--plain", "--no-legend", "--state=active", *(f"{n}*" for n in GRABBERS))
    for line in active.splitlines():
        unit = line.split()[0] if line.split() else ""
        for name, text in GRABBERS.items():
            if unit.startswith(name) and unit.endswith(".service"):
                yield Finding("ports", text.format(unit=unit))


def firewall_findings(port: int) -> Iterator[Finding]:
    """Firewalls that are on, and whether they let phones through to this port."""
    if sys.platform == "win32":
        yield from windows_findings(_said("reg", "query", WINDOWS_RULES), port, sys.executable)
        return
    if _ufw_is_on():  # its rules may be read by root alone
        text = f"the firewall ufw is on: unless you have let phones through, run `sudo ufw allow {port}/tcp`"
        yield Finding("firewall", text)
    zone = _said("firewall-cmd", "--list-all")
    if zone and not _zone_lets_in(zone, port):
        opening = f"sudo firewall-cmd --permanent --add-port={port}/tcp && sudo firewall-cmd --reload"
        yield Finding("firewall", f"firewalld drops what comes to port {port}: run `{opening}`", problem=True)


def _ufw_is_on() -> bool:
    try:
        return "ENABLED=yes" in UFW_CONF.read_text(encoding="utf-8").split()
    except OSError:
        return False


def _zone_lets_in(zone: str, port: int) -> bool:
    """Whether the default zone, as `firewall-cmd --list-all` shows it, accepts the port."""
    shown = dict(re.findall(r"^\s+([\w-]+): *(.*)$", zone, re.MULTILINE))
    if shown.get("target") == "ACCEPT":
        return True
    for ports, protocol in (entry.rsplit("/", 1) for entry in shown.get("ports", "").split() if "/" in entry):
        first, _, last = ports.partition("-")
        if protocol == "tcp" and int(first) <= port <= int(last or first):
            return True
    return False


def windows_findings(rules: str, port: int, program: str) -> Iterator[Finding]:
    """The same for Windows, from its rules in the registry as `reg query` prints them."""
    inward = [rule for rule in map(_windows_rule, rules.splitlines()) if rule.get("Dir") == "In"]
    ours = [rule for rule in inward if rule.get("Active") == "TRUE" and _concerns(rule, port, program)]
    netsh = "netsh advfirewall firewall"
    if any(rule.get("Action") == "Block" for rule in ours):
        removing = f'{netsh} delete rule name=all dir=in program="{program}"'
        text = f"the firewall of Windows blocks {program}: run `{removing}` as an administrator, then allow it"
        yield Finding("firewall", text, problem=True)
    elif not ours:
        opening = f"{netsh} add rule name=Bankhalter dir=in action=allow protocol=TCP localport={port}"
        text = f"the firewall of Windows lets no phone in: allow it when asked, or run `{opening}` as an administrator"
        yield Finding("firewall", text)


def _windows_rule(line: str) -> Mapping[str, str]:
    r"""`    {…}    REG_SZ    v2.30|Action=Allow|Active=TRUE|Dir=In|Protocol=6|LPort=8080|App=C:\…|` as a mapping."""
    return dict(part.split("=", 1) for part in line.partition("|")[2].split("|") if "=" in part)


def _concerns(rule: Mapping[str, str], port: int, program: str) -> bool:
    app, ports, protocol = rule.get("App"), rule.get("LPort"), rule.get("Protocol", "6")
    if protocol != "6" or (app is None and ports is None):
        return False
    return (app is None or app.lower() == program.lower()) and (ports is None or ports == str(port))


def guest_findings(addresses: Iterable[str]) -> Iterator[Finding]:
    """Networks for guests, in which a router keeps devices apart."""
    if any(address.startswith(FRITZ_GUESTS) for address in addresses):
        yield Finding("network", f"this computer is in the guest network of a FRITZ!Box: {APART}", problem=True)
        return
    for name in _wireless_names():
        if GUEST.search(name):
            yield Finding("network", f"“{name}” looks like a guest network: {APART}", problem=True)


def _wireless_names() -> Iterator[str]:
    """The wireless networks this computer is in."""
    listing = ("nmcli", "--terse", "--fields", "ACTIVE,SSID", "device", "wifi", "list", "--rescan", "no")
    for line in _said(*listing).splitlines():
        active, _, name = line.partition(":")
        if active == "yes":
            yield name.replace("\\:", ":").replace("\\\\", "\\")
    for line in _said("netsh", "wlan", "show", "interfaces").splitlines() if sys.platform == "win32" else ():
        key, _, name = line.partition(" : ")
        if key.strip() == "SSID":
            yield name.strip()


def _said(*command: str) -> str:
    """What a command prints in plain English, nothing if it cannot or fails."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE_S,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
