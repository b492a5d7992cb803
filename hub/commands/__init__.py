"""The subcommands of `bankhalter`, one module each: `add_arguments` declares its arguments, `run` executes it.

`hub.cli` assembles them, with the module's docstring as the description and `HELP` as the line in the list of commands.
`run` returns the exit code, or raises `CannotRun` with one sentence for the terminal, or a `StoreError` or
`PagesNotBuilt`, whose message is one.
"""

import argparse
from collections.abc import Callable

from hub.composition import CannotRun

__all__ = ["CannotRun", "whole_number"]


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A `type` for `add_argument`: whole numbers from `least` to `most`; the error message names these bounds."""
    bounds = f"from {least} on" if most is None else f"from {least} to {most}"

    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < least or (most is not None and int(text) > most):
            raise argparse.ArgumentTypeError(f"{text!r} does not fit: give a whole number {bounds}")
        return int(text)

    return parse
