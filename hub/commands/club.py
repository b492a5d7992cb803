"""`bankhalter club`: many tables, in one process or in several that share a database. See `hub.wiring.club`."""

from __future__ import annotations

import argparse
import os
import re
from urllib.parse import urlsplit

from hub.commands import Parsers
from hub.commands.place import DATABASE_VARIABLE, add_data_dir
from hub.commands.serving import add_serving, serving

TABLES_MAXIMUM = 1_000
NAME = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")


def add_parser(commands: Parsers) -> None:
    parser = commands.add_parser(
        "club",
        help="open many tables, with a front page before them",
        description="Open many tables in one process, or in many processes on one PostgreSQL database.",
    )
    parser.add_argument(
        "--tables",
        type=table_names,
        default=(),
        metavar="N|NAMES",
        help="tables to create if they are missing: how many (20), or their names (oak,ash); others stay",
    )
    parser.add_argument(
        "--database",
        default=os.environ.get(DATABASE_VARIABLE) or None,
        metavar="URL",
        help=f"a PostgreSQL server, for many processes: postgresql://USER@HOST/DATABASE (or {DATABASE_VARIABLE})",
    )
    parser.add_argument(
        "--url", type=_url, metavar="URL", help="where browsers reach this process, if not at this computer's address"
    )
    parser.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name of this process; repeat it for several",
    )
    parser.add_argument(
        "--board",
        type=board_of,
        action="append",
        default=[],
        metavar="TABLE=DEV",
        help="a table's node: a serial port, or socket://HOST:PORT of `bankhalter share-port`; repeat it for several",
    )
    add_data_dir(parser)
    add_serving(parser, "", "give the club a new PIN")
    parser.add_argument("--show-pin", action="store_true", help="print the club's PIN and open nothing")


def run(options: argparse.Namespace) -> int:
    """Run a club until it is stopped."""
    from hub.wiring.club import ClubOptions, club, pin_of  # imported here so that other commands never load it

    if options.show_pin:
        print(pin_of(options.database, options.data_dir))
        return 0

    club(
        ClubOptions(
            tables=options.tables,
            boards=tuple(options.board),
            url=options.url,
            names=tuple(name.lower() for name in options.host_name),
            **serving(options),
        )
    )
    return 0


def table_names(text: str) -> tuple[str, ...]:
    """Parse `--tables`: a number of tables, or their names."""
    if text.isdecimal():
        if not 1 <= int(text) <= TABLES_MAXIMUM:
            raise argparse.ArgumentTypeError(f"a club has 1 to {TABLES_MAXIMUM} tables")
        return tuple(str(number) for number in range(1, int(text) + 1))
    names = tuple(name.strip() for name in text.split(","))
    if (wrong := next((name for name in names if not NAME.fullmatch(name)), None)) is not None:
        raise argparse.ArgumentTypeError(
            f"{wrong!r} cannot be a table's name: small letters, digits and _, at most 40, as in hall_7"
        )
    return names


def board_of(text: str) -> tuple[str, str]:
    """Parse a table's name and the port of its node."""
    table, _, device = text.partition("=")
    if not NAME.fullmatch(table) or not device:
        raise argparse.ArgumentTypeError(f"{text!r} binds no board: write TABLE=PORT, as in 7=/dev/ttyACM0")
    return table, device


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"} or parts.query:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not the address of a process: give one like https://play.example"
        )
    return text.rstrip("/")
