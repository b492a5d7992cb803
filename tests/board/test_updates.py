"""A node whose firmware is renewed: its port is handed over, what happens is shown, and the port is taken back."""

import threading
from contextlib import nullcontext

import pytest
import serial
from helpers.fake_board import FakeBoard
from msgspec import structs

from hub.board.board import SerialBoard
from hub.table.interfaces.board import NodeSettings, Update


class Renewing:
    """Whoever renews firmware, held up by the test: it opens the port as the only one, and notes what it is given."""

    def __init__(self):
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.ports = []
        self.fails = False

    def __call__(self, port, note):
        self.ports.append(port)
        serial.Serial(port, exclusive=True).close()
        note(Update("copy", 100, 400))
        self.begun.set()
        assert self.go_on.wait(20)
        if self.fails:
            raise RuntimeError("nobody expected this")
        note(Update("done"))


@pytest.fixture
def renewing():
    renewing = Renewing()
    yield renewing
    renewing.go_on.set()


@pytest.fixture
def linked(boards, desk, ear, until):
    """Makes the hub's end, linked with a node."""

    def make(renew=None):
        desk.plug_in("a")
        board = boards(SerialBoard(desk.ports, renew=renew), ear)
        until(lambda: board.nodes() and board.nodes()[0].link == "up")
        return board

    return make


@pytest.fixture
def board(linked, renewing):
    return linked(renewing)


def status(board):
    (status,) = board.nodes()
    return status


def test_the_port_is_handed_over_and_taken_back(board, renewing, desk, until):
    """While it runs the hub keeps its hands off the port and shows how far it is; afterwards the node is there."""
    board.update("a")
    until(renewing.begun.is_set)
    assert renewing.ports == desk.ports()
    board._match(desk.ports())  # as every second
    assert (status(board).link, status(board).update, board.ports()) == ("lost", Update("copy", 100, 400), [])
    renewing.go_on.set()
    until(lambda: status(board).link == "up")
    assert status(board).update == Update("done")


def test_one_after_the_other(board, renewing, desk, until):
    """While one is under way, another is refused; so is a node that nobody has seen."""
    with pytest.raises(KeyError):
        board.update("b")
    desk.plug_in("b")
    board.look()
    until(lambda: [node.link for node in board.nodes()] == ["up", "up"])
    board.update("a")
    until(renewing.begun.is_set)
    for node in ("a", "b"):
        with pytest.raises(KeyError):
            board.update(node)
    renewing.go_on.set()
    until(lambda: board.nodes()[0].link == "up")
    board.update("a")


@pytest.mark.parametrize(("changed", "can"), [({}, True), ({"link": "lost"}, False), ({"settings": None}, False)])
def test_only_a_linked_node_with_settings_is_given_orders(monkeypatch, changed, can):
    """Whoever asks another one is refused, instead of waiting for what never comes."""
    ten = NodeSettings(side=None, readers=10, longest=10, gain=(5,) * 10, lights=10, milliamps=500)
    (node,) = FakeBoard("side", 1, settings=ten).nodes()
    board = SerialBoard([])
    monkeypatch.setattr(board, "nodes", lambda: [structs.replace(node, **changed)])
    monkeypatch.setattr(board._roster, "forget_margins", lambda _node: None)
    with nullcontext() if can else pytest.raises(KeyError):
        board.sweep(node.node)
    assert board._roster.box(node.node).idle != can


def test_a_node_that_is_lost_is_not_renewed(board, renewing, monkeypatch):
    """Its port is there, but nobody knows what would be written to."""
    lost = structs.replace(status(board), link="lost")
    monkeypatch.setattr(board, "nodes", lambda: [lost])
    with pytest.raises(KeyError):
        board.update("a")
    assert not renewing.ports


def test_whatever_goes_wrong_the_port_is_taken_back(board, renewing, until):
    """A fault of ours ends the update, is shown, and the node is linked again."""
    renewing.fails = True
    renewing.go_on.set()
    board.update("a")
    until(lambda: status(board).update == Update("failed", why="failed"))
    until(lambda: status(board).link == "up")


def test_a_board_without_anybody_who_can_refuses(linked):
    """A simulated board and the hub of a diagnosis renew nothing."""
    with pytest.raises(KeyError):
        linked().update("a")
