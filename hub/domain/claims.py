"""Rents that wait for their owner to ask for them, where that is agreed on (mega-27)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hub.domain.facts import Fact
from hub.domain.ledger import MoneyMoved

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Claims:
    """`open` are the payments that can still be asked for; the next throw ends them."""

    open: list[MoneyMoved] = field(default_factory=list)


class RentClaimable(Fact, frozen=True):
    """Somebody came to another's deed; `due` is paid only if its owner asks in time."""

    due: MoneyMoved


class RentAsked(Fact, frozen=True):
    """The owner asked for it."""

    due: MoneyMoved


def rent_claimable(state: State, fact: RentClaimable) -> None:
    state.claims.open.append(fact.due)


def rent_asked(state: State, fact: RentAsked) -> None:
    state.claims.open.remove(fact.due)
