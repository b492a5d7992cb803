"""`bankhalter play`: opens a table. The default command."""

from __future__ import annotations

import argparse
from importlib import metadata
from pathlib import Path

from hub.commands import Parsers
from hub.diagnostics.logs import LEVELS


def add_parser(commands: Parsers) -> None:
    """What `play` takes."""
    table = commands.add_parser("play", help="open a table (the default)", description="Open a table.")
    table.set_defaults(run=run)
    board = table.add_mutually_exclusive_group()
    board.add_argument(
        "--port", action="append", default=[], metavar="DEV", help="serial port of a node; up to four times"
    )
    board.add_argument(
        "--simulated",
        nargs="?",
        choices=("starter", "full", "firmware"),
        const="full",
        help="play on a simulated board: one reader, one under every space (the default), or the latter run by the "
        "firmware of real nodes",
    )
    table.add_argument("--http-port", type=_port, default=8080, metavar="N", help="port of the pages (8080)")
    table.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are stored")
    table.add_argument("--edition-dir", type=Path, metavar="DIR", help="your own tables (`editions export`)")
    table.add_argument(
        "--tls", action="store_true", help="serve https with a certificate of its own, so that screens stay awake"
    )
    table.add_argument("--log-level", choices=LEVELS, default="info", help="how much is logged (info)")
    table.add_argument(
        "--new-pin", action="store_true", help="give the banker a new PIN, which locks a lost tablet out"
    )
    table.add_argument("--no-browser", action="store_true", help="do not open the table's page on this computer")


def run(options: argparse.Namespace) -> int:
    """Keep a table open until somebody stops it."""
    from hub.wiring.play import PlayOptions, play  # the other commands start fast without a server

    play(
        PlayOptions(
            ports=tuple(options.port),
            simulated=options.simulated,
            http_port=options.http_port,
            data_dir=options.data_dir,
            browser=not options.no_browser,
            edition_dir=options.edition_dir,
            version=metadata.version("bankhalter"),
            tls=options.tls,
            log_level=options.log_level,
            new_pin=options.new_pin,
        )
    )
    return 0


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 0 (any free one) to 65535")
    return int(text)
