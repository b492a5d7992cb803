"""Open many tables in one process, or in many processes on one PostgreSQL database."""

import argparse
import os
from urllib.parse import urlsplit

from hub.commands.options import DATABASE_VARIABLE, add_data_dir, add_serving, board_of, serving, table_names

HELP = "open many tables, with a front page before them"
OWN_SIGNALS = True
"""It handles signals to end by itself."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
    from hub.features.club.running import ClubOptions, club, pin_of  # here, so that other commands never load it

    if options.show_pin:
        print(pin_of(options.database, options.data_dir))
        return 0
    names, boards = tuple(name.lower() for name in options.host_name), tuple(options.board)
    club(ClubOptions(tables=options.tables, boards=boards, url=options.url, names=names, **serving(options)))
    return 0


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"} or parts.query:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not the address of a process: give one like https://play.example"
        )
    return text.rstrip("/")
