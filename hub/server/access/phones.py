"""The phones of each seat as they are stored: who has joined, who waits for a yes. Changes are pure; see `keys`."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from hub.table.wire.doors import PhoneKind, PhoneState

PHONES_MAXIMUM = 8
KNOCKS_MAXIMUM = 3
"""How many phones without a code may wait at one seat: more would only be noise."""

SIGNED_OUT_KEPT = 256
"""So many of the last that were signed out are known by name; that takes as many codes or knocks as there are."""

KINDS: tuple[tuple[str, PhoneKind], ...] = (
    ("iPhone", "iphone"),
    ("iPad", "ipad"),
    ("Android", "android"),
    ("Windows", "computer"),
    ("Macintosh", "computer"),
    ("Linux", "computer"),
)
"""What browsers call themselves, the first that fits; good for telling one's own phones apart and for nothing else."""


class Phone(Struct, frozen=True):
    """A device whose key carries `name`; people know it by its `number` on the seat, its kind, and when it came.

    `asked` is a digest of the device and the code it came with, since it may have to ask again. It is `uninvited` if it
    came without one, until somebody says that it belongs there: it sat down by itself, or knocks (`knocks`).
    """

    name: str
    number: int
    kind: PhoneKind = "other"
    since_ms: int = 0
    state: PhoneState = "known"
    asked: str = ""
    uninvited: bool = False

    @property
    def knocks(self) -> bool:
        """Whether it waits for a yes without having had a code."""
        return self.uninvited and self.state == "waiting"


class SeatAccess(Struct, frozen=True):
    """How a person's phones get to their seat: `code` is good for one more; `joined` counts all that ever came.

    Those of `phones` that are in stand in the order in which they got in, which need not be that of their numbers.

    `holder` is the name that all phones of a seat had in common as older hubs stored it. `signed_out` has the names of
    phones that must not come back by any copy of these keys.
    """

    person: int
    code: str
    phones: tuple[Phone, ...] = ()
    joined: int = 0
    holder: str = ""
    signed_out: tuple[str, ...] = ()

    @property
    def is_taken(self) -> bool:
        """Whether a phone plays for this seat."""
        return any(phone.state != "waiting" for phone in self.phones)

    @property
    def listed(self) -> tuple[Phone, ...]:
        """The phones that came with a code or were let in: a phone that knocks takes nobody's place."""
        return tuple(phone for phone in self.phones if not phone.knocks)

    def phone_named(self, name: object) -> Phone | None:
        """The phone whose key carries this name."""
        return next((phone for phone in self.phones if phone.name == name), None)

    def phone_asked(self, asked: str) -> Phone | None:
        """The phone that came by asking this."""
        return next((phone for phone in self.phones if phone.asked == asked), None)

    def phone(self, number: int) -> Phone | None:
        """The phone of this number, None if it has gone or never was."""
        return next((phone for phone in self.phones if phone.number == number), None)

    def decides(self, number: int, about: int) -> bool:
        """Whether a phone that is in looks after another: that one waits, got in later, or has gone already."""
        one, other = self.phone(number), self.phone(about)
        if one is None or other is None:
            return one is not None
        return other.state == "waiting" or self.phones.index(one) < self.phones.index(other)


def kind_of(agent: str) -> PhoneKind:
    """What sort of device a browser says it runs on."""
    return next((kind for word, kind in KINDS if word in agent), "other")


def as_now(access: SeatAccess) -> SeatAccess:
    """What an older hub stored, as it is understood now: the common name is that of one phone."""
    if not access.holder:
        return access
    return replace(access, phones=(Phone(access.holder, 1),), joined=1, holder="")


def with_phone(access: SeatAccess, phone: Phone, code: str, waits: bool) -> SeatAccess:
    """One more phone, which used the code up; news to those who are in already. If it had a number it keeps it."""
    state: PhoneState = "waiting" if waits else "new" if access.is_taken else "known"
    phone = replace(phone, number=phone.number or access.joined + 1, state=state)
    return replace(access, code=code, phones=(*access.phones, phone), joined=max(access.joined, phone.number))


def with_uninvited(access: SeatAccess, phone: Phone) -> SeatAccess:
    """One more phone, without a code, under the next number; the code stays good."""
    number = access.joined + 1
    phone = replace(phone, number=number, uninvited=True)
    return replace(access, phones=(*access.phones, phone), joined=number)


def without_knocks(access: SeatAccess, asked: str | None = None) -> SeatAccess:
    """Nobody knocks here any more, or not the one that came by asking this."""
    kept = (phone for phone in access.phones if not phone.knocks or asked not in {None, phone.asked})
    return replace(access, phones=tuple(kept))


def with_known(access: SeatAccess, number: int) -> SeatAccess:
    """That phone belongs to the seat, under its number; if it waited, those that got in meanwhile were there first."""
    found = access.phone(number)
    if found is None:
        return access
    known = replace(found, state="known", uninvited=False)
    if found.state == "waiting":
        return replace(access, phones=(*without(access, number).phones, known))
    return replace(access, phones=tuple(known if phone == found else phone for phone in access.phones))


def without(access: SeatAccess, number: int) -> SeatAccess:
    """That phone's key is worth nothing from now on."""
    return replace(access, phones=tuple(phone for phone in access.phones if phone.number != number))


def signed_out(access: SeatAccess, number: int | None = None) -> SeatAccess:
    """The same for good, in copies too; without a number for all phones of the seat."""
    gone = tuple(phone.name for phone in access.phones if number in {None, phone.number})
    kept = tuple(phone for phone in access.phones if phone.name not in gone)
    return with_signed_out(replace(access, phones=kept), gone)


def with_signed_out(access: SeatAccess, names: Iterable[str]) -> SeatAccess:
    """These were signed out, too."""
    known = tuple(dict.fromkeys((*access.signed_out, *names)))
    return replace(access, signed_out=known[-SIGNED_OUT_KEPT:])
