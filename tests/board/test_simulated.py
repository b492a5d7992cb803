"""The simulated board in real time: nodes behind ptys or sockets, the ordinary serial board on the other side."""

import os
import sys
import threading
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from hub.board.board import SerialBoard
from hub.board.lines import LineLog
from hub.simulated_board import SimulatedBoard
from hub.simulated_board.board import PoweredNode
from hub.simulated_board.cable import PtyCable, SocketCable, open_cable
from hub.table.interfaces.board import Board, ButtonEvent, DiceEvent, NodeChanged, NodeScene, SnapshotEvent, TagEvent

UID, OTHER = "04A1B2C3D4E5F6", "04FFFFFFFFFFFF"
CABLES = [
    pytest.param(PtyCable, id="pty", marks=pytest.mark.skipif(not hasattr(os, "openpty"), reason="no ptys here")),
    pytest.param(SocketCable, id="socket"),
]


@pytest.fixture
def full(boards, ear, until):
    board = boards(SimulatedBoard("full"), ear)
    until(lambda: len(ear.snapshots) == 4)
    return board


def status(board, node):
    return next(status for status in board.nodes() if status.node == node)


@pytest.mark.parametrize("cable", CABLES)
def test_a_starter_from_tag_to_table_and_back(boards, ear, until, cable):
    """Over ptys and sockets: what happens arrives as events, once more if it was not stored; scenes on the node."""
    board: Board = boards(SimulatedBoard("starter", cables=cable), ear)
    until(lambda: ear.snapshots)
    ear.die_before = 1
    hands = board.simulator
    hands.place(UID, "sim-0", 0)
    hands.lift(UID)
    hands.press("die3", "long")
    hands.type_dice((6, 1))
    until(lambda: len(ear.reports) == 4)
    assert [
        TagEvent("sim-0", 0, UID, True),
        TagEvent("sim-0", 0, UID, False),
        ButtonEvent("sim-0", "die3", "long"),
        DiceEvent("sim-0", (6, 1)),
    ] == ear.reports
    scene = NodeScene((0x00FF00,), {"ok": "on"}, "coin", "1500", (0,))
    board.show({"sim-0": scene})
    until(lambda: hands.scene("sim-0") == scene)
    (only,) = board.nodes()
    assert (only.node, only.kind, only.link, only.simulated, only.readers) == ("sim-0", "starter", "up", True, 1)


def test_a_ring_shows_single_lights_and_keeps_its_settings(boards, ear, until):
    """Its strip is known light by light; what cannot be is refused, set to another number it restarts and says so."""
    board = boards(SimulatedBoard("ring"), ear)
    until(lambda: ear.snapshots)
    (node,) = board.nodes()
    assert (node.kind, node.readers, node.strip) == ("starter", 1, True)
    assert (node.settings.lights, node.settings.milliamps) == (136, 280)  # 2.268 m of 60 on a metre, on a port of 500
    board.configure("sim-0", replace(node.settings, lights=261))  # more than the port can feed while they are dark
    until(lambda: board.powered[0].node.link.stat["bad"] == 1)
    assert board.nodes()[0].settings.lights == 136
    scene = NodeScene((0x00FF00, 0xFF0000), at=(135, 14))
    board.show({"sim-0": scene})
    until(lambda: board.hands.scene("sim-0") == scene)
    board.configure("sim-0", replace(node.settings, lights=250))
    until(lambda: board.nodes()[0].settings.lights == 250)
    until(lambda: board.hands.scene("sim-0") == scene)
    board.hands.unplug("sim-0")
    board.hands.replug("sim-0")
    until(lambda: board.nodes()[0].link == "up")
    assert board.nodes()[0].settings.lights == 250
    assert all(line.ok for line in board.lines())


def test_a_full_board_has_four_sides_in_track_order(full):
    """Four side nodes of ten readers, all linked, sorted in track order; not one faulty line."""
    assert [node.node for node in full.nodes()] == ["sim-0", "sim-1", "sim-2", "sim-3"]
    assert {("side", "up", 10)} == {(node.kind, node.link, node.readers) for node in full.nodes()}
    assert all(line.ok for line in full.lines())


def test_a_tag_lies_in_one_place(full, ear, until):
    """Moving a tag from side to side is one departure and one arrival; putting it where it lies is nothing."""
    full.hands.place(UID, "sim-1", 3)
    full.hands.place(UID, "sim-1", 3)
    until(lambda: len(ear.reports) == 1)
    full.hands.place(UID, "sim-2", 9)
    until(lambda: len(ear.reports) == 3)
    assert full.hands.tags() == {UID: ("sim-2", 9)}
    assert TagEvent("sim-1", 3, UID, True) == ear.reports[0]
    assert {TagEvent("sim-1", 3, UID, False), TagEvent("sim-2", 9, UID, True)} == set(ear.reports[1:])


def test_unplugged_and_plugged_in_again(full, ear, until):
    """A node that comes back has a new port, a new boot, the same id, its tags in the first picture, and its scene."""
    scene = NodeScene((1,) * 10)
    full.hands.place(UID, "sim-1", 3)
    full.show({"sim-1": scene})
    until(lambda: full.hands.scene("sim-1") == scene and ear.reports)
    before, boot = status(full, "sim-1"), ear.durable["sim-1"].boot
    full.hands.unplug("sim-1")
    until(lambda: status(full, "sim-1").link == "lost")
    assert status(full, "sim-1").why == "unplugged"
    assert full.hands.scene("sim-1") is None
    full.hands.place(OTHER, "sim-1", 4)
    full.hands.replug("sim-1")
    until(lambda: ear.snapshots[-1] == SnapshotEvent("sim-1", ((3, UID), (4, OTHER))))
    until(lambda: full.hands.scene("sim-1") == scene)
    assert before.port != status(full, "sim-1").port
    assert boot != ear.durable["sim-1"].boot
    assert [NodeChanged("sim-1", link) for link in ("linking", "up", "lost", "linking", "up")] == [
        change for change in ear.links if change.node == "sim-1"
    ]


def test_stopping_puts_the_lights_out(boards, ear, until, desk):
    """The last scene of every node is dark, the ports are free, the threads are gone; nothing waits for anything."""
    powered = desk.plug_in("a")
    before = set(threading.enumerate())
    board = boards(SerialBoard([powered.port]), ear)
    board.show({"a": NodeScene((0xFFFFFF,) * 10)})
    until(lambda: powered.node.scene == NodeScene((0xFFFFFF,) * 10))
    own = set(threading.enumerate()) - before
    assert own
    board.stop()
    sent = [line.text for line in board.lines() if line.outward]
    assert any('"t":"lights","rgb":""' in line for line in sent)
    assert '"t":"bye","why":"stopped"' in sent[-1]
    assert (status(board, "a").link, status(board, "a").why) == ("lost", "stopped")
    assert not [thread.name for thread in own if thread.is_alive()]


def test_two_ports_with_one_id(boards, ear, until, desk):
    """The second node of an id is refused, the status of the first says so; it comes in when the first is gone."""
    first, second = desk.plug_in("twin"), desk.plug_in("twin")
    plugged_in = [first]
    board = boards(SerialBoard(lambda: [port for node in plugged_in if (port := node.port)]), ear)
    until(lambda: ear.snapshots)
    plugged_in.append(second)
    board.look()
    until(lambda: status(board, "twin").why == "duplicate")
    assert ("up", first.port) == (status(board, "twin").link, status(board, "twin").port)
    assert any('"why":"duplicate"' in line.text for line in board.lines())
    first.unplug()
    until(lambda: status(board, "twin").port == second.port and status(board, "twin").link == "up")
    assert status(board, "twin").why is None


def test_a_fifth_node_is_refused(boards, ear, until, desk):
    """A table has four nodes; the next one is listed with the reason."""
    nodes = [desk.plug_in(f"n{i}") for i in range(5)]
    board = boards(SerialBoard([node.port for node in nodes]), ear)
    until(lambda: len(board.nodes()) == 5)
    until(lambda: sorted(node.link for node in board.nodes()) == ["refused"] + ["up"] * 4)
    assert {"too_many"} == {node.why for node in board.nodes() if node.link == "refused"}


def test_ports_that_cannot_be_used_say_why(boards, ear, until, tmp_path):
    """A named port that is not there is retried, and its state names the cause."""
    board = boards(SerialBoard([str(tmp_path / "ttyACM0")]), ear)
    until(lambda: board.ports() and board.ports()[0].why == "port_missing")
    assert list(board.nodes()) == []


def test_the_log_keeps_the_newest_lines():
    """400 lines at most, numbered upwards; bytes that are no text are written out."""
    log = LineLog()
    for number in range(1, 451):
        log.add("side-a", False, b"line %d" % number, True)
    lines = log.newest()
    assert [(line.index, line.text) for line in lines] == [(index, f"line {index}") for index in range(51, 451)]
    log.add("side-a", False, b"\x00\xff>>> garbage\t\r", False)
    noise = log.newest()[-1]
    assert (noise.text, noise.ok) == ("\\x00\\xff>>> garbage\\x09", False)
    for idle in (b'{"t":"hb","ms":7}', b'{"t":"ak","k":3}'):
        log.add("side-a", True, idle, True)
    assert (log.newest()[-1].text, log.transcript()[-1]) == ('{"t":"ak","k":3}', noise), "the other has only news"


def test_hands_cannot_do_the_impossible(full):
    """Nodes, readers, buttons, faces and uids that do not exist are refused with a sentence."""
    hands = full.hands
    impossible = [
        lambda: hands.place(UID, "sim-9", 0),
        lambda: hands.place(UID, "sim-0", 10),
        lambda: hands.place("04a1b2c3", "sim-0", 0),
        lambda: hands.press("bell", "short"),
        lambda: hands.type_dice((7,)),
        lambda: hands.unplug("side-a"),
    ]
    for action in impossible:
        with pytest.raises(ValueError, match=r"no |uid|faces"):
            action()


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no ptys here")
def test_a_pulled_cable_keeps_its_name():
    """Nobody's next cable is found where a hub still looks for this one."""
    pulled, other = PtyCable(), PtyCable()
    pulled.close()
    later = PtyCable()
    assert len({pulled.name, other.name, later.name}) == 3
    other.close()
    later.close()


def test_a_new_cable_has_another_name_than_the_last():
    """A socket may get the number that was just given back: a hub that tries the old port would take it for that."""
    names = iter("aab")

    def cable() -> SimpleNamespace:
        ends = threading.Event()
        return SimpleNamespace(
            name=next(names), read=lambda wait_s: b"\n" * ends.wait(wait_s), close=ends.set, write=len
        )

    node = PoweredNode("sim-0", "starter", 1, True, cable)
    node.plug_in()
    assert node.port == "a"
    node.lose_data()
    assert node.port == "b"
    node.unplug()


def test_windows_gets_sockets_for_cables(monkeypatch):
    """There are no ptys on Windows, so that the simulated board speaks over sockets there."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        cable = open_cable()
    assert isinstance(cable, SocketCable)
    cable.close()


def test_a_board_without_ports_looks_for_none(ear):
    """As at most tables of a club: a thread that looked every second would only cost time."""
    board = SerialBoard([])
    board.start(ear)
    assert "board ports" not in {thread.name for thread in threading.enumerate()}
    assert (board.nodes(), board.ports()) == ([], [])
    board.stop()
