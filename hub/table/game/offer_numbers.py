"""Renumbers share offers for each seat, which counts only those that concern it, so that it learns of no others.

The rules number all offers of a game; here these numbers are converted to those of an audience and back. The banker
sees the numbers of the rules.
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
    """The number by which an audience knows an offer that concerns it."""
    return sum(_concerns(audience, pair) for pair in shares.made[:offer])


def as_shown(shares: Shares, audience: Audience, command: AnyCommand) -> AnyCommand:
    """A command with the audience's numbers; differs only for answers to share offers."""
    if not isinstance(command, ANSWERS):
        return command
    return msgspec.structs.replace(command, offer=shown_number(shares, audience, command.offer))


def as_meant(shares: Shares, audience: Audience, command: AnyCommand) -> AnyCommand:
    """The reverse: a command of this audience with the numbers of the rules."""
    if not isinstance(command, ANSWERS):
        return command
    concerned = [0, *(number for number, pair in enumerate(shares.made, 1) if _concerns(audience, pair))]
    known = command.offer if 0 < command.offer < len(concerned) else 0
    return msgspec.structs.replace(command, offer=concerned[known])


def _concerns(audience: Audience, pair: tuple[Seat, Seat]) -> bool:
    return audience.role == "banker" or (audience.role == "seat" and audience.seat in pair)
