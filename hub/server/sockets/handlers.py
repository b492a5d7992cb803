"""What browsers send over their socket, answered: connect, request, pair, join, refresh, watch_device.

Handlers run on the thread of their socket, one event after the other. They never raise towards the library.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import flask
import msgspec
from flask_socketio import SocketIO
from msgspec import Struct

from hub.server.access.keys import BANKER, VIEWER, Access, may
from hub.server.access.request_filter import is_local
from hub.server.access.shown_address import ShownAddress
from hub.server.limits import Bucket, Limits, Tries
from hub.server.ports import TablePort
from hub.server.reasons import ServerReason
from hub.server.sockets.connections import Connection, Connections
from hub.server.sockets.device_feed import DeviceFeed
from hub.server.sockets.publisher import Publisher
from hub.server.sockets.reading import field, read_request, request_id
from hub.table.ports.storage import StoreError
from hub.table.wire.audience import Audience
from hub.table.wire.contract import Value
from hub.table.wire.refusals import TableReason
from hub.table.wire.requests import Ack, AddSeat, ChooseAddress, MoveSeat, NewCode, RemoveSeat, Request

SEATING = (AddSeat, MoveSeat, RemoveSeat, NewCode)
SEATINGS_KEPT = 500
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
        table: TablePort,
        access: Access,
        connections: Connections,
        publisher: Publisher,
        devices: DeviceFeed,
        limits: Limits,
        version: str,
        shown_address: ShownAddress,
    ) -> None:
        self._table, self._access, self._connections, self._shown_address = table, access, connections, shown_address
        self._publisher, self._devices, self._limits, self._version = publisher, devices, limits, version
        self._tries = Tries(limits)
        self._presence = threading.Lock()
        self._seatings: OrderedDict[str, Ack] = OrderedDict()

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
        """Somebody came, perhaps with a key. A key that is not good (any more) makes a viewer, not an error."""
        key = auth.get("key") if isinstance(auth, dict) else None
        environ = flask.request.environ
        connection = Connection(
            sid=_sid(),
            address=environ.get("REMOTE_ADDR", ""),
            local=is_local(environ),
            bucket=Bucket(self._limits.events_per_second, self._limits.events_burst),
            key=key if isinstance(key, str) else None,
            audience=VIEWER,
        )
        self._identify(connection)
        with self._publisher.held():
            self._connections.add(connection)
            self._publisher.greet(connection, self._version)
        log.info("a browser has come", extra=_who(connection))
        self._tell_presence()

    def disconnect(self, _reason: object = None) -> None:
        """Somebody went."""
        connection = self._connections.remove(_sid())
        if connection is not None:
            log.info("a browser has gone", extra=_who(connection))
            self._tell_presence()

    def request(self, *arguments: Any) -> Ack:
        """Carry out what is asked, if it makes sense and this client may."""
        connection = self._heard()
        if connection is None:
            return self._refused(request_id(arguments), ServerReason.TOO_FAST)
        request = read_request(arguments)
        if request is None:
            return self._refused(request_id(arguments), TableReason.BAD_REQUEST)
        if not may(connection.audience, request.action):
            return self._refused(request.id, TableReason.NOT_ALLOWED)
        return self._carry_out(connection.audience, request)

    def pair(self, *arguments: Any) -> Admission:
        """Become the banker by PIN."""
        return self._admit(field(arguments, "pin"), self._access.pair, ServerReason.WRONG_PIN)

    def join(self, *arguments: Any) -> Admission:
        """Become a seat by its code."""
        device = field(arguments, "device")
        return self._admit(
            field(arguments, "code"), lambda code: self._access.join(code, device), ServerReason.WRONG_CODE
        )

    def refresh(self, *_arguments: Any) -> None:
        """Show everything again."""
        connection = self._heard()
        if connection is not None:
            self._publisher.show(connection)

    def watch_device(self, *arguments: Any) -> None:
        """Begin or cease to watch the device."""
        connection = self._heard()
        if connection is not None and arguments and isinstance(arguments[0], bool):
            self._devices.watch(connection, arguments[0])

    def unknown(self, *_arguments: Any) -> None:
        """Nothing we know: counted, not answered."""
        self._heard()

    def tell_codes(self) -> None:
        """The banker's view shows where and by which code each seat can be joined."""
        self._table.set_codes(self._shown_address.url, self._access.codes(), self._shown_address.urls)

    def _heard(self) -> Connection | None:
        """The connection of this event, None if it has said too much lately."""
        connection = self._connections.get(_sid())
        return connection if connection is not None and connection.bucket.take() else None

    def _carry_out(self, audience: Audience, request: Request) -> Ack:
        try:
            if isinstance(request.action, SEATING):
                return self._seat(audience, request, request.action)
            if isinstance(request.action, ChooseAddress):
                self._shown_address.choose(request.action.url)
                self.tell_codes()
                return Ack(request.id, True, self._publisher.version)
            return self._table.request(audience, request)
        except StoreError as error:
            return self._refused(request.id, TableReason.NOT_STORED, cause=error.key)
        except Exception:
            log.exception("a request of type %s failed", type(request.action).__name__)
            return self._refused(request.id, TableReason.INTERNAL_ERROR)

    def _admit(self, secret: str | None, admit: Callable[[str], str | None], wrong: ServerReason) -> Admission:
        connection = self._heard()
        if connection is None:
            return Admission(False, reason=ServerReason.TOO_FAST)
        if secret is None:
            return Admission(False, reason=TableReason.BAD_REQUEST)
        if wait := self._tries.begin(connection.address):
            return Admission(False, reason=ServerReason.TOO_MANY_TRIES, details={"seconds": wait})
        try:
            key = admit(secret)
        except StoreError as error:
            return Admission(False, reason=TableReason.NOT_STORED, details={"cause": error.key})
        if key is None:
            log.info("somebody guesses", extra={**_who(connection), "reason": wrong})
            return Admission(False, reason=wrong)
        self._tries.succeeded(connection.address)
        connection.key = key
        self._reseat()
        log.info("a browser was let in", extra=_who(connection))
        self.tell_codes()
        return Admission(True, key)

    def _seat(self, audience: Audience, request: Request, action: AddSeat | MoveSeat | RemoveSeat | NewCode) -> Ack:
        """Something that changes who sits where: nobody is shown anything until keys and codes agree with the table."""
        with self._publisher.held():
            known = self._seatings.get(request.id)
            if known is not None:
                return known
            renewed = self._renew(request.id, action) if isinstance(action, NewCode) else None
            ack = renewed or self._table.request(audience, request)
            if ack.ok:
                self._access.follow_table()
                self._reseat()
                self.tell_codes()
                ack = msgspec.structs.replace(ack, version=self._publisher.version)
            self._seatings[request.id] = ack
            if len(self._seatings) > SEATINGS_KEPT:
                self._seatings.popitem(last=False)
        return ack

    def _renew(self, request: str, action: NewCode) -> Ack:
        if not self._access.renew(action.seat):
            return self._refused(request, TableReason.NO_SUCH_SEAT)
        return Ack(request, True, 0)

    def _identify(self, connection: Connection) -> None:
        """Who a socket is follows from its key; without a good one it looks on, or banks if it is the hub's own."""
        audience = self._access.audience(connection.key)
        if audience is None:
            connection.key, audience = None, BANKER if connection.local else VIEWER
        connection.audience = audience

    def _reseat(self) -> None:
        """Greet everybody anew whose place has changed."""
        with self._publisher.held():
            for connection in self._connections.all():
                before = connection.audience
                self._identify(connection)
                if connection.audience != before:
                    self._publisher.greet(connection, self._version)
                    if connection.watching:
                        self._devices.show(connection)
        self._tell_presence()

    def _tell_presence(self) -> None:
        with self._presence:
            self._table.set_online(self._connections.online())

    def _refused(self, request: str, reason: str, **details: Value) -> Ack:
        return Ack(request, False, self._publisher.version, reason, details)


def _sid() -> str:
    return str(flask.request.sid)  # type: ignore[attr-defined]


def _who(connection: Connection) -> dict[str, object]:
    """Who a socket is, without what it knows."""
    audience = connection.audience
    return {"address": connection.address, "role": audience.role, "seat": audience.seat}


def _failed(error: BaseException) -> None:
    """Our bug: noted without what the client sent."""
    log.error("an event failed", exc_info=error)
