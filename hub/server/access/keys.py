"""Who may do what, and how one becomes somebody: the banker by PIN or at the hub's computer, a seat by a one-time code.

Being somebody is a signed key that the client keeps; nothing follows from an address. Each seat has a holder, a random
name its keys carry: a new holder voids them all. The banker's keys are bound to the PIN. Asked by
`hub.server.sockets.handlers`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping

import msgspec
from itsdangerous import BadData, URLSafeSerializer
from msgspec import Struct

from hub.domain.commands import Throw
from hub.server.ports import TablePort
from hub.table.ports.documents import read_document
from hub.table.wire.audience import Audience
from hub.table.wire.requests import Action, BeSpeaker, Play

BANKER, VIEWER = Audience("banker"), Audience("viewer")
DOCUMENT = "access"
CODE_LENGTH = 5
CODE_LETTERS = "CDFGHJKMNPQRTWXY34679"  # neither look-alikes nor vowels: nothing to misread, no words
CODE = re.compile(rf"(?<![0-9A-Za-z])[{CODE_LETTERS}]{{{CODE_LENGTH}}}(?![0-9A-Za-z])")
HOLDER_BYTES = 12
KEY_LENGTH_MAXIMUM = 256
DEVICE_LENGTH_MINIMUM = 16  # shorter names could be guessed by somebody who has read the code over a shoulder
GIVEN_KEPT = 32


class SeatAccess(Struct, frozen=True):
    """How a person's devices get to his seat (`code`, good for one device) and whose keys are good (`holder`)."""

    person: int
    holder: str
    code: str


def codes_in(text: str) -> list[str]:
    """All in a text that looks like a seat's code, whatever else stands there."""
    return CODE.findall(text)


def may(audience: Audience, action: Action) -> bool:
    """The banker may do everything, a viewer may look.

    A seat may play for itself (but not say what the dice show), and its device may be the one that speaks.
    """
    if audience.role == "banker":
        return True
    if audience.role == "seat" and isinstance(action, BeSpeaker):
        return True
    if audience.role != "seat" or not isinstance(action, Play) or action.command.seat != audience.seat:
        return False
    return not isinstance(action.command, Throw) or not action.command.faces


class Access:
    """Keys and codes of one table. Changes are durable before they count; they raise StoreError."""

    def __init__(self, table: TablePort, secret: str, pin: str) -> None:
        self._table, self._pin = table, pin
        self._banker_keys = _serializer(secret, f"banker:{pin}")
        self._seat_keys = _serializer(secret, "seat")
        self._lock = threading.RLock()
        self._seats: tuple[SeatAccess, ...] = ()
        self._given: OrderedDict[str, tuple[str, str]] = OrderedDict()

    def load(self) -> None:
        """Take up where the table's documents left off; the table runs by now. Raises StoreError."""
        self._seats = read_document(self._table.document, DOCUMENT, tuple[SeatAccess, ...]) or ()
        self.follow_table()

    def audience(self, key: str | None) -> Audience | None:
        """For whom a key is good, None if for nobody (any more)."""
        if key is None or len(key) > KEY_LENGTH_MAXIMUM:
            return None
        if _loads(self._banker_keys, key) == "banker":
            return BANKER
        holder = _loads(self._seat_keys, key)
        seats = self._seats
        return next((Audience("seat", seat) for seat, access in enumerate(seats) if access.holder == holder), None)

    def codes(self) -> Mapping[str, str]:
        """The join code of each seat number, for the banker's eyes."""
        return {str(seat): access.code for seat, access in enumerate(self._seats)}

    def pair(self, pin: str) -> str | None:
        """A banker's key for the right PIN."""
        given = "".join(pin.split()).encode()
        return str(self._banker_keys.dumps("banker")) if hmac.compare_digest(given, self._pin.encode()) else None

    def join(self, code: str, device: str | None = None) -> str | None:
        """A seat's key for its code, which is good no longer: the seat gets a new one.

        A `device` that names itself gets the same key again for the same code, since the first answer may be lost.
        """
        given = "".join(filter(str.isalnum, code)).upper()
        with self._lock:
            for seat, access in enumerate(self._seats):
                if hmac.compare_digest(given.encode(), access.code.encode()):
                    self._put(seat, msgspec.structs.replace(access, code=self._new_code()))
                    key = str(self._seat_keys.dumps(access.holder))
                    self._remember(given, device, key)
                    return key
            return self._given_before(given, device)

    def _remember(self, code: str, device: str | None, key: str) -> None:
        if device is not None and len(device) >= DEVICE_LENGTH_MINIMUM:
            self._given[code] = device, key
            if len(self._given) > GIVEN_KEPT:
                self._given.popitem(last=False)

    def _given_before(self, code: str, device: str | None) -> str | None:
        first, key = self._given.get(code, ("", ""))
        if device is None or not first or not hmac.compare_digest(first.encode(), device.encode()):
            return None
        return key if self.audience(key) is not None else None

    def renew(self, seat: int) -> bool:
        """A new code for a seat, and its keys are void; False if there is no such seat."""
        with self._lock:
            if not 0 <= seat < len(self._seats):
                return False
            self._put(seat, self._new_seat(self._seats[seat].person))
            return True

    def follow_table(self) -> None:
        """Codes and keys follow their people to other places; who is new gets a code, who has gone has none."""
        with self._lock:
            known = {access.person: access for access in self._seats}
            self._store(tuple(known.get(person) or self._new_seat(person) for person in self._table.people()))

    def _put(self, seat: int, access: SeatAccess) -> None:
        self._store((*self._seats[:seat], access, *self._seats[seat + 1 :]))

    def _store(self, seats: tuple[SeatAccess, ...]) -> None:
        if seats != self._seats:
            self._table.put_document(DOCUMENT, msgspec.json.encode(seats))
            self._seats = seats

    def _new_seat(self, person: int) -> SeatAccess:
        return SeatAccess(person, secrets.token_hex(HOLDER_BYTES), self._new_code())

    def _new_code(self) -> str:
        taken = {access.code for access in self._seats}
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in taken:
                return code


def _serializer(secret: str, salt: str) -> URLSafeSerializer:
    options = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    return URLSafeSerializer(secret, salt=salt, signer_kwargs=options)


def _loads(serializer: URLSafeSerializer, key: str) -> object:
    try:
        return serializer.loads(key)
    except BadData:
        return None
