"""Handlers of the socket events of browsers, and what a site does around requests: keeping keys, codes and addresses.

Handlers run on the thread of their socket, one event after the other. They never raise into the library.

A phone that sat down has a seat and may not sit down any more, one that signed out may not do anything; but if the
answer was lost, each asks again, and is answered as the first time.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import flask
import msgspec
from flask_socketio import SocketIO
from msgspec import Struct
from msgspec.structs import replace

from hub.server.access.keys import VIEWER, ManyKnock, TooManyPhones
from hub.server.access.phones import PHONES_MAXIMUM, kind_of
from hub.server.access.request_filter import KNOWN
from hub.server.limits import Bucket, Limits, Tries
from hub.server.sockets.connections import Connection
from hub.server.sockets.seating import Seating
from hub.table.interfaces.storage import StoreError
from hub.table.lobby import mark_of
from hub.table.requests import request_type
from hub.table.requests.base import Action, Request
from hub.table.requests.phones import Knock, SitDown
from hub.table.wire.audience import Ack, Audience, TableReason
from hub.table.wire.contract import Value

log = logging.getLogger(__name__)


class SiteDoorkeeper:
    """The doorkeeper (`hub.table.requests.base.Doorkeeper`) for one request of one browser."""

    def __init__(self, seating: Seating, connection: Connection, audience: Audience, request: Request) -> None:
        self._seating, self._access, self._publisher = seating, seating.access, seating.publisher
        self._connection, self._audience, self._request = connection, audience, request

    def ask(self, documents: Mapping[str, bytes] | None = None) -> Ack:
        return self._seating.table.request(self._audience, self._request, documents)

    def reseat(self, ask: Callable[[], Ack] | None = None) -> Ack:
        """A change of who sits where: no view is sent until keys and codes agree with the table."""
        with self._publisher.held():
            ack = (ask or self.ask)()
            if ack.ok:
                self._access.follow_table()
                self._seating.update()
            return self._as_seen_now(ack)

    def tap(self, seat: int) -> Ack:
        """A sticker that is held to a phone is read many times a second."""
        return self.ask() if self._seating.pace.tap(seat) else self._refused(TableReason.TOO_FAST)

    def renew_code(self, seat: int) -> Ack:
        """The code that somebody has read is void at once."""
        return self.reseat(partial(self._access.renew, seat, self.ask))

    def sit_down(self, mark: str) -> Ack:
        return self._arrive(partial(self._access.sit_down, mark))

    def knock(self, seat: int, mark: str) -> Ack:
        return self._arrive(partial(self._access.knock, seat, mark))

    def sign_out(self, seat: int, phone: int) -> Ack:
        """A phone manages those that got in later, and may leave itself."""
        if self._connection.phone not in {None, phone} and not self._decides(seat, phone):
            return self._refused(TableReason.NOT_ALLOWED)
        return self._looked_after(self._access.sign_out(seat, phone, self.ask))

    def let_in(self, seat: int, phone: int) -> Ack:
        """A phone manages those that got in later; the banker may not give access to a bid."""
        if self._connection.phone is None:
            if self._access.waits(seat, phone) and self._access.is_closed(seat):
                return self._refused(TableReason.BIDS_LIE)
        elif self._connection.phone == phone or not self._decides(seat, phone):
            return self._refused(TableReason.NOT_ALLOWED)
        return self._looked_after(self._access.let_in(seat, phone, self.ask))

    def set_door(self) -> Ack:
        """Whether it is opened or shut, nobody knocks at it any more."""
        return self._looked_after(self._access.shut(self.ask))

    def forget_tries(self) -> Ack:
        """A repetition forgets nothing: tries counted since then are unread."""
        before, ack = self._connection.seen, self.ask()
        if ack.ok and ack.version > before:
            self._seating.wrong.clear()
        return self._looked_after(ack)

    def choose_address(self, url: str) -> Ack:
        """Even if it is refused, the addresses that there are now are shown."""
        ack = self._seating.shown_address.choose(url, self.ask)
        self._seating.show_doors()
        return self._as_seen_now(ack)

    def _arrive(self, admit: Callable[..., tuple[Ack, str | None]]) -> Ack:
        if not self._seating.pace.arrive(self._connection.address):
            return self._refused(TableReason.TOO_FAST)
        with self._publisher.held():
            try:
                ack, key = admit(self._connection.kind, self.ask)
            except TooManyPhones:
                return self._refused(TableReason.TOO_MANY_PHONES, most=PHONES_MAXIMUM)
            except ManyKnock:
                return self._refused(TableReason.MANY_KNOCK)
            if not ack.ok:
                return ack
            if key is None:  # the phone that came so was signed out since
                return self._refused(TableReason.NOT_ALLOWED)
            self._connection.key = key
            self._seating.update()
            log.info("a phone knocks without a code", extra=self._connection.described())
            return replace(ack, version=self._connection.seen)

    def _decides(self, seat: int, phone: int) -> bool:
        own = self._connection.phone
        return own is not None and self._access.decides(seat, own, phone)

    def _looked_after(self, ack: Ack) -> Ack:
        if ack.ok:
            self._seating.update()
        return replace(ack, version=self._connection.seen)

    def _as_seen_now(self, ack: Ack) -> Ack:
        """The same answer, with the version of the view that shows its effect to its sender."""
        return replace(ack, version=self._seating.table.view(self._audience).version)

    def _refused(self, reason: str, **details: Value) -> Ack:
        return Ack(self._request.id, False, self._connection.seen, reason, details)


ID_LENGTH_MAXIMUM = 64
NUMBER_MAXIMUM = 2**53 - 1  # the largest integer that browsers represent exactly; larger ones cannot be stored either


class Admission(Struct, frozen=True):
    """The answer to `pair` and `join`: the key to come back with, or the reason why there is none."""

    ok: bool
    key: str | None = None
    reason: str | None = None
    details: dict[str, Value] = {}


class Sockets:
    """All handlers of one server. `kinds` are the requests that it understands."""

    def __init__(self, seating: Seating, limits: Limits, kinds: Sequence[type[Action]]) -> None:
        self._seating, self._table, self._access = seating, seating.table, seating.access
        self._connections, self._limits = seating.connections, limits
        self._tries, self._reader = Tries(limits), RequestReader(kinds)

    def register(self, socketio: SocketIO) -> None:
        own = (self.connect, self.disconnect, self.request, self.pair, self.join, self.refresh, self.watch_device)
        for handler in (*own, self.unknown):
            socketio.on_event(handler.__name__, handler)
        socketio.on_error_default(lambda error: log.error("an event failed", exc_info=error))  # not what was sent

    def connect(self, auth: object = None) -> None:
        """A client connects, perhaps with a key. An invalid key makes a viewer, not an error."""
        key = auth.get("key") if isinstance(auth, dict) else None
        environ = flask.request.environ
        connection = Connection(
            sid=_sid(),
            address=environ.get("REMOTE_ADDR", ""),
            bucket=Bucket(self._limits.events_per_second, self._limits.events_burst),
            key=key if isinstance(key, str) else None,
            audience=VIEWER,
            kind=kind_of(environ.get("HTTP_USER_AGENT", "")),
            keep=environ.get(KNOWN, lambda: None),
        )
        self._seating.add(connection)
        log.info("a browser has connected", extra=connection.described())
        self._seating.show_online()

    def disconnect(self, _reason: object = None) -> None:
        connection = self._connections.remove(_sid())
        if connection is not None:
            log.info("a browser has disconnected", extra=connection.described())
            self._seating.show_online()

    def request(self, *arguments: Any) -> Ack:
        """Carry out a request, if it makes sense and this client may make it."""
        connection = self._heard()
        if connection is None:
            return self._refused(request_id(arguments), TableReason.TOO_FAST)
        request = self._reader.read(arguments)
        if request is None:
            return self._refused(request_id(arguments), TableReason.BAD_REQUEST)
        audience = connection.audience
        if not request.action.open_to(audience) and not connection.gives_up(request.action):
            return self._answered_before(connection, request) or self._refused(request.id, TableReason.NOT_ALLOWED)
        return self.carry_out(connection, audience, request)

    def carry_out(self, connection: Connection, audience: Audience, request: Request) -> Ack:
        try:
            return request.action.at_the_door(SiteDoorkeeper(self._seating, connection, audience, request))
        except StoreError as error:
            return self._refused(request.id, TableReason.NOT_STORED, cause=error.key)
        except Exception:
            log.exception("a request of type %s failed", type(request.action).__name__)
            return self._refused(request.id, TableReason.INTERNAL_ERROR)

    def pair(self, *arguments: Any) -> Admission:
        """Become the banker by PIN, or by the code in the address that the terminal opened."""
        connection, given = self._heard(), field(arguments, "pin")
        if connection is not None and given is not None:  # too long to be guessed or counted
            key = self._access.enter(given, field(arguments, "device"))
            if key is not None:
                return self._let_in(connection, key, given)
        return self._admit(connection, given, self._access.pair, TableReason.WRONG_PIN)

    def join(self, *arguments: Any) -> Admission:
        connection, device = self._heard(), field(arguments, "device")
        kind, key = (connection.kind, connection.key) if connection is not None else ("other", None)
        return self._admit(
            connection,
            field(arguments, "code"),
            lambda code: self._access.join(code, device, kind, key),
            TableReason.WRONG_CODE,
        )

    def refresh(self, *_arguments: Any) -> None:
        connection = self._heard()
        if connection is not None:
            self._seating.publisher.show(connection)

    def watch_device(self, *arguments: Any) -> None:
        connection = self._heard()
        if connection is not None and arguments and isinstance(arguments[0], bool):
            self._seating.devices.watch(connection, arguments[0])

    def unknown(self, *_arguments: Any) -> Ack:
        """An event that is unknown or cannot be read; it is answered if the client waits for an answer."""
        heard = self._heard() is not None
        return self._refused("", TableReason.BAD_REQUEST if heard else TableReason.TOO_FAST)

    def _heard(self) -> Connection | None:
        """The connection of this event, None if it has sent too much lately."""
        connection = self._connections.get(_sid())
        return connection if connection is not None and connection.bucket.take() else None

    def _admit(
        self, connection: Connection | None, secret: str | None, admit: Callable[[str], str | None], wrong: TableReason
    ) -> Admission:
        if connection is None:
            return Admission(False, reason=TableReason.TOO_FAST)
        if secret is None:
            return Admission(False, reason=TableReason.BAD_REQUEST)
        if connection.admitted == (secret, connection.key):
            return Admission(True, connection.key)  # its first answer was lost
        if wait := self._tries.begin(connection.address):
            self._seating.wrong[wrong] += 1  # shown with the next one that counts: repeated tries must cause no work
            return Admission(False, reason=TableReason.TOO_MANY_TRIES, details={"seconds": wait})
        try:
            key = admit(secret)
            if key is None:
                log.info("a PIN or code was wrong", extra={**connection.described(), "reason": wrong})
                self._seating.wrong[wrong] += 1
                self._seating.show_doors()
                return Admission(False, reason=wrong)
            admission = self._let_in(connection, key, secret)
        except StoreError as error:
            admission = Admission(False, reason=TableReason.NOT_STORED, details={"cause": error.key})
        except TooManyPhones:
            admission = Admission(False, reason=TableReason.TOO_MANY_PHONES, details={"most": PHONES_MAXIMUM})
        self._tries.succeeded(connection.address)  # it was not a guess, whatever its result
        return admission

    def _let_in(self, connection: Connection, key: str, secret: str) -> Admission:
        connection.key, connection.admitted = key, (secret, key)
        self._seating.update()
        log.info("a browser was given a key", extra=connection.described())
        return Admission(True, key)

    def _answered_before(self, connection: Connection, request: Request) -> Ack | None:
        """What this device was answered to this request when it was somebody else, None if it never was.

        As whom it may have asked, only its key shows.
        """
        action, been = request.action, list[Audience]()
        if isinstance(action, SitDown | Knock):
            found, mark = self._access.phone_of(connection.key), mark_of(action.device)
            been += [VIEWER] if mark and found is not None and found[1].asked == mark else []
        elif connection.left is not None:
            been += [Audience("seat", connection.left), VIEWER]
        answers = (self._table.answered(audience, request) for audience in been)
        ack = next((found for found in answers if found is not None), None)
        return ack and msgspec.structs.replace(ack, version=connection.seen)

    def _refused(self, request: str, reason: str, **details: Value) -> Ack:
        connection = self._connections.get(_sid())
        return Ack(request, False, connection.seen if connection else 0, reason, details)


def _sid() -> str:
    return str(flask.request.sid)  # type: ignore[attr-defined]


class RequestReader:
    """Reads requests whose actions are of these kinds."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self._type = request_type(kinds)
        msgspec.json.Decoder(self._type)  # the type is learnt before there are threads (0022)

    def read(self, arguments: tuple[Any, ...]) -> Request | None:
        """The request in an event's arguments, None if there is none that makes sense."""
        if len(arguments) != 1 or not _is_bounded(arguments[0]):
            return None
        try:
            request = msgspec.convert(arguments[0], self._type, str_keys=True)  # JSON knows no other keys
        except (msgspec.ValidationError, RecursionError):
            return None
        return request if 0 < len(request.id) <= ID_LENGTH_MAXIMUM and request.id.isprintable() else None


def request_id(arguments: tuple[Any, ...]) -> str:
    """The id a broken request gave itself, so that its sender can match the answer; empty if it has none."""
    given = arguments[0].get("id") if arguments and isinstance(arguments[0], dict) else None
    return given[:ID_LENGTH_MAXIMUM] if isinstance(given, str) else ""


def field(arguments: tuple[Any, ...], name: str) -> str | None:
    given = arguments[0].get(name) if len(arguments) == 1 and isinstance(arguments[0], dict) else None
    return given if isinstance(given, str) else None


def _is_bounded(value: Any) -> bool:
    """Whether every number is one that JSON, the store and browsers can hold. The JSON decoder bounds the depth."""
    if isinstance(value, bool):
        return True
    if isinstance(value, int):
        return -NUMBER_MAXIMUM <= value <= NUMBER_MAXIMUM
    if isinstance(value, dict):
        return all(map(_is_bounded, value.values())) and not any(map(_is_long_number, value))
    return all(map(_is_bounded, value)) if isinstance(value, list) else True


def _is_long_number(key: object) -> bool:
    """Whether a key would be read as a number with more digits than `NUMBER_MAXIMUM` has."""
    digits = str(key).lstrip("-")
    return digits.isdecimal() and len(digits) >= len(str(NUMBER_MAXIMUM))
