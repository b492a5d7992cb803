"""What buttons, taps and lights must not mean or show."""

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import ANNA, Seated
from msgspec import structs

from hub.domain.commands import Decline, Throw
from hub.domain.tasks import AuctionRunning, BuyPending
from hub.table.board.board_map import BoardMap, Strips
from hub.table.board.intents import meant_by_tap
from hub.table.board.lights import GLOW, WRONG, _on_strip, glows
from hub.table.interfaces.board import ButtonEvent, NodeScene

OWN = GLOW["red"]


def press(seated: Seated, button: str, length: str = "short") -> int:
    """Press a button of the console; returns how many moves there are then."""
    seated.board.report(ButtonEvent("node-0", button, length))
    return seated.view().undo


@pytest.mark.parametrize("button", ["ok", "cancel"])
def test_a_long_press_answers_nothing(playing: Seated, button: str) -> None:
    """It is how a board is found or reset; a short one answers."""
    playing.throw(0, 2, 3)
    moves = playing.view().undo
    assert isinstance(playing.view().prompt.task, BuyPending)
    assert press(playing, button, "long") == moves
    assert press(playing, button) > moves


@pytest.mark.parametrize("button", ["ok", "cancel"])
def test_a_button_speaks_for_nobody_while_several_are_asked(playing: Seated, button: str) -> None:
    """The console does not know whose finger it is; nor does it promise anything by a light."""
    playing.throw(0, 2, 3)
    playing.play(Decline(0))
    assert isinstance(playing.view().prompt.task, AuctionRunning)
    moves = playing.view().undo
    assert press(playing, button) == moves
    assert playing.board.shown["node-0"].lamps[button] == "off"


def test_a_tap_throws_only_where_the_hub_throws(playing: Seated) -> None:
    """A family that throws real dice lays its pieces down without throwing; nobody throws for another."""
    game = playing.table.state.live.game
    assert meant_by_tap(game, 0, real_dice=False) == Throw(0)
    assert meant_by_tap(game, 0, real_dice=True) is None
    assert meant_by_tap(game, 1, real_dice=False) is None


@pytest.mark.parametrize("order", [(5, 6), (6, 5)])
def test_where_two_spaces_share_a_light_the_wrong_one_gives_way(order: tuple[int, int]) -> None:
    """A strip with fewer lights than spaces shows where the piece belongs, not where it stands."""
    glowing = {space: {5: OWN, 6: WRONG}[space] for space in order}
    assert _on_strip(NodeScene(), {5: 3, 6: 3}, glowing).lights == (OWN,)
    assert _on_strip(NodeScene(), {5: 3, 6: 4}, glowing).lights in {(OWN, WRONG), (WRONG, OWN)}


def test_only_a_connected_node_can_glow() -> None:
    """A phone does not send anybody to look for a light on a cable that is out."""
    nodes, whole = FakeBoard().statuses, BoardMap({"node-0": tuple(range(10))})
    assert glows(3, 40, whole, Strips(), nodes)
    assert not glows(10, 40, whole, Strips(), nodes)
    assert not glows(3, 40, whole, Strips(), [structs.replace(node, link="down") for node in nodes])


def test_a_reader_learns_one_space_and_a_space_one_reader() -> None:
    """What another reader had for this space is cleared, so that no piece stands there twice."""
    learnt = BoardMap({"a": (0, 1), "b": (2, None)}).learnt("b", 3, 1)
    assert learnt == BoardMap({"a": (0, None), "b": (2, None, None, 1)})


@pytest.mark.parametrize(("spaces", "complete"), [(range(4), True), (range(3), False), (range(5), False)])
def test_a_complete_board_has_exactly_the_spaces_of_its_track(spaces: range, complete: bool) -> None:
    """Neither one too few nor one too many, nor one twice."""
    assert BoardMap({"a": tuple(spaces)}).complete(4) is complete
    assert not BoardMap({"a": (*range(4), 0)}).complete(4)


def test_a_piece_that_has_not_left_yet_is_not_wrong(playing: Seated) -> None:
    """After the throw it is heard once more where it stands; only elsewhere it is called misplaced."""
    playing.lay(ANNA, 0)
    playing.play(Throw(0, (2, 3)))
    playing.take(ANNA, 0)
    playing.lay(ANNA, 0)
    assert playing.view().board.wrong is None
    playing.lay(ANNA, 7)
    assert playing.view().board.wrong is not None
