"""A port that is passed on over the network carries a link as a cable does: one hub, clear words, back after a loss."""

import socket
import threading
from types import SimpleNamespace

import pytest

from hub.board import sharing
from hub.board.board import SerialBoard
from hub.board.sharing import SharedPort
from hub.simulated_board.board import PoweredNode, SimulatedHands
from hub.simulated_board.cable import PtyCable
from hub.table.interfaces.board import NodeScene, TagEvent

UID = "04A1B2C3D4E5F6"


class Shared:
    """A port that is passed on, and what was said about it."""

    def __init__(self, port, allowed=None, at=0):
        self._listening = socket.create_server(("127.0.0.1", at))
        self.name = f"socket://127.0.0.1:{self._listening.getsockname()[1]}"
        self.said = []
        self._port = SharedPort(port, self._listening, allowed, self.said.append)
        self._thread = threading.Thread(target=self._port.serve)
        self._thread.start()

    def connect(self):
        return socket.create_connection(self._listening.getsockname(), 20)

    def close(self):
        self._port.stop()
        self._thread.join()
        self._listening.close()


@pytest.fixture
def node():
    """A node that is plugged in; `cable.name` is its port."""
    made = PoweredNode("sim-0", "starter", 1, True, PtyCable)
    made.plug_in()
    yield made
    made.unplug()


@pytest.fixture
def share(node):
    made = []

    def begin(port=None, **options):
        made.append(Shared(port or node.cable.name, **options))
        return made[-1]

    yield begin
    for shared in made:
        shared.close()


@pytest.fixture
def hub(boards, ear):
    return lambda name: boards(SerialBoard([name]), ear)


def is_up(board):
    return any(status.link == "up" for status in board.nodes())


def test_reports_and_lights_cross_a_network(node, share, hub, ear, until):
    """A tag arrives as an event and a scene on the node, as over a cable; who has the port is said."""
    shared = share()
    board = hub(shared.name)
    until(lambda: ear.snapshots)
    hands = SimulatedHands([node], lambda: None)
    hands.place(UID, "sim-0", 0)
    until(lambda: ear.reports)
    assert ear.reports == [TagEvent("sim-0", 0, UID, True)]
    scene = NodeScene((0x00FF00,), {"ok": "on"}, "coin", "1500", (0,))
    board.show({"sim-0": scene})
    until(lambda: hands.scene("sim-0") == scene)
    assert shared.said == [f"127.0.0.1 has {node.cable.name}."]


def test_one_hub_has_the_port(node, share, hub, until):
    """A second one is turned away while the first is there, and has the port as soon as that goes."""
    shared = share()
    first = hub(shared.name)
    until(lambda: is_up(first))
    second = hub(shared.name)
    until(lambda: "127.0.0.1 is turned away: 127.0.0.1 has the port." in shared.said)
    assert (is_up(first), is_up(second)) == (True, False)
    first.stop()
    until(lambda: is_up(second))


def test_a_hub_that_stands_still_gives_way(node, share, hub, until, monkeypatch):
    """Whoever is connected and says nothing loses the port to the next one: its table may have gone there."""
    monkeypatch.setattr(sharing, "SILENT_S", 0.5)
    shared = share()
    with shared.connect() as asleep:
        asleep.settimeout(10)  # of real time, as the other hub's
        until(lambda: shared.said)
        board = hub(shared.name)
        until(lambda: is_up(board))
        while asleep.recv(100_000):
            pass  # what the board had said by then; the end of the stream is what gives way looks like


def test_a_hub_that_speaks_keeps_the_port(monkeypatch):
    """It says something every second; only five seconds after its last word another one may have the port."""
    now, heard = [0.0], threading.Event()
    monkeypatch.setattr(sharing, "time", SimpleNamespace(monotonic=lambda: now[0]))
    ours, theirs = socket.socketpair()
    guest = sharing._Guest("port", ours, "127.0.0.1", print)
    guest._thread = SimpleNamespace(is_alive=lambda: True)
    listening = threading.Thread(target=guest._listen, args=(SimpleNamespace(wake=heard.set),))
    with ours, theirs:
        listening.start()
        now[0] = 4.0
        theirs.send(b"a word")
        assert heard.wait(20)
        for now[0], there in ((8.9, True), (9.1, False)):
            assert guest.is_there() == there
        theirs.shutdown(socket.SHUT_WR)
        listening.join()


def test_it_comes_back(node, share, hub, ear, until):
    """The cable at the board is pulled and plugged in, then the network breaks: both are said, and both heal."""
    shared = share()
    board = hub(shared.name)
    until(lambda: is_up(board))
    port = node.cable.name
    shared.close()
    until(lambda: not is_up(board))
    again = share(port, at=int(shared.name.rpartition(":")[2]))
    until(lambda: is_up(board))
    node.unplug()
    until(lambda: not is_up(board))
    until(lambda: any("unplugged" in sentence or "not there" in sentence for sentence in again.said))


def test_only_named_computers_may_have_it(node, share, hub, until):
    """With a list nobody else gets as far as the port."""
    shared = share(allowed=["192.0.2.7"])
    board = hub(shared.name)
    until(lambda: shared.said)
    assert shared.said[0] == "127.0.0.1 is turned away: only named computers may have the port (--allow)."
    assert not is_up(board)


def test_who_leaves_before_being_let_in_ends_nothing(node, share, hub, until, monkeypatch):
    """Windows and BSD say so when somebody is accepted, macOS when the first option is set."""
    gone = []

    def fails_once(where, name, error):
        does, left = getattr(where, name), [error]
        monkeypatch.setattr(where, name, lambda *given: fail(left) if left else does(*given))

    def fail(left):
        gone.append(left.pop())
        raise gone[-1]

    fails_once(socket.socket, "accept", ConnectionResetError())
    fails_once(sharing, "_keep_alive", OSError(22, "Invalid argument"))
    board = hub(share().name)
    until(lambda: is_up(board))
    assert len(gone) == 2


def test_a_port_that_is_not_there_is_said(share, until):
    """The hub is let go at once, and the terminal says what is missing."""
    shared = share("/dev/no-such-port")
    with shared.connect() as wire:
        assert wire.recv(1) == b""
    until(lambda: shared.said)
    assert shared.said == ["/dev/no-such-port is not there: plug the node in, or see `bankhalter ports`."]
