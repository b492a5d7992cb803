"""How phones get in, and which have, as browsers see it; part of the view (`hub.table.wire.contract`)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

PhoneKind: TypeAlias = Literal["iphone", "ipad", "android", "computer", "other"]
PhoneState: TypeAlias = Literal["waiting", "new", "known"]
"""A phone of a seat waits for the seat's yes, or is in: `new` until somebody has said that it belongs there."""


class PhoneView(Struct, frozen=True):
    """A phone that joined a seat: its `number` there, when it came (wall clock), whether it is connected now.

    `uninvited`: it came without a code, and nobody has said yet that it belongs there.
    """

    number: int
    kind: PhoneKind
    since_ms: int
    state: PhoneState
    online: bool
    uninvited: bool = False


class JoinView(Struct, frozen=True):
    """How a phone gets in: the address of this table and, for the banker only, one join code per seat number.

    `urls` are all addresses it may be reached at and `wrong_pins`, `wrong_codes` count what was tried wrongly since the
    banker last looked, again for the banker only. `phones` are those of each seat number, for a seat its own. `alarm`:
    some of this is news.
    """

    url: str
    codes: dict[str, str]
    urls: tuple[str, ...] = ()
    phones: dict[str, tuple[PhoneView, ...]] = {}
    wrong_pins: int = 0
    wrong_codes: int = 0
    alarm: bool = False
