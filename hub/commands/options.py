"""Options of commands for the rules that are played by and for the number of players."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

from hub.commands import CannotRun, whole_number
from hub.diagnostics.logs import LEVELS
from hub.editions import EDITIONS
from hub.rules.slots import Rules
from hub.store.folder import DATABASE, DataFolder, default_path
from hub.store.registry import NAME
from hub.store.sqlstore import SqlStore, open_store, open_to_read
from hub.table.interfaces.storage import StoreError

SEATS_USUAL = 4

DATABASE_VARIABLE = "BANKHALTER_DATABASE"
"""For an address with a password, which others could read off a command line."""

TABLES_MAXIMUM = 1_000


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Add options for an edition, or for tables of one's own; `hub.composition.editions.edition_of` reads them."""
    edition = parser.add_mutually_exclusive_group()
    edition.add_argument("--edition", default=next(iter(EDITIONS)), metavar="E", help=f"one of: {', '.join(EDITIONS)}")
    edition.add_argument("--edition-dir", type=Path, metavar="DIR", help="your own tables (`editions export`)")


def add_seats(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of players; `seats_of` reads it."""
    parser.add_argument("--seats", type=whole_number(1), metavar="P", help=f"number of players ({SEATS_USUAL})")


def agreed(rules: Rules, text: str) -> Rules:
    """The edition with house rules applied, given as "pot,rounds:20". Raises CannotRun for any it does not have."""
    try:
        return rules.with_house_rules([name.strip() for name in text.split(",") if name.strip()])
    except KeyError as error:
        offered = ", ".join("|".join(rule.agreed()) for rule in rules.house_rules)
        raise CannotRun(f"edition {rules.id} cannot take house rule {error}; it has, each once: {offered}") from error


def seats_of(rules: Rules, wanted: int | None) -> int:
    """The number of players: the edition's usual one unless `wanted`. Raises CannotRun if the edition forbids it."""
    least, most = rules.seats
    if wanted is None:
        return max(least, min(most, SEATS_USUAL))
    if not least <= wanted <= most:
        raise CannotRun(f"edition {rules.id} takes {least} to {most} players, not {wanted}")
    return wanted


def add_jobs(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--jobs",
        type=whole_number(1),
        metavar="N",
        help="number of processes; does not change the result (all processors)",
    )


def add_data_dir(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are stored")


def add_place(parser: argparse._ActionsContainer) -> None:
    """Add options for the data folder and for a database elsewhere; `stored_games` and `open_place` read them."""
    add_data_dir(parser)
    parser.add_argument(
        "--database",
        default=os.environ.get(DATABASE_VARIABLE) or None,
        metavar="URL",
        help=f"a PostgreSQL server for the games: postgresql://USER@HOST/DATABASE?table=NAME (or {DATABASE_VARIABLE})",
    )


@contextmanager
def stored_games(options: argparse.Namespace) -> Iterator[SqlStore]:
    """Open an existing store for reading. Raises CannotRun, StoreError."""
    folder: Path = (options.data_dir or default_path()).expanduser()
    if options.database is None and not (folder / DATABASE).exists():
        raise CannotRun(f"no games are stored in {folder}: name their folder with --data-dir")
    with ExitStack() as closing:
        if options.database is None:
            yield open_to_read(DataFolder(folder), closing, _say)
        else:
            store = open_store(options.database)
            closing.callback(store.close)
            yield store


def open_place(options: argparse.Namespace) -> SqlStore:
    """Open the store for writing, creating it if necessary. Raises StoreError."""
    return open_store(options.database or DataFolder(options.data_dir).database_url)


def _say(error: StoreError) -> None:
    print(f"bankhalter: the games can be read, but {error}", file=sys.stderr)


def add_http_port(parser: argparse.ArgumentParser, kind: Callable[[str], int], about: str) -> None:
    parser.add_argument("--http-port", type=kind, default=8080, metavar="N", help=f"{about} (8080)")


def add_serving(parser: argparse.ArgumentParser, tls: str, new_pin: str) -> None:
    """Add the options; `tls` ends the help text of `--tls`, and `new_pin` is the help text of `--new-pin`."""
    add_http_port(parser, port, "port of the pages")
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
    from hub.commands.terminal import terminal_language

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


def table_names(text: str) -> tuple[str, ...]:
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
    table, _, device = text.partition("=")
    if not NAME.fullmatch(table) or not device:
        raise argparse.ArgumentTypeError(f"{text!r} binds no board: write TABLE=PORT, as in 7=/dev/ttyACM0")
    return table, device
