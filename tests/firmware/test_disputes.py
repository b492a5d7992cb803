"""Whose a tag is, from single polls: `Disputes` alone, without radio or time."""

import importlib

import pytest

UID, OTHER, NEW = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "04A1B2C3D4E5F8"
USUAL_GAIN = 5


class Row:
    """Thirteen readers, of which `needs[reader]` hear the tag from that gain on; it lies on `place`."""

    def __init__(self, needs, place=None):
        self.needs, self.place, self.now, self.asked = dict(needs), place, 0, []
        self.disputes = importlib.import_module("node.disputes").Disputes(13, lambda _: self.place)

    def look(self, reader, *, weakly_clear=True, weakly=None, garbled=False):
        """One turn of a reader; what is settled then."""
        self.now += 20
        uids = (UID,) if reader in self.needs and not garbled else ()
        gain = self.disputes.heard(reader, uids, not garbled, self.now)
        if gain is not None:
            self.asked.append(gain)
            there = self.needs.get(reader, 9) <= gain if weakly is None else weakly
            self.disputes.measured(reader, gain, (UID,) if there else (), weakly_clear)
        return self.disputes.settled((), self.now)

    def rounds(self, count):
        return [found for _ in range(count) for reader in range(13) for found in self.look(reader)]


def test_a_poll_that_was_garbled_measures_nobody():
    """The nearer reader's weak polls come to nothing twice: it is asked again, and the tag is not its neighbour's."""
    it = Row({5: 0, 6: 2})
    for reader in (3, 4, 5, 7, 8, 6):
        assert it.look(reader) == []
    for _ in range(2):
        assert it.look(5, weakly_clear=False, weakly=False) == []
    assert it.rounds(6)[0] == (5, UID)


def test_a_new_tag_waits_for_the_reader_whose_poll_was_garbled():
    """The nearest reader could not be read where a neighbour heard the tag: nothing is reported before it could be."""
    it = Row({5: 0, 6: 3})
    for reader in (6, 4, 7, 8):
        assert it.look(reader) == []
    assert it.look(5, garbled=True) == []
    assert it.disputes.wanted == [5]
    assert it.rounds(6)[0] == (5, UID)


def test_nobody_waits_for_a_reader_that_is_always_garbled():
    """After the second time the tag is where it was heard."""
    it = Row({6: 0})
    for reader in (6, 4, 7, 8):
        assert it.look(reader) == []
    assert it.look(5, garbled=True) == []
    assert it.look(5, garbled=True) == [(6, UID)]


@pytest.mark.parametrize(("hearers", "found"), [((3, 4, 5), 4), ((4, 5, 6), 5), ((2, 3, 4, 5, 6), 4), ((0, 1), 0)])
def test_a_new_tag_that_no_gain_places_is_in_the_middle_of_those_who_hear_it(hearers, found):
    """Modules are alike on either side of a tag, so it is not at the end of the row; of two it is the first."""
    it = Row(dict.fromkeys(hearers, USUAL_GAIN))
    assert it.rounds(12)[0] == (found, UID)


def test_a_reader_that_fails_is_nobodys_rival():
    """It heard the tag, and then it broke: the tag is its neighbour's at once, and nobody waits for the broken one."""
    it = Row({7: 3, 8: 0})
    for reader in (8, 5, 6, 9, 10, 7):
        assert it.look(reader) == []
    it.disputes.failed(8)
    assert it.disputes.settled((), it.now) == [(7, UID)]
    assert it.disputes.wanted == []


def test_nobody_waits_for_a_reader_that_fails():
    """It is beside a new tag and cannot be asked: once the others have been, the tag lies where it is heard."""
    it = Row({7: 0})
    for reader in (7, 5, 6):
        assert it.look(reader) == []
    it.disputes.failed(8)
    assert it.look(9) == [(7, UID)]


def test_who_missed_the_tag_is_measured_as_silent():
    """Reader 5 still heard it with less gain, then not at all: that is no tie that less gain still would decide."""
    it = Row({5: 0, 6: 0}, place=5)
    it.look(6, weakly_clear=False, weakly=False)
    it.look(5)
    del it.needs[5]
    it.look(5)
    it.asked.clear()
    assert it.rounds(4)[0] == (6, UID)
    assert set(it.asked) == {2}


def test_who_had_lost_is_measured_again_once_the_tag_was_lifted():
    """Reader 6 had lost; then 5 missed the tag once, and hears less of it from then on: it has gone to 6, at once."""
    it = Row({5: 0, 6: 3}, place=5)
    assert it.rounds(6) == []
    del it.needs[5]
    it.look(5)
    it.needs.update({5: 3, 6: 0})
    began = it.now
    found = it.rounds(6)
    assert found[0] == (6, UID)
    assert it.now - began < 5000


def test_a_verdict_holds_for_five_seconds():
    """Who was weaker is not measured again and again; later it is, since the piece may have been pushed."""
    it = Row({5: 0, 6: 3}, place=5)
    it.rounds(3)
    it.asked.clear()
    it.rounds(15)
    assert (it.asked, it.now < 5000) == ([], True)
    it.rounds(10)
    assert it.asked


def test_nobody_is_measured_with_the_gain_of_the_usual_poll():
    """With it they all hear the tag; two who hear it just as well with any gain are a tie after three looks."""
    it = Row({5: USUAL_GAIN, 6: USUAL_GAIN}, place=5)
    assert it.rounds(12) == []
    assert {2, 3, 4} <= set(it.asked) <= {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("near", "far", "found"),
    [
        ((1, True), (3, False), [(5, UID)]),
        ((2, True), (2, False), [(5, UID)]),
        ((3, True), (2, False), []),
        ((2, True), (1, False), []),
    ],
    ids=["both tell more", "the same", "heard with more", "silent with less"],
)
def test_a_poll_with_another_gain_counts_where_it_tells(near, far, found):
    """Who hears it with less gain hears it with more; who does not hear it with more does not with less."""
    it = Row({5: 0, 6: 5})
    for reader in (5, 3, 4, 7, 8):
        it.look(reader)
    assert it.disputes.heard(6, (UID,), True, it.now) == 2
    for reader, (gain, heard) in ((5, near), (6, far)):
        it.disputes.measured(reader, gain, (UID,) if heard else (), True)
    assert it.disputes.settled((), it.now) == found


def test_a_new_tag_is_measured_before_those_that_lie():
    """Two that lie want another gain than one that lies nowhere yet: the new one is first."""
    places = {UID: 5, OTHER: 5}
    disputes = importlib.import_module("node.disputes").Disputes(13, places.get)
    for reader in (5, 6):
        disputes.heard(reader, (UID, OTHER), True, 0)
    for reader in (5, 6):
        disputes.measured(reader, 2, (UID, OTHER), True)
    disputes.settled((), 0)
    assert disputes.heard(5, (UID, OTHER), True, 0) == 0
    disputes.heard(6, (UID, OTHER, NEW), True, 0)
    assert disputes.heard(5, (UID, OTHER, NEW), True, 0) == 2


def test_whoever_is_heard_late_may_be_the_strongest():
    """Two neighbours were both too weak for a gain before the third was looked at: it is asked with that gain, too."""
    it = Row({4: 3, 6: 3, 5: 0})
    assert [it.look(reader) for reader in (4, 3, 2, 6, 7, 8, 4, 6)] == [[]] * 8
    found = [it.look(reader) for _ in range(9) for reader in (5, 4, 6)]
    assert next(filter(None, found)) == [(5, UID)]


def test_those_who_are_left_are_asked_with_less_gain_still():
    """At a gain at which reader 7 has lost both others heard it: nobody asks them with that gain again."""
    it = Row({5: 0, 6: 1, 7: 5})
    for reader in (5, 3, 4, 8, 9, 6, 7, 5, 6):
        assert it.look(reader) == []
    assert it.asked == [2] * 4
    assert it.look(5) == []
    assert it.look(6) == [(5, UID)]
    assert it.asked == [2] * 4 + [0] * 2
