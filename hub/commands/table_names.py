"""Options that name tables of a club, for those who open it and for its service."""

from __future__ import annotations

import argparse
import re

TABLES_MAXIMUM = 1_000
NAME = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")


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
