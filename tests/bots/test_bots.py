"""Bots: they answer everything, play only by the rules, and see nothing but what lies open."""

import copy
import random
from typing import get_args

import pytest
from helpers.scene import Scene

from hub.bots import BOTS
from hub.bots.sight import Sight
from hub.commands.simulate import players
from hub.domain import tasks
from hub.domain.commands import AskRent, BuyRemote, SealBid, Throw
from hub.domain.facts import Fact
from hub.domain.ids import BANK
from hub.domain.ledger import MoneyMoved, RentAsked, RentRequestable
from hub.domain.tasks import AgendaSet, AnyTask, Task, asked
from hub.editions import EDITIONS
from hub.rules.game import Rejected
from hub.rules.slots import Rules
from hub.simulation.checks import Blindfolded, Peeked
from hub.simulation.match import Player
from hub.table.game.chance import Dice
from hub.table.wire.contract import BotKind

RULES = next(iter(EDITIONS.values()))
MEGA = EDITIONS["mega"]
BROWNS, BLUES = (1, 3), (37, 39)
QUESTIONS: dict[type, Task] = {
    type(task): task
    for task in (
        tasks.OpeningThrowPending((0, 1)),
        tasks.ThrowPending(0),
        tasks.ThrowAgainPending(0),
        tasks.AdvancePending(0, 7, "throw"),
        tasks.DrawPending(0, "chance"),
        tasks.BuyPending(0, 6, 100),
        tasks.AuctionRunning(tasks.DeedLot(6), (0, 1)),
        tasks.RentThrowPending(0, 12, 10),
        tasks.DebtPending(0, MoneyMoved(0, 1, 500, "rent_street", {})),
        tasks.MortgageChoicePending(0, 5, 110, 10),
        tasks.ShortagePending("house", 1, (0, 1)),
        tasks.PlacingPending(0, "house", 1),
        tasks.BusPending(0),
        tasks.GiftPending(0, 10_000),
        tasks.TicketPending(0, tuple(range(14, 27))),
        tasks.SpacePending(0, (1, 20, 51), "triple"),
        tasks.CatchUpPending(0, 12, 5_000),
        tasks.SealedAuctionRunning(1, tasks.DeedLot(6), BANK, "all_pay", (0, 1), (0, 1)),
        tasks.InterestPending(1, 2, 1, 60, (0,)),
        tasks.BuildPending(0, "orange"),
    )
}
UNASKED = {tasks.ShortageOpen, tasks.SecondMoveOpen}
"""Tasks that nobody answers."""


def made(kind: str, seed: str = "1", rules: Rules = RULES):
    return BOTS[kind](rules)(seed)


def edition_of(task: type) -> Rules:
    thrown_for = {kind for rules in EDITIONS.values() for kind in rules.throwers}
    needed = {tasks.SealedAuctionRunning: SealBid, tasks.InterestPending: SealBid, tasks.BuildPending: BuyRemote}.get(
        task, Throw
    )
    fitting = (rules for rules in EDITIONS.values() if needed in rules.handlers)
    return next(rules for rules in fitting if task not in thrown_for or task in rules.throwers)


def position(rules: Rules = RULES) -> Scene:
    """Seat 0 has two whole groups and a mortgaged station, and little money; the bank is short of houses."""
    scene = Scene(rules)
    scene.owns(0, *BROWNS, *BLUES, 5)
    scene.owns(1, 11, 13, 14, 12)
    scene.mortgaged(5)
    scene.cash(300, 1500, 1500)
    scene.game.state.supply.stock["house"] = 1
    return scene


def position_on_own_plot(rules: Rules) -> Scene:
    """Seat 0 stands on one of two plots, with money for a few buildings."""
    scene = Scene(rules)
    scene.owns(0, 16, 18)
    scene.stands(0, 16)
    return scene


def position_in_mega() -> Scene:
    """Seat 0 has just completed a group that it has built, stands at a corner with a ticket, and has little money."""
    scene = Scene(MEGA)
    scene.owns(0, 7, 8, 11, 12)
    scene.built(7, 1)
    scene.stands(0, 13)
    scene.cash(300, 250_000, 250_000)
    scene.game.state.tickets.held[scene.game.state.tickets.pile.pop()] = 0
    return scene


def position_for(task: type) -> Scene:
    """A position in which the question can be asked, of the first edition that asks it."""
    if task in {tasks.BusPending, tasks.GiftPending, tasks.TicketPending, tasks.SpacePending, tasks.CatchUpPending}:
        return position_in_mega()
    rules = edition_of(task)
    return position_on_own_plot(rules) if task is tasks.BuildPending else position(rules)


def ask(scene: Scene, task: Task) -> None:
    scene.given(AgendaSet((task,), 1))


@pytest.mark.parametrize("kind", list(BOTS))
@pytest.mark.parametrize("task", [task for task in get_args(AnyTask) if task not in UNASKED])
@pytest.mark.parametrize("seed", range(5))
def test_every_question_gets_an_answer_that_the_rules_accept(kind, task, seed):
    """There is no task to which a bot knows no legal answer."""
    scene = position_for(task)
    rules = scene.game.rules
    ask(scene, QUESTIONS[task])
    seat = asked(QUESTIONS[task])[0]
    command = made(kind, str(seed), rules).choose(Sight(scene.game, seat))
    assert command is not None
    assert not isinstance(scene.game.refuse(command), Rejected)


@pytest.mark.parametrize("kind", list(BOTS))
def test_every_question_is_among_those_asked_above(kind):
    """The only tasks without a question in this file are those that go on by themselves when they come up."""
    assert set(get_args(AnyTask)) - set(QUESTIONS) == UNASKED == set(MEGA.resumers)


@pytest.mark.feature("odds")
def test_every_kind_can_take_a_seat_at_a_table():
    """The kinds of bots are those that a table's lobby knows."""
    assert get_args(BotKind) == tuple(players())


@pytest.mark.parametrize("kind", list(BOTS))
@pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))
def test_whole_games_are_played_without_looking_at_what_is_hidden(kind, rules):
    """With decks and sealed bids taken away while it chooses, a bot plays on as before."""
    dealt = Player(rules, [made(kind, str(seat), rules) for seat in range(3)], Dice("decks"))
    open_decks = dealt.play(30)
    sealed = Player(rules, [made(kind, str(seat), rules) for seat in range(3)], Dice("decks"))
    sealed.wrap(lambda bot: Blindfolded(bot, sealed.game.state))
    assert sealed.play(30) == open_decks
    assert sealed.game.state == dealt.game.state


@pytest.mark.parametrize("peek", [lambda state: state.decks.piles["chance"][0], lambda state: state.bids.hidden.get(1)])
def test_who_looks_at_what_is_hidden_is_caught(peek):
    """The blindfold is not a formality: a bot that peeks at the top card or at a bid is found out."""

    class Peeking:
        """Looks before it throws."""

        def choose(self, sight):
            return Throw(sight.seat) if peek(sight._game.state) else None

    scene = position()
    with pytest.raises(Peeked):
        Blindfolded(Peeking(), scene.game.state).choose(Sight(scene.game, 0))


@pytest.mark.parametrize("kind", list(BOTS))
def test_what_nobody_may_know_changes_no_choice(kind):
    """In two positions that differ only in what nobody may know, the same is chosen; choosing changes neither."""
    for kind_of_task, task in QUESTIONS.items():
        scene = position_for(kind_of_task)
        rules = scene.game.rules
        ask(scene, task)
        other = copy.deepcopy(scene.game)
        for pile in (*other.state.decks.piles.values(), other.state.tickets.pile):
            random.Random(3).shuffle(pile)
        other.state.bids.hidden[1] = (999, "0a")
        games = (scene.game, other)
        before = [copy.deepcopy(game.state) for game in games]
        one, another = (made(kind, rules=rules).choose(Sight(game, asked(task)[0])) for game in games)
        assert one == another
        assert [game.state for game in games] == before


def test_who_is_not_asked_keeps_silent():
    """A seat that is not asked and has no offer to answer wants nothing."""
    scene = position()
    scene.cash(300, 1500, 1500)
    for kind in BOTS:
        assert made(kind).choose(Sight(scene.game, 2)) is None
    assert scene.balance(BANK) == -3300


def visited(mine: int) -> Scene:
    """Seat 0 came to a deed of seat 1, in a game in which rents have to be asked for; seat `mine` is asked to throw."""
    scene = Scene(MEGA.with_house_rules(("rent_on_request",)))
    scene.owns(1, 7)
    scene.throw(0, 3, 1, 3)
    ask(scene, tasks.ThrowPending(mine))
    return scene


@pytest.mark.parametrize("mine", [0, 1])
def test_a_sensible_player_asks_for_its_rent_in_time(mine):
    """Whoever's turn it is, before anything else."""
    scene = visited(mine)
    bot = made("sensible", rules=scene.game.rules)
    assert bot.choose(Sight(scene.game, 1)) == AskRent(1, 7)
    scene.do(AskRent(1, 7))
    assert bot.choose(Sight(scene.game, 1)) != AskRent(1, 7)


def test_a_random_player_forgets_to_ask_now_and_then():
    """Some seeds ask, some do not; nobody asks for what is not theirs."""
    scene = visited(0)
    wanted = [made("random", str(seed), scene.game.rules).choose(Sight(scene.game, 1)) for seed in range(40)]
    assert {AskRent(1, 7), None} == set(wanted)
    assert made("random", "1", scene.game.rules).choose(Sight(scene.game, 2)) is None


def test_rents_on_request_are_collected_in_whole_games():
    """Bots play on with rents open, and most rents are asked for."""
    rules = MEGA.with_house_rules(("rent_on_request",))
    facts: list[Fact] = []
    player = Player(
        rules,
        [made("sensible", str(seat), rules) for seat in range(3)],
        Dice("asking"),
        noted=lambda *shown: facts.extend(shown[2]),
    )
    player.play(60)
    due, asked_for = (sum(isinstance(fact, kind) for fact in facts) for kind in (RentRequestable, RentAsked))
    assert asked_for > due / 2 > 0
