"""Rows classic-01 to -04 and -17: beginning, throwing, doubles, the salary."""

import pytest

from hub.domain.commands import Advance, StartGame, Throw
from hub.domain.ids import BANK
from hub.domain.pieces import in_jail
from hub.domain.tasks import AdvancePending, OpeningThrowPending, ThrowPending
from hub.domain.turns import TurnBegan
from hub.editions.classic import RULES
from hub.rules.game import Game, Reason, Rejected

DECKS = {name: tuple(cards) for name, cards in RULES.track.decks.items()}


def opening(*throws: tuple[int, int]) -> Game:
    """A new game of as many seats as throws, each having thrown once."""
    game = Game(RULES)
    game.decide(StartGame(len(throws), DECKS))
    for seat, faces in enumerate(throws):
        assert not isinstance(game.decide(Throw(seat, faces)), Rejected)
    return game


@pytest.mark.parametrize("seats", [1, 9])
def test_classic_01_two_to_eight_players(seats):
    """One player or nine cannot begin."""
    refused = Game(RULES).decide(StartGame(seats, DECKS))
    assert refused == Rejected(Reason.SEATS_OUT_OF_RANGE, {"least": 2, "most": 8})


def test_classic_01_everybody_has_1500():
    """Each player starts with 1,500 from the bank."""
    game = Game(RULES)
    game.decide(StartGame(8, DECKS))
    assert game.state.ledger.balances[:8] == [1500] * 8
    assert game.state.ledger.balances[BANK] == -8 * 1500


def test_classic_01_highest_throw_starts():
    """The highest throw has the first turn."""
    game = opening((1, 2), (6, 5), (4, 4))
    assert game.state.turns.seat == 1
    assert (ThrowPending(1),) == game.state.agenda.tasks


def test_classic_01_tied_throw_again_among_themselves():
    """Only those who tied at the top throw again."""
    game = opening((6, 5), (1, 1), (5, 6))
    assert (OpeningThrowPending((0, 2)),) == game.state.agenda.tasks
    assert game.decide(Throw(1, (6, 6))) == Rejected(Reason.NOT_ASKED, {"seat": 0})
    game.decide(Throw(0, (1, 2)))
    game.decide(Throw(2, (1, 3)))
    assert game.state.turns.seat == 2


def test_classic_01_then_clockwise(scene):
    """After the first turn the next seat follows, after the last the first; a fact says so."""
    for seat, following in ((0, 1), (1, 2), (2, 0), (0, 1)):
        assert scene.on_turn == seat
        facts = scene.lands(seat, 20)
        assert [fact.seat for fact in facts if isinstance(fact, TurnBegan)] == [following]


def test_a_game_starts_only_once_and_with_complete_decks(scene):
    """A running game cannot be started again, and a deck with a missing card is refused."""
    assert scene.refused(StartGame(3, DECKS)) == Reason.ALREADY_STARTED
    refused = Game(RULES).decide(StartGame(2, {**DECKS, "chance": DECKS["chance"][1:]}))
    assert refused == Rejected(Reason.DECK_INCOMPLETE)


def test_classic_02_move_the_sum_forward(scene):
    """The piece goes forward by the sum of the dice, also to where another stands."""
    for seat in (0, 1):
        scene.stands(seat, 14)
        scene.throw(seat, 2, 4)
    assert (scene.space(0), scene.space(1)) == (20, 20)


def test_classic_02_nothing_happens_before_the_piece_stands_there(scene):
    """Money moves only when the piece has arrived."""
    scene.do(Throw(0, (1, 3)))
    assert scene.task == AdvancePending(0, 4, "throw")
    assert scene.balance(0) == 1500
    scene.do(Advance(0))
    assert scene.balance(0) == 1300


@pytest.mark.parametrize(
    ("seat", "faces", "reason"),
    [*((0, faces, Reason.DICE_WRONG) for faces in ((0, 3), (7, 1), (2,), (1, 2, 3))), (1, (1, 2), Reason.NOT_ASKED)],
)
def test_impossible_throws_are_refused(scene, seat, faces, reason):
    """Two dice with one to six each, nothing else, thrown by the seat on turn."""
    assert scene.refused(Throw(seat, faces)) == reason


def test_classic_03_double_throws_again_after_the_move(scene):
    """After a double the move is finished first, then the same seat throws again."""
    scene.throw(0, 2, 2)
    assert (scene.balance(0), scene.task) == (1300, ThrowPending(0))


def test_classic_03_third_double_goes_to_jail_unmoved(scene):
    """The third double in a row is not moved: straight to jail, and the turn is over."""
    scene.lands(0, 20, 2, 2)
    scene.lands(0, 20, 2, 2)
    scene.stands(0, 38)
    scene.throw(0, 1, 1)
    assert in_jail(scene.game.state, 0)
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (10, 1500, 1)


def test_classic_03_the_row_of_doubles_ends_with_the_turn(scene):
    """Doubles of an earlier turn do not count."""
    for seat in (0, 1, 2, 0):
        scene.lands(seat, 20, 2, 2)
        scene.lands(seat, 20)
    assert not in_jail(scene.game.state, 0)


@pytest.mark.parametrize(("space", "faces"), [(0, (1, 1)), (0, (1, 2)), (9, (5, 6))])
def test_classic_04_start_pays_200(scene, space, faces):
    """Landing on the start space or passing it pays 200."""
    facts = scene.lands(0, space, *faces)
    assert [fact.amount for fact in facts if getattr(fact, "purpose", "") == "salary"] == [200]


def test_classic_04_can_pay_twice_in_one_turn(scene_of):
    """A throw past the start and a card back to it pay 200 each."""
    scene = scene_of(community=1)
    scene.lands(0, 2, 1, 3)
    scene.draw(0)
    assert (scene.space(0), scene.balance(0)) == (0, 1900)
