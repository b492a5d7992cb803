"""The line to a browser: order, repetition, limits, and all that should not be sent."""

from __future__ import annotations

import contextlib
import errno
import json
import struct
import time

import msgspec
import pytest
import socketio
from helpers.seated import Seated
from server.browser import PATIENCE_S, Browser, Gone
from server.conftest import Connect
from simple_websocket import ConnectionClosed
from wsproto.utilities import LocalProtocolError

from hub.server import app
from hub.server.limits import Limits
from hub.server.serve import Server
from hub.server.sockets.publisher import BREATH_S
from hub.server.transport.outgoing import Outgoing
from hub.server.transport.websocket import GuardedWebSocket
from hub.table.wire.contract import View
from hub.table.wire.requests import Welcome

FAST = Limits(events_per_second=1e6, events_burst=1_000_000)
OUR_CLOSE_CODE_TOO_BIG = 1009


def test_what_arrives_first(connect: Connect) -> None:
    """A new socket gets its welcome, then the whole view, both as the contract says."""
    browser = connect()
    browser.until(lambda: browser.events[1:2] or None)
    (first, (welcome,)), (second, (view,)) = browser.events[:2]
    assert (first, second) == ("welcome", "view")
    assert msgspec.convert(welcome, Welcome) == Welcome("viewer", None, None, "1.2.3")
    assert msgspec.convert(view, View).phase == "lobby"


def test_everybody_sees_a_change(connect: Connect, banker: Browser, phone: Browser) -> None:
    """A change reaches all who watch, each in the view made for them, with the version the ack named."""
    tv = connect()
    tv.wait("view")
    ack = banker.ask({"do": "add_seat", "name": "Chloe"})
    for browser, role in ((banker, "banker"), (phone, "seat"), (tv, "viewer")):
        view = browser.wait("view", lambda view: view["version"] >= ack["version"])
        assert view["role"] == role
        assert [seat["name"] for seat in view["seats"]] == ["Anna", "Ben", "Chloe"]


def test_who_is_online(banker: Browser, phone: Browser) -> None:
    """A seat counts as online while its phone is connected."""
    banker.emit("refresh")
    assert banker.wait("view", lambda view: view["seats"][1]["online"])["seats"][0]["online"] is False
    phone.close()
    assert banker.wait("view", lambda view: not view["seats"][1]["online"])


def test_a_repeated_request_is_done_once(banker: Browser) -> None:
    """The same request id gets the same ack and nothing happens again."""
    add = {"do": "add_seat", "name": "Chloe"}
    first = banker.ask(add, "the-same")
    assert banker.ask(add, "the-same") == first
    assert first["id"] == "the-same"
    banker.emit("refresh")
    view = banker.wait("view", lambda view: view["version"] >= first["version"])
    assert len(view["seats"]) == 3


def test_names_are_data(connect: Connect, banker: Browser) -> None:
    """A name that looks like a script travels unchanged, as text in JSON."""
    name = "<img src=x onerror=1>"[:20]
    ack = banker.ask({"do": "change_seat", "seat": 0, "name": name, "colour": "red", "shape": "star"})
    assert ack["ok"]
    assert connect().wait("view")["seats"][0]["name"] == name


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [None],
        ["text"],
        [{}],
        [{"id": "x"}],
        [{"id": "x", "action": None}],
        [{"id": "x", "action": {"do": "dance"}}],
        [{"id": "x", "action": {"do": "undo", "seen": "1"}}],
        [{"id": "x", "action": {"do": "undo", "seen": 1.5}}],
        [{"id": "x", "action": {"do": "undo", "seen": 2**60}}],
        [{"id": "x", "action": {"do": "undo", "seen": True}}],
        [{"id": "x", "action": {"do": "add_seat", "name": ["a"]}}],
        [{"id": "x", "action": {"do": "play", "command": {"command": "start_game", "seats": 2, "decks": {}}}}],
        [{"id": "", "action": {"do": "begin"}}],
        [{"id": "x" * 65, "action": {"do": "begin"}}],
        [{"id": 5, "action": {"do": "begin"}}],
        [{"id": "x", "action": {"do": "begin"}}, {"id": "y", "action": {"do": "begin"}}],
    ],
)
def test_requests_that_make_no_sense(banker: Browser, arguments: list[object]) -> None:
    """Whatever does not fit the contract is refused as a bad request, and the line lives on."""
    ack = banker.call("request", *arguments)
    assert (ack["ok"], ack["reason"]) == (False, "bad_request")
    assert banker.ask({"do": "add_seat", "name": "Chloe"})["ok"]


@pytest.mark.parametrize(
    "packet",
    [
        '42["request",{"id":"x"',
        "42",
        '42"text"',
        "42[]",
        "42[[]]",
        "42{}",
        '42["dance",1]',
        '42["connect",{},{"key":"x"}]',
        '42["disconnect","x"]',
        '42["__disconnect_final"]',
        '42["*","x"]',
        '42["unknown"]',
        "42" + "[" * 5_000,
        "429" + "9" * 200 + '["refresh"]',
        '42["pair",{"pin":"\\ud800"}]',
        '43["x"]',
        "44",
        '451-["request",{"_placeholder":true,"num":0}]',
        "49",
        "4",
        "40",
        "40/other,",
        "6",
        "2probe",
        "4" + "[" * 5_000,
        "3[1]",
        "",
        "5",
        "x",
    ],
)
def test_packets_that_make_no_sense(
    server: Server, connect: Connect, caplog: pytest.LogCaptureFixture, packet: str
) -> None:
    """Broken, foreign and reserved packets are ignored or end their own line; nobody else notices, no log grows."""
    banker, bad = connect(local=True), connect()
    bad.wait("view")
    bad.send(packet)
    with contextlib.suppress(Gone):
        assert bad.ask({"do": "begin"})["reason"] == "not_allowed"
    assert banker.ask({"do": "add_seat", "name": "Chloe"})["ok"]
    assert [record.message for record in caplog.records if record.name.startswith("hub.server")] == []


def test_binary_packets(connect: Connect) -> None:
    """Bytes are nothing we understand."""
    bad = connect()
    bad.wait("view")
    bad.wire.send_binary(b'42["refresh"]')
    bad.wire.send_binary(b"\xff\xfe")
    assert bad.ask({"do": "begin"})["reason"] == "not_allowed"


def test_speaking_before_the_greeting(server: Server, connect: Connect) -> None:
    """Events of a socket that never said hello lead nowhere."""
    bad = Browser(server.port, key="x")
    bad.send('42["request",{"id":"a","action":{"do":"add_seat","name":"Eve"}}]')
    banker = connect(local=True)
    assert len(banker.wait("view")["seats"]) == 2
    bad.close()


def test_too_long_a_message(connect: Connect) -> None:
    """A message beyond 16 kB ends the line; one below is read."""
    browser = connect()
    browser.wait("view")
    answer = browser.call("request", {"id": "x", "action": {"do": "add_seat", "name": "x" * 15_000}})
    assert answer["reason"] == "not_allowed"
    browser.send('42["request",{"id":"' + "x" * 17_000 + '"}]')
    assert browser.closed_by_hub()


def test_a_message_without_end(connect: Connect) -> None:
    """A message that is sent in pieces for ever is cut off at the same size, not gathered."""
    browser = connect()
    browser.wait("view")
    browser.wire.sock.settimeout(PATIENCE_S)
    with pytest.raises(OSError, match=r"Broken pipe|reset"):
        drip(browser, time.monotonic() + PATIENCE_S)


def drip(browser: Browser, deadline: float) -> None:
    """A first piece, then continuations, never the last."""
    opcode, piece = 1, b"x" * 1_000
    while time.monotonic() < deadline:
        browser.wire.sock.sendall(struct.pack("!BBH4s", opcode, 0x80 | 126, len(piece), b"\0\0\0\0") + piece)
        opcode = 0
        time.sleep(0.001)


def test_too_much_at_once(connect: Connect) -> None:
    """Who sends more than the limit is told so for each event beyond, and may go on a little later."""
    browser = connect()
    browser.wait("view")
    numbers = [browser.emit("request", {"id": f"r{n}", "action": {"do": "begin"}}) for n in range(80)]
    browser.until(lambda: [1] if all(number in browser.acks for number in numbers) else None)
    reasons = [browser.acks[number][0]["reason"] for number in numbers]
    assert reasons[:40] == ["not_allowed"] * 40
    assert "too_fast" in reasons[40:]
    deadline = time.monotonic() + PATIENCE_S
    while browser.ask({"do": "begin"})["reason"] == "too_fast":
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_flood_is_cut_off(connect: Connect) -> None:
    """Who does not stop at the limit loses the line."""
    browser = connect()
    browser.wait("view")
    try:
        for _ in range(2_000):
            browser.send('42["refresh"]')
    except OSError:
        return
    assert browser.closed_by_hub()


def test_a_screen_that_has_fallen_silent(server: Server, connect: Connect, banker: Browser) -> None:
    """A change at the table does not stop at a screen whose silence is just being noticed."""
    engine = server._io.eio
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
        """As the library does then."""
        raise self.error


@pytest.mark.parametrize(
    "error",
    [
        ConnectionClosed(1000, ""),  # its other thread has noticed
        OSError(errno.EBADF, "closed"),  # and has closed the socket already
        ConnectionResetError(),  # the browser has left without a word
        LocalProtocolError("closing"),  # another goodbye was said, to a message that is too long
    ],
)
def test_a_goodbye_to_a_line_that_ends_just_then(error: Exception) -> None:
    """The thread that says goodbye does not die of it, whatever the library makes of that moment."""
    line = GuardedWebSocket(Limits(), EngineSocket().handle, None)
    line.ws = EndingWire(error)
    line.close()
    with pytest.raises(type(error)):
        line.ws.close()


class TestWithoutLimit:
    """With no limit on events, so that many can be sent at once."""

    @pytest.fixture
    def limits(self) -> Limits:
        """As fast as one can."""
        return FAST

    def test_order_is_kept(self, seated: Seated, banker: Browser) -> None:
        """Two hundred requests sent at once are carried out and acknowledged in their order."""
        looks = [("red", "star"), ("blue", "circle")]
        numbers = []
        for n in range(200):
            colour, shape = looks[n % 2]
            action = {"do": "change_seat", "seat": 0, "name": f"Anna {n}", "colour": colour, "shape": shape}
            numbers.append(banker.emit("request", {"id": f"r{n}", "action": action}))
        banker.until(lambda: [1] if numbers[-1] in banker.acks else None)
        acks = [banker.acks[number][0] for number in numbers]
        assert [ack["id"] for ack in acks if ack["ok"]] == [f"r{n}" for n in range(200) if n % 2 == 0 or acks[n]["ok"]]
        assert list(banker.acks) == sorted(banker.acks)
        versions = [ack["version"] for ack in acks]
        assert versions == sorted(versions)
        last = max(n for n in range(200) if acks[n]["ok"])
        assert seated.view().seats[0].name == f"Anna {last}"

    def test_versions_rise(self, banker: Browser, connect: Connect) -> None:
        """Whatever happens, a browser never sees an older view after a newer one, and ends with the newest."""
        watcher = connect()
        watcher.wait("view")
        for n in range(100):
            banker.emit("request", {"id": f"r{n}", "action": {"do": "add_seat", "name": f"N{n}"}})
            watcher.emit("refresh")
        final = banker.ask({"do": "remove_seat", "seat": 0})
        seen = []
        while not seen or seen[-1] < final["version"]:
            seen.append(watcher.wait("view")["version"])
        assert seen == sorted(seen)


class TestImpatient:
    """With pings every second, so that silence is noticed within two."""

    @pytest.fixture
    def limits(self, monkeypatch: pytest.MonkeyPatch) -> Limits:
        """The usual limits."""
        monkeypatch.setattr(app, "PING_INTERVAL_S", 1)
        monkeypatch.setattr(app, "PING_TIMEOUT_S", 1)
        return Limits()

    def test_a_vanished_phone_is_given_up(self, seated: Seated, banker: Browser, phone: Browser) -> None:
        """A phone that no longer answers pings is offline for all and its connection is cut; who answers stays."""
        assert seated.view().seats[1].online
        deadline = time.monotonic() + PATIENCE_S
        while seated.view().seats[1].online:
            assert time.monotonic() < deadline
            banker.listen(0.1)
        assert phone.closed_by_hub()
        assert banker.pings > 0
        assert banker.ask({"do": "add_seat", "name": "Chloe"})["ok"]


def test_the_usual_client_works(server: Server) -> None:
    """The client library of Socket.IO itself connects, calls and is told."""
    client = socketio.Client()
    views: list[dict[str, object]] = []
    client.on("view", views.append)
    client.connect(server.local_url, transports=["websocket"])
    ack = client.call("request", {"id": "a", "action": {"do": "add_seat", "name": "Chloe"}})
    deadline = time.monotonic() + PATIENCE_S
    while not views or views[-1]["version"] < ack["version"]:  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert len(json.dumps(views[-1]["seats"])) > 100
    client.disconnect()


def test_the_settings(server: Server) -> None:
    """Pings every 3 s, WebSocket only, events in order: what phones on a weak network need."""
    engine = server._io.eio
    assert (engine.ping_interval, engine.ping_timeout) == (app.PING_INTERVAL_S, app.PING_TIMEOUT_S) == (3, 3)
    assert engine.transports == ["websocket"]
    assert engine.max_http_buffer_size == 16_384
    assert server._io.async_handlers is False
