"""How clients get their role: the banker by PIN or the terminal's URL, a seat by its join code.

A role is proved by a signed key, which the client stores; an IP address grants nothing. Each phone's key carries a
random name, which is valid as long as its seat lists it (`hub.server.access.phones`). The banker's keys are bound to
the PIN. Used by `hub.server.sockets.handlers`.
"""

import hashlib
import hmac
import secrets
import threading
from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from itsdangerous import BadData, URLSafeSerializer
from msgspec.structs import replace

from hub.server.access.phones import (
    KNOCKS_MAXIMUM,
    PHONES_MAXIMUM,
    Phone,
    SeatAccess,
    as_now,
    new_code,
    signed_out,
    with_known,
    with_phone,
    with_uninvited,
    without,
    without_knocks,
)
from hub.table.interfaces.storage import now_ms, read_document
from hub.table.lobby import DEVICE_LENGTH_MINIMUM
from hub.table.requests.base import AskTable
from hub.table.table import Table
from hub.table.wire.audience import Ack, Audience
from hub.table.wire.contract import PhoneKind

BANKER, VIEWER = Audience("banker"), Audience("viewer")
DOCUMENT = "access"
NAME_BYTES = 12
TERMINAL_BYTES = 16
KEY_LENGTH_MAXIMUM = 256


class TooManyPhones(Exception):
    """A seat has reached its maximum number of phones: one has to be signed out first."""


class ManyKnock(Exception):
    """Too many phones without a code are waiting: the banker has to decide about them first."""


class Access:
    """Keys and codes of one table. Changes are durable before they take effect, and raise StoreError.

    `terminal_code` gives one browser the banker's rights without the PIN: only the terminal shows it, and each start
    of the hub generates a new one.
    """

    def __init__(self, table: Table, secret: str, pin: str) -> None:
        self._table, self._pin = table, pin
        self._banker_keys = _banker_keys(secret, pin)
        self._seat_keys = _serializer(secret, "seat")
        self._lock = threading.RLock()
        self._seats: tuple[SeatAccess, ...] = ()
        self._codes: tuple[tuple[SeatAccess, ...], Mapping[str, str]] = (), {}
        self.terminal_code = secrets.token_hex(TERMINAL_BYTES).upper()
        self._entered: str | None = None

    def all_codes(self) -> tuple[str, ...]:
        """The join codes that are good now, and what lets the terminal's browser bank; no log may hold them."""
        return (*self.codes().values(), self.terminal_code)

    def load(self) -> None:
        """Read keys and codes from the table's documents; the table must be running. Raises StoreError."""
        self._seats = self._stored()
        self.follow_table()

    def audience(self, key: str | None) -> Audience | None:
        """The audience that a key belongs to, None if the key is not (or no longer) valid."""
        if key is None or len(key) > KEY_LENGTH_MAXIMUM:
            return None
        if _loads(self._banker_keys, key) == "banker":
            return BANKER
        found = self.phone_of(key)
        return Audience("seat", found[0]) if found is not None and found[1].state != "waiting" else None

    def phone_of(self, key: str | None) -> tuple[int, Phone] | None:
        """The seat and phone that a key belongs to, even while that phone waits."""
        if key is None or len(key) > KEY_LENGTH_MAXIMUM:
            return None
        name = _loads(self._seat_keys, key)
        found = ((seat, access.phone_named(name)) for seat, access in enumerate(self._seats))
        return next(((seat, phone) for seat, phone in found if phone is not None), None)

    def seat_left(self, key: str) -> int | None:
        """The seat that the phone with this key was signed out of; the key gives no rights there any more."""
        name = _loads(self._seat_keys, key) if len(key) <= KEY_LENGTH_MAXIMUM else None
        return next((seat for seat, access in enumerate(self._seats) if name in access.signed_out), None)

    def phones(self) -> Mapping[int, tuple[Phone, ...]]:
        return {seat: access.phones for seat, access in enumerate(self._seats)}

    def codes(self) -> Mapping[str, str]:
        """The join code of each seat number, for the banker only."""
        seats, (known, codes) = self._seats, self._codes
        if known is not seats:
            codes = {str(seat): access.code for seat, access in enumerate(seats)}
            self._codes = seats, codes  # together, since every line of a log asks for them
        return codes

    def enter(self, code: str, device: str | None = None) -> str | None:
        """A banker's key for the terminal's code, which is valid once, and again for the device that used it."""
        if not hmac.compare_digest(code.encode(), self.terminal_code.encode()):
            return None
        asked = _asked(code, device)
        with self._lock:
            again = asked and self._entered == asked
            if self._entered is not None and not again:
                return None
            self._entered = asked
            return str(self._banker_keys.dumps("banker"))

    def pair(self, pin: str) -> str | None:
        given = "".join(pin.split()).encode()
        return str(self._banker_keys.dumps("banker")) if hmac.compare_digest(given, self._pin.encode()) else None

    def join(
        self, code: str, device: str | None = None, kind: PhoneKind = "other", key: str | None = None
    ) -> str | None:
        """A phone's key in exchange for a join code, which is then replaced by a new one. Raises TooManyPhones.

        A `device` that gives its name gets the same key again for the same code, since the first answer may be lost.
        While something secret is bid, a phone that joins a seat with phones or bids has to be let in first (`let_in`).
        A phone that has knocked, shown by its `key`, stops waiting; if it knocked at this seat, it stays the same one.
        """
        given = "".join(filter(str.isalnum, code)).upper()
        asked = _asked(given, device)
        with self._lock:
            for seat, access in enumerate(self._seats):
                if hmac.compare_digest(given.encode(), access.code.encode()):
                    return self._with_phone(seat, Phone("", 0, kind, now_ms(), asked=asked), self.phone_of(key))
                if asked and (before := access.phone_asked(asked)) is not None:
                    return str(self._seat_keys.dumps(before.name))
        return None

    def decides(self, seat: int, number: int, about: int) -> bool:
        """Whether a phone of a seat may let in or sign out another one (`about`) of that seat."""
        return self._seats[seat].decides(number, about)

    def waits(self, seat: int, number: int) -> bool:
        """Whether a phone has not been let in yet."""
        found = self._seats[seat].phone(number) if 0 <= seat < len(self._seats) else None
        return found is not None and found.state == "waiting"

    def is_closed(self, seat: int) -> bool:
        """Whether joining this seat could reveal a sealed bid or a maximum."""
        access, bids = self._seats[seat], self._table.bids_lying()
        if bids is not None and (access.is_taken or seat in bids):
            return True
        return (access.is_taken or bool(access.signed_out)) and self._table.maxima_may_lie()

    def sit_down(self, mark: str, kind: PhoneKind, ask: AskTable) -> tuple[Ack, str | None]:
        """Give a phone without a seat a new one, durably together with its key; a repetition gives the same.

        Returns no key if that phone has been signed out since.
        """
        with self._lock:
            seats = None
            if mark and self._table.lobby.seat_of_mark(mark) is None:
                phone = Phone(secrets.token_hex(NAME_BYTES), 0, kind, now_ms(), "known", mark)
                newcomer = with_uninvited(self._new_seat(self._table.lobby.people + 1), phone)
                seats = (*(without_knocks(access, mark) for access in self._seats), newcomer)
            ack = self._stored_with(ask, seats)
            if not ack.ok:
                return ack, None
            self.follow_table()
            return ack, self._key_of(self._table.lobby.seat_of_mark(mark), mark)

    def knock(self, seat: int, mark: str, kind: PhoneKind, ask: AskTable) -> tuple[Ack, str | None]:
        """Have a phone without a code wait at this seat, and at no other one. Raises TooManyPhones, ManyKnock."""
        with self._lock:
            seats = None
            if mark and 0 <= seat < len(self._seats) and self._seats[seat].phone_asked(mark) is None:
                phone = Phone(secrets.token_hex(NAME_BYTES), 0, kind, now_ms(), "waiting", mark)
                seats = tuple(without_knocks(one, mark) for one in self._seats)
                if len(seats[seat].listed) >= PHONES_MAXIMUM:
                    raise TooManyPhones
                if len(seats[seat].phones) - len(seats[seat].listed) >= KNOCKS_MAXIMUM:
                    raise ManyKnock
                seats = _with(seats, seat, with_uninvited(seats[seat], phone))
            ack = self._stored_with(ask, seats)
            return ack, self._key_of(seat, mark) if ack.ok else None

    def shut(self, ask: AskTable) -> Ack:
        """Remove all phones that knocked, since the door is being shut or opened."""
        with self._lock:
            return self._stored_with(ask, tuple(map(without_knocks, self._seats)))

    def let_in(self, seat: int, number: int, ask: AskTable) -> Ack:
        """Let a phone in; refused if there is no such phone."""
        return self._change(
            seat, number, partial(with_known, at_ms=now_ms()), lambda access: access.phone(number) is not None, ask
        )

    def sign_out(self, seat: int, number: int, ask: AskTable) -> Ack:
        """Revoke the key of a phone; refused if there never was such a phone."""
        return self._change(seat, number, signed_out, lambda access: 0 < number <= access.joined, ask)

    def _change(
        self,
        seat: int,
        number: int,
        change: Callable[[SeatAccess, int], SeatAccess],
        fits: Callable[[SeatAccess], bool],
        ask: AskTable,
    ) -> Ack:
        """Change a phone's entry, durably together with the request; without a document the table refuses it."""
        with self._lock:
            there = 0 <= seat < len(self._seats) and fits(self._seats[seat])
            changed = _with(self._seats, seat, change(self._seats[seat], number)) if there else None
            return self._stored_with(ask, changed)

    def _key_of(self, seat: int | None, mark: str) -> str | None:
        there = self._seats[seat].phone_asked(mark) if mark and seat is not None else None
        return str(self._seat_keys.dumps(there.name)) if there is not None else None

    def _with_phone(self, seat: int, phone: Phone, known: tuple[int, Phone] | None) -> str:
        if len(self._seats[seat].listed) >= PHONES_MAXIMUM:
            raise TooManyPhones
        waits = self.is_closed(seat)
        seats = self._seats
        if known is not None and known[1].knocks:
            at, before = known
            seats = _with(seats, at, without(seats[at], before.number))
            phone = replace(phone, number=before.number if at == seat else 0)
        phone = replace(phone, name=secrets.token_hex(NAME_BYTES))
        self._store(_with(seats, seat, with_phone(seats[seat], phone, self._new_code(), waits)))
        return str(self._seat_keys.dumps(phone.name))

    def renew(self, seat: int, ask: AskTable) -> Ack:
        """Give a seat a new code, its phones stay in; if the request is repeated, nothing more changes."""
        with self._lock:
            seats = self._seats
            if 0 <= seat < len(seats):
                seats = _with(seats, seat, replace(seats[seat], code=self._new_code()))
            return self._stored_with(ask, seats)

    def follow_table(self) -> None:
        """Move codes and keys along with players who changed seats; new seats get a code, removed ones lose theirs."""
        with self._lock:
            known = {access.person: access for access in self._seats}
            self._store(
                tuple(known.get(seat.person) or self._new_seat(seat.person) for seat in self._table.lobby.seats)
            )

    def _stored_with(self, ask: AskTable, seats: tuple[SeatAccess, ...] | None) -> Ack:
        ack = ask({} if seats is None else {DOCUMENT: msgspec.json.encode(seats)})
        if ack.ok:
            self._seats = self._stored()
        return ack

    def _stored(self) -> tuple[SeatAccess, ...]:
        return tuple(map(as_now, read_document(self._table.document, DOCUMENT, tuple[SeatAccess, ...]) or ()))

    def _store(self, seats: tuple[SeatAccess, ...]) -> None:
        if seats != self._seats:
            self._table.put_document(DOCUMENT, msgspec.json.encode(seats))
            self._seats = seats

    def _new_seat(self, person: int) -> SeatAccess:
        return SeatAccess(person, self._new_code())

    def _new_code(self) -> str:
        return new_code({access.code for access in self._seats})


def banker_key(secret: str, pin: str) -> str:
    """A banker's key made from the secrets in the data folder, for other commands on this computer."""
    return str(_banker_keys(secret, pin).dumps("banker"))


def club_key(secret: str, pin: str) -> str:
    """A key for somebody who entered a club's PIN: it gives access to the list of its tables."""
    return str(_serializer(secret, f"club:{pin}").dumps("club"))


def is_club_key(secret: str, pin: str, key: str) -> bool:
    return len(key) <= KEY_LENGTH_MAXIMUM and _loads(_serializer(secret, f"club:{pin}"), key) == "club"


def _with(seats: tuple[SeatAccess, ...], seat: int, access: SeatAccess) -> tuple[SeatAccess, ...]:
    return (*seats[:seat], access, *seats[seat + 1 :])


def _asked(code: str, device: str | None) -> str:
    """A digest of device and code, by which a repeated request is recognised; empty if the device has no name."""
    if device is None or len(device) < DEVICE_LENGTH_MINIMUM:
        return ""
    return hashlib.sha256(f"{code} {device}".encode()).hexdigest()


def _banker_keys(secret: str, pin: str) -> URLSafeSerializer:
    return _serializer(secret, f"banker:{pin}")


def _serializer(secret: str, salt: str) -> URLSafeSerializer:
    options = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    return URLSafeSerializer(secret, salt=salt, signer_kwargs=options)


def _loads(serializer: URLSafeSerializer, key: str) -> object:
    try:
        return serializer.loads(key)
    except BadData:
        return None
