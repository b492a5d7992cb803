"""Audiences, for whom views are made and in whose name requests come, and what they are answered.

The sentences of refusals are in the web locales (`reason.<key>`).
"""

from enum import StrEnum
from typing import TypeGuard

from msgspec import Struct

from hub.domain.facts import Fact
from hub.domain.secrecy import circle_of
from hub.table.wire.contract import Role, Value


class Audience(Struct, frozen=True):
    """A role and, for a player, the seat. Hashable, since it identifies all clients that see the same."""

    role: Role
    seat: int | None = None

    @property
    def actor(self) -> str:
        """How this audience is named in the log."""
        return self.role if self.seat is None else f"{self.role}:{self.seat}"

    def may_know(self, fact: Fact) -> bool:
        """Whether this audience may know a fact. A viewer knows what everybody knows."""
        circle = circle_of(fact)
        if circle is None:
            return True
        return circle.banker if self.role == "banker" else self.role == "seat" and self.seat in circle.seats


class Welcome(Struct, frozen=True):
    """Who the hub takes the client for, and the key to reconnect with.

    Sent on connecting, and again after a successful `join` or `pair`. `phone` is the number of this phone among those
    of its seat; `waiting` is the seat that has yet to let it in, until when it only watches.
    """

    role: Role
    seat: int | None
    key: str | None
    version: str
    phone: int | None = None
    waiting: int | None = None


TableReason = StrEnum(
    "TableReason",
    """
    STALE NO_GAME GAME_RUNNING GAME_DAMAGED NO_SUCH_SEAT NO_SUCH_PHONE
    NO_SUCH_EDITION FOREIGN_EDITION BROKEN_EDITION NO_SUCH_HOUSE_RULE HOUSE_RULES_CONTRADICT
    TABLE_FULL DOOR_SHUT TOO_FEW_SEATS TOO_MANY_SEATS NAME_UNFIT NAME_TAKEN COLOUR_TAKEN SHAPE_TAKEN
    TAG_TAKEN TAG_RANDOM STICKER_TAKEN NOTHING_TO_UNDO NOTHING_TO_REDO FROZEN PUT_BACK PIECES_MISSING
    NO_UPDATE NOT_SIMULATED NOT_STORED INTERNAL_ERROR BAD_REQUEST ID_USED NOT_ALLOWED WRONG_PIN WRONG_CODE
    TOO_MANY_PHONES MANY_KNOCK BIDS_LIE TOO_MANY_TRIES TOO_FAST
    """,
)
"""Keys of reasons in small letters, beside those of the rules (`hub.rules.game.Reason`) and of features."""


class Refusal(Struct, frozen=True):
    """A request was refused because of `reason`; `details` are figures for the sentence."""

    reason: str
    details: dict[str, int | str] = {}


def refusal(reason: StrEnum, **details: int | str) -> Refusal:
    return Refusal(reason, details)


def is_unstored(refused: Refusal | None) -> TypeGuard[Refusal]:
    """Whether this is a refusal because something could not be made durable."""
    return refused is not None and refused.reason == TableReason.NOT_STORED


class Ack(Struct, frozen=True):
    """The answer to a request: done, or the reason for refusing it (a key) with figures.

    `version` is that of the view which shows the effect.
    """

    id: str
    ok: bool
    version: int
    reason: str | None = None
    details: dict[str, Value] = {}
