"""Check ports and permissions, nodes, firmware and readers, address and firewall, and say what to do.

Stop `bankhalter play` first: only one program can use a port.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from hub.board.board import SerialBoard
from hub.board.greeting import DeafListener
from hub.board.spare import SeenPort, seen_ports
from hub.board.stream import ADVICE
from hub.commands import whole_number
from hub.commands.options import add_http_port
from hub.composition.awake import awake_mode
from hub.server.access.addresses import own_addresses, table_url
from hub.server.listener import ANY_ADDRESS
from hub.table.interfaces.board import GAINS_DB, NodeStatus, margin

HELP = "diagnose why a board or a phone does not connect"
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
        # The firewall knows the program that runs, which the one of a virtual environment only begins.
        program = getattr(sys, "_base_executable", None) or sys.executable
        yield from windows_findings(_said("reg", "query", WINDOWS_RULES), port, program)
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
            encoding="oem" if sys.platform == "win32" else "utf-8",
            errors="replace",
            timeout=PATIENCE_S,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


LOOK_S: Final = 4.0
ANSWER_S: Final = 0.3
SWEEP_S: Final = 20.0
QUIET_S: Final = 2.0
SPARE_DB: Final = 10
NO_NODE: Final = "is open, but no node speaks on it: perhaps it has no firmware yet; `bankhalter flash` installs it"
WHAT: Final = {
    "no_answer": "does not answer: check its ribbon and its supply",
    "settings_lost": "loses its settings: check its supply",
    "hot": "is too hot: check its supply, replace the module",
    "stuck": "does not finish: replace the module",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", action="append", default=[], metavar="DEV", help="check only this port")
    add_http_port(parser, whole_number(0, 65535), "HTTP port of the table")
    parser.add_argument(
        "--sweep", action="store_true", help="measure each reader that a tag lies on, and advise a gain for it"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(options: argparse.Namespace) -> int:
    """Print one line per finding, changing nothing, and without root; returns 1 if there is a problem, else 0."""
    seen = seen_ports()
    findings = list(port_findings(seen, options.port))
    names = options.port or [port.name for port in seen if port.known]
    closed = {finding.about for finding in findings if finding.problem}
    findings += node_findings([name for name in names if name not in closed], sweep=options.sweep)
    findings += [*address_findings(options.http_port), *sleep_findings()]
    if options.json:
        print(msgspec.json.encode(findings).decode())
    else:
        print("\n".join(f"{'!!' if finding.problem else 'ok'}  {finding.text}." for finding in findings))
    return int(any(finding.problem for finding in findings))


def port_findings(seen: Sequence[SeenPort], named: Sequence[str]) -> Iterator[Finding]:
    """Which ports exist, and whether this user may open them."""
    known = [port for port in seen if port.known]
    if not known and not named:
        text = f"none of the ports is a board we know; `bankhalter ports` lists {len(seen)}"
        if not seen:
            text = "no board is plugged in, or its cable only charges"
        yield Finding("ports", text, problem=True)
    for name in named or [port.name for port in known]:
        yield _permission(name, [port.name for port in seen])
    yield from grabber_findings()


def _permission(name: str, listed: Collection[str]) -> Finding:
    path = Path(name)
    missing = Finding(name, f"{name} {ADVICE['port_missing']}", problem=True)
    if sys.platform == "win32":  # a port is not a file there and belongs to no group: only opening it shows more
        found = Finding(name, f"{name} is there") if name.upper() in map(str.upper, listed) else missing
    elif not path.exists():
        found = missing
    elif os.access(path, os.R_OK | os.W_OK):
        found = Finding(name, f"{name} exists, and you may open it")
    else:
        found = Finding(name, f"you may not open {name}: {_way_in(name, path.stat().st_gid)}", problem=True)
    return found


def _way_in(name: str, group_id: int) -> str:
    """How this user gets the permission: ports belong to the group `dialout` (Debian, Fedora) or `uucp` (Arch)."""
    if sys.platform == "win32":  # where this is never asked
        return ""
    import grp
    import pwd

    try:
        group, user = grp.getgrgid(group_id), pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container does not know its host's groups
        return f"it belongs to group {group_id}, which this system does not know; run as a user in that group"
    if group.gr_name == "root":
        return f"it belongs to root alone: `sudo chmod a+rw {name}` helps until it is unplugged, a udev rule for good"
    if user in group.gr_mem:
        return f"you are in its group {group.gr_name}, but not since you logged in: log out and in again, or restart"
    return (
        f"run `sudo usermod -aG {group.gr_name} $USER`, then log out and in again (the port belongs to group "
        f"{group.gr_name})"
    )


def node_findings(ports: Sequence[str], look_s: float = LOOK_S, *, sweep: bool = False) -> Iterator[Finding]:
    """The nodes on these ports; waits up to `look_s` seconds for them to link. `sweep` also measures their readers."""
    if not ports:
        return
    board = SerialBoard(list(ports))
    board.start(DeafListener())
    try:
        deadline = time.monotonic() + look_s
        while time.monotonic() < deadline and sum(node.link == "up" for node in board.nodes()) < len(ports):
            time.sleep(0.05)
        time.sleep(ANSWER_S)  # until the snapshot of its readers has arrived
        if sweep:
            _sweep(board)
        nodes, states = board.nodes(), board.ports()
    finally:
        board.stop()
    for node in nodes:
        yield from _node(node)
    for state in states:
        if state.name not in {node.port for node in nodes}:
            silence = NO_NODE if state.why is None else ADVICE.get(state.why, state.why)
            yield Finding(state.name, f"{state.name} {silence}", problem=True)


def _sweep(board: SerialBoard) -> None:
    """Have all nodes sweep their readers at once; returns when no new results have arrived for a while."""
    for node in board.nodes():
        if node.link == "up" and node.settings is not None:
            board.sweep(node.node)
    found, deadline = -1, time.monotonic() + SWEEP_S
    while time.monotonic() < deadline and found != (found := sum(len(node.margins) for node in board.nodes())):
        time.sleep(QUIET_S)


def _node(node: NodeStatus) -> Iterator[Finding]:
    about = f"node {node.node}"
    ours = metadata.version("bankhalter")
    what = f"{about} on {node.port}: {node.kind} with {node.readers} readers, firmware {node.firmware or 'unknown'}"
    if node.link != "up":
        yield Finding(about, f"{what}; its link is {node.link} ({node.why})", problem=True)
    elif node.firmware != ours:
        update = f"this hub brings {ours}: `bankhalter flash --port {node.port}` updates it"
        yield Finding(about, f"{what}; {update}", problem=True)
    else:
        yield Finding(about, what)
    for setting in node.mended:
        text = f"{about}: its setting `{setting}` is invalid and not in force: set it on the page /device"
        yield Finding(about, text, problem=True)
    for reader, heard in sorted(node.margins.items()):
        yield _margin(node, reader, heard)
    for reader, fault in sorted(node.faults.items()):
        yield Finding(about, f"{about}: reader {reader} {WHAT.get(fault, fault)}", problem=True)


def _margin(node: NodeStatus, reader: int, heard: Sequence[int]) -> Finding:
    found = margin(heard)
    about, bar = f"node {node.node}", "".join(" .-=#"[polls] for polls in heard)
    if found.gain is None:
        return Finding(
            about, f"{about}: reader {reader} [{bar}] does not hear its tag reliably with any gain", problem=True
        )
    advice = f"gain {found.gain} ({GAINS_DB[found.gain]} dB) is advised"
    text = f"{about}: reader {reader} [{bar}] has {found.db} dB to spare; {advice}"
    return Finding(about, text, problem=found.db < SPARE_DB)


def address_findings(http_port: int) -> Iterator[Finding]:
    """The addresses at which phones reach the table, and what may prevent it, such as a firewall."""
    addresses = own_addresses()
    url = table_url(ANY_ADDRESS, http_port, addresses)
    if not addresses:
        yield Finding("address", "this computer is in no network: phones cannot find the table", problem=True)
        return
    yield Finding("address", f"other devices open {url}; they must be in the same network, not in a guest network")
    if all(":" in address for address in addresses):
        yield Finding("address", "this network has IPv6 alone: devices without it do not reach the table")
    yield from firewall_findings(http_port)
    yield from guest_findings(addresses)


def sleep_findings(mode: Callable[[], Any] = awake_mode) -> Iterator[Finding]:
    with mode() as tried:
        awake = "this computer stays awake while a game is played"
        asleep = "nothing keeps this computer awake here: turn off its sleep in the system's settings before a game"
        yield Finding("sleep", awake if tried.active else asleep)
