"""The numbers by which the domain names things. All are plain ints, so that state stays flat and folding stays fast.

A seat is its place in the turn order from 0; a space is its place on the track from 0 (start); a deed is named by
its space. Accounts are seats plus two negative numbers, which index the ledger's list from its end.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

Seat: TypeAlias = int
Space: TypeAlias = int
Account: TypeAlias = int

NOBODY = -1
"""No seat: the owner of an unsold deed, the leader of an auction without a bid."""

BANK = -1
"""The bank's account; it may go below zero (it never goes broke)."""

POT = -2
"""The pot in the middle of the track."""


@cache
def snake(name: str) -> str:
    """`MoneyMoved` -> `money_moved`: how a struct is named in the log and on the way to a browser."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")
