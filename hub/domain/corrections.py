"""Corrections: what the banker puts right by hand when people at the table made a mistake, and the fact that tells it.

They are commands of the table, not of a seat: no `SeatCommand` holds them, so nobody but the banker can send one. A
correction leads to `Corrected` and then to ordinary facts, which fold, react and are undone like any others. Judged
and carried out by `hub.rules.corrections`; records use the same commands to set a position up.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.facts import Fact
from hub.domain.ids import Account, Seat, Space, snake

What: TypeAlias = Literal[
    "money", "piece", "deed", "mortgage", "buildings", "jail", "release_card", "ticket", "shares", "turn"
]
"""What was put right."""


class CorrectMoney(Struct, frozen=True, tag=snake, tag_field="command"):
    """Move `amount` from one account to another: seats, the bank (-1), the pot (-2)."""

    payer: Account
    payee: Account
    amount: int
    reason: str = ""


class CorrectPiece(Struct, frozen=True, tag=snake, tag_field="command"):
    """Put a piece on a space; nothing happens there. A piece taken off the jail space is free."""

    seat: Seat
    space: Space
    reason: str = ""


class CorrectDeed(Struct, frozen=True, tag=snake, tag_field="command"):
    """Give a deed to `owner`, or back to the bank (-1), where its mortgage lapses."""

    deed: Space
    owner: Seat
    reason: str = ""


class CorrectMortgage(Struct, frozen=True, tag=snake, tag_field="command"):
    """Mark a deed as mortgaged, or as not mortgaged; no money moves."""

    deed: Space
    mortgaged: bool
    reason: str = ""


class CorrectBuildings(Struct, frozen=True, tag=snake, tag_field="command"):
    """Put streets on these stages (deed -> stage) at once; buildings come from the bank's stock and go back into it."""

    stages: dict[Space, int]
    reason: str = ""


class CorrectJail(Struct, frozen=True, tag=snake, tag_field="command"):
    """Put a seat into jail with `missed` throws without a double, or let it out; it stays on the jail space."""

    seat: Seat
    jailed: bool
    missed: int = 0
    reason: str = ""


class CorrectReleaseCard(Struct, frozen=True, tag=snake, tag_field="command"):
    """Move a release card of a deck between holders; -1 is its pile."""

    deck: str
    source: Seat
    target: Seat
    reason: str = ""


class CorrectTicket(Struct, frozen=True, tag=snake, tag_field="command"):
    """Move a ticket between holders; -1 is the pile: its top ticket is taken, one that goes back comes under it."""

    source: Seat
    target: Seat
    reason: str = ""


class CorrectShares(Struct, frozen=True, tag=snake, tag_field="command"):
    """Move `amount` shares of an issuer from one holder to another: seats, the bank (-1)."""

    issuer: Seat
    source: Account
    target: Account
    amount: int
    reason: str = ""


class CorrectTurn(Struct, frozen=True, tag=snake, tag_field="command"):
    """It is the turn of `seat`, which has not thrown yet."""

    seat: Seat
    reason: str = ""


Correction: TypeAlias = (
    CorrectMoney
    | CorrectPiece
    | CorrectDeed
    | CorrectMortgage
    | CorrectBuildings
    | CorrectJail
    | CorrectReleaseCard
    | CorrectTicket
    | CorrectShares
    | CorrectTurn
)


class Corrected(Fact, frozen=True):
    """The banker put something right, for `reason` (it may be empty); the facts that follow in the move say how."""

    what: What
    reason: str
