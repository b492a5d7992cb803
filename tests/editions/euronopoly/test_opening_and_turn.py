"""Rows euro-01, -02 and -04: the beginning, doubles, the start space."""

from __future__ import annotations

import pytest

from hub.domain.commands import Draw, StartGame
from hub.domain.ids import NOBODY
from hub.domain.tasks import ThrowPending
from hub.editions.euronopoly import RULES
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected
from hub.table.chance import Dice


def start(seats: int, first: int) -> StartGame:
    """The command that starts a game with this first seat."""
    return StartGame(seats, {"chance": tuple(sorted(RULES.track.decks["chance"]))}, first)


@pytest.mark.rule("euro-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_euro_01_everybody_begins_with_3000_on_the_start_space(seats):
    """Two to four can play; nothing is paid for standing on the start space (E5)."""
    game = Game(RULES)
    assert not isinstance(game.decide(start(seats, seats - 1)), Rejected)
    assert game.state.ledger.balances[:seats] == [3000] * seats
    assert game.state.pieces.spaces == [0] * seats
    assert game.state.agenda.tasks == (ThrowPending(seats - 1),)


@pytest.mark.rule("euro-01")
@pytest.mark.parametrize("seats", [1, 5])
def test_euro_01_not_with_fewer_or_more(seats):
    """One is too few, five are too many."""
    rejected = Game(RULES).decide(start(seats, 0))
    assert isinstance(rejected, Rejected)
    assert rejected.reason == Reason.SEATS_OUT_OF_RANGE


@pytest.mark.rule("euro-01")
def test_euro_01_chance_names_the_first():
    """Each of four seats begins now and then (E2)."""
    firsts = {RULES.opening.set_up(Game(RULES), 4, Dice(seed)).first for seed in range(60)}
    assert firsts == {0, 1, 2, 3}


@pytest.mark.rule("euro-02")
def test_euro_02_two_dice_and_then_the_next(scene):
    """Without a double the turn passes on clockwise."""
    scene.throw(0, 4, 6)
    assert (scene.space(0), scene.on_turn) == (10, 1)


@pytest.mark.rule("euro-02")
def test_euro_02_a_double_throws_again_after_the_move(scene):
    """The piece is moved and its space counts, then the same seat throws again."""
    scene.stands(0, 4)
    scene.throw(0, 3, 3)
    assert (scene.space(0), scene.task) == (10, ThrowPending(0))
    scene.throw(0, 6, 4)
    assert scene.on_turn == 1


@pytest.mark.rule("euro-02")
@pytest.mark.parametrize("space", [0, 20])
def test_euro_02_not_after_landing_on_start_or_risk(scene, space):
    """There the turn ends in spite of the double (E6)."""
    scene.stands(0, (space - 4) % 40)
    scene.throw(0, 2, 2)
    assert (scene.space(0), scene.on_turn) == (space, 1)


@pytest.mark.rule("euro-02")
@pytest.mark.parametrize("space", [5, 15, 25, 35])
def test_euro_02_not_after_landing_on_an_event_space(scene, space):
    """The card is drawn, then the turn ends."""
    scene.stands(0, space - 4)
    scene.throw(0, 2, 2)
    scene.do(Draw(0, 1))
    assert (scene.space(0), scene.on_turn) == (space, 1)


@pytest.mark.rule("euro-04")
@pytest.mark.parametrize(("origin", "faces", "paid"), [(35, (6, 4), 1000), (35, (2, 3), 1200), (30, (4, 5), 0)])
def test_euro_04_the_start_pays_1000_and_200_more_when_landed_on(scene, origin, faces, paid):
    """Passing pays 1,000, landing exactly 1,200 at once (E4), before that nothing."""
    scene.stands(0, origin)
    scene.owns(0, 39)
    scene.throw(0, *faces)
    assert scene.balance(0) == 3000 + paid


@pytest.mark.rule("euro-04")
def test_euro_04_leaving_the_start_space_pays_nothing_more(scene):
    """What was paid on landing was all."""
    scene.stands(0, 36)
    scene.throw(0, 1, 3)
    scene.turn(0)
    scene.throw(0, 4, 6)
    assert scene.balance(0) == 4200


@pytest.mark.rule("euro-04")
def test_euro_04_the_track_has_one_start_and_two_jails():
    """Forty spaces, the jails opposite each other; everything unsold at the beginning."""
    assert len(RULES.track.spaces) == 40
    assert RULES.track.jails == (10, 30)
    game = Game(RULES)
    game.decide(start(2, 0))
    assert set(game.state.deeds.owner) == {NOBODY}
