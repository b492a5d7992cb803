"""Where tags lie, by what readers said, also where the nodes of two sides hear the same piece around a corner."""

import pytest
from helpers.seated import ANNA, BEN, Seated

from hub.domain.commands import Buy, Throw
from hub.domain.tasks import BuyPending
from hub.table.board.pieces import Presence
from hub.table.interfaces.board import FaultEvent, NodeChanged, SnapshotEvent, TagEvent
from hub.table.requests import Freeze, GoOn
from hub.table.wire.contract import Misplaced

CAR, HAT = "04CAR", "04HAT"


def told(*events: tuple[str, int, str, bool]) -> Presence:
    """What is known after these reports: node, reader, tag, and whether it came."""
    presence = Presence()
    for event in events:
        presence.take(TagEvent(*event))
    return presence


def test_a_tag_lies_where_it_came_last() -> None:
    """Each arrival is news, the same one again is none; a reader that lost it later takes nothing back."""
    presence = told(("a", 1, CAR, True))
    assert not presence.take(TagEvent("a", 1, CAR, True))
    assert presence.take(TagEvent("a", 2, CAR, True))
    assert presence.place(CAR) == ("a", 2)
    assert not presence.take(TagEvent("a", 1, CAR, False))
    assert presence.place(CAR) == ("a", 2)


def test_at_a_corner_the_other_reader_still_sees_it() -> None:
    """Two nodes see one tag; when the newer one loses it, it lies on the older one."""
    presence = told(("a", 9, CAR, True), ("b", 0, CAR, True))
    assert presence.places(CAR) == {("a", 9), ("b", 0)}
    assert presence.take(TagEvent("b", 0, CAR, False))
    assert presence.place(CAR) == ("a", 9)
    presence.take(TagEvent("a", 9, CAR, False))
    assert (presence.place(CAR), presence.places(CAR), presence.seen(CAR)) == (None, frozenset(), True)


def test_a_snapshot_says_all_of_its_own_node_and_nothing_of_others() -> None:
    """Tags that are not in it have left that node; those on other nodes lie where they lay. News are its new tags."""
    presence = told(("a", 1, CAR, True), ("a", 2, HAT, True), ("b", 3, "04DOG", True))
    news = presence.arrivals(SnapshotEvent("a", ((2, HAT), (5, "04CAT"))))
    assert news == [TagEvent("a", 5, "04CAT", True)]
    assert [presence.place(uid) for uid in (CAR, HAT, "04CAT", "04DOG")] == [None, ("a", 2), ("a", 5), ("b", 3)]
    assert presence.on_node("a") == ((2, HAT), (5, "04CAT"))


def test_a_snapshot_of_one_node_forgets_nothing_of_one_that_is_away() -> None:
    """Its cable is out: its pieces lie where they were seen last, whatever the others report."""
    presence = told(("a", 1, CAR, True), ("b", 3, HAT, True))
    presence.lose("b")
    presence.arrivals(SnapshotEvent("a", ((1, CAR),)))
    assert (presence.place(HAT), presence.places(HAT)) == (("b", 3), frozenset())


def test_a_failed_reader_is_no_departure_and_says_nothing_of_its_neighbours() -> None:
    """Its tag is remembered where it lay, but not seen there any more; the other readers of its node go on seeing."""
    presence = told(("a", 1, CAR, True), ("a", 2, HAT, True), ("b", 1, "04DOG", True))
    presence.lose("a", 1)
    assert (presence.place(CAR), presence.places(CAR)) == (("a", 1), frozenset())
    assert presence.places(HAT) == {("a", 2)}
    presence.lose("a")
    assert (presence.place(HAT), presence.places(HAT)) == (("a", 2), frozenset())
    assert presence.places("04DOG") == {("b", 1)}


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
