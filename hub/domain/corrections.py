"""Corrections: changes that the banker makes by hand after mistakes at the table, and the fact that records them.

They are commands of the table, not of a seat: they are no `SeatCommand`s, so only the banker can send one. A correction
leads to `Corrected` and then to ordinary facts, which fold, react and are undone like any others.
`hub.rules.corrections` judges them and carries them out; records use the same commands to set a position up.
"""

from typing import Literal, TypeAlias

from hub.domain.commands import Command
from hub.domain.facts import Fact
from hub.domain.ids import Account, Holder, Seat, Space

What: TypeAlias = Literal[
    "money", "piece", "deed", "mortgage", "buildings", "jail", "release_card", "ticket", "shares", "turn"
]
"""What was corrected."""


class Correction(Command, kw_only=True):
    """A correction by the banker, for a `reason` that may be empty and is always the last field."""

    reason: str = ""


class CorrectMoney(Correction):
    """Move `amount` from one account to another: seats, the bank (-1), the pot (-2)."""

    payer: Account
    payee: Account
    amount: int


class CorrectPiece(Correction):
    """Put a piece on a space; nothing happens there. A piece taken off the jail space is free."""

    seat: Seat
    space: Space


class CorrectDeed(Correction):
    """Give a deed to `owner`, or back to the bank (-1), where its mortgage lapses."""

    deed: Space
    owner: Holder


class CorrectMortgage(Correction):
    """Mark a deed as mortgaged, or as not mortgaged; no money moves."""

    deed: Space
    mortgaged: bool


class CorrectBuildings(Correction):
    """Put streets on these stages (deed -> stage) at once; buildings come from the bank's stock and go back into it."""

    stages: dict[Space, int]


class CorrectJail(Correction):
    """Put a seat into jail with `missed` throws without a double, or let it out; it stays on the jail space."""

    seat: Seat
    jailed: bool
    missed: int = 0


class CorrectReleaseCard(Correction):
    """Move a release card of a deck between holders; -1 is its pile."""

    deck: str
    source: Holder
    target: Holder


class CorrectTicket(Correction):
    """Move a ticket between holders; -1 is the pile: its top ticket is taken, one that goes back comes under it."""

    source: Holder
    target: Holder


class CorrectShares(Correction):
    """Move `amount` shares of an issuer from one holder to another: seats, the bank (-1)."""

    issuer: Seat
    source: Account
    target: Account
    amount: int


class CorrectTurn(Correction):
    """It is the turn of `seat`, which has not thrown yet."""

    seat: Seat


class Corrected(Fact):
    """The banker has corrected something, for a `reason` that may be empty; the next facts in the move say how."""

    what: What
    reason: str
