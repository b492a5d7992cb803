"""Who has which deed is kept twice, by deed and by seat: both must say the same."""

from hub.domain.deeds import DeedMoved, owned_by
from hub.domain.ids import NOBODY
from hub.domain.state import GameStarted, fold


def test_hands_follow_the_owners():
    """Deeds lie in their owner's hand in track order, whoever had them before; the bank has no hand."""
    moves = [(9, NOBODY, 0), (3, NOBODY, 0), (6, NOBODY, 1), (3, 0, 1), (9, 0, NOBODY)]
    state = fold([GameStarted(2, 12, {}, {}), *(DeedMoved(*move) for move in moves)])
    assert state.deeds.hands == [(), (3, 6), ()]
    assert [space for space, owner in enumerate(state.deeds.owner) if owner == 1] == [*owned_by(state, 1)]
    assert owned_by(state, NOBODY) == ()


def test_a_hand_stays_as_it_was():
    """Rules that move the deeds of a seat one by one go through the hand as it was before."""
    state = fold([GameStarted(2, 12, {}, {}), DeedMoved(3, NOBODY, 0)])
    before = owned_by(state, 0)
    fold([DeedMoved(3, 0, 1)], state)
    assert before == (3,)
