"""`bankhalter flash`: installs or updates the firmware of a node."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hub.board.discovery import known_ports
from hub.commands import CannotRun, Parsers, whole_number
from hub.commands.progress import Bar
from hub.flashing import FlashFailed
from hub.flashing.install import LINK_S, Patience, install
from hub.flashing.package import checked_settings, packaged, with_settings


def add_parser(commands: Parsers) -> None:
    """What `flash` takes."""
    parser = commands.add_parser(
        "flash",
        help="install or update the firmware of a node",
        description="Install or update the firmware of a node. Its settings (config.py) stay unless --config is given; "
        "if the new firmware does not connect, the old one is restored.",
    )
    parser.set_defaults(run=run)
    parser.add_argument("--port", metavar="DEV", help="serial port of the node (the only one that is plugged in)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the config.py of this node")
    parser.add_argument(
        "--wait",
        type=whole_number(1),
        default=int(LINK_S),
        metavar="S",
        help=f"seconds it may take to connect ({LINK_S:.0f})",
    )


class Told:
    """Says each step on the error stream, with a bar while it copies."""

    def __init__(self) -> None:
        self._bar = Bar("bytes")

    def say(self, step: str) -> None:
        """A step begins."""
        self._bar.clear()
        print(f"bankhalter: {step}", file=sys.stderr, flush=True)

    def show(self, done: int, whole: int) -> None:
        """So many bytes of all are copied."""
        self._bar.show(done, whole)


def run(options: argparse.Namespace) -> int:
    """Flash one node. Raises CannotRun."""
    try:
        package = packaged()
        if options.config is not None:
            package = with_settings(package, checked_settings(options.config))
        port = options.port or _only_port()
        patience = Patience(return_s=options.wait, link_s=options.wait)
        hello = install(port, package, options.config is not None, Told(), patience)
    except FlashFailed as failed:
        raise CannotRun(str(failed)) from failed
    print(f"Node {hello.id} on {port} runs firmware {hello.firmware} ({hello.hash}) with {hello.readers} readers.")
    return 0


def _only_port() -> str:
    """The port of the one known board that is plugged in. Raises CannotRun."""
    names = [port.name for port in known_ports()]
    if not names:
        raise CannotRun("no board is plugged in: plug one in, or name its port with --port")
    if len(names) > 1:
        raise CannotRun(f"several boards are plugged in: choose one with --port: {', '.join(names)}")
    return names[0]
