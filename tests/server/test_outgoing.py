"""The queue of one connection: what may go at once goes at once, whole and in its place."""

import socket
import ssl
import threading
from collections.abc import Iterator

import pytest
from engineio.packet import MESSAGE, PING, Packet
from wsproto.frame_protocol import FrameProtocol

from hub.server.transport.packets import FrameRest, Outgoing, framed

LARGE = 300_000


def message(text: str) -> Packet:
    return Packet(MESSAGE, text)


@pytest.fixture
def wires() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Our end and that of a browser."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(20)
    with ours, theirs:
        yield ours, theirs


def thread_of(outgoing: Outgoing, wire: socket.socket) -> threading.Thread:
    def run() -> None:
        while (packet := outgoing.get()) is not None:
            encoded = packet.encode()
            wire.sendall(encoded.data if isinstance(encoded, FrameRest) else framed(encoded))
            outgoing.passed()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_what_finds_room_goes_at_once(wires: tuple[socket.socket, socket.socket]) -> None:
    """A packet with nothing before it is on the wire when it has been put in; no thread has to wake up."""
    ours, theirs = wires
    outgoing = Outgoing()
    outgoing.open(ours)
    outgoing.put(message("view"))
    assert (outgoing.waiting, theirs.recv(99)) == (0, framed("4view"))


def test_before_the_line_is_open(wires: tuple[socket.socket, socket.socket]) -> None:
    """What was put in before waits, and so does everything behind it, so that the order is kept."""
    ours, theirs = wires
    outgoing = Outgoing()
    outgoing.put(message("first"))
    outgoing.open(ours)
    outgoing.put(message("second"))
    assert outgoing.waiting == 2
    thread = thread_of(outgoing, ours)
    outgoing.put(None)
    thread.join()
    assert (outgoing.waiting, theirs.recv(99)) == (0, framed("4first") + framed("4second"))


def test_pings_are_the_threads(wires: tuple[socket.socket, socket.socket]) -> None:
    """The thread ends the connection when it hears nothing for some seconds: it gets every ping."""
    outgoing = Outgoing()
    outgoing.open(wires[0])
    outgoing.put(Packet(PING))
    assert outgoing.waiting == 1


def test_a_browser_that_does_not_read(wires: tuple[socket.socket, socket.socket]) -> None:
    """Nobody waits for it; what had no room follows when it reads, with no byte lost, doubled or out of order."""
    ours, theirs = wires
    outgoing = Outgoing()
    outgoing.open(ours)
    texts = [str(number) * LARGE for number in range(1, 8)]
    for text in texts:
        outgoing.put(message(text))
    assert outgoing.waiting > 0
    thread = thread_of(outgoing, ours)
    expected = b"".join(framed(f"4{text}") for text in texts)
    received = bytearray()
    while len(received) < len(expected):
        received += theirs.recv(1 << 20)
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
    outgoing.open(wires[0])
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
        outgoing.open(wire)
        outgoing.put(message("view"))
        assert outgoing.waiting == 1


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_frames(length: int) -> None:
    """A frame of any length is one that the library on the other side of the wire reads."""
    text = "\u00e4" * (length // 2) + "x" * (length % 2)
    frames = FrameProtocol(client=True, extensions=[])
    frames.receive_bytes(framed(text))
    assert "".join(frame.payload for frame in frames.received_frames()) == text
