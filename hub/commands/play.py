"""`bankhalter play`: opens a table. The default command."""

from __future__ import annotations

import argparse
import os
from importlib import metadata
from pathlib import Path

from hub.commands import Parsers
from hub.commands.place import add_place
from hub.diagnostics.logs import LEVELS


def add_parser(commands: Parsers) -> None:
    table = commands.add_parser("play", help="open a table (the default)", description="Open a table.")
    board = table.add_mutually_exclusive_group()
    board.add_argument(
        "--port", action="append", default=[], metavar="DEV", help="serial port of a node; repeat it up to four times"
    )
    board.add_argument(
        "--simulated",
        nargs="?",
        choices=("starter", "ring", "full", "firmware"),
        const="full",
        help="play on a simulated board: one reader, the same with lights round the board, one under every space "
        "(the default), or the latter run by the firmware of real nodes",
    )
    board.add_argument(
        "--no-board",
        action="store_true",
        help="play on wood alone, without readers or buttons, whatever is plugged in: people say where their pieces "
        "are, or their phones read stickers",
    )
    table.add_argument("--http-port", type=port, default=8080, metavar="N", help="port of the pages (8080)")
    add_place(table)
    table.add_argument("--edition-dir", type=Path, metavar="DIR", help="your own tables (`editions export`)")
    table.add_argument(
        "--tls", action="store_true", help="use https with a certificate of its own, so that screens stay on"
    )
    table.add_argument("--log-level", choices=LEVELS, default="info", help="how much is logged (info)")
    table.add_argument(
        "--new-pin", action="store_true", help="give the banker a new PIN, which locks a lost tablet out"
    )
    table.add_argument(
        "--trusted-proxy",
        type=address,
        action="append",
        default=[],
        metavar="ADDR",
        help="address of a reverse proxy that may say for whom it asks (X-Forwarded-For); repeat it for several",
    )
    table.add_argument("--no-browser", action="store_true", help="do not open the table's page on this computer")


def run(options: argparse.Namespace) -> int:
    """Keep a table open until somebody stops it."""
    from hub.commands.language import terminal_language
    from hub.wiring.play import PlayOptions, play  # the other commands start fast without a server

    play(
        PlayOptions(
            ports=tuple(options.port),
            simulated=options.simulated,
            no_board=options.no_board,
            http_port=options.http_port,
            data_dir=options.data_dir,
            database=options.database,
            browser=not options.no_browser,
            edition_dir=options.edition_dir,
            version=metadata.version("bankhalter"),
            tls=options.tls,
            log_level=options.log_level,
            new_pin=options.new_pin,
            proxies=tuple(options.trusted_proxy),
            language=terminal_language(os.environ),
        )
    )
    return 0


def address(text: str) -> str:
    """An address on a command line, without zone and mapping."""
    from hub.server.access.addresses import is_address, plain

    if not is_address(plain(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not an address: give one such as 192.168.1.2")
    return plain(text)


def port(text: str) -> int:
    """A port on a command line."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: give a number from 0 (any free one) to 65535")
    return int(text)
