"""What is set of a node on `/device`: it reaches the node only if it can be, and its side says which spaces it has."""

import pytest
from helpers.fake_board import FakeBoard
from msgspec import structs

from hub.board.messages import event_of, read_report
from hub.features.doctor.command import _node
from hub.table.board.board_map import guessed
from hub.table.interfaces.board import FaultEvent, NodeSettings, SnapshotEvent, TagEvent
from hub.table.requests import SetNode

TEN = NodeSettings(side=0, readers=10, longest=10, gain=(5,) * 10, lights=10)


def test_what_can_be_reaches_the_node_and_is_shown(seated):
    """Thirteen readers, one of them with less gain."""
    wanted = NodeSettings(side=3, readers=13, longest=13, gain=(5,) * 12 + (4,), lights=13)
    seated.do(SetNode("node-2", wanted))
    assert [node.settings for node in seated.table.device().nodes] == [None, None, wanted, None]


@pytest.mark.parametrize(
    ("node", "changed"),
    [("node-9", {}), ("node-0", {"longest": 8}), ("node-0", {"gain": (5,) * 9}), ("node-0", {"readers": 12})],
)
def test_what_does_not_go_together_is_refused(seated, node, changed):
    """An unknown node, two readers more than the longest side has spaces, gains for fewer readers."""
    answer = seated.ask(SetNode(node, structs.replace(TEN, **changed)))
    assert answer.reason == "bad_request"
    assert [node.settings for node in seated.table.device().nodes] == [None] * 4


@pytest.mark.parametrize("longest", [10, 13])
def test_one_reader_more_is_a_second_one_of_the_corner(seated, longest):
    """It reaches the node, and the page shows it on the space of the first reader."""
    wanted = NodeSettings(side=0, readers=longest + 1, longest=longest, gain=(5,) * (longest + 1), lights=longest)
    seated.do(SetNode("node-0", wanted))
    node = seated.table.device().nodes[0]
    assert (node.settings, wanted.second, TEN.second) == (wanted, longest, None)


def test_what_the_second_reader_sees_lies_on_the_first():
    """Arrivals and what lies there are of one space; faults and margins are its own."""
    tag = {"t": "tag", "reader": 13, "uid": "04A1B2C3", "on": True, "n": 1}
    whole = {"t": "all", "tags": [[0, "04A1B2C4"], [12, "04A1B2C5"], [13, "04A1B2C3"]], "faults": [[13, "frozen"]]}
    heard = event_of("a", read_report(tag, 14), 13)
    lying = event_of("a", read_report({**whole, "n": 2, "resync": False, "dropped": 0}, 14), 13)
    assert heard == TagEvent("a", 0, "04A1B2C3", on=True)
    assert lying == SnapshotEvent("a", ((0, "04A1B2C4"), (12, "04A1B2C5"), (0, "04A1B2C3")), ((13, "frozen"),))
    fault = event_of("a", read_report({"t": "fault", "reader": 13, "what": "frozen", "n": 3}, 14), 13)
    assert fault == FaultEvent("a", 13, "frozen")


def test_the_sides_that_nodes_were_set_to_are_their_spaces():
    """Set the other way round they are mapped the other way round; two of one side say nothing."""
    board = FakeBoard()
    for index, side in enumerate((3, 2, 1, 0)):
        board.configure(f"node-{index}", structs.replace(TEN, side=side))
    found = guessed(board.nodes(), 40)
    assert found is not None
    assert [found.spaces[f"node-{index}"][0] for index in range(4)] == [30, 20, 10, 0]
    board.configure("node-0", TEN)
    found = guessed(board.nodes(), 40)
    assert found is not None
    assert [found.spaces[f"node-{index}"][0] for index in range(4)] == [0, 10, 20, 30]


def test_doctor_names_a_setting_that_was_replaced():
    """It is a problem, and the finding says where it is mended."""
    status = structs.replace(FakeBoard().nodes()[0], mended=("longest",))
    texts = [finding.text for finding in _node(status) if finding.problem]
    assert any("`longest` is invalid" in text and "/device" in text for text in texts)
