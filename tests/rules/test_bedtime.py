"""An end that is agreed on while playing: rounds are counted from then on, and the richest wins after the last."""

import pytest
from helpers.scene import Scene

from hub.domain.turns import AgreeEnd, AssetsReckoned, CallLastRound, EndAgreed, GameWon, RoundPlayed, Turns
from hub.editions import EDITIONS


def scene(edition: str = "classic") -> Scene:
    """Three seats; seat 0 begins."""
    return Scene(EDITIONS[edition], 3)


def turns(game: Scene) -> Turns:
    return game.game.state.turns


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_turn_of_the_last_round_ends_the_game(edition: str) -> None:
    """In every edition: assets are shown, the richest has won, and nothing is asked any more."""
    last = scene(edition)
    last.do(AgreeEnd(rounds=1))
    last.turn(2)
    last.given(EndAgreed(1, 0))
    last.cash(10**8, 0, 0)
    last.game.tasks, last.game.step, last.game.facts = [], len(last.game.rules.plan) - 1, []
    last.game.rules.plan[-1].enter(last.game)
    assert [type(fact) for fact in last.game.facts] == [AssetsReckoned] * 3 + [GameWon]
    assert last.game.facts[-1] == GameWon(0)


def test_rounds_are_counted_down() -> None:
    """Two rounds left: at the end of the present one it is said that one is left, and the game goes on."""
    before = scene()
    before.do(AgreeEnd(rounds=2))
    before.turn(1)
    assert not [fact for fact in before.throw(1, 1, 3) if isinstance(fact, RoundPlayed)]
    assert RoundPlayed(1) in before.throw(2, 1, 3)
    assert (turns(before).rounds_left, before.on_turn) == (1, 0)


def test_it_can_be_said_amid_a_turn() -> None:
    """Whoever is asked something is still asked the same."""
    open_ = scene()
    task = open_.task
    assert open_.do(AgreeEnd(rounds=3))[0] == EndAgreed(3, 0)
    assert open_.task == task


def test_a_time_ends_nothing_until_the_hub_says_that_it_has_come() -> None:
    """The rules have no clock: however many rounds are over, the game goes on; then the present one is the last."""
    timed = scene()
    timed.do(AgreeEnd(at_ms=1))
    timed.turn(2)
    timed.throw(2, 1, 3)
    assert timed.on_turn == 0
    timed.do(CallLastRound())
    assert (turns(timed).rounds_left, turns(timed).bedtime_ms) == (1, 0)
    assert timed.refused(CallLastRound()) == "not_now"


def test_what_was_agreed_on_is_taken_back() -> None:
    """Then the game ends as usual."""
    free = scene()
    free.do(AgreeEnd(rounds=1))
    free.do(AgreeEnd())
    free.turn(2)
    free.throw(2, 1, 3)
    assert (free.on_turn, turns(free).rounds_left) == (0, 0)


@pytest.mark.parametrize(
    "command",
    [AgreeEnd(), AgreeEnd(rounds=-1), AgreeEnd(rounds=61), AgreeEnd(at_ms=-1), AgreeEnd(2, 1), CallLastRound()],
)
def test_what_says_nothing_is_refused(command: AgreeEnd | CallLastRound) -> None:
    """No end was agreed on, it is no number of rounds, or both at once; sixty rounds are one."""
    assert scene().refused(command) == "not_now"
    scene().do(AgreeEnd(rounds=60))
