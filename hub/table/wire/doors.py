"""How phones join and which have joined, as browsers see it; part of the view (`hub.table.wire.contract`)."""

from typing import Literal, TypeAlias

from msgspec import Struct

PhoneKind: TypeAlias = Literal["iphone", "ipad", "android", "computer", "other"]
PhoneState: TypeAlias = Literal["waiting", "new", "known"]
"""A phone of a seat waits for the seat's yes, or is in: `new` until somebody has said that it belongs there."""


class PhoneView(Struct, frozen=True):
    """A phone of a seat: its `number` there, since when it is in or waits (wall clock), whether it is connected now.

    `uninvited`: it came without a code, and nobody has confirmed yet that it belongs there.
    """

    number: int
    kind: PhoneKind
    since_ms: int
    state: PhoneState
    online: bool
    uninvited: bool = False


class JoinView(Struct, frozen=True):
    """How phones join: the address of this table and, for the banker only, the join code of each seat number.

    `named` is the address by its name in the network, empty without one.
    Also for the banker only: `urls` are all addresses of the table; `wrong_pins` and `wrong_codes` count failed tries
    since the banker last looked. `phones` are those of each seat number, for a seat only its own. `alarm`: some of this
    needs attention.
    """

    url: str
    codes: dict[str, str]
    urls: tuple[str, ...] = ()
    phones: dict[str, tuple[PhoneView, ...]] = {}
    wrong_pins: int = 0
    wrong_codes: int = 0
    alarm: bool = False
    named: str = ""
