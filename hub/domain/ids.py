"""What identifies things in the domain: plain ints for seats, spaces and accounts, names for kinds of facts.

Ints keep the state flat and folding fast. A seat is its place in the turn order from 0; a space is its place on the
track from 0 (start); a deed is named by its space. Accounts are seats plus two negative numbers, which index the
ledger's list from its end. `NOBODY` and `BANK` are the same number, so only the types distinguish holders of deeds from
accounts: at run time, in the log and on the wire all of them are ints.

A fact says what has happened, completely: amounts, dice and cards are resolved in it. Facts, commands and tasks are
immutable, and stored under their name. Their unions, which decoders need, are collected from the modules that define
the kinds; for a type checker a union is its base class. That happens on import (decision 0022).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias, Union, dataclass_transform

from msgspec import Struct

Seat: TypeAlias = int
Space: TypeAlias = int

if TYPE_CHECKING:
    from enum import Enum

    from hub.domain.state import State as State  # noqa: PLC0414 - for those that define facts

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
    State = object
    """The state consists of the slices in which facts are defined; those import it for annotations only."""

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


@dataclass_transform(frozen_default=True)
class Named(Struct, frozen=True, gc=False, tag=snake):
    """A frozen struct; `snake` makes its name in the log and in messages to browsers."""


def any_of(base: type[Named], names: Mapping[str, Any]) -> Any:
    """The union of the subclasses of `base` among the names of a module and of modules among these, without bases."""
    modules = [vars(value) for value in names.values() if isinstance(value, ModuleType)]
    found = [value for each in (names, *modules) for value in each.values() if isinstance(value, type)]
    kinds = [kind for kind in found if issubclass(kind, base) and not kind.__subclasses__()]
    return Union[tuple(kinds)]  # noqa: UP007 - how many there are is known at import


class Fact(Named, tag_field="fact"):
    """Something that happened; stored in the log, shown in the feed.

    Its `fold` is the only place that knows how it changes the state. Folding knows no rules, so correcting a rule never
    breaks a stored game. A fact without a `fold` is only shown.
    """

    def fold(self, state: State) -> None:
        """Change the state in place."""
