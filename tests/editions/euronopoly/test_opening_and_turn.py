"""Rows euro-01, -02 and -04: the beginning, doubles, the start space."""

import pytest

from hub.domain.commands import BuyRemote, Decline, Draw, EndTurn, SellDeed, StartGame, Throw
from hub.domain.ids import NOBODY
from hub.domain.pieces import SeatJailed
from hub.domain.tasks import ThrowPending
from hub.editions.euronopoly import RULES
from hub.rules.game import Game, Reason, Rejected, choices
from hub.table.game.chance import Dice


def start(seats: int, first: int) -> StartGame:
    return StartGame(seats, {"chance": tuple(sorted(RULES.track.decks["chance"]))}, first)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_euro_01_everybody_begins_with_3000_on_the_start_space(seats):
    """Two to four can play; nothing is paid for standing on the start space (E5)."""
    game = Game(RULES)
    assert not isinstance(game.decide(start(seats, seats - 1)), Rejected)
    assert game.state.ledger.balances[:seats] == [3000] * seats
    assert game.state.pieces.spaces == [0] * seats
    assert game.state.agenda.tasks == (ThrowPending(seats - 1),)


@pytest.mark.parametrize("seats", [1, 5])
def test_euro_01_not_with_fewer_or_more(seats):
    """One is too few, five are too many."""
    refused = Game(RULES).decide(start(seats, 0))
    assert refused == Rejected(Reason.SEATS_OUT_OF_RANGE, {"least": 2, "most": 4})


def test_euro_01_chance_names_the_first():
    """Each of four seats begins now and then (E2)."""
    firsts = {RULES.opening.set_up(Game(RULES), 4, Dice(seed)).first for seed in range(60)}
    assert firsts == {0, 1, 2, 3}


def test_euro_02_a_double_throws_again_after_the_move(scene):
    """The piece is moved and its space counts, then the same seat throws again; without a double the next does."""
    scene.lands(0, 10, 3, 3)
    assert (scene.space(0), scene.task) == (10, ThrowPending(0))
    scene.throw(0, 6, 4)
    assert (scene.space(0), scene.on_turn) == (20, 1)


def offered(scene) -> list[type]:
    """What seat 0 is offered and may do as an answer."""
    return [type(choice.command) for choice, rejected in choices(scene.game, 0) if rejected is None]


def test_euro_02_after_a_double_one_may_end_the_turn_instead(scene):
    """Both are offered; who ends the turn hands over to the next, and begins the next turn with no double (E40)."""
    scene.lands(0, 10, 3, 3)
    assert offered(scene) == [Throw, EndTurn]
    scene.do(EndTurn(0))
    assert (scene.space(0), scene.task, scene.on_turn) == (10, ThrowPending(1), 1)
    scene.turn(0)
    scene.lands(0, 10, 3, 3)
    assert (scene.space(0), scene.task) == (10, ThrowPending(0))


def test_euro_02_after_the_second_double_too(scene):
    """Two different doubles are no reason for jail; the third throw is a right as the second was (E40, E33)."""
    scene.lands(0, 10, 3, 3)
    scene.throw(0, 4, 4)
    scene.do(Decline(0))
    scene.do(EndTurn(0))
    assert (scene.space(0), scene.on_turn) == (18, 1)


def test_euro_02_the_first_throw_of_a_turn_must_be_made(scene):
    """A player who has not thrown cannot end the turn; neither can anybody else for them (E40)."""
    assert offered(scene) == [Throw]
    assert scene.refused(EndTurn(0)) == Reason.NOT_NOW
    assert scene.refused(EndTurn(1)) == Reason.NOT_ASKED
    scene.lands(0, 10, 3, 3)
    assert scene.refused(EndTurn(1)) == Reason.NOT_ASKED


@pytest.mark.parametrize("after_a_double", [False, True])
def test_euro_02_not_in_jail(scene, after_a_double):
    """There one pays or stays (E40); an earlier double is no way around the waiting (E37)."""
    if after_a_double:
        scene.lands(0, 10, 3, 3)
    scene.given(SeatJailed(0, 10, "card"))
    assert EndTurn not in offered(scene)
    assert scene.refused(EndTurn(0)) == Reason.NOT_NOW


@pytest.mark.parametrize("faces", [(2, 2), (1, 3)])
def test_euro_02_a_throw_that_a_card_asks_for_must_be_made(scene, faces):
    """It is an instruction, whether a double or another throw led to the card (E19, E40)."""
    scene.stands(0, 1)
    scene.throw(0, *faces)
    scene.do(Draw(0, 19))
    assert (scene.task, offered(scene)) == (ThrowPending(0), [Throw])
    assert scene.refused(EndTurn(0)) == Reason.NOT_NOW


def test_euro_03_sales_and_remote_purchases_before_the_further_throw(scene):
    """Before each throw of the turn (E3), so before one that is then left out too."""
    scene.owns(0, 16, 3)
    scene.stands(1, 18)
    scene.lands(0, 10, 3, 3)
    scene.do(BuyRemote(0, 18))
    scene.do(SellDeed(0, 3))
    scene.do(EndTurn(0))
    assert (scene.owner(18), scene.owner(3), scene.on_turn) == (0, NOBODY, 1)


@pytest.mark.parametrize("space", [0, 20, 5, 15, 25, 35])
def test_euro_02_not_after_landing_on_start_risk_or_an_event_space(scene, space):
    """There the turn ends in spite of the double (E6), on an event space after the card is drawn."""
    scene.lands(0, space, 2, 2)
    if space % 10:
        scene.do(Draw(0, 1))
    assert (scene.space(0), scene.on_turn) == (space, 1)


@pytest.mark.parametrize(("origin", "faces", "paid"), [(35, (6, 4), 1000), (35, (2, 3), 1200), (30, (4, 5), 0)])
def test_euro_04_the_start_pays_1000_and_200_more_when_landed_on(scene, origin, faces, paid):
    """Passing pays 1,000, landing exactly 1,200 at once (E4), before that nothing."""
    scene.stands(0, origin)
    scene.owns(0, 39)
    scene.throw(0, *faces)
    assert scene.balance(0) == 3000 + paid


def test_euro_04_leaving_the_start_space_pays_nothing_more(scene):
    """What was paid on landing was all."""
    scene.lands(0, 0, 1, 3)
    scene.turn(0)
    scene.throw(0, 4, 6)
    assert scene.balance(0) == 4200


def test_euro_04_the_track_has_one_start_and_two_jails():
    """Forty spaces, the jails opposite each other; everything unsold at the beginning."""
    assert (len(RULES.track.spaces), RULES.track.jails) == (40, (10, 30))
    game = Game(RULES)
    game.decide(start(2, 0))
    assert set(game.state.deeds.owner) == {NOBODY}
