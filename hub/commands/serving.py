"""Options shared by the commands that serve pages: `play` and `club`."""

from __future__ import annotations

import argparse
import os
from importlib import metadata
from typing import Any

from hub.diagnostics.logs import LEVELS


def add_serving(parser: argparse.ArgumentParser, tls: str, new_pin: str) -> None:
    """Add the options; `tls` ends the help text of `--tls`, and `new_pin` is the help text of `--new-pin`."""
    parser.add_argument("--http-port", type=port, default=8080, metavar="N", help="port of the pages (8080)")
    parser.add_argument("--tls", action="store_true", help=f"use https with a certificate of its own{tls}")
    parser.add_argument("--log-level", choices=LEVELS, default="info", help="how much is logged (info)")
    parser.add_argument("--new-pin", action="store_true", help=new_pin)
    parser.add_argument(
        "--trusted-proxy",
        type=address,
        action="append",
        default=[],
        metavar="ADDR",
        help="address of a reverse proxy whose X-Forwarded-For is trusted; repeat it for several",
    )


def serving(options: argparse.Namespace) -> dict[str, Any]:
    """The values given, as keyword arguments for `ServingOptions`."""
    from hub.commands.language import terminal_language

    return {
        "http_port": options.http_port,
        "data_dir": options.data_dir,
        "version": metadata.version("bankhalter"),
        "database": options.database,
        "tls": options.tls,
        "log_level": options.log_level,
        "new_pin": options.new_pin,
        "proxies": tuple(options.trusted_proxy),
        "language": terminal_language(os.environ),
    }


def address(text: str) -> str:
    """Parse an IP address; drops an IPv6 zone and unwraps IPv4-mapped addresses."""
    from hub.server.access.addresses import is_address, plain

    if not is_address(plain(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not an address: give one such as 192.168.1.2")
    return plain(text)


def port(text: str) -> int:
    """Parse a TCP port, 0 to 65535; 0 is any free port."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: give a number from 0 (any free one) to 65535")
    return int(text)
