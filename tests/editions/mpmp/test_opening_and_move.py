"""Rows mpmp-01 to -03 and -15: beginning, throws that add up, three doubles, the salary."""

import pytest

from hub.domain.commands import (
    AcceptTrade,
    Advance,
    Build,
    Bundle,
    Buy,
    Mortgage,
    OfferTrade,
    Redeem,
    SellBuilding,
    StartGame,
    Throw,
)
from hub.domain.corrections import CorrectPiece
from hub.domain.decks import CardDrawn
from hub.domain.ids import BANK, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import PieceMoved, SeatJailed, in_jail
from hub.domain.tasks import AdvancePending, BuyPending, ThrowAgainPending, ThrowPending
from hub.domain.turns import StopPassed
from hub.editions.mpmp import RULES
from hub.rules.game import Game, Reason, Rejected
from hub.table.game.chance import Dice


def started(seats: int, first: int = 0) -> Game:
    game = Game(RULES)
    assert not isinstance(game.decide(StartGame(seats, {}, first)), Rejected)
    return game


def test_mpmp_01_everybody_has_30000_and_stands_on_the_start():
    """Each player starts with 30,000 from the bank, on the start space."""
    game = started(8)
    assert game.state.ledger.balances[:8] == [30_000] * 8
    assert game.state.ledger.balances[BANK] == -240_000
    assert game.state.pieces.spaces == [0] * 8


def test_mpmp_01_the_first_player_is_picked_by_chance():
    """Nobody throws for it: chance names the first seat, each of them sooner or later (P20)."""
    dice = Dice(3)
    firsts = {RULES.opening.set_up(Game(RULES), 4, dice).first for _ in range(100)}
    assert firsts == {0, 1, 2, 3}
    assert started(4, first=2).state.agenda.tasks == (ThrowPending(2),)


def test_mpmp_01_after_the_first_it_goes_on_clockwise():
    """Only who begins is drawn: the others follow as they sit, not in an order by chance (P20)."""
    game, order = started(4, first=2), []
    for _ in range(4):
        seat = game.state.turns.seat
        order.append(seat)
        # 4 + 6 leads to the jail space, where nothing happens to a visitor
        assert not isinstance(game.decide(Throw(seat, (4, 6))), Rejected)
        assert not isinstance(game.decide(Advance(seat)), Rejected)
    assert order == [2, 3, 0, 1]
    assert game.state.agenda.tasks == (ThrowPending(2),)


@pytest.mark.parametrize(("seats", "first", "reason"), [(2, 2, Reason.NO_SUCH_SEAT), (1, 0, Reason.SEATS_OUT_OF_RANGE)])
def test_mpmp_01_a_start_that_does_not_fit_is_refused(seats, first, reason):
    """The first seat is one at the table, and two to eight play."""
    assert Game(RULES).decide(StartGame(seats, {}, first)).reason == reason


@pytest.mark.parametrize("throws", [[(2, 4)], [(1, 1), (1, 3)]])
def test_mpmp_02_after_the_move_the_turn_is_over(scene, throws):
    """The sum of all its throws is the move, and a double grants no second one: the next seat throws."""
    scene.stands(0, 14)
    for faces in throws:
        scene.throw(0, *faces)
    assert (scene.space(0), scene.on_turn, scene.game.state.turns.passed) == (20, 1, ())


def test_mpmp_02_a_double_adds_to_the_next_throw_in_one_move(scene):
    """3 + 3 and 1 + 4 from space 0 are one move of 11: the piece is put down once, on space 11 (P1)."""
    facts = scene.throw(0, 3, 3)
    assert scene.task == ThrowAgainPending(0)
    assert (scene.space(0), StopPassed(0, 6, 6) in facts) == (0, True)
    facts = scene.throw(0, 1, 4)
    assert [fact for fact in facts if isinstance(fact, PieceMoved)] == [PieceMoved(0, 0, 11, "throw")]
    assert scene.task == BuyPending(0, 11, 2800)


@pytest.mark.parametrize("stop", [4, 6, 7, 20, 30], ids=["tax", "rent", "card", "pot", "policeman"])
def test_mpmp_02_nothing_happens_at_a_stop_in_between(scene, stop):
    """Neither tax nor rent, card, pot or jail: only the space where the move ends counts."""
    scene.owns(1, 6)
    scene.given(MoneyMoved(BANK, POT, 6000, "tax", {}))
    scene.stands(0, stop - 2)
    facts = [*scene.throw(0, 1, 1), *scene.throw(0, 1, 2)]
    assert [fact for fact in facts if isinstance(fact, MoneyMoved | CardDrawn | SeatJailed)] == []
    assert scene.space(0) == stop + 3


def test_mpmp_03_three_doubles_go_to_jail_and_the_whole_move_is_void(scene):
    """From space 35 with 4 + 4, 5 + 5 and 1 + 1: no salary, no space in between, straight to jail (P3)."""
    scene.stands(0, 35)
    for faces in ((4, 4), (5, 5), (1, 1)):
        scene.throw(0, *faces)
    assert (scene.space(0), in_jail(scene.game.state, 0)) == (10, True)
    assert (scene.balance(0), scene.on_turn) == (30_000, 1)


def test_mpmp_03_the_row_of_doubles_ends_with_the_move(scene):
    """Two doubles in one turn and one in the next are not three in a row."""
    scene.stands(0, 13)
    for faces in ((1, 1), (1, 1), (1, 2)):
        scene.throw(0, *faces)
    scene.turn(0)
    scene.throw(0, 2, 2)
    assert scene.task == ThrowAgainPending(0)
    assert not in_jail(scene.game.state, 0)


def test_a_piece_put_right_during_a_move_goes_on_from_there(scene):
    """The throws that already count are kept, and those to come add to them."""
    scene.throw(0, 3, 3)
    scene.do(CorrectPiece(0, 5))
    scene.do(Throw(0, (1, 3)))
    assert scene.task == AdvancePending(0, 15, "throw")


@pytest.mark.parametrize(
    ("origin", "throws", "salary"),
    [
        pytest.param(38, [(1, 2)], 4000, id="going past"),
        pytest.param(37, [(1, 2)], 8000, id="stopping there"),
        pytest.param(30, [(1, 2)], 0, id="not before"),
        pytest.param(36, [(2, 2), (1, 2)], 4000, id="a stop in between is only passed (P2)"),
        pytest.param(31, [(3, 3), (1, 2)], 8000, id="two throws that end there"),
    ],
)
def test_mpmp_15_start_pays_4000_passed_and_8000_landed_on(scene, origin, throws, salary):
    """4,000 for going past, 8,000 in all for a move that stops there, once."""
    scene.stands(0, origin)
    facts = [fact for faces in throws for fact in scene.throw(0, *faces)]
    assert sum(fact.amount for fact in facts if getattr(fact, "purpose", "") == "salary") == salary


def test_mpmp_02_no_business_of_any_kind_between_the_throws_of_one_move(scene):
    """Nobody else throws, buys, mortgages, redeems, sells, builds or trades until the move is at its end (P1)."""
    scene.owns(0, 37, 39, 5)
    scene.owns(1, 6, 15)
    for deed in (37, 39):
        scene.built(deed, 1)
    scene.mortgaged(15)
    scene.do(OfferTrade(1, 0, Bundle(deeds=(6,)), Bundle(money=10)))
    scene.throw(0, 2, 2)
    assert scene.task == ThrowAgainPending(0)
    assert scene.refused(Throw(1, (1, 2))) == Reason.NOT_ASKED
    for business in (
        Buy(0),
        Mortgage(0, 5),
        Mortgage(1, 6),
        Redeem(1, 15),
        SellBuilding(0, 37),
        Build(0, 37),
        OfferTrade(0, 1, Bundle(deeds=(5,)), Bundle(money=10)),
        AcceptTrade(0, 1),
    ):
        assert scene.refused(business) == Reason.NOT_NOW
    scene.throw(0, 1, 2)
    scene.do(SellBuilding(0, 37))
    scene.do(AcceptTrade(0, 1))
    assert (scene.owner(6), scene.balance(0)) == (0, 30_000 + 2_000 - 10)
