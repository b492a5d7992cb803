"""`bankhalter doctor`: looks at ports, nodes and addresses and says what is amiss."""

from __future__ import annotations

import argparse
import os

import msgspec

from hub.board.discovery import seen_ports
from hub.commands import Parsers, whole_number
from hub.commands.diagnosis import address_findings, node_findings, port_findings

HTTP_PORT = 8080


def add_parser(commands: Parsers) -> None:
    """What `doctor` takes."""
    parser = commands.add_parser(
        "doctor",
        help="diagnose why a board or a phone does not connect",
        description="Check ports and permissions, nodes, firmware and readers, address and firewall, and say what to "
        "do. Stop `bankhalter play` first: only one program can use a port.",
    )
    parser.set_defaults(run=run)
    parser.add_argument("--port", action="append", default=[], metavar="DEV", help="check only this port")
    parser.add_argument(
        "--http-port",
        type=whole_number(0, 65535),
        default=HTTP_PORT,
        metavar="N",
        help=f"HTTP port of the table ({HTTP_PORT})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(options: argparse.Namespace) -> int:
    """One line per finding; the exit code is 1 if anything is amiss."""
    seen = seen_ports()
    findings = list(port_findings(seen, options.port))
    names = options.port or [port.name for port in seen if port.known]
    findings += node_findings([name for name in names if os.access(name, os.R_OK | os.W_OK)])
    findings += address_findings(options.http_port)
    if options.json:
        print(msgspec.json.encode(findings).decode())
    else:
        print("\n".join(f"{'!!' if finding.amiss else 'ok'}  {finding.text}." for finding in findings))
    return int(any(finding.amiss for finding in findings))
