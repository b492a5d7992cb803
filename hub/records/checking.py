"""Detects meaningless lines of a record: expectations that check nothing, lists that do not fit the table.

An expectation that cannot fail would pass silently, so it is a fault of the record. Called before an expectation is
compared and before a set-up is carried out.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from hub.domain.share_dealing import FileReport
from hub.records.faults import Meaningless
from hub.records.lines import Expect, Setup
from hub.records.position import Debt
from hub.rules.game import Game

BY_SEAT = ("balances", "spaces", "jail", "tickets", "owed", "owed_reports")
"""Fields with one figure per seat, as a complete list or as a map."""
EMPTY_SAYS = frozenset({"owed_reports", "mortgaged", "out", "debts", "faces"})
"""Fields whose empty list is meaningful: nobody, none."""


def check_expectation(expect: Expect, game: Game) -> None:
    """Raises Meaningless if nothing would be checked, or if this edition lacks what is named."""
    wanted = {field: value for field, value in msgspec.structs.asdict(expect).items() if value is not UNSET}
    if not wanted:
        raise Meaningless("this expects nothing: name what must hold")
    for field, value in wanted.items():
        _check_edition(field, game)
        _check_empty(field, value)
        _check_lengths(field, value, game)
    for debt in wanted.get("debts", ()):
        _check_debt(debt)


def check_setup(setup: Setup, game: Game) -> None:
    """Raises Meaningless if a list does not have one entry per seat, or a deck does not exist."""
    for field, value in msgspec.structs.asdict(setup).items():
        if isinstance(value, list) and field in (*BY_SEAT, "shares"):
            _check_empty(field, value)
        _check_lengths(field, value, game)
    for deck, holders in setup.release_cards.items():
        if deck not in game.rules.track.decks and not holders:  # the rules refuse holders that do not exist
            raise Meaningless(f"there is no deck {deck!r}")


def _check_edition(field: str, game: Game) -> None:
    """Raises Meaningless for a field that the edition lacks, because an expectation of it would always pass."""
    rules = game.rules
    lacks = {
        "tickets": not rules.track.tickets,
        "owed": rules.debts.limit(game, 0) is None,
        "shares": not game.state.shares.holdings,
        "owed_reports": FileReport not in rules.handlers,
    }
    if lacks.get(field, False):
        raise Meaningless(f"{field} looks at nothing: edition {rules.id} has no such thing")


def _check_empty(field: str, value: Any) -> None:
    if value == {} or (value == [] and field not in EMPTY_SAYS):
        hint = ", or expect [] if nobody owes one" if field == "owed_reports" else ""
        raise Meaningless(f"{field} is empty and says nothing: name what it is about, or leave it out{hint}")
    if field == "shares":
        for issuer, holders in value.items() if isinstance(value, dict) else enumerate(value):
            _check_empty(f"{field} of {issuer}", holders)


def _check_lengths(field: str, value: Any, game: Game) -> None:
    seats = len(game.state.turns.out)
    if field in BY_SEAT and isinstance(value, list) and (value or field != "owed_reports"):
        _check_length(field, value, seats, f"{seats} seats")
    if field == "shares":
        if isinstance(value, list):
            _check_length(field, value, seats, f"{seats} issuers")
        for issuer, holders in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(holders, list):
                _check_length(f"{field} of {issuer}", holders, seats + 1, f"{seats} seats and the bank")


def _check_length(field: str, listed: list[Any], length: int, places: str) -> None:
    if len(listed) != length:
        wrong = "long" if len(listed) > length else "short"
        raise Meaningless(f"the list of {field} is too {wrong}: it has {len(listed)} of {places}")


def _check_debt(debt: dict[str, Any]) -> None:
    if not debt:
        raise Meaningless("debts has an entry that is empty and says nothing: name some of its fields")
    unknown = next((name for name in debt if name not in Debt.__struct_fields__), None)
    if unknown is not None:
        raise Meaningless(f"a debt has no {unknown!r}, only {', '.join(Debt.__struct_fields__)}")
