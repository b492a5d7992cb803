"""Around a corner the nodes of two sides may hear the same piece, and neither knows of the other."""

import pytest
from helpers.seated import ANNA, BEN, Seated

from hub.domain.commands import Buy, Throw
from hub.domain.tasks import BuyPending
from hub.table.interfaces.board import FaultEvent, NodeChanged, SnapshotEvent
from hub.table.requests import Freeze, GoOn
from hub.table.wire.contract import Misplaced

LAST, CORNER = 9, 10  # of one side, and of the next
GONE = (NodeChanged("node-0", "lost"), FaultEvent("node-0", LAST, "no_answer"))


@pytest.fixture
def arrived(playing: Seated) -> Seated:
    """Anna has bought the last space of a side; Ben is on the tax space, and it is Anna's turn."""
    playing.play(Throw(0, (4, 5)))
    playing.lay(ANNA, LAST)
    playing.play(Buy(0))
    playing.play(Throw(1, (1, 3)))
    playing.lay(BEN, 4)
    return playing


@pytest.mark.parametrize("order", [(LAST, CORNER), (CORNER, LAST)])
def test_a_piece_at_its_goal_has_moved_whoever_else_hears_it(playing: Seated, order: tuple[int, int]):
    """Which node tells first does not matter: the move ends, and nothing stands wrong."""
    playing.lay(BEN, 0)
    playing.play(Throw(0, (4, 5)))
    for space in order:
        playing.lay(ANNA, space)
    task = playing.view().prompt.task
    assert isinstance(task, BuyPending)
    assert task.deed == LAST
    assert playing.view().board.wrong is None
    assert playing.view().board.drift == ()


def test_a_piece_that_is_heard_elsewhere_as_well_is_not_adrift(arrived: Seated):
    """Now and then the corner hears it, too: it stands where it belongs all the time."""
    for _ in range(2):
        arrived.lay(ANNA, CORNER)
        assert arrived.view().board.drift == ()
        arrived.take(ANNA, CORNER)
        assert arrived.view().board.drift == ()
    arrived.take(ANNA, LAST)
    assert arrived.view().board.drift == (Misplaced(0, LAST, None),)


def test_the_evening_goes_on_although_two_nodes_hear_a_piece(arrived: Seated):
    """Nobody is asked to put back what stands right."""
    arrived.lay(ANNA, CORNER)
    arrived.do(Freeze())
    arrived.do(GoOn())


def test_a_piece_that_has_not_left_is_not_astray(arrived: Seated):
    """It has to go on; that the corner hears it is no wrong space before its own reader has lost it."""
    arrived.play(Throw(0, (2, 4)))
    arrived.lay(ANNA, CORNER)
    assert arrived.view().board.wrong is None
    arrived.take(ANNA, LAST)
    assert arrived.view().board.wrong == Misplaced(0, 15, CORNER)
    arrived.take(ANNA, CORNER)
    assert arrived.view().board.wrong is None


@pytest.mark.parametrize("gone", GONE, ids=["node", "reader"])
def test_who_says_no_more_is_not_believed_for_ever(arrived: Seated, gone: NodeChanged | FaultEvent):
    """The side is unplugged, or its reader fails: where another sees the piece now counts, and that it left there."""
    arrived.board.report(gone)
    assert arrived.view().board.drift == ()
    arrived.lay(ANNA, CORNER)
    assert arrived.view().board.drift == (Misplaced(0, LAST, CORNER),)
    arrived.take(ANNA, CORNER)
    assert arrived.view().board.drift == (Misplaced(0, LAST, None),)


def test_a_side_that_is_back_says_what_it_sees(arrived: Seated):
    """Its first picture counts as before: the piece is at its goal again."""
    arrived.board.report(GONE[0])
    arrived.lay(ANNA, CORNER)
    arrived.board.report(SnapshotEvent("node-0", ((LAST, ANNA), (4, BEN))))
    assert arrived.view().board.drift == ()
    arrived.board.report(SnapshotEvent("node-0", ((4, BEN),)))
    assert arrived.view().board.drift == (Misplaced(0, LAST, CORNER),)
