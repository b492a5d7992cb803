"""The publisher and the queue of a connection: nobody is overrun or forgotten, and what may go at once does."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator, Sequence

import pytest
from engineio.packet import MESSAGE, PING, Packet
from helpers.seated import Seated
from helpers.waiting import until
from wsproto.frame_protocol import FrameProtocol

from hub.server.limits import Bucket
from hub.server.sockets.connections import Connection, Connections
from hub.server.sockets.publisher import BREATH_S, Publisher
from hub.server.transport.packets import FrameWire, Outgoing, framed
from hub.table.requests import AddSeat, RemoveSeat
from hub.table.wire.audience import Audience
from hub.table.wire.contract import View

LARGE = 300_000


class SlowLine:
    """A line whose browsers take packets when the test says so; it queues what a real one queues."""

    def __init__(self) -> None:
        self.sent: dict[str, list[int]] = {}
        self.backlogs: dict[str, int] = {}
        self.ready = threading.Event()
        self.ready.set()

    def send(self, event: str, data: object, sids: Sequence[str]) -> None:
        self.ready.wait(5)
        for sid in sids:
            if isinstance(data, View):
                self.sent.setdefault(sid, []).append(data.version)

    def backlog(self, sid: str) -> int:
        return self.backlogs.get(sid, 0)


@pytest.fixture
def line() -> SlowLine:
    return SlowLine()


@pytest.fixture
def publisher(seated: Seated, line: SlowLine) -> Iterator[Publisher]:
    """A publisher with two viewers."""
    connections = Connections()
    for sid in ("quick", "slow"):
        connections.add(Connection(sid, "", Bucket(1, 1), None, Audience("viewer")))
    publisher = Publisher(seated.table, connections, line)
    publisher.start()
    yield publisher
    line.ready.set()
    publisher.stop()


def change(seated: Seated) -> int:
    """Something happens at the table, twice; returns the newest version."""
    seated.do(AddSeat("Chloe"))
    return seated.do(RemoveSeat(2)).version


def test_what_is_acknowledged_is_sent(seated: Seated, line: SlowLine, publisher: Publisher) -> None:
    """When the answer to a request comes, everybody has been sent what it led to: nobody waits for another thread."""
    time.sleep(2 * BREATH_S)
    version = seated.do(AddSeat("Chloe")).version
    assert line.sent == {"quick": [version], "slow": [version]}


def test_nothing_is_sent_after_the_end(seated: Seated, line: SlowLine, publisher: Publisher) -> None:
    """A publisher that was stopped sends nothing more, although the table goes on until its own end."""
    time.sleep(2 * BREATH_S)
    publisher.stop()
    change(seated)
    assert line.sent == {}


def test_nothing_is_shown_while_seats_change(seated: Seated, line: SlowLine, publisher: Publisher) -> None:
    """Whoever changes who sits where holds the views back, from themselves and from others, until all of it is done."""
    time.sleep(2 * BREATH_S)
    with publisher.held():
        change(seated)
        other = threading.Thread(target=change, args=(seated,))
        other.start()
        other.join()
        assert line.sent == {}
    newest = seated.view().version
    until(lambda: line.sent.get("quick") == [newest])


def test_versions_in_between_are_skipped(seated, line, publisher, monkeypatch):
    """In a burst, while sending takes its time, the table goes on at once; then only the newest version is sent."""
    monkeypatch.setattr("hub.server.sockets.publisher.BREATH_S", 60)
    change(seated)
    line.ready.clear()
    versions = [change(seated) for _ in range(20)]
    line.ready.set()
    until(lambda: line.sent.get("quick", [0])[-1] == versions[-1])
    assert len(line.sent["quick"]) <= 4
    assert line.sent["quick"] == sorted(set(line.sent["quick"]))


def test_a_slow_browser_is_spared(seated: Seated, line: SlowLine, publisher: Publisher) -> None:
    """A browser that does not keep up gets nothing more until it does, and then the newest; others do not wait."""
    line.backlogs["slow"] = 50
    newest = 0
    for _ in range(5):
        newest = change(seated)
        until(lambda: line.sent.get("quick", [0])[-1] == newest)  # noqa: B023 -- called at once
    assert "slow" not in line.sent
    line.backlogs["slow"] = 0
    until(lambda: line.sent.get("slow") == [newest])
    until(lambda: not publisher._owed)  # or it would be looked after ten times a second for ever


def message(text: str) -> Packet:
    return Packet(MESSAGE, text)


@pytest.fixture
def wires() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Our end and that of a browser."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(20)
    with ours, theirs:
        yield ours, theirs


def opened(outgoing: Outgoing, wire: socket.socket) -> FrameWire:
    frames = FrameWire(wire, lambda: True)
    outgoing.open(frames)
    return frames


def thread_of(outgoing: Outgoing, wire: FrameWire) -> threading.Thread:
    def run() -> None:
        while (packet := outgoing.get()) is not None:
            wire.send_text(packet.encode())
            outgoing.passed()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_what_finds_room_goes_at_once(wires: tuple[socket.socket, socket.socket]) -> None:
    """A packet with nothing before it is on the wire when it has been put in; no thread has to wake up."""
    ours, theirs = wires
    outgoing = Outgoing()
    opened(outgoing, ours)
    outgoing.put(message("view"))
    assert (outgoing.waiting, theirs.recv(99)) == (0, framed("4view"))


def test_before_the_line_is_open(wires: tuple[socket.socket, socket.socket]) -> None:
    """What was put in before waits, and so does everything behind it, so that the order is kept."""
    ours, theirs = wires
    outgoing = Outgoing()
    outgoing.put(message("first"))
    frames = opened(outgoing, ours)
    outgoing.put(message("second"))
    assert outgoing.waiting == 2
    thread = thread_of(outgoing, frames)
    outgoing.put(None)
    thread.join()
    assert (outgoing.waiting, theirs.recv(99)) == (0, framed("4first") + framed("4second"))


def test_pings_are_the_threads(wires: tuple[socket.socket, socket.socket]) -> None:
    """The thread ends the connection when it hears nothing for some seconds: it gets every ping."""
    outgoing = Outgoing()
    opened(outgoing, wires[0])
    outgoing.put(Packet(PING))
    assert outgoing.waiting == 1


def test_a_browser_that_does_not_read(wires: tuple[socket.socket, socket.socket]) -> None:
    """Nobody waits for it; what had no room follows when it reads, with no byte lost, doubled or out of order."""
    ours, theirs = wires
    outgoing = Outgoing()
    frames = opened(outgoing, ours)
    texts = [str(number) * LARGE for number in range(1, 8)]
    for text in texts:
        outgoing.put(message(text))
    assert outgoing.waiting > 0
    thread = thread_of(outgoing, frames)
    expected = b"".join(framed(f"4{text}") for text in texts)
    received = bytearray()
    while len(received) < len(expected) and (part := theirs.recv(1 << 20)):
        received += part
    assert received == expected
    outgoing.put(None)
    thread.join()
    assert outgoing.waiting == 0
    outgoing.put(message("next"))
    assert theirs.recv(99) == framed("4next")


def test_one_that_is_polled() -> None:
    """It goes out when it is taken out, in its order; what is more than may wait is dropped, and that is noted."""
    outgoing = Outgoing()
    outgoing.be_polled(3)
    for text in ("first", "second", "third"):
        outgoing.put(message(text))
    assert (outgoing.waiting, outgoing.overrun) == (3, False)
    assert outgoing.get().data == "first"
    outgoing.put(message("fourth"))
    assert (outgoing.waiting, outgoing.overrun) == (3, False)
    outgoing.put(message("fifth"))
    assert (outgoing.waiting, outgoing.overrun) == (3, True)
    assert [outgoing.get().data for _ in range(3)] == ["second", "third", "fourth"]
    outgoing.put(None)
    assert (outgoing.get(), outgoing.waiting) == (None, 0)


def test_a_line_that_is_over(wires: tuple[socket.socket, socket.socket]) -> None:
    """A packet for a closed connection is left to its thread, which finds out; whoever sends it does not suffer."""
    outgoing = Outgoing()
    opened(outgoing, wires[0])
    wires[0].close()
    outgoing.put(message("view"))
    assert outgoing.waiting == 1


def test_an_encrypted_line_is_the_threads() -> None:
    """Encrypting may have to wait for the other side, so nothing goes at once there."""
    bare, other = socket.socketpair()
    with (
        bare,
        other,
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).wrap_socket(
            bare, server_hostname="hub", do_handshake_on_connect=False
        ) as wire,
    ):
        outgoing = Outgoing()
        opened(outgoing, wire)
        outgoing.put(message("view"))
        assert outgoing.waiting == 1


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_frames(length: int) -> None:
    """A frame of any length is one that the library on the other side of the wire reads."""
    text = "\u00e4" * (length // 2) + "x" * (length % 2)
    frames = FrameProtocol(client=True, extensions=[])
    frames.receive_bytes(framed(text))
    assert "".join(frame.payload for frame in frames.received_frames()) == text
