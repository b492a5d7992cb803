"""Handlers of the socket events of browsers: connect, request, pair, join, refresh, watch_device.

Handlers run on the thread of their socket, one event after the other. They never raise into the library.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import flask
import msgspec
from flask_socketio import SocketIO
from msgspec import Struct

from hub.server.access.keys import VIEWER, Access, ManyKnock, TooManyPhones, may
from hub.server.access.phones import PHONES_MAXIMUM, kind_of
from hub.server.access.shown_address import ShownAddress
from hub.server.access.strangers import KNOWN
from hub.server.interfaces import TableInterface
from hub.server.limits import Bucket, Buckets, Limits, PairedAddresses, Tries
from hub.server.reasons import ServerReason
from hub.server.sockets.again import answered_before
from hub.server.sockets.connections import Connection, Connections
from hub.server.sockets.device_feed import DeviceFeed
from hub.server.sockets.publisher import Publisher
from hub.server.sockets.reading import field, read_request, request_id
from hub.table.interfaces.storage import StoreError
from hub.table.lobby import mark_of
from hub.table.wire.audience import Audience
from hub.table.wire.contract import Value
from hub.table.wire.doors import JoinView, PhoneView
from hub.table.wire.refusals import TableReason
from hub.table.wire.requests import (
    Ack,
    AddSeat,
    Begin,
    ChooseAddress,
    ForgetTries,
    Knock,
    LetIn,
    MoveSeat,
    NewCode,
    RemoveSeat,
    Request,
    SetDoor,
    SignOut,
    SitDown,
    Tap,
)

SEATING = (AddSeat, MoveSeat, RemoveSeat, NewCode, Begin)
ADMITTING = (SignOut, LetIn, ForgetTries, SetDoor)
log = logging.getLogger(__name__)


class Admission(Struct, frozen=True):
    """The answer to `pair` and `join`: the key to come back with, or the reason why there is none."""

    ok: bool
    key: str | None = None
    reason: str | None = None
    details: dict[str, Value] = {}


class Sockets:
    """All handlers of one server. `shown_address` knows the address that is shown to those who want to join."""

    def __init__(
        self,
        table: TableInterface,
        access: Access,
        connections: Connections,
        publisher: Publisher,
        devices: DeviceFeed,
        limits: Limits,
        paired: PairedAddresses,
        version: str,
        shown_address: ShownAddress,
    ) -> None:
        self._table, self._access, self._connections, self._shown_address = table, access, connections, shown_address
        self._publisher, self._devices, self._limits, self._version = publisher, devices, limits, version
        self._tries, self._paired = Tries(limits), paired
        self._taps = Buckets(limits.taps_per_minute)
        self._arrivals, per_minute = Buckets(limits.arrivals_per_minute), limits.arrivals_per_minute_of_all
        self._all_arrivals = Bucket(per_minute / 60, per_minute)
        self._presence = threading.RLock()
        self._wrong: Counter[ServerReason] = Counter()

    def register(self, socketio: SocketIO) -> None:
        """Answer the events of this server."""
        socketio.on_event("connect", self.connect)
        socketio.on_event("disconnect", self.disconnect)
        socketio.on_event("request", self.request)
        socketio.on_event("pair", self.pair)
        socketio.on_event("join", self.join)
        socketio.on_event("refresh", self.refresh)
        socketio.on_event("watch_device", self.watch_device)
        socketio.on_event("unknown", self.unknown)
        socketio.on_error_default(_failed)

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
        self._identify(connection)
        with self._publisher.held():
            self._connections.add(connection)
            self._publisher.greet(connection, self._version)
        log.info("a browser has come", extra=_who(connection))
        self._tell_presence()

    def disconnect(self, _reason: object = None) -> None:
        """A client has disconnected."""
        connection = self._connections.remove(_sid())
        if connection is not None:
            log.info("a browser has gone", extra=_who(connection))
            self._tell_presence()

    def request(self, *arguments: Any) -> Ack:
        """Carry out a request, if it makes sense and this client may make it."""
        connection = self._heard()
        if connection is None:
            return self._refused(request_id(arguments), ServerReason.TOO_FAST)
        request = read_request(arguments)
        if request is None:
            return self._refused(request_id(arguments), TableReason.BAD_REQUEST)
        if not may(connection.audience, request.action) and not connection.gives_up(request.action):
            again = answered_before(self._table, self._access, connection, request)
            return again or self._refused(request.id, TableReason.NOT_ALLOWED)
        if not self._in_time(connection, request):
            return self._refused(request.id, ServerReason.TOO_FAST)
        return self._carry_out(connection, request)

    def pair(self, *arguments: Any) -> Admission:
        """Become the banker by PIN, or by the code in the address that the terminal opened."""
        connection, given = self._heard(), field(arguments, "pin")
        if connection is not None and given is not None:  # too long to be guessed or counted
            key = self._access.enter(given, field(arguments, "device"))
            if key is not None:
                return self._let_in(connection, key, given)
        return self._admit(connection, given, self._access.pair, ServerReason.WRONG_PIN)

    def join(self, *arguments: Any) -> Admission:
        """Become a seat by its code."""
        connection, device = self._heard(), field(arguments, "device")
        kind, key = (connection.kind, connection.key) if connection is not None else ("other", None)
        return self._admit(
            connection,
            field(arguments, "code"),
            lambda code: self._access.join(code, device, kind, key),
            ServerReason.WRONG_CODE,
        )

    def refresh(self, *_arguments: Any) -> None:
        """Show everything again."""
        connection = self._heard()
        if connection is not None:
            self._publisher.show(connection)

    def watch_device(self, *arguments: Any) -> None:
        """Start or stop watching the device."""
        connection = self._heard()
        if connection is not None and arguments and isinstance(arguments[0], bool):
            self._devices.watch(connection, arguments[0])

    def unknown(self, *_arguments: Any) -> Ack:
        """An event that is unknown or cannot be read; it is answered if the client waits for an answer."""
        heard = self._heard() is not None
        return self._refused("", TableReason.BAD_REQUEST if heard else ServerReason.TOO_FAST)

    def show_doors(self) -> None:
        """The banker's view shows where and by which code each seat can be joined, who did, and wrong tries."""
        with self._presence:  # or the oldest result might be shown last
            online = self._connections.phones()
            phones = {
                str(seat): tuple(
                    PhoneView(
                        one.number, one.kind, one.since_ms, one.state, (seat, one.number) in online, one.uninvited
                    )
                    for one in phones
                )
                for seat, phones in self._access.phones().items()
            }
            shown, wrong = self._shown_address, self._wrong
            pins, codes = wrong[ServerReason.WRONG_PIN], wrong[ServerReason.WRONG_CODE]
            keys = dict(self._access.codes())
            self._table.set_doors(JoinView(shown.url, keys, shown.urls, phones, pins, codes, named=shown.named))

    def _heard(self) -> Connection | None:
        """The connection of this event, None if it has sent too much lately."""
        connection = self._connections.get(_sid())
        return connection if connection is not None and connection.bucket.take() else None

    def _in_time(self, connection: Connection, request: Request) -> bool:
        """Whether stickers and strangers come slowly enough."""
        if isinstance(request.action, Tap):
            return self._taps.of(str(request.action.seat)).take()
        if isinstance(request.action, SitDown | Knock):
            return self._arrivals.of(connection.address).take() and self._all_arrivals.take()
        return True

    def _carry_out(self, connection: Connection, request: Request) -> Ack:
        ask = partial(self._table.request, connection.audience, request)
        try:
            if isinstance(request.action, ADMITTING):
                return self._look_after(connection, ask, request)
            if isinstance(request.action, SitDown | Knock):
                return self._arrive(connection, ask, request.id, request.action)
            if isinstance(request.action, SEATING):
                return self._seat(connection.audience, ask, request.action)
            if isinstance(request.action, ChooseAddress):
                ack = self._shown_address.choose(request.action.url, ask)
                self.show_doors()
                return self._now(ack, connection.audience)
            return ask()
        except StoreError as error:
            return self._refused(request.id, TableReason.NOT_STORED, cause=error.key)
        except Exception:
            log.exception("a request of type %s failed", type(request.action).__name__)
            return self._refused(request.id, TableReason.INTERNAL_ERROR)

    def _admit(
        self,
        connection: Connection | None,
        secret: str | None,
        admit: Callable[[str], str | None],
        wrong: ServerReason,
    ) -> Admission:
        if connection is None:
            return Admission(False, reason=ServerReason.TOO_FAST)
        if secret is None:
            return Admission(False, reason=TableReason.BAD_REQUEST)
        if connection.admitted == (secret, connection.key):
            return Admission(True, connection.key)  # its first answer was lost
        if wait := self._tries.begin(connection.address):
            self._wrong[wrong] += 1  # shown with the next one that counts: repeated tries must cause no work
            return Admission(False, reason=ServerReason.TOO_MANY_TRIES, details={"seconds": wait})
        try:
            key = admit(secret)
            if key is None:
                log.info("somebody guesses", extra={**_who(connection), "reason": wrong})
                self._wrong[wrong] += 1
                self.show_doors()
                return Admission(False, reason=wrong)
            admission = self._let_in(connection, key, secret)
        except StoreError as error:
            admission = Admission(False, reason=TableReason.NOT_STORED, details={"cause": error.key})
        except TooManyPhones:
            admission = Admission(False, reason=ServerReason.TOO_MANY_PHONES, details={"most": PHONES_MAXIMUM})
        self._tries.succeeded(connection.address)  # it was not a guess, whatever its result
        return admission

    def _let_in(self, connection: Connection, key: str, secret: str) -> Admission:
        connection.key, connection.admitted = key, (secret, key)
        self._reseat()
        log.info("a browser was let in", extra=_who(connection))
        return Admission(True, key)

    def _arrive(self, connection: Connection, ask: Callable[..., Ack], request: str, action: SitDown | Knock) -> Ack:
        """Somebody without a code: on a seat of their own at once, or waiting for a yes of those who are in."""
        mark, kind = mark_of(action.device), connection.kind
        with self._publisher.held():
            try:
                if isinstance(action, SitDown):
                    ack, key = self._access.sit_down(mark, kind, ask)
                else:
                    ack, key = self._access.knock(action.seat, mark, kind, ask)
            except TooManyPhones:
                return self._refused(request, ServerReason.TOO_MANY_PHONES, most=PHONES_MAXIMUM)
            except ManyKnock:
                return self._refused(request, ServerReason.MANY_KNOCK)
            if not ack.ok:
                return ack
            if key is None:  # the phone that came so was signed out since
                return self._refused(request, TableReason.NOT_ALLOWED)
            connection.key = key
            self._reseat()
            log.info("a phone has come without a code", extra=_who(connection))
            return msgspec.structs.replace(ack, version=connection.seen)

    def _look_after(self, connection: Connection, ask: Callable[..., Ack], request: Request) -> Ack:
        """Something about those who are in or want to be."""
        action = request.action
        if isinstance(action, SignOut | LetIn):
            if (refused := self._refuse_phone(connection, action)) is not None:
                return self._refused(request.id, refused)
            change = self._access.let_in if isinstance(action, LetIn) else self._access.sign_out
            ack = change(action.seat, action.phone, ask)
        elif isinstance(action, SetDoor):
            ack = self._access.shut(ask)
        else:
            before, ack = connection.seen, ask()
            if ack.ok and ack.version > before:  # not if it is merely repeated: tries counted since then are unread
                self._wrong.clear()
        if ack.ok:
            self._reseat()
        return msgspec.structs.replace(ack, version=connection.seen)

    def _refuse_phone(self, connection: Connection, action: SignOut | LetIn) -> str | None:
        """A phone manages those that got in later, and may leave itself; the banker may not give access to a bid."""
        if connection.phone is None:
            waits = isinstance(action, LetIn) and self._access.waits(action.seat, action.phone)
            closed = waits and self._access.is_closed(action.seat)
            return ServerReason.BIDS_LIE if closed else None
        if connection.phone == action.phone:
            return None if isinstance(action, SignOut) else TableReason.NOT_ALLOWED
        later = self._access.decides(action.seat, connection.phone, action.phone)
        return None if later else TableReason.NOT_ALLOWED

    def _seat(
        self, audience: Audience, ask: Callable[..., Ack], action: AddSeat | MoveSeat | RemoveSeat | NewCode | Begin
    ) -> Ack:
        """A change of who sits where: no view is sent until keys and codes agree with the table.

        Starting a game accepts everybody who sits there, including those who joined by themselves.
        """
        with self._publisher.held():
            ack = self._access.renew(action.seat, ask) if isinstance(action, NewCode) else ask()
            if ack.ok:
                self._access.follow_table()
                self._reseat()
            return self._now(ack, audience)

    def _now(self, ack: Ack, audience: Audience) -> Ack:
        """The same answer, with the version of the view that shows its effect to this audience."""
        return msgspec.structs.replace(ack, version=self._table.view(audience).version)

    def _identify(self, connection: Connection) -> None:
        """The identity of a socket follows from its key, and from nothing else; without a valid one it only watches."""
        audience, found = self._access.audience(connection.key), self._access.phone_of(connection.key)
        if audience is None and found is None and connection.key is not None:
            connection.left, connection.key = self._access.seat_left(connection.key), None
        uninvited = found is not None and found[1].uninvited and self._table.lobby.game is None
        if audience is not None and not uninvited:  # or strangers would sit down to get the places kept for devices
            self._paired.add(connection.address)
            connection.keep()
        connection.audience = audience or VIEWER
        connection.phone = found[1].number if found is not None else None
        connection.waiting = found[0] if found is not None and audience is None else None

    def _reseat(self) -> None:
        """Greet everybody whose seat has changed again."""
        with self._publisher.held():
            for connection in self._connections.all():
                before = connection.place
                self._identify(connection)
                if connection.place != before:
                    self._publisher.greet(connection, self._version)
                    if connection.watching:
                        self._devices.show(connection)
        self._tell_presence()

    def _tell_presence(self) -> None:
        with self._presence:
            self._table.set_online(self._connections.online())
            self.show_doors()

    def _refused(self, request: str, reason: str, **details: Value) -> Ack:
        connection = self._connections.get(_sid())
        return Ack(request, False, connection.seen if connection else 0, reason, details)


def _sid() -> str:
    return str(flask.request.sid)  # type: ignore[attr-defined]


def _who(connection: Connection) -> dict[str, object]:
    """Who a socket is, without its secrets."""
    audience = connection.audience
    return {"address": connection.address, "role": audience.role, "seat": audience.seat}


def _failed(error: BaseException) -> None:
    """Our bug: noted without what the client sent."""
    log.error("an event failed", exc_info=error)
