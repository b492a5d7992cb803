"""The subcommands of `bankhalter`, one module each: `add_parser` declares the arguments, `run` executes the command.

`hub.cli` assembles them. `run` returns the exit code, or raises `CannotRun` with one sentence for the terminal, or a
`StoreError` or `PagesNotBuilt`, whose message is one.
"""

import argparse
from collections.abc import Callable
from typing import Protocol

from hub.composition import CannotRun

__all__ = ["CannotRun", "Parsers", "whole_number"]


class Parsers(Protocol):
    """What `argparse.add_subparsers` returns, as far as a command needs it."""

    def add_parser(self, name: str, *, help: str, description: str) -> argparse.ArgumentParser:  # noqa: A002 argparse's
        """Add the parser of one subcommand."""


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A `type` for `add_argument`: whole numbers from `least` to `most`; the error message names these bounds."""
    bounds = f"from {least} on" if most is None else f"from {least} to {most}"

    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < least or (most is not None and int(text) > most):
            raise argparse.ArgumentTypeError(f"{text!r} does not fit: give a whole number {bounds}")
        return int(text)

    return parse
