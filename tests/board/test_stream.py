"""Opening, reading and writing a port: real ptys and sockets, errors by cause, no blocking."""

import os
import socket
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial

from hub.board.port import Port
from hub.board.stream import PENDING_MAX, BlockingStream, PortError, _stream_of, open_stream
from hub.board.wire import Lines, encode

pytestmark = pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no ptys")
ON_WINDOWS = {
    "FileNotFoundError(2, 'Das System kann die angegebene Datei nicht finden.', None, 2)": "port_missing",
    "PermissionError(13, 'Zugriff verweigert', None, 5)": "port_busy",
    "OSError(22, 'A device attached to the system is not functioning.', None, 31)": "port_failed",
}
"""What pyserial writes there of `ctypes.WinError()`, and the cause."""
FRAME = encode({"t": "tag", "n": 17, "reader": 3, "uid": "04A1B2C3D4E5F6", "on": True, "l": 4711, "s": 12, "k": 3})


def refused(why, match=None):
    """Expects a PortError of this cause."""
    return pytest.raises(PortError, match=match, check=lambda error: error.why == why)


@pytest.fixture
def stream(pty):
    made = open_stream(pty.name)
    yield made
    made.close()


def read_all(stream, size):
    data, end_s = b"", time.monotonic() + 10
    while len(data) < size and time.monotonic() < end_s:
        data += stream.read(0.1)
    return data


class Wire:
    """A port of which `taken` says how many bytes are gone each time somebody asks what is left."""

    def __init__(self, left, taken):
        self.left, self.taken, self.done = left, taken, []

    @property
    def out_waiting(self):
        self.left = max(0, self.left - self.taken)
        return self.left

    def reset_output_buffer(self):
        self.done.append("dropped")

    def close(self):
        self.done.append("closed")


@pytest.mark.parametrize(("taken", "done"), [(7, ["closed"]), (0, ["dropped", "closed"])])
def test_the_last_words_are_waited_for_but_not_for_long(taken, done):
    """A node that reads gets the goodbye before the port is closed; one that does not is not waited for."""
    wire = Wire(20, taken)
    BlockingStream(wire).close()
    assert wire.done == done


def test_what_was_written_last_arrives(pty):
    """Closing a port takes nothing back that it was given."""
    stream = open_stream(pty.name)
    stream.write(FRAME)
    stream.close()
    assert os.read(pty.far, len(FRAME)) == FRAME


def test_bytes_pass_both_ways(pty, stream):
    """What the node writes is read, what the hub writes arrives."""
    os.write(pty.far, FRAME * 3)
    assert read_all(stream, len(FRAME) * 3) == FRAME * 3
    stream.write(FRAME)
    stream.read(0)
    assert os.read(pty.far, 4096) == FRAME


def test_another_thread_wakes_a_reader(stream):
    """A read with a long timeout returns when it is woken."""
    threading.Timer(0.05, stream.wake).start()
    assert stream.read(3600) == b""


def test_waking_a_closed_stream_is_harmless(pty):
    """A wake-up that comes too late raises nothing and does not reach whoever has the port next."""
    made = open_stream(pty.name)
    made.close()
    made.wake()
    again = open_stream(pty.name)
    assert again.read(0.01) == b""
    again.close()


def test_a_port_is_ours_alone(pty, stream):
    """A second program that opens the port in the same manner is told that it is busy."""
    with refused("port_busy", match=pty.name):
        open_stream(pty.name)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_port_we_may_not_open(pty):
    """A device without permission is forbidden."""
    Path(pty.name).chmod(0)
    with refused("port_forbidden"):
        open_stream(pty.name)


def test_the_cause_is_found_by_number():
    """Errors of the system say their cause, anything else is a failure."""
    from hub.board.stream import _by_cause

    assert _by_cause("x", serial.SerialException(13, "Permission denied")).why == "port_forbidden"
    assert _by_cause("x", serial.SerialException(16, "Device or resource busy")).why == "port_busy"
    assert _by_cause("x", ValueError("no such scheme")).why == "port_failed"
    for error, why in ON_WINDOWS.items():
        assert _by_cause("COM3", serial.SerialException(f"could not open port 'COM3': {error}")).why == why


def test_something_that_is_no_port(tmp_path):
    """A plain file and an unknown URL scheme are refused as ports, not crashed upon."""
    (tmp_path / "file").write_text("")
    for name in (str(tmp_path / "file"), "gopher://x"):
        with pytest.raises(PortError):
            open_stream(name)


def test_a_port_that_fails_is_tried_ever_more_rarely_until_a_node_was_there(monkeypatch):
    """Each time twice as late, up to every 5 s; a cable that slips out again is back as soon as at first."""
    waits, linked = [], iter([False] * 6 + [True, False])
    port = Port("p", lambda *_: pytest.fail("opened"), lambda *_: None)
    port._stopping = SimpleNamespace(is_set=lambda: len(waits) == 8, wait=waits.append)

    def talk():
        port._was_linked = next(linked)
        raise PortError("gone")

    monkeypatch.setattr("hub.board.port.RETRY_S", 0.25)
    monkeypatch.setattr(port, "_open_and_talk", talk)
    port._run()
    assert waits == [0.25, 0.5, 1, 2, 4, 5, 0.25, 0.5]


def test_pulling_the_cable_is_noticed_at_once(pty, stream):
    """A port that vanishes is unplugged instead of reading nothing for ever."""
    pty.unplug()
    with refused("unplugged"):
        read_all(stream, 1)


def test_a_node_that_does_not_read_blocks_nobody(pty, stream):
    """Writing to a full pipe returns at once, keeps a bounded backlog of whole frames, and goes on later."""
    for _ in range(1000):
        stream.write(FRAME)
    assert len(stream._pending) <= PENDING_MAX
    got, lines, end_s = [], Lines(), time.monotonic() + 10
    while stream._pending and time.monotonic() < end_s:
        got += lines.push(os.read(pty.far, 4096))
        stream.read(0.01)
    assert not stream._pending
    got += lines.push(os.read(pty.far, 65536))
    assert {FRAME[:-1]} == set(got)


def blocking(name):
    """Where nothing can be waited on."""
    return BlockingStream(serial.serial_for_url(name, timeout=0.02, write_timeout=0.2))


@pytest.mark.parametrize("opened", [open_stream, blocking])
def test_sockets_are_ports_too(opened):
    """The socket URLs of pyserial work like ptys, with `select` and without, and a refused connection is no port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        name = f"socket://127.0.0.1:{server.getsockname()[1]}"
        made = opened(name)
        far, _ = server.accept()
        with far:
            far.sendall(FRAME * 2)
            assert read_all(made, len(FRAME) * 2) == FRAME * 2
            assert made.read(0.05) == b""
            made.write(FRAME)
            assert far.recv(4096) == FRAME
        with refused("unplugged"):
            read_all(made, 1)
        made.close()
    with refused("port_missing"):
        open_stream(name)


def test_windows_waits_with_short_blocking_reads(pty, monkeypatch):
    """Windows can wait for nothing but sockets, so that no port is waited for with `select` there."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        made = _stream_of(serial.Serial(pty.name, timeout=0.02))
    assert isinstance(made, BlockingStream)
    made.close()
