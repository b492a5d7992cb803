"""Boards that are plugged in later, or come back under another name: offered, and played on once somebody says so.

Real `SerialBoard`s and ptys; the nodes that come are simulated ones on cables of their own.
"""

import os
import threading
from types import SimpleNamespace

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hub.board import spare
from hub.board.board import SerialBoard
from hub.simulated_board import SimulatedBoard
from hub.table.interfaces.board import OfferChanged, TagEvent

pytestmark = pytest.mark.skipif(not hasattr(os, "openpty"), reason="no ptys here")
UID = "04A1B2C3D4E5F6"


def links(board):
    return {node.node: node.link for node in board.nodes()}


def test_a_board_that_comes_later_is_offered_in_place_of_the_simulated_one(boards, ear, until, desk):
    """It is not touched until somebody says so; then the simulated nodes end, and its tags count."""
    board = boards(SimulatedBoard("full", spare=desk.ports), ear)
    until(lambda: set(links(board).values()) == {"up"})
    assert board.offered == ()
    real = desk.plug_in("real")
    board.look()
    until(lambda: board.offered == (real.port,))
    assert ear.of(OfferChanged)
    assert not real.node.link.up
    board.use_offered()
    assert (board.simulator, board.offered) == (None, ())
    until(lambda: links(board) == {"real": "up"})
    assert not any(node.simulated for node in board.nodes())
    with real.hands():
        real.node.put(UID, 3)
    until(lambda: TagEvent("real", 3, UID, True) in ear.reports)
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("node sim-")]


def test_a_device_of_the_same_make_that_is_no_node_is_not_offered(boards, ear, until, desk, pty, monkeypatch):
    """It waits at its prompt; a node beside it is offered alone, and nothing is said to the other."""
    monkeypatch.setattr(spare, "LISTEN_S", 1.5)
    board = boards(SimulatedBoard("starter", spare=lambda: [pty.name, *desk.ports()]), ear)
    os.write(pty.far, b">>> \r\n")
    real = desk.plug_in("real")
    board.look()
    until(lambda: board.offered)
    assert board.offered == (real.port,)
    with pytest.raises(BlockingIOError):
        os.read(pty.far, 1)
    board.stop()


def test_a_port_without_a_node_is_left_alone_for_half_a_minute(monkeypatch):
    """Whoever programs what is there needs the port; one on which a node was heard is not asked again."""
    now, heard = [0.0], []
    monkeypatch.setattr(spare, "time", SimpleNamespace(monotonic=lambda: now[0]))
    ports = spare.Spare(lambda: ["modem", "node"], threading.Event())
    monkeypatch.setattr(ports, "_speaks", lambda name: heard.append(name) or name == "node")
    for now[0] in (0, 10, 29, 31):
        assert ports.nodes(()) == ("node",)
    assert heard == ["modem", "node", "modem"]
    assert ports.nodes(("node",)) == (), "what is in use is not offered"


def test_an_offer_ends_when_the_board_is_pulled(boards, ear, until, desk):
    """What is not there any more is not offered."""
    board = boards(SimulatedBoard("starter", spare=desk.ports), ear)
    real = desk.plug_in("real")
    board.look()
    until(lambda: board.offered)
    real.unplug()
    board.look()
    until(lambda: not board.offered)


def test_a_named_board_that_comes_back_under_another_name_is_offered(boards, ear, until, desk):
    """Pulled in the middle of a throw: once it is used again, what happened meanwhile arrives, once."""
    node = desk.plug_in("real")
    board = boards(SerialBoard([node.port], spare=desk.ports), ear)
    until(lambda: links(board) == {"real": "up"})
    desk.plug_in("other")
    board.look()
    with node.hands():
        node.node.press("die1", "short")
    pulled = node.cable  # as long as it is kept no other test gets the name that this board was given
    node.lose_data()
    with node.hands():
        node.node.put(UID, 7)
    board.look()
    until(lambda: node.port in board.offered)
    assert node.port != pulled.name
    board.use_offered()
    until(lambda: links(board) == {"real": "up", "other": "up"})
    until(lambda: TagEvent("real", 7, UID, True) in ear.reports)
    assert [type(event).__name__ for event in ear.reports] == ["ButtonEvent", "TagEvent"]


def test_nothing_is_offered_while_the_named_board_is_there(boards, ear, until, desk):
    """Another board on the same computer may be another table's."""
    node = desk.plug_in("real")
    board = boards(SerialBoard([node.port], spare=desk.ports), ear)
    until(lambda: links(board) == {"real": "up"})
    desk.plug_in("other")
    board._offer([node.port])
    assert board.offered == ()


def test_a_list_that_breaks_off_is_asked_for_again(monkeypatch):
    """Pyserial falls over a port that is pulled while it is described (its issue 774)."""
    falls = iter([True])

    def listed():
        if next(falls, False):
            raise TypeError("int() can't convert non-string with explicit base")
        return [ListPortInfo("COM3")]

    monkeypatch.setattr(list_ports, "comports", listed)
    assert [port.name for port in spare.seen_ports()] == ["COM3"]


def test_what_was_named_stays_beside_what_was_offered():
    """A port of another computer is on no list of this one."""
    board = SerialBoard(["socket://10.0.0.7:7654"], spare=lambda: ["/dev/ttyACM1"])
    board.use_offered()
    assert board._find() == ["socket://10.0.0.7:7654", "/dev/ttyACM1"]


def test_of_two_named_boards_one_is_enough_to_be_missed(ear):
    """The other goes on."""
    board = SerialBoard(["here", "gone"], spare=list)
    board._listener, board._why = ear, {"here": None, "gone": "unplugged"}
    board._spare.nodes = lambda but: ("again",)
    board._offer(["here", "gone"])
    assert board.offered == ("again",)


def test_a_modem_is_no_board(boards, ear, until, pty):
    """A port on which something else talks: nobody is connected, and not a byte is said to it."""
    board = boards(SerialBoard([pty.name]), ear)
    until(lambda: os.write(pty.far, b"\r\nRING\r\n\r\nNO CARRIER\r\n") and board.lines())
    assert board.nodes() == []
    with pytest.raises(BlockingIOError):
        os.read(pty.far, 1)
    board.stop()


def test_all_boards_that_are_there_are_used(boards, ear, until, desk):
    """Two nodes, and a third one later, without a question."""
    desk.plug_in("a")
    desk.plug_in("b")
    board = boards(SerialBoard(desk.ports), ear)
    until(lambda: links(board) == {"a": "up", "b": "up"})
    desk.plug_in("c")
    board.look()
    until(lambda: links(board) == {"a": "up", "b": "up", "c": "up"})
    until(lambda: {event.node for event in ear.snapshots} == {"a", "b", "c"})
