"""Where tags lie, by what readers said: arrivals, departures, snapshots, failed readers."""

from hub.table.board.pieces import Presence
from hub.table.interfaces.board import SnapshotEvent, TagEvent

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
