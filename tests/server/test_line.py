"""The line to a browser: order, repetition, limits, and all that should not be sent."""

import contextlib
import json
import struct
import time

import msgspec
import pytest
import socketio
from helpers.banker_key import banker_key
from helpers.seated import Seated
from helpers.served import Server
from helpers.waiting import until
from server.browser import PATIENCE_S, Browser, Gone
from server.conftest import Connect
from websocket import ABNF, create_connection

from hub.server import site
from hub.server.limits import Limits
from hub.table.wire.audience import Welcome
from hub.table.wire.contract import View

FAST = Limits(events_per_second=1e6, events_burst=1_000_000, flood_per_second=1e6, flood_burst=1_000_000)
AT_ONCE = 50
"""Requests that may be unanswered: a client that polls is given up with a hundred packets waiting for it."""


def test_what_arrives_first(connect: Connect) -> None:
    """A new socket gets its welcome, then the whole view, both as the contract says."""
    browser = connect()
    browser.until(lambda: browser.events[1:2] or None)
    (first, (welcome,)), (second, (view,)) = browser.events[:2]
    assert (first, second) == ("welcome", "view")
    assert msgspec.convert(welcome, Welcome) == Welcome("viewer", None, None, "1.2.3")
    assert msgspec.convert(view, View).phase == "lobby"


def test_everybody_sees_a_change(viewer: Browser, banker: Browser, phone: Browser) -> None:
    """A change reaches all who watch, each in the view made for them, with the version the ack named."""
    ack = banker.ask({"do": "add_seat", "name": "Chloe"})
    for browser, role in ((banker, "banker"), (phone, "seat"), (viewer, "viewer")):
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


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [None],
        ["text"],
        [{}],
        [{"id": "x"}],
        [{"id": "x", "action": {"do": "dance"}}],
        [{"id": "x", "action": {"do": "undo", "seen": "1"}}],
        [{"id": "x", "action": {"do": "undo", "seen": 2**60}}],
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


def test_a_browser_that_offers_to_compress_is_answered_plainly(connect: Connect) -> None:
    """A few compressed bytes may unpack to more than there is memory."""
    browser = connect(Sec_WebSocket_Extensions="permessage-deflate")
    assert browser.wait("view")["role"] == "viewer"
    assert "sec-websocket-extensions" not in browser.wire.getheaders()


@pytest.mark.parametrize(
    "packet",
    [
        *('42["request",{"id":"x"', "42[]", "42{}", "42" + "[" * 5_000, '42["pair",{"pin":"\\ud800"}]'),
        *('42["dance",1]', '42["*","x"]', "429" + "9" * 200 + '["refresh"]', '43["x"]', "3[1]"),
        *('42["connect",{},{"key":"x"}]', '42["disconnect","x"]', '42["__disconnect_final"]'),  # names of the library's
        *('451-["request",{"_placeholder":true,"num":0}]', "44", "49", "40", "40/other,", "4", "4" + "[" * 5_000),
        *("6", "2probe", "", "5", "x"),  # of the layer below
    ],
)
def test_packets_that_make_no_sense(server, connect, caplog, packet):
    """Broken, foreign and reserved packets are ignored or end their own line; nobody else notices, no log grows."""
    banker, bad = connect(local=True), connect()
    bad.wait("view")
    bad.send(packet)
    with contextlib.suppress(Gone):
        assert bad.ask({"do": "begin"})["reason"] == "not_allowed"
    assert banker.ask({"do": "add_seat", "name": "Chloe"})["ok"]
    assert [record.message for record in caplog.records if record.name.startswith("hub.server")] == []


@pytest.mark.parametrize(
    "text",
    [
        '["request",{"id":"\\ud83d","action":{"do":"begin"}}]',
        '["request",{"id":"x","action":{"do":"add_seat","name":"\\ude00"}}]',
        '["pair",{"pin":"\\ud83d"}]',
        '["\\ud83d"]',
        '["request",{"id":"x","action":{"do":"undo","seen":NaN}}]',
        '["request",{"id":"x","action":{"do":"undo","seen":1e999}}]',
        '["request",{"id":"x"',
        '["request",' + "[" * 5_000 + "]" * 5_000 + "]",
        '["dance"]',
        "{}",
    ],
)
@pytest.mark.parametrize("event", ["42", "42/other,"])
def test_what_cannot_be_read_is_answered(connect: Connect, event: str, text: str) -> None:
    """Whoever wants an answer need not wait for one for ever, whatever stands in the request."""
    browser = connect(local=True)
    browser.wait("view")
    browser.send(f"{event}77{text}")
    (ack,) = browser.until(lambda: browser.acks.get(77))
    assert (ack["ok"], ack["reason"]) == (False, "bad_request")
    assert browser.ask({"do": "add_seat", "name": "Chloe"})["ok"]


def test_binary_packets(viewer: Browser) -> None:
    """Bytes are nothing we understand."""
    viewer.wire.send_binary(b'42["refresh"]')
    viewer.wire.send_binary(b"\xff\xfe")
    assert viewer.ask({"do": "begin"})["reason"] == "not_allowed"


class Rude(Browser):
    def send(self, text: str) -> None:
        """What it is told to, but for the greeting."""
        if not text.startswith("40"):
            super().send(text)


def test_speaking_before_the_greeting(server: Server, banker: Browser) -> None:
    """A socket that asks before it has said hello is ended: nobody would answer it."""
    rude = Rude(server.port, local=True)
    rude.emit("request", {"id": "a", "action": {"do": "add_seat", "name": "Eve"}})
    assert rude.closed_by_hub()
    rude.close()
    assert len(banker.seen()["seats"]) == 2


def test_speaking_after_the_goodbye(viewer: Browser) -> None:
    """A socket that has said goodbye is ended, too, and gives its place back."""
    viewer.send("41")
    assert viewer.closed_by_hub()


def test_too_long_a_message(viewer: Browser) -> None:
    """A message beyond 16 kB ends the line; one below is read."""
    answer = viewer.call("request", {"id": "x", "action": {"do": "add_seat", "name": "x" * 15_000}})
    assert answer["reason"] == "not_allowed"
    with contextlib.suppress(OSError):
        viewer.send('42["request",{"id":"' + "x" * 17_000 + '"}]')
    assert viewer.closed_by_hub()


def test_a_message_without_end(viewer: Browser) -> None:
    """A message that is sent in pieces for ever is cut off at the same size, not gathered."""
    viewer.wire.sock.settimeout(PATIENCE_S)
    with pytest.raises(OSError, match=r"Broken pipe|reset"):
        drip(viewer, time.monotonic() + PATIENCE_S)


def drip(browser: Browser, deadline: float) -> None:
    """A first piece, then continuations, never the last."""
    opcode, piece = 1, b"x" * 1_000
    while time.monotonic() < deadline:
        browser.wire.sock.sendall(struct.pack("!BBH4s", opcode, 0x80 | 126, len(piece), b"\0\0\0\0") + piece)
        opcode = 0
        time.sleep(0.001)


@pytest.mark.parametrize("limits", [Limits(events_per_second=1)])
def test_too_much_at_once(viewer: Browser) -> None:
    """Who sends more than the limit is told so for each event beyond, and may go on a little later."""
    numbers = [viewer.emit("request", {"id": f"r{n}", "action": {"do": "begin"}}) for n in range(80)]
    viewer.until(lambda: [1] if all(number in viewer.acks for number in numbers) else None)
    reasons = [viewer.acks[number][0]["reason"] for number in numbers]
    assert reasons[:40] == ["not_allowed"] * 40
    assert "too_fast" in reasons[40:]
    until(lambda: viewer.ask({"do": "begin"})["reason"] != "too_fast")


def test_a_flood_is_cut_off(viewer: Browser) -> None:
    """Who does not stop at the limit loses the line."""
    try:
        for _ in range(2_000):
            viewer.send('42["refresh"]')
    except OSError:
        return
    assert viewer.closed_by_hub()


def test_pings_without_end(viewer: Browser) -> None:
    """WebSocket's own pings are answered, and count: who does not stop loses the line."""
    viewer.wire.ping("there?")
    answers = (viewer.wire.recv_data(control_frame=True) for _ in range(9))
    assert (ABNF.OPCODE_PONG, b"there?") in answers
    with contextlib.suppress(OSError):
        for _ in range(2_000):
            viewer.wire.ping()
    assert viewer.closed_by_hub()


def test_a_message_in_pieces(viewer: Browser) -> None:
    """A message may come in pieces, with a ping between them."""
    text = '427["request",{"id":"a","action":{"do":"begin"}}]'
    viewer.wire.send_frame(ABNF.create_frame(text[:9], ABNF.OPCODE_TEXT, 0))
    viewer.wire.ping()
    viewer.wire.send_frame(ABNF.create_frame(text[9:], ABNF.OPCODE_CONT, 1))
    assert viewer.until(lambda: viewer.acks.get(7))[0]["reason"] == "not_allowed"


@pytest.mark.parametrize("frame", [b"\xc1\x80\0\0\0\0", b"\x83\x80\0\0\0\0", b"\x81\x01x", b"\x89\xfe\xff\xff"])
def test_bytes_that_are_no_frame(viewer: Browser, caplog: pytest.LogCaptureFixture, frame: bytes) -> None:
    """Whoever breaks the protocol loses the line, and nothing is logged of it."""
    viewer.wire.sock.sendall(frame)
    assert viewer.closed_by_hub()
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("limits", [FAST])
class TestWithoutLimit:
    """With no limit on events or packets, and for silence: many can be sent at once, however fast the machine is."""

    def test_order_is_kept(self, seated: Seated, banker: Browser) -> None:
        """Two hundred requests, many of them at once, are carried out and acknowledged in their order."""
        looks = [("red", "star"), ("blue", "circle")]
        numbers: list[int] = []
        for n in range(200):
            if n >= AT_ONCE:
                banker.until(lambda n=n: [1] if numbers[n - AT_ONCE] in banker.acks else None)
            colour, shape = looks[n % 2]
            action = {"do": "change_seat", "seat": 0, "name": f"Anna {n}", "colour": colour, "shape": shape}
            numbers.append(banker.emit("request", {"id": f"t{n}", "action": action}))
        banker.until(lambda: [1] if numbers[-1] in banker.acks else None)
        acks = [banker.acks[number][0] for number in numbers]
        assert [ack["id"] for ack in acks if ack["ok"]] == [f"t{n}" for n in range(200) if n % 2 == 0 or acks[n]["ok"]]
        assert list(banker.acks) == sorted(banker.acks)
        versions = [ack["version"] for ack in acks]
        assert versions == sorted(versions)
        last = max(n for n in range(200) if acks[n]["ok"])
        assert seated.view().seats[0].name == f"Anna {last}"

    def test_versions_rise(self, banker: Browser, viewer: Browser) -> None:
        """Whatever happens, a browser never sees an older view after a newer one, and ends with the newest."""
        for n in range(100):
            banker.emit("request", {"id": f"r{n}", "action": {"do": "add_seat", "name": f"N{n}"}})
            viewer.emit("refresh")
        final = banker.ask({"do": "remove_seat", "seat": 0})
        seen = []
        while not seen or seen[-1] < final["version"]:
            seen.append(viewer.wait("view")["version"])
        assert seen == sorted(seen)


class TestImpatient:
    """With pings every second, so that silence is noticed within three."""

    @pytest.fixture
    def limits(self, monkeypatch: pytest.MonkeyPatch) -> Limits:
        monkeypatch.setattr(site, "PING_INTERVAL_S", 1)
        monkeypatch.setattr(site, "PING_TIMEOUT_S", 1)
        return Limits()

    @pytest.mark.gate
    def test_a_vanished_phone_is_given_up(self, seated: Seated, banker: Browser, phone: Browser) -> None:
        """A phone that no longer answers pings is offline for all and its connection is cut; who answers stays."""
        assert seated.view().seats[1].online
        until(lambda: banker.listen(0.1) and not seated.view().seats[1].online, "the phone is given up")
        assert phone.closed_by_hub()
        assert banker.pings > 0
        assert banker.ask({"do": "add_seat", "name": "Chloe"})["ok"]


def test_the_usual_client_works(server: Server) -> None:
    """The client library of Socket.IO itself connects, calls and hears of changes."""
    client = socketio.Client()
    views: list[dict[str, object]] = []
    client.on("view", views.append)
    client.connect(server.local_url, auth={"key": banker_key()}, transports=["websocket"])
    ack = client.call("request", {"id": "a", "action": {"do": "add_seat", "name": "Chloe"}})
    until(lambda: views and views[-1]["version"] >= ack["version"])  # type: ignore[operator]
    assert len(json.dumps(views[-1]["seats"])) > 100
    client.disconnect()


@pytest.mark.gate
def test_the_settings(server: Server) -> None:
    """Pings every 3 s, WebSocket only: what phones on a weak network need, and what the hub says to them."""
    wire = create_connection(f"ws://localhost:{server.port}/socket.io/?EIO=4&transport=websocket", timeout=PATIENCE_S)
    told = json.loads(str(wire.recv())[1:])
    del told["sid"]
    assert told == {"upgrades": [], "pingInterval": 3000, "pingTimeout": 3000, "maxPayload": 16_384}
    assert wire.recv() == "2"
    wire.close()
