"""The numbers of share offers as each seat knows them: it counts those that concern it, and learns of no others.

The rules number all offers of a game; here their numbers become those of an audience, and the other way round. The
banker knows those of the rules.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from hub.domain.ids import Seat
from hub.domain.share_dealing import AcceptShares, DeclineShares, WithdrawShares
from hub.domain.shares import Shares
from hub.table.wire.audience import Audience

ANSWERS = (AcceptShares, DeclineShares, WithdrawShares)
AnyCommand = TypeVar("AnyCommand")


def shown_number(shares: Shares, audience: Audience, offer: int) -> int:
    """What this audience calls an offer that concerns it."""
    return sum(_concerns(audience, pair) for pair in shares.made[:offer])


def as_shown(shares: Shares, audience: Audience, command: AnyCommand) -> AnyCommand:
    """A command as this audience is offered it; only answers to offers differ."""
    if not isinstance(command, ANSWERS):
        return command
    return msgspec.structs.replace(command, offer=shown_number(shares, audience, command.offer))


def as_meant(shares: Shares, audience: Audience, command: AnyCommand) -> AnyCommand:
    """A command of this audience as the rules understand it."""
    if not isinstance(command, ANSWERS):
        return command
    concerned = [0, *(number for number, pair in enumerate(shares.made, 1) if _concerns(audience, pair))]
    known = command.offer if 0 < command.offer < len(concerned) else 0
    return msgspec.structs.replace(command, offer=concerned[known])


def _concerns(audience: Audience, pair: tuple[Seat, Seat]) -> bool:
    return audience.role == "banker" or (audience.role == "seat" and audience.seat in pair)
