"""What restoring a backup must not bring back: phones that were signed out since, and codes that were used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from hub.server.access.phones import new_code
from hub.server.access.phones import Phone, SeatAccess, as_now, with_signed_out


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
