"""The commands of `bankhalter`, one module each: `add_parser` says what it takes, `run` does it.

`hub.cli` puts them together. `run` returns the exit code, or raises `CannotRun` with one sentence for the terminal.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Protocol

from hub.wiring import CannotRun

__all__ = ["CannotRun", "Parsers", "whole_number"]


class Parsers(Protocol):
    """Where a command adds its own parser."""

    def add_parser(self, name: str, *, help: str, description: str) -> argparse.ArgumentParser:  # noqa: A002 argparse's
        """A parser for one command."""


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A type for `add_argument` that takes whole numbers within bounds, and names these when it refuses."""
    bounds = f"from {least} on" if most is None else f"from {least} to {most}"

    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < least or (most is not None and int(text) > most):
            raise argparse.ArgumentTypeError(f"{text!r} does not fit: give a whole number {bounds}")
        return int(text)

    return parse
