"""Where tags lie, by what readers said, and what buttons, taps and lights must not mean or show."""

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import ANNA, BEN, Seated
from msgspec import structs

from hub.domain.commands import Buy, Decline, Throw
from hub.domain.tasks import AdvancePending, AuctionRunning, BuyPending
from hub.table.board.board_map import BoardMap, Strips
from hub.table.board.lights import GLOW, WRONG, _on_strip, glows
from hub.table.board.pieces import Presence
from hub.table.interfaces.board import ButtonEvent, FaultEvent, NodeChanged, NodeScene, SnapshotEvent, TagEvent
from hub.table.requests import Freeze, GoOn, Learn
from hub.table.wire.contract import Misplaced

CAR, HAT = "04CAR", "04HAT"

OWN = GLOW["red"]


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
    arrived.board.statuses[3] = structs.replace(arrived.board.statuses[3], link="lost")
    assert arrived.view().board.drift == (), "it may stand on the side that is away"


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


def test_a_fault_that_is_over_takes_nothing_away(arrived: Seated):
    """The reader answers again and has seen the piece all the time: that the corner hears it means nothing."""
    arrived.board.report(FaultEvent("node-0", LAST, None))
    arrived.lay(ANNA, CORNER)
    assert arrived.view().board.drift == ()


def test_a_side_that_is_back_says_what_it_sees(arrived: Seated):
    """Its first picture counts as before: the piece is at its goal again."""
    arrived.board.report(GONE[0])
    arrived.lay(ANNA, CORNER)
    arrived.board.report(SnapshotEvent("node-0", ((LAST, ANNA), (4, BEN))))
    assert arrived.view().board.drift == ()
    arrived.board.report(SnapshotEvent("node-0", ((4, BEN),)))
    assert arrived.view().board.drift == (Misplaced(0, LAST, CORNER),)


def test_a_piece_that_teaches_readers_ends_no_move(playing: Seated):
    """It is carried from space to space for the board alone: what still hears it when it is lifted pays nobody."""
    playing.play(Throw(0, (4, 5)))
    for step in ("start", *["skip"] * LAST):
        playing.do(Learn(step))
    for space in (LAST, CORNER):
        playing.lay(ANNA, space)
    playing.take(ANNA, CORNER)
    assert playing.view().prompt.task == AdvancePending(0, LAST, "throw")


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


@pytest.mark.parametrize("order", [(5, 6), (6, 5)])
def test_where_two_spaces_share_a_light_the_wrong_one_gives_way(order: tuple[int, int]) -> None:
    """A strip with fewer lights than spaces shows where the piece belongs, not where it stands."""
    glowing = {space: {5: OWN, 6: WRONG}[space] for space in order}
    assert _on_strip(NodeScene(), {5: 3, 6: 3}, glowing).lights == (OWN,)
    assert _on_strip(NodeScene(), {5: 3, 6: 4}, glowing).lights in {(OWN, WRONG), (WRONG, OWN)}


def test_only_a_connected_node_with_lights_can_glow() -> None:
    """A phone does not send anybody to look for a light on a cable that is out, or where there is none."""
    nodes, whole = FakeBoard().statuses, BoardMap({"node-0": tuple(range(10))})
    assert glows(3, 40, whole, Strips(), nodes)
    assert not glows(10, 40, whole, Strips(), nodes)
    for without in ({"link": "down"}, {"dark": True}):
        assert not glows(3, 40, whole, Strips(), [structs.replace(node, **without) for node in nodes])


@pytest.mark.parametrize(("spaces", "complete"), [(range(4), True), (range(3), False), (range(5), False)])
def test_a_complete_board_has_exactly_the_spaces_of_its_track(spaces: range, complete: bool) -> None:
    """Neither one too few nor one too many, nor one twice: a reader that learns a space takes it from another."""
    assert BoardMap({"a": tuple(spaces)}).complete(4) is complete
    assert not BoardMap({"a": (*range(4), 0)}).complete(4)
    learnt = BoardMap({"a": (0, 1), "b": (2, None)}).learnt("b", 3, 1)
    assert learnt == BoardMap({"a": (0, None), "b": (2, None, None, 1)})
