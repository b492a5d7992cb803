"""The command line: hands what is wanted to the module of its command, or says in a sentence what is wrong."""

import argparse
import errno
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import partial
from importlib import import_module, metadata
from typing import Any, NoReturn

from hub.commands import CannotRun
from hub.commands.terminal import plain_terminal, shortened
from hub.diagnostics.logs import without_log
from hub.features import features
from hub.interrupts import Terminated, tidy_end
from hub.pages import PagesNotBuilt
from hub.table.interfaces.storage import StoreError

UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EPIPE)
CORE = ("play", "simulate", "editions", "games", "record", "replay", "restore", "ports", "share-port")
"""The commands without which there is no hub, each a module of `hub.commands`; features bring the others."""


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


@plain_terminal()
def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    wanted = _with_default_command(given)
    try:
        options = _parser(wanted).parse_args(wanted)
        with without_log(), nullcontext() if options.own_signals else tidy_end():
            code = int(options.run(options))
        print(end="", flush=True)  # what was printed may wait to be written
        return code
    except (CannotRun, StoreError, PagesNotBuilt) as cannot:
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


def _commands() -> dict[str, Callable[[], Any]]:
    """What loads each command, in the order of the help; two words are a command of a command."""
    modules = ((name, f"hub.commands.{name.replace('-', '_')}") for name in CORE)
    known: dict[str, Callable[[], Any]] = {name: partial(import_module, module) for name, module in modules}
    for feature in features().values():
        known |= {name: partial(feature.load, module) for name, module in feature.commands.items()}
    return known


def _first_words(known: Iterable[str]) -> list[str]:
    """In their order. A command of a command is there without that one, too."""
    return list(dict.fromkeys(name.split()[0] for name in known))


def _with_default_command(given: list[str]) -> list[str]:
    """`bankhalter --simulated` means `bankhalter play --simulated`; help and version stay the program's own."""
    if given and (given[0] in _first_words(_commands()) or given[0] in ("-h", "--help", "--version")):
        return given
    return given if given and not given[0].startswith("-") else ["play", *given]


def _parser(wanted: Sequence[str] = ()) -> Parser:
    """Knows the command that is wanted, or all if none is: a table opens without what the others load."""
    about = "The bank for property-trading games, on a real board or without one."
    parser = Parser(prog="bankhalter", description=about)
    parser.add_argument("--version", action="version", version=f"bankhalter {metadata.version('bankhalter')}")
    known = _commands()
    first = _first_words(known)
    parsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in wanted[:1] if wanted and wanted[0] in first else first:
        made = _added(parsers, name, known[name]()) if name in known else parsers.add_parser(name)
        inner = [(path.split()[1], load) for path, load in known.items() if path.startswith(f"{name} ")]
        below = made.add_subparsers(metavar="COMMAND", required=name not in known) if inner else None
        for second, load in inner:
            _added(below, second, load())
    return parser


def _added(parsers: Any, name: str, command: Any) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = parsers.add_parser(name, help=command.HELP, description=command.__doc__)
    command.add_arguments(made)
    made.set_defaults(run=command.run, own_signals=getattr(command, "OWN_SIGNALS", False))
    return made
