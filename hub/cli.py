"""The command line: reads what is wanted and hands it to the module that does it.

Every wrong option is one clear sentence.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import NoReturn

from hub.play import CannotPlay, PlayOptions, play

COMMANDS = ("play",)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage text before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `bankhalter`; returns the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser().parse_args(_with_default_command(given))
    try:
        play(
            PlayOptions(
                ports=tuple(options.port),
                simulated=options.simulated,
                http_port=options.http_port,
                data_dir=options.data_dir,
                browser=not options.no_browser,
                version=metadata.version("bankhalter"),
            )
        )
    except CannotPlay as cannot:
        print(f"bankhalter: {cannot}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _with_default_command(given: list[str]) -> list[str]:
    """`bankhalter --simulated` means `bankhalter play --simulated`; help and version stay the program's own."""
    if given and (given[0] in COMMANDS or given[0] in ("-h", "--help", "--version")):
        return given
    return given if given and not given[0].startswith("-") else ["play", *given]


def _parser() -> Parser:
    parser = Parser(prog="bankhalter", description="The banker for property-trading games on a real board.")
    parser.add_argument("--version", action="version", version=f"bankhalter {metadata.version('bankhalter')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    table = commands.add_parser("play", help="open a table (the default)", description="Open a table.")
    board = table.add_mutually_exclusive_group()
    board.add_argument(
        "--port", action="append", default=[], metavar="DEV", help="serial port of a node; up to four times"
    )
    board.add_argument(
        "--simulated",
        nargs="?",
        choices=("starter", "full"),
        const="full",
        help="play on a simulated board: one reader, or one under every space (the default)",
    )
    table.add_argument("--http-port", type=_port, default=8080, metavar="N", help="where the pages are served (8080)")
    table.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are kept")
    table.add_argument("--no-browser", action="store_true", help="do not open the table's page here")
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 0 (any free one) to 65535")
    return int(text)
