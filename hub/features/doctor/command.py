"""Check ports and permissions, nodes, firmware and readers, address and firewall, and say what to do.

Stop `bankhalter play` first: only one program can use a port.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import msgspec

from hub.board.board import SerialBoard
from hub.board.greeting import Deaf
from hub.board.spare import SeenPort, seen_ports
from hub.board.stream import ADVICE
from hub.commands import whole_number
from hub.commands.options import add_http_port
from hub.composition.awake import awake_mode
from hub.features.doctor.obstacles import Finding, firewall_findings, grabber_findings, guest_findings
from hub.server.access.addresses import own_addresses, table_url
from hub.server.listener import ANY_ADDRESS
from hub.table.interfaces.board import GAINS_DB, NodeStatus, margin

HELP = "diagnose why a board or a phone does not connect"
LOOK_S: Final = 4.0
ANSWER_S: Final = 0.3
SWEEP_S: Final = 20.0
QUIET_S: Final = 2.0
SPARE_DB: Final = 10

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
    """Print one line per finding, and change nothing; returns 1 if there is a problem, else 0."""
    seen = seen_ports()
    findings = list(port_findings(seen, options.port))
    names = options.port or [port.name for port in seen if port.known]
    findings += node_findings([name for name in names if os.access(name, os.R_OK | os.W_OK)], sweep=options.sweep)
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
    board.start(Deaf())
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
            yield Finding(state.name, f"{state.name} {_silence(state.why)}", problem=True)


def _sweep(board: SerialBoard) -> None:
    """Have all nodes sweep their readers at once; returns when no new results have arrived for a while."""
    for node in board.nodes():
        if node.link == "up" and node.settings is not None:
            board.sweep(node.node)
    found, deadline = -1, time.monotonic() + SWEEP_S
    while time.monotonic() < deadline and found != (found := sum(len(node.margins) for node in board.nodes())):
        time.sleep(QUIET_S)


def _silence(why: str | None) -> str:
    if why is not None:
        return ADVICE.get(why, why)
    return "is open, but no node speaks on it: perhaps it has no firmware yet; `bankhalter flash` installs it"


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
