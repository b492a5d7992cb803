"""Options of commands for the rules that are played by and for the number of players."""

from __future__ import annotations

import argparse
from pathlib import Path

from hub.commands import CannotRun, whole_number
from hub.editions import EDITIONS
from hub.rules.slots import Rules

SEATS_USUAL = 4


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Add options for an edition, or for tables of one's own; `hub.composition.edition_dir.edition_of` reads them."""
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
