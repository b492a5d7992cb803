"""The numbers that identify things in the domain. All are plain ints, so that state stays flat and folding fast.

A seat is its place in the turn order from 0; a space is its place on the track from 0 (start); a deed is named by its
space. Accounts are seats plus two negative numbers, which index the ledger's list from its end. `NOBODY` and `BANK` are
the same number, so only the types distinguish holders of deeds from accounts: at run time, in the log and on the wire
all of them are ints.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

Seat: TypeAlias = int
Space: TypeAlias = int

if TYPE_CHECKING:
    from enum import Enum

    class NoSeat(Enum):
        """A number below all seats."""

        def __lt__(self, other: int) -> bool: ...
        def __ge__(self, other: int) -> bool: ...

    class Nobody(NoSeat):
        """Neither a seat nor an account."""

        NOBODY = -1

    class Till(NoSeat):
        """An account that belongs to no player; an index into the ledger."""

        BANK = -1
        POT = -2

        def __index__(self) -> int: ...

    Holder: TypeAlias = Seat | Nobody
    Account: TypeAlias = Seat | Till
    NOBODY, BANK, POT = Nobody.NOBODY, Till.BANK, Till.POT
else:
    Holder = Account = int
    NOBODY, BANK, POT = -1, -1, -2

"""`NOBODY`: no seat, as the holder of an unsold deed or the leader of an auction without a bid. `BANK`: the bank's
account, which may go below zero (it never goes broke). `POT`: the pot in the middle of the track.
"""


def seat_of(one: Account | Holder) -> Seat:
    """The seat that an account or a holder is known to be."""
    assert one >= 0, "a seat"
    return one  # type: ignore[return-value]


def holder_of(account: Account) -> Holder:
    """The holder of what is bought from this account: what the bank has belongs to `NOBODY`."""
    return seat_of(account) if account >= 0 else NOBODY


@cache
def snake(name: str) -> str:
    """`MoneyMoved` -> `money_moved`: the name of a struct in the log and in messages to browsers."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")
