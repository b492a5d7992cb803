"""The library internals that the hub uses: each by its name, so that an upgrade fails here and says which.

And the cases in which they matter: a screen that has just fallen silent, a goodbye that comes too late.
"""

import errno
import inspect
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import simple_websocket
import socketio.packet
from engineio import base_server, exceptions
from engineio.packet import MESSAGE, Packet
from engineio.socket import Socket
from helpers.served import Server
from helpers.waiting import until
from server.browser import Browser
from server.conftest import Connect
from werkzeug.routing import Rule
from wsproto.frame_protocol import FrameProtocol, Opcode
from wsproto.utilities import LocalProtocolError

from hub.server.limits import Limits
from hub.server.sockets.publisher import BREATH_S
from hub.server.transport import packets
from hub.server.transport.borrowed import NAMESPACE, WIRE, CountedServer, GuardedWebSocket, MatchedRule, WirePacket
from hub.server.transport.packets import FrameWire, Outgoing, SharedTimer

PATIENCE_S = 60.0
UPGRADING = {
    "HTTP_HOST": "table",
    "HTTP_CONNECTION": "Upgrade",
    "HTTP_UPGRADE": "websocket",
    "HTTP_SEC_WEBSOCKET_KEY": "MDEyMzQ1Njc4OWFiY2RlZg==",
    "HTTP_SEC_WEBSOCKET_VERSION": "13",
}


@pytest.fixture
def io(server: Server) -> Any:
    """The Socket.IO server below the hub's."""
    return server.site._line._server


@pytest.fixture
def session(io: Any, viewer: Browser) -> Any:
    """Engine.IO's side of one browser that is connected."""
    (session,) = io.eio.sockets.values()
    return session


def test_sockets_and_queues_are_chosen_by_name(io: Any) -> None:
    """`_async` of the engine names what is made for each connection: ours."""
    assert io.eio._async["queue"] is Outgoing
    assert io.eio._async["websocket"].func is GuardedWebSocket
    assert {"thread", "event", "sleep", "queue_empty"} <= io.eio._async.keys()


def test_a_connection_is_reached_through_the_manager(io: Any, session: Any) -> None:
    """From a session id to what waits for it and to its wire, and from the handler of a WebSocket to its session."""
    ((sid, engine_sid),) = list(io.manager.get_participants(NAMESPACE, None))
    assert io.manager.eio_sid_from_sid(sid, NAMESPACE) == engine_sid
    assert io.eio.sockets[engine_sid] is session
    assert session.closed is False
    assert isinstance(session.queue, Outgoing)
    assert inspect.ismethod(session._websocket_handler)
    assert session._websocket_handler.__self__.queue is session.queue
    assert io.environ[session.sid]["werkzeug.socket"].fileno() > 0


def test_a_session_that_polls_and_its_end(io: Any) -> None:
    """Who comes and goes, `poll`, `receive` and `close` of a session, why it ended, and that no news is an error."""
    assert callable(io.eio.handlers["connect"])
    assert callable(io.eio.handlers["disconnect"])
    assert {"PING_TIMEOUT", "SERVER_DISCONNECT", "TRANSPORT_ERROR"} <= vars(base_server.BaseServer.reason).keys()
    assert list(inspect.signature(Socket.poll).parameters) == ["self"]
    assert list(inspect.signature(Socket.receive).parameters) == ["self", "pkt"]
    assert {"wait", "abort", "reason"} <= inspect.signature(Socket.close).parameters.keys()
    assert issubclass(exceptions.QueueEmpty, exceptions.EngineIOError)
    assert Packet(encoded_packet="421[]").data == "21[]"


def test_packets_are_made_and_read_by_ours(io: Any) -> None:
    """`packet_class`, what a packet consists of, and what ours sets in the place of the library's own."""
    assert io.packet_class is WirePacket
    packet = WirePacket(encoded_packet='2["request",{}]')
    assert (packet.packet_type, packet.id, packet.data) == (socketio.packet.EVENT, None, ["request", {}])
    assert packet.namespace in {None, NAMESPACE}
    assert Packet(MESSAGE, "x").encode() == "4x"
    assert MESSAGE == packets.MESSAGE_TYPE
    assert {"json", "uses_binary_events"} <= vars(socketio.packet.Packet).keys()


def test_paths_are_matched_and_never_made(server: Server) -> None:
    """`_compile_builder` is what a rule of Werkzeug calls for the functions that we do without."""
    assert list(inspect.signature(Rule._compile_builder).parameters) == ["self", "append_unknown"]
    rules = list(server.site.app.url_map.iter_rules())
    assert rules
    assert all(type(rule) is MatchedRule for rule in rules)
    assert server.site.app.url_map.bind("").match("/healthz") == ("api.healthz", {})


def test_pings_need_no_threads(io: Any, connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    """`_send_ping` is begun as a background task of the engine; ours asks as it would: `last_ping`, then a packet."""
    assert list(inspect.signature(Socket._send_ping).parameters) == ["self"]
    monkeypatch.setattr(io.eio, "ping_interval", 0.05)
    others = set(io.eio.sockets)
    browser = connect()
    browser.wait("view")
    (mine,) = io.eio.sockets.keys() - others
    until(lambda: browser.listen() and browser.pings >= 3, lambda: f"three pings, not {browser.pings}")
    assert io.eio.sockets[mine].last_ping is None or time.time() - io.eio.sockets[mine].last_ping < PATIENCE_S
    assert not any("_send_ping" in thread.name for thread in threading.enumerate())


def test_what_comes_at_once_is_called_a_little_apart() -> None:
    """Each is called no later than it should be, and whatever one of them does, the next is called."""
    timer, called, done = SharedTimer(), list[float](), threading.Event()

    def call() -> None:
        called.append(time.monotonic())
        if len(called) == 20:
            done.set()
        raise ValueError

    began = time.monotonic()
    for _ in range(20):
        timer.after(0.5, call)
    timer.after(60.0, done.set)
    assert done.wait(PATIENCE_S)
    assert called[0] - began >= 0.4
    assert called[-1] - called[0] > 0.05


def test_a_websocket_of_the_library() -> None:
    """`sock`, `connected`, `ws.events`, `receive`, and a handshake that may be continued."""
    ours, browsers = socket.socketpair()
    with browsers, ours:
        wire = CountedServer({WIRE: ours, **UPGRADING}, Limits())
        assert b"101" in browsers.recv(1_000)
        assert isinstance(wire.sock, FrameWire)
        assert wire.connected is True
        assert wire.ws.events.func == wire._counted
        browsers.sendall(bytes((0x81, 0x81, 0, 0, 0, 0)) + b"2")
        assert wire.receive(timeout=PATIENCE_S) == "2"
        wire.close()
        assert wire.connected is False
        browsers.shutdown(socket.SHUT_WR)
        wire.thread.join(PATIENCE_S)


LONG = "x" * (1 << 20)


class Line:
    """A connection as Engine.IO has it, without its thread, and the browser's end."""

    def __init__(self, ours: socket.socket, browsers: socket.socket) -> None:
        self.queue, self.browsers = Outgoing(), browsers
        self.ours = GuardedWebSocket(Limits(), self.handle, None)
        self.ours.ws = CountedServer({WIRE: ours, **UPGRADING}, Limits())
        self.queue.open(self.ours.ws.sock)
        browsers.settimeout(PATIENCE_S)
        assert b"101" in browsers.recv(1_000)

    def handle(self, _wire: object) -> None:
        """Its life."""

    def read(self) -> bytes:
        """All until the hub has gone."""
        return b"".join(iter(lambda: self.browsers.recv(1 << 16), b""))


def frames_in(data: bytes) -> list[tuple[Opcode, int]]:
    """What each frame is, and how long, as the library of a browser reads them."""
    frames, found, length = FrameProtocol(client=True, extensions=[]), list[tuple[Opcode, int]](), 0
    frames.receive_bytes(data)
    for frame in frames.received_frames():
        length += len(frame.payload) if frame.opcode is Opcode.TEXT else 0
        if frame.frame_finished:
            found.append((frame.opcode, length))
            length = 0
    return found


@pytest.fixture
def line() -> Iterator[Line]:
    ours, browsers = socket.socketpair()
    with ours, browsers:
        yield Line(ours, browsers)


def masked(opcode: Opcode) -> bytes:
    """An empty frame of a browser."""
    return bytes((0x80 | opcode, 0x80, 0, 0, 0, 0))


def test_nothing_follows_a_goodbye(line: Line) -> None:
    """A view that was on its way when the hub said goodbye is not sent; its thread hears that the line is over."""
    line.queue.put(Packet(MESSAGE, "first"))
    line.ours.close()
    line.queue.put(Packet(MESSAGE, "second"))
    with pytest.raises(OSError):
        line.ours.send(line.queue.get(timeout=PATIENCE_S).encode())
    line.browsers.sendall(masked(Opcode.CLOSE))
    assert frames_in(line.read()) == [(Opcode.TEXT, len("4first")), (Opcode.CLOSE, 0)]


def test_a_browsers_goodbye_is_answered_last(line: Line) -> None:
    """What the table sends while that answer is on its way would come too late."""
    line.browsers.sendall(masked(Opcode.CLOSE))
    line.ours.ws.thread.join(PATIENCE_S)
    line.queue.put(Packet(MESSAGE, "late"))
    assert frames_in(line.read()) == [(Opcode.CLOSE, 0)]


def test_nothing_comes_within_a_frame(line: Line) -> None:
    """A goodbye is said only when a view that had no room has been sent to its end."""
    line.queue.put(Packet(MESSAGE, LONG))
    assert line.queue.waiting == 1
    found = list[bytes]()
    reader = threading.Thread(target=lambda: found.append(line.read()), daemon=True)
    reader.start()
    line.ours.close()
    line.browsers.sendall(masked(Opcode.CLOSE))
    reader.join(PATIENCE_S)
    assert frames_in(found[0]) == [(Opcode.TEXT, len(LONG) + 1), (Opcode.CLOSE, 0)]


def test_a_screen_that_has_fallen_silent(io: Any, connect: Connect, banker: Browser) -> None:
    """A change at the table does not stop at a screen whose silence is just being noticed."""
    engine = io.eio
    others = set(engine.sockets)
    connect().wait("view")
    (silent,) = engine.sockets.keys() - others
    time.sleep(2 * BREATH_S)
    engine.sockets[silent].last_ping = time.time() - 2 * engine.ping_timeout
    assert banker.ask({"do": "enrol", "seat": 1, "uid": None})["ok"]
    assert connect().wait("view")["board"]["enrolling"] == 1


class EngineSocket:
    """What Engine.IO knows of a connection."""

    queue = Outgoing()

    def handle(self, wire: object) -> None:
        """Its life."""


class EndingWire:
    """A connection of the library that ends between its look whether it is open and the goodbye."""

    connected = True

    def __init__(self, error: Exception) -> None:
        self.error = error

    def close(self) -> None:
        raise self.error


@pytest.mark.parametrize(
    "error",
    [
        simple_websocket.ConnectionClosed(1000, ""),  # its other thread has noticed
        OSError(errno.EBADF, "closed"),  # and has closed the socket already
        ConnectionResetError(),  # the browser has left without a word
        LocalProtocolError("closing"),  # another goodbye was said, to a message that is too long
    ],
)
def test_a_goodbye_to_a_line_that_ends_just_then(error: Exception) -> None:
    """The thread that says goodbye does not die of it, whatever the library makes of that moment."""
    line = GuardedWebSocket(Limits(), EngineSocket().handle, None)
    line.ws = EndingWire(error)  # type: ignore[assignment]
    line.close()
    with pytest.raises(type(error)):
        line.ws.close()
