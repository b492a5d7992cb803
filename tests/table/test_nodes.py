"""What is set, measured and renewed of a node on `/device`: what reaches it, what is shown, what is advised."""

from types import SimpleNamespace

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import Seated
from msgspec import structs

from hub.board.messages import read_report
from hub.table.board.board_map import BoardMap, guessed
from hub.table.interfaces.board import FaultEvent, NodeScene, NodeSettings, SnapshotEvent, TagEvent, Update, margin
from hub.table.requests import SetNode, Sweep, UpdateNode

TEN = NodeSettings(side=0, readers=10, longest=10, gain=(5,) * 10, lights=10)


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
    """What is set reaches this node, and the page shows the second reader on the space of the first."""
    gain = (5,) * longest + (4,)
    wanted = NodeSettings(side=0, readers=longest + 1, longest=longest, gain=gain, lights=longest)
    seated.do(SetNode("node-2", wanted))
    assert [node.settings for node in seated.table.device().nodes] == [None, None, wanted, None]
    assert (wanted.second, TEN.second) == (longest, None)
    seated.table.state.board_map = BoardMap({"node-2": (7,)})
    seated.board.statuses[2] = structs.replace(seated.board.statuses[2], readers=longest + 1)
    spaces = seated.table.device().nodes[2].spaces
    assert {reader: space for reader, space in enumerate(spaces) if space is not None} == {0: 7, longest: 7}


def test_the_page_shows_what_is_new_and_what_a_simulated_node_received(seated):
    """The last hundred lines of the wire; a real node's lights are those that were sent to it."""
    seated.board.lines = lambda: range(150)
    seated.board.simulator = SimpleNamespace(scene=lambda _node: NodeScene((7,)), tags=dict, by_hand=False)
    seated.board.statuses[1] = structs.replace(seated.board.statuses[1], simulated=True)
    seated.begin()
    device = seated.table.device()
    assert device.lines == tuple(range(50, 150))
    assert [7 in node.lights for node in device.nodes] == [False, True, False, False]


@pytest.mark.parametrize(("up", "state"), [(4, "up"), (3, "partly"), (0, "lost")])
def test_a_board_of_which_a_side_is_missing_is_said_to_be_there_in_part(playing, up, state):
    """Four of four, three of four, none."""
    nodes = playing.board.statuses
    playing.board.statuses = nodes[:up] + [structs.replace(node, link="lost") for node in nodes[up:]]
    assert playing.view().board.state == state


def test_what_the_second_reader_sees_lies_on_the_first():
    """Arrivals and what lies there are of one space; faults and margins are its own."""
    tag = {"t": "tag", "reader": 13, "uid": "04A1B2C3", "on": True, "n": 1}
    whole = {"t": "all", "tags": [[0, "04A1B2C4"], [12, "04A1B2C5"], [13, "04A1B2C3"]], "faults": [[13, "frozen"]]}
    heard = read_report(tag, "a", 14, 13)
    lying = read_report({**whole, "n": 2, "resync": False, "dropped": 0}, "a", 14, 13)
    assert heard == TagEvent("a", 0, "04A1B2C3", on=True)
    assert lying == SnapshotEvent("a", ((0, "04A1B2C4"), (12, "04A1B2C5"), (0, "04A1B2C3")), ((13, "frozen"),))
    fault = read_report({"t": "fault", "reader": 13, "what": "frozen", "n": 3}, "a", 14, 13)
    assert fault == FaultEvent("a", 13, "frozen")


def test_the_sides_that_nodes_were_set_to_are_their_spaces():
    """Set the other way round they are mapped the other way round; two of one side say nothing."""
    board = FakeBoard()
    for index, side in enumerate((3, 2, 1, 0)):
        board.configure(f"node-{index}", structs.replace(TEN, side=side))
    found = guessed(board.nodes(), 40)
    assert [found.spaces[f"node-{index}"][0] for index in range(4)] == [30, 20, 10, 0]
    board.configure("node-0", TEN)
    found = guessed(board.nodes(), 40)
    assert [found.spaces[f"node-{index}"][0] for index in range(4)] == [0, 10, 20, 30]


def updates(seated: Seated) -> list[Update | None]:
    """What `/device` shows of each node."""
    return [node.update for node in seated.table.device().nodes]


def test_it_is_shown_and_asked_for_once(seated: Seated) -> None:
    """The same request again begins no second update, and while one is under way another is refused."""
    assert seated.ask(UpdateNode("node-1"), request="update-1").ok
    assert updates(seated) == [None, Update("stop"), None, None]
    assert seated.ask(UpdateNode("node-1"), request="update-1").ok
    assert seated.ask(UpdateNode("node-2")).reason == "no_update"


@pytest.mark.parametrize("changed", [{"link": "lost"}, {"simulated": True}, {"node": "elsewhere"}])
def test_a_node_that_is_away_or_simulated_is_not_renewed(seated: Seated, changed: dict[str, object]) -> None:
    """Nothing is begun, and nothing is stored."""
    seated.board.statuses[0] = structs.replace(seated.board.statuses[0], **changed)
    assert seated.ask(UpdateNode("node-0")).reason == "no_update"
    assert not any(updates(seated))


@pytest.mark.parametrize(
    ("heard", "db", "gain"),
    [
        ((4, 4, 4, 4, 4, 4), 30, 2),  # a tag that is heard well: 33 dB leave 15 dB of it for a worse one
        ((0, 1, 4, 4, 4, 4), 15, 4),
        ((0, 0, 0, 0, 4, 4), 5, 5),
        ((0, 0, 4, 4, 4, 0), 10, 4),  # overdriven at 48 dB
        ((0, 4, 3, 4, 4, 4), 10, 5),  # what was missed once is not sure
        ((0, 0, 0, 0, 0, 3), 0, None),
    ],
)
def test_two_steps_above_the_least_that_is_sure_are_advised(heard, db, gain):
    """Ten decibels to spare and no more noise than that, but never a gain that is deaf."""
    found = margin(heard)
    assert (found.db, found.gain) == (db, gain)


def test_a_node_that_is_not_there_measures_nothing(seated):
    """It is refused; one that is there is asked."""
    assert seated.ask(Sweep("node-9")).reason == "bad_request"
    seated.do(Sweep("node-1"))
