"""The command line: reads what is wanted and hands it to the module of `hub.commands` that does it.

Every wrong option is one clear sentence.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import metadata
from typing import NoReturn

from hub.commands import (
    CannotRun,
    doctor,
    editions,
    export,
    flash,
    games,
    helpfile,
    import_game,
    play,
    ports,
    print_sheets,
    record,
    replay,
    restore,
    simulate,
)
from hub.diagnostics.logs import without_log

COMMANDS = {
    "play": play,
    "simulate": simulate,
    "editions": editions,
    "games": games,
    "record": record,
    "replay": replay,
    "export": export,
    "helpfile": helpfile,
    "print": print_sheets,
    "import": import_game,
    "restore": restore,
    "flash": flash,
    "ports": ports,
    "doctor": doctor,
}


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage text before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `bankhalter`; returns the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser().parse_args(_with_default_command(given))
    try:
        with without_log():
            return int(options.run(options))
    except CannotRun as cannot:
        print(f"bankhalter: {cannot}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _with_default_command(given: list[str]) -> list[str]:
    """`bankhalter --simulated` means `bankhalter play --simulated`; help and version stay the program's own."""
    if given and (given[0] in COMMANDS or given[0] in ("-h", "--help", "--version")):
        return given
    return given if given and not given[0].startswith("-") else ["play", *given]


def _parser() -> Parser:
    parser = Parser(prog="bankhalter", description="The banker for property-trading games on a real board.")
    parser.add_argument("--version", action="version", version=f"bankhalter {metadata.version('bankhalter')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS.values():
        command.add_parser(commands)
    return parser
