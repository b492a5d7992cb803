"""All internals of Socket.IO, Engine.IO, simple-websocket and Werkzeug that this hub uses (0026).

Their public interfaces switch threads for every packet, encode it once for each socket, check the size of a message
only when it has arrived, look up any name a client sends and log what it sent. No other module uses their internals,
and `tests/server/test_borrowed.py` checks each by name, so that an upgrade that moves one fails there and says which.
"""

import contextlib
import functools
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import simple_websocket  # type: ignore[import-untyped]
from engineio import exceptions  # type: ignore[import-untyped]
from engineio import packet as engine_packet
from engineio import socket as engine_socket
from socketio import packet  # type: ignore[import-untyped]
from werkzeug.routing import Rule
from wsproto.connection import ConnectionState
from wsproto.events import Event
from wsproto.utilities import LocalProtocolError

from hub.server.access.request_filter import cut
from hub.server.limits import Bucket, Limits
from hub.server.transport.handler import UPGRADED
from hub.server.transport.packets import (
    NOOP,
    UNKNOWN,
    FrameWire,
    Outgoing,
    SharedTimer,
    WireJson,
    is_event,
    is_packet,
)

NAMESPACE = "/"
PINGS = SharedTimer()
LOOK_UP_S = 1.0
GRACE_S = 2.0  # for a goodbye to be read before the connection is cut
WAITING_MAXIMUM = 100  # packets waiting for a polling client before it is dropped; views are held back long before
WIRE = "werkzeug.socket"


class MatchedRule(Rule):
    """A path that is only matched: no address is ever made from it.

    The library would write and compile two functions for that, a fifth of what opening a table of a club costs.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        return _never_built


def _never_built(*_arguments: object) -> tuple[str, str]:
    raise NotImplementedError("addresses are not made from routes")


class WirePacket(packet.Packet):  # type: ignore[misc]
    """A Socket.IO packet without attachments, known or turned into the event `unknown`, counted and ignored.

    A client that expects an answer gets one even if its packet cannot be read, such as half a surrogate pair. The
    library would look up any name among its handlers, including its own `connect` and `disconnect`, and log a traceback
    for each malformed packet.
    """

    json = WireJson
    uses_binary_events = False

    def decode(self, encoded_packet: str | bytes) -> int:
        """Take a packet apart; one that does not fit becomes the event `unknown`."""
        try:
            super().decode(encoded_packet)
            fits = self._fits()
        except (ValueError, TypeError, RecursionError, msgspec.MsgspecError):
            fits = False
        if not fits:  # the number by which the sender waits for an answer stays, as far as it could be read
            number = vars(self)["id"] if vars(self)["packet_type"] in {packet.EVENT, packet.BINARY_EVENT} else None
            self.packet_type, self.namespace, self.id, self.data = packet.EVENT, None, number, [UNKNOWN]
        return 0

    def _fits(self) -> bool:
        read: Mapping[str, Any] = vars(self)
        kind: int = read["packet_type"]
        if kind == packet.EVENT:
            return read["namespace"] in {None, NAMESPACE} and is_event(read["data"])
        return kind in {packet.CONNECT, packet.DISCONNECT}


class SocketLine:
    """Sends through a Socket.IO server, bypassing two of its methods that do more than send.

    `emit` would stop at the first of many sockets that has just gone. `send_packet` ends a connection that has fallen
    silent, which notifies the table, and it may be the table that sends; Engine.IO looks for silent ones by itself.
    Implements the publisher's `Line`.
    """

    def __init__(self, server: Any) -> None:
        self._server = server

    def send(self, event: str, data: object, sids: Sequence[str]) -> None:
        encoded = self._server.packet_class(packet.EVENT, data=[event, data], namespace=NAMESPACE).encode()
        message = engine_packet.Packet(engine_packet.MESSAGE, encoded)
        for sid in sids:
            connection = self._connection(sid)
            if connection is not None and not connection.closed:
                connection.queue.put(message)

    def backlog(self, sid: str) -> int:
        connection = self._connection(sid)
        return 0 if connection is None else int(connection.queue.waiting)

    def say_goodbye(self) -> None:
        """To all; clients leave then, or are cut off."""
        engine = self._server.eio
        for connection in list(engine.sockets.values()):
            connection.close(wait=False, reason=engine.reason.SERVER_DISCONNECT)
        self._server.shutdown()

    def cut(self) -> None:
        for environ in list(self._server.environ.values()):
            cut(environ[WIRE])

    def _connection(self, sid: str) -> Any:
        """Engine.IO's side of a socket, None if it is gone."""
        return self._server.eio.sockets.get(self._server.manager.eio_sid_from_sid(sid, NAMESPACE))


class PolledLine:
    """Engine.IO's side of connections that poll: only the first request of each goes through the library.

    It would read a body of any encoding and whatever size it names, answer with scripts (JSONP), and change to a
    WebSocket in the middle.
    """

    def __init__(self, server: Any) -> None:
        self._engine = server.eio

    def follow(self, opened: Callable[[str, dict[str, Any]], bool], ended: Callable[[str], None]) -> None:
        """Report new clients, with their request, and those that are gone; `opened` returns whether it polls."""
        handlers = self._engine.handlers
        come, go = handlers["connect"], handlers["disconnect"]

        def connect(session: str, environ: dict[str, Any]) -> Any:
            if opened(session, environ):
                self._engine.sockets[session].queue.be_polled(WAITING_MAXIMUM)
            return come(session, environ)

        def disconnect(session: str, reason: str) -> None:
            try:
                go(session, reason)
            finally:
                ended(session)

        self._engine.on("connect", connect)
        self._engine.on("disconnect", disconnect)

    def fetch(self, session: str) -> list[str] | None:
        """The packets for a client, as soon as there are some; None when its connection is over."""
        connection = self._alive(session)
        if connection is None:
            return None
        try:
            return [one.encode() for one in connection.poll()] or None
        except exceptions.EngineIOError:  # nothing for so long: it has not answered the last ping
            return None

    def hear(self, session: str, packets: Sequence[str]) -> bool:
        """Handle a client's packets in order; returns whether its connection lasted until the end."""
        for text in packets:
            connection = self._alive(session)
            if connection is None:
                return False
            connection.receive(engine_packet.Packet(encoded_packet=text))
        return True

    def end(self, session: str) -> None:
        connection = self._engine.sockets.get(session)
        if connection is not None:
            connection.close(wait=False, abort=True, reason=self._engine.reason.TRANSPORT_ERROR)

    def _alive(self, session: str) -> Any:
        """None if it is over, or if more packets wait for it than may."""
        connection = self._engine.sockets.get(session)
        gone = connection is None or connection.closed or connection.queue.overrun
        return None if gone else connection


class CountedServer(simple_websocket.Server):  # type: ignore[misc]
    """A WebSocket that counts everything a client sends, including pings; a flood ends it."""

    def __init__(self, environ: dict[str, Any], limits: Limits) -> None:
        self._bucket = Bucket(limits.flood_per_second, limits.flood_burst)
        super().__init__(environ, max_message_size=limits.message_bytes)

    def handshake(self) -> None:
        """Start counting when the connection is open, and ordering what is written."""
        super().handshake()
        self.ws.events = functools.partial(self._counted, self.ws.events)
        self.sock = FrameWire(self.environ[WIRE], lambda: self.ws.state is ConnectionState.OPEN)

    def _counted(self, events: Callable[[], Iterator[Event]]) -> Iterator[Event]:
        for event in events():
            if not self._bucket.take():
                cut(self.environ[WIRE])  # the thread of the library finds it ended
                return
            yield event


class GuardedWebSocket:
    """Engine.IO's side of one connection: long messages are refused as they arrive, what is not a packet is dropped.

    Engine.IO checks the size of a message when it has all of it, and fails on a packet that does not begin with a
    digit.
    """

    ws: CountedServer

    def __init__(self, limits: Limits, handler: Any, _engine: Any) -> None:
        self._limits, self._handler = limits, handler
        self._outgoing: Outgoing = handler.__self__.queue

    def __call__(self, environ: dict[str, Any], _start_response: Any) -> Any:
        """Serve the connection to its end. Nothing is compressed: it costs time, and a few bytes may be many."""
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        environ[WIRE].settimeout(None)  # the time-out was for the request; Engine.IO has its own pings
        self.ws = CountedServer(environ, self._limits)
        environ[UPGRADED]()
        self._outgoing.open(self.ws.sock)
        self._handler(self)
        raise ConnectionError  # there is nothing more to send, and the server must not try

    def send(self, message: str) -> None:
        """Send what the connection's thread found in the queue, however long the client takes to read."""
        self.ws.sock.send_text(message)
        self._outgoing.passed()

    def wait(self) -> Any:
        """The next packet, or None when the connection is over."""
        data = None
        while data is None:
            try:
                # Not forever: when the library ends a connection by itself, its wake-up can come too early.
                data = self.ws.receive(timeout=LOOK_UP_S)
            except simple_websocket.ConnectionClosed:
                return None
        return data if is_packet(data) else NOOP

    def close(self) -> None:
        """Say goodbye, unless the connection ends at this very moment: the library checks first and closes then.

        Its other thread may have noticed the end by then, have closed the socket, or have said another goodbye.
        """
        with contextlib.suppress(simple_websocket.ConnectionClosed, LocalProtocolError, OSError):
            self.ws.close()


def _begin(engine: Any, begin: Callable[..., Any], target: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Start the threads that Engine.IO asks for, except those for pings, each of which would only sleep."""
    if getattr(target, "__func__", None) is not engine_socket.Socket._send_ping:  # noqa: SLF001 no other way to know
        return begin(target, *arguments, **named)
    PINGS.after(engine.ping_interval, functools.partial(_ping, target.__self__))  # type: ignore[attr-defined]
    return None


def _ping(session: Any) -> None:
    """What such a thread would do after its sleep."""
    if session.closing or session.closed:
        return
    session.last_ping = time.time()
    with contextlib.suppress(exceptions.SocketIsClosedError):  # at this very moment
        session.send(engine_packet.Packet(engine_packet.PING))


def harden(server: Any, limits: Limits) -> None:
    """Guard the input of each connection of a new Socket.IO server, and end the connections that are dropped."""
    engine = server.eio
    part, take = engine.handlers["disconnect"], engine.handlers["message"]
    guarded = functools.partial(GuardedWebSocket, limits)
    engine.start_background_task = functools.partial(_begin, engine, engine.start_background_task)
    # There is no other way to choose them.
    engine._async = {**engine._async, "websocket": guarded, "queue": Outgoing}  # noqa: SLF001

    def message(session: str, data: Any) -> None:
        take(session, data)
        connection = engine.sockets.get(session)
        if connection is not None and server.manager.sid_from_eio_sid(session, NAMESPACE) is None:
            # It has not greeted, or has said goodbye: nothing it asks would be answered, and its place is needed.
            connection.close(wait=False, reason=engine.reason.SERVER_DISCONNECT)

    def disconnect(session: str, reason: str) -> None:
        wire = (server.environ.get(session) or {}).get(WIRE)
        part(session, reason)
        if wire is None or wire.fileno() < 0:  # it polls: the request that opened it was answered long ago
            return
        # A vanished phone never answers the goodbye; without this its threads and its place would stay for minutes.
        if reason == engine.reason.PING_TIMEOUT:
            cut(wire)
        elif reason == engine.reason.SERVER_DISCONNECT:
            timer = threading.Timer(GRACE_S, cut, (wire,))
            timer.daemon = True
            timer.start()

    engine.on("message", message)
    engine.on("disconnect", disconnect)
