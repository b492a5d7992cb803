"""The master: does what wins most often, departs from a sensible bot only for something better, and comes to an end."""

import time

import pytest
from helpers.near_workers import NearWorkers

from hub.bots import BOTS
from hub.bots.sight import Sight
from hub.commands.simulate import players
from hub.domain.commands import Advance, Bundle, Buy, Decline, DeclineTrade, OfferTrade, Throw
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
from hub.domain.tasks import AdvancePending, AgendaSet, BuyPending, ThrowPending
from hub.editions import EDITIONS
from hub.features.odds import master as module
from hub.features.odds.comparing import Compared
from hub.features.odds.master import IDEAS_PER_TURN, Dilemma, chosen, master
from hub.features.odds.position import seen_by
from hub.rules.game import Game
from hub.simulation.series import Plan, play_one
from hub.simulation.workers import GivenUp

CLASSIC = EDITIONS["classic"]


def asked(played, task, seats: int = 3) -> Game:
    state = played("classic", 3, seats=seats)
    AgendaSet((task,), 1).fold(state)
    return Game(CLASSIC, state)


def test_what_is_about_as_good_stays_as_it_is():
    """It departs from a sensible bot only for what is better by more than a little chance."""
    won, lost = (1.0, 0.0), (0.0, 1.0)
    usual = Compared(Buy(0), [won, lost] * 100)
    better = Compared(Decline(0), [won, lost] * 60 + [won, won] * 40)
    same = Compared(Decline(0), [won, lost] * 97 + [won] * 4 + [lost] * 2)
    assert chosen([better, usual], Buy(0), 0) == Decline(0)
    assert chosen([same, usual], Buy(0), 0) == Buy(0)
    assert chosen([usual, better], Buy(0), 0) == Buy(0)


def test_what_is_plain_is_done_at_once(played):
    """To put the piece down needs no thought; nobody else is asked."""
    game = asked(played, AdvancePending(0, 3, "throw"))
    bot = master(CLASSIC)("x")
    assert bot.consider(Sight(game, 0)) == Advance(0)
    assert bot.consider(Sight(game, 1)) is None


def test_a_purchase_is_a_dilemma(played):
    """The same seed decides the same."""
    game = asked(played, BuyPending(0, 3, 60))
    assert isinstance(master(CLASSIC)("x").consider(Sight(game, 0)), Dilemma)
    assert master(CLASSIC)("x").choose(Sight(game, 0)) in {Buy(0), Decline(0)}
    assert len({master(CLASSIC)("x").choose(Sight(game, 0)) for _ in range(2)}) == 1


@pytest.mark.parametrize("unwanted", [True, False])
def test_processes_that_get_no_time_hold_up_nobody(played, monkeypatch, unwanted):
    """On a computer that is too busy for them it does what a sensible bot would; nothing, if nobody waits any more."""

    class Starved(NearWorkers):
        def call(self, _function, _arguments, unwanted, _deadline_s):
            while not unwanted():
                time.sleep(0.01)
            raise GivenUp

    monkeypatch.setattr(module, "PATIENCE_S", 0.1)
    game = asked(played, BuyPending(0, 3, 60))
    dilemma = master(CLASSIC, Starved().workers)("x").consider(Sight(game, 0))
    usual = BOTS["sensible"](CLASSIC)("x").choose(Sight(game, 0))
    assert dilemma.think(lambda: unwanted) == (None if unwanted else usual)


def test_a_ruinous_offer_is_declined(played):
    """A deed that completes somebody's group for one that completes none."""
    game = asked(played, ThrowPending(0), seats=2)
    for deed, owner in {1: 0, 3: 1, 6: 0, 8: 0, 9: 1}.items():
        DeedMoved(deed, NOBODY, owner).fold(game.state)
    game.decide(OfferTrade(0, 1, Bundle(deeds=(1,)), Bundle(deeds=(9,))))
    assert master(CLASSIC)("x").choose(Sight(game, 1)) == DeclineTrade(1, 1)


def test_after_many_ideas_a_turn_goes_on(played):
    """Then it does as a sensible bot, which comes to its throw."""
    game = asked(played, ThrowPending(0))
    bot = master(CLASSIC)("x")
    found = [bot.consider(Sight(game, 0)) for _ in range(IDEAS_PER_TURN + 1)]
    assert [isinstance(one, Dilemma) for one in found] == [True] * IDEAS_PER_TURN + [False]
    assert found[-1] == BOTS["sensible"](CLASSIC)("x").choose(Sight(game, 0)) == Throw(0)
    game.state.turns.number += 1
    assert isinstance(bot.consider(Sight(game, 0)), Dilemma), "the next turn has ideas of its own"


def test_nobody_is_pestered(played):
    """Who does not take an offer is made none for 24 turns of the table; who takes it may be."""
    game = asked(played, ThrowPending(0), seats=2)
    for deed, owner in {6: 0, 8: 0, 9: 1, 12: 1}.items():
        DeedMoved(deed, NOBODY, owner).fold(game.state)
    bot = master(CLASSIC)("x")
    bot.consider(Sight(game, 0))

    def offered():
        answers = bot.answers(Sight(game, 0).known(seen_by), 0, Throw(0))
        return [one for one in answers if isinstance(one, OfferTrade)]

    (offer,) = [one for one in offered() if one.take.deeds == (9,)]
    bot.note(offer)
    DeedMoved(14, NOBODY, 1).fold(game.state)
    made_in = bot._turn
    for later, offers in ((0, False), (23, False), (24, True)):
        bot._turn = made_in + later
        assert bool(offered()) == offers
    bot._turn = made_in
    DeedMoved(9, 1, 0).fold(game.state)
    assert {one.take.deeds for one in offered()} == {(12,), (14,)}


@pytest.mark.gate
def test_it_plays_whole_games_and_never_peeks():
    """Decks and bids are covered while it thinks, and what is played is checked command by command."""
    plan = Plan(CLASSIC, ("master", "sensible"), "whole", 8, check=True, kinds=players())
    match, violations = play_one(plan, 0)
    assert violations == []
    assert match.turns > 10
