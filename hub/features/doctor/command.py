"""`bankhalter doctor`: diagnoses ports, nodes and addresses."""

from __future__ import annotations

import argparse
import os

import msgspec

from hub.board.spare import seen_ports
from hub.commands import Parsers, whole_number
from hub.features.doctor.diagnosis import address_findings, node_findings, port_findings, sleep_findings

HTTP_PORT = 8080


def add_parser(commands: Parsers) -> None:
    parser = commands.add_parser(
        "doctor",
        help="diagnose why a board or a phone does not connect",
        description="Check ports and permissions, nodes, firmware and readers, address and firewall, and say what to "
        "do. Stop `bankhalter play` first: only one program can use a port.",
    )
    parser.add_argument("--port", action="append", default=[], metavar="DEV", help="check only this port")
    parser.add_argument(
        "--http-port",
        type=whole_number(0, 65535),
        default=HTTP_PORT,
        metavar="N",
        help=f"HTTP port of the table ({HTTP_PORT})",
    )
    parser.add_argument(
        "--sweep", action="store_true", help="measure each reader that a tag lies on, and advise a gain for it"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(options: argparse.Namespace) -> int:
    """Print one line per finding; returns 1 if there is a problem, else 0."""
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
