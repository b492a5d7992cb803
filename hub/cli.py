"""The command line: hands what is wanted to its module of `hub.commands`, or says in a sentence what is wrong."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module, metadata
from typing import Any, NoReturn

from hub.commands import CannotRun
from hub.commands.stopping import Terminated, tidy_end
from hub.commands.terminal import plain_terminal, shortened
from hub.diagnostics.logs import without_log

UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EPIPE)
MODULES = {"print": "print_sheets", "import": "import_game", "share-port": "share_port"}
COMMANDS = (
    "play",
    "club",
    "simulate",
    "editions",
    "games",
    "record",
    "replay",
    "odds",
    "lab",
    "export",
    "helpfile",
    "print",
    "import",
    "restore",
    "service",
    "flash",
    "ports",
    "share-port",
    "doctor",
)
"""In the order of the help; each has a module of its name in `hub.commands`, or the one that `MODULES` says."""


TABLES = ("play", "club")
"""These handle signals themselves."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage text before it, and notices what cannot be printed."""

    def print_help(self, file: Any = None) -> None:
        """Print it now; the library would not say that it could not."""
        print(self.format_help(), end="", file=file, flush=True)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End, once what was printed is written."""
        print(end="", flush=True)
        super().exit(status, message)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `bankhalter`; returns the exit code."""
    with plain_terminal():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    wanted = _with_default_command(given)
    try:
        options = _parser(wanted).parse_args(wanted)
        with without_log(), nullcontext() if wanted[0] in TABLES else tidy_end():
            code = int(options.run(options))
        print(end="", flush=True)  # what was printed may wait to be written
        return code
    except CannotRun as cannot:
        print(f"bankhalter: {shortened(str(cannot))}", file=sys.stderr)
        return 1
    except Terminated as terminated:
        return 128 + terminated.number
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        if error.errno not in UNWRITTEN or error.filename is not None:
            raise
        return _cannot_print(error)


def _cannot_print(error: OSError) -> int:
    """Say so where it still can be read; nobody tries to print the rest when the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    if error.errno != errno.EPIPE:  # the reader has seen enough
        print(f"bankhalter: the output cannot be written: {error.strerror}.", file=sys.stderr)
    return 1


def _with_default_command(given: list[str]) -> list[str]:
    """`bankhalter --simulated` means `bankhalter play --simulated`; help and version stay the program's own."""
    if given and (given[0] in COMMANDS or given[0] in ("-h", "--help", "--version")):
        return given
    return given if given and not given[0].startswith("-") else ["play", *given]


def _parser(wanted: Sequence[str] = ()) -> Parser:
    """Knows the command that is wanted, or all if none is: a table opens without what the others load."""
    about = "The bank for property-trading games, on a real board or without one."
    parser = Parser(prog="bankhalter", description=about)
    parser.add_argument("--version", action="version", version=f"bankhalter {metadata.version('bankhalter')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in wanted[:1] if wanted and wanted[0] in COMMANDS else COMMANDS:
        command = import_module(f"hub.commands.{MODULES.get(name, name)}")
        command.add_parser(commands)
        commands.choices[name].set_defaults(run=command.run)
    return parser
