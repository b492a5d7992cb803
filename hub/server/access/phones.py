"""The phones of each seat as stored: which have joined, which wait to be let in. Changes are pure; see `keys`."""

import re
import secrets
from collections.abc import Container, Iterable, Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hub.table.wire.contract import PhoneKind, PhoneState

CODE_LENGTH = 5
CODE_LETTERS = "CDFGHJKMNPQRTWXY34679"  # no look-alikes, which could be misread, and no vowels, which could form words
CODE = re.compile(rf"(?<![0-9A-Za-z])[{CODE_LETTERS}]{{{CODE_LENGTH}}}(?![0-9A-Za-z])")
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
    """A device whose key carries `name`; people know it by its `number` on the seat, its kind, and when it got in.

    `asked` is a digest of the device and its code, by which a repeated request is recognised. A phone that came without
    a code is `uninvited` until somebody confirms it: it sat down by itself, or knocks (`knocks`).
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
        return self.uninvited and self.state == "waiting"


class SeatAccess(Struct, frozen=True):
    """The phones of one seat and its join code: `code` is valid for one more; `joined` counts all that ever joined.

    Those of `phones` that are let in are in the order in which that happened, which may differ from their numbers.

    `holder` is the common name of all phones of a seat, as older hubs stored it. `signed_out` has the names of phones
    that no backup of these keys may bring back.
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
        return next((phone for phone in self.phones if phone.name == name), None)

    def phone_asked(self, asked: str) -> Phone | None:
        """The phone that joined with this digest as `asked`."""
        return next((phone for phone in self.phones if phone.asked == asked), None)

    def phone(self, number: int) -> Phone | None:
        return next((phone for phone in self.phones if phone.number == number), None)

    def decides(self, number: int, about: int) -> bool:
        """Whether a phone that is in decides about another one, which waits, got in later, or is gone already."""
        one, other = self.phone(number), self.phone(about)
        if one is None or other is None:
            return one is not None
        return other.state == "waiting" or self.phones.index(one) < self.phones.index(other)


def new_code(taken: Container[str]) -> str:
    while (code := "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))) in taken:
        continue
    return code


def codes_in(text: str) -> list[str]:
    """Everything in a text that looks like a join code."""
    return CODE.findall(text)


def kind_of(agent: str) -> PhoneKind:
    return next((kind for word, kind in KINDS if word in agent), "other")


def as_now(access: SeatAccess) -> SeatAccess:
    """Convert what an older hub stored: the common name becomes that of a single phone."""
    if not access.holder:
        return access
    return replace(access, phones=(Phone(access.holder, 1),), joined=1, holder="")


def with_phone(access: SeatAccess, phone: Phone, code: str, waits: bool) -> SeatAccess:
    """Add a phone that has used the code up, and set the new `code`. If it had a number before, it keeps it."""
    state: PhoneState = "waiting" if waits else "new" if access.is_taken else "known"
    phone = replace(phone, number=phone.number or access.joined + 1, state=state)
    return replace(access, code=code, phones=(*access.phones, phone), joined=max(access.joined, phone.number))


def with_uninvited(access: SeatAccess, phone: Phone) -> SeatAccess:
    """Add a phone that came without a code, under the next number; the code stays valid."""
    number = access.joined + 1
    phone = replace(phone, number=number, uninvited=True)
    return replace(access, phones=(*access.phones, phone), joined=number)


def without_knocks(access: SeatAccess, asked: str | None = None) -> SeatAccess:
    """Remove all phones that knock, or only the one with this `asked`."""
    kept = (phone for phone in access.phones if not phone.knocks or asked not in {None, phone.asked})
    return replace(access, phones=tuple(kept))


def with_known(access: SeatAccess, number: int, at_ms: int) -> SeatAccess:
    """Confirm a phone under its number; if it waited, it got in now (`at_ms`), after those that got in meanwhile."""
    found = access.phone(number)
    if found is None:
        return access
    known = replace(found, state="known", uninvited=False)
    if found.state == "waiting":
        return replace(access, phones=(*without(access, number).phones, replace(known, since_ms=at_ms)))
    return replace(access, phones=tuple(known if phone == found else phone for phone in access.phones))


def without(access: SeatAccess, number: int) -> SeatAccess:
    """Remove a phone, so that its key is void."""
    return replace(access, phones=tuple(phone for phone in access.phones if phone.number != number))


def signed_out(access: SeatAccess, number: int) -> SeatAccess:
    """Remove a phone for good, so that no backup brings it back."""
    gone = tuple(phone.name for phone in access.phones if phone.number == number)
    return with_signed_out(without(access, number), gone)


def with_signed_out(access: SeatAccess, names: Iterable[str]) -> SeatAccess:
    known = tuple(dict.fromkeys((*access.signed_out, *names)))
    return replace(access, signed_out=known[-SIGNED_OUT_KEPT:])


def carried_over(now: bytes | None, copy: bytes) -> bytes:
    """The keys and codes of a backup, without those that became void since; `now` are those that it replaces.

    A phone that joined a seat before and is no longer there was signed out, and stays so even if another backup is
    restored afterwards. A code is valid for one phone, so it is kept only if it is still the one that is shown.
    Unreadable content is passed on unchanged; the hub refuses it when it starts.
    """
    try:
        before, since = _read(copy), {access.person: access for access in _read(now or b"[]")}
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return copy
    return msgspec.json.encode([*_brought(before, since)])


def _brought(seats: Iterable[SeatAccess], since: dict[int, SeatAccess]) -> Iterator[SeatAccess]:
    taken = {access.code for access in since.values()}
    for access in seats:
        there = since.get(access.person)
        code = access.code if there is not None and there.code == access.code else new_code(taken)
        taken.add(code)
        phones = tuple(phone for phone in access.phones if there is None or _is_in(phone, there))
        out = (
            (*there.signed_out, *(phone.name for phone in access.phones if phone not in phones))
            if there is not None
            else ()
        )
        yield with_signed_out(replace(access, code=code, phones=phones), out)


def _is_in(phone: Phone, there: SeatAccess) -> bool:
    """Whether this phone was not signed out: it is still there, or it joined in a history that was restored away."""
    is_new = phone.number > there.joined and phone.name not in there.signed_out
    return there.phone_named(phone.name) is not None or is_new


def _read(document: bytes) -> list[SeatAccess]:
    return list(map(as_now, msgspec.json.decode(document, type=tuple[SeatAccess, ...])))
