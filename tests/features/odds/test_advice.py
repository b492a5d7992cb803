"""Advice: figures from what a seat may know, for a seat that the banker allows it, shown to nobody but who asked."""

import copy

import pytest
from features.odds.test_comparing import wins
from helpers.fake_board import FakeBoard
from helpers.house import until
from helpers.near_workers import NearWorkers
from helpers.seated import BANKER, Seated
from msgspec.structs import replace

from hub.domain.commands import AcceptTrade, Bundle, Buy, Decline, DeclineTrade, OfferTrade, Throw
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
from hub.domain.state import State
from hub.domain.tasks import AgendaSet, BuyPending, ThrowPending
from hub.editions import EDITIONS
from hub.features.odds import advising
from hub.features.odds.advising import SHOWN_MAXIMUM, AdviceDesk, advice, answers_shown, usual_budget
from hub.features.odds.comparing import Compared
from hub.features.odds.contract import AdviceView, AdvisedAnswer
from hub.features.odds.outlook import Budget
from hub.features.odds.position import beginning, seen_by
from hub.features.odds.requests import AskAdvice, SetAdvice, SetOutlook
from hub.features.odds.threads import OddsThread
from hub.rules.game import Game
from hub.simulation.workers import WorkersLost
from hub.table.requests import Freeze, GoOn, MoveSeat, NewGame
from hub.table.wire.audience import Audience

CLASSIC = EDITIONS["classic"]
ANNA, BEN, VIEWER = Audience("seat", 0), Audience("seat", 1), Audience("viewer")
OTHERS = (BANKER, BEN, VIEWER)
BUDGET = Budget(160)
ANSWERED = AdviceView("answered", 0, (AdvisedAnswer(Throw(0), 0.5, 0.4, 0.6, "best"),))


def buying(state: State) -> State:
    """Seat 0 stands on the deed that completes a group."""
    DeedMoved(1, NOBODY, 0).fold(state)
    AgendaSet((BuyPending(0, 3, 60),), 1).fold(state)
    return state


def told(state: State, seat: int, offer: int = 0, budget: Budget = BUDGET):
    """What a seat is advised by workers that play at once, in this process."""
    return advice(NearWorkers().workers, seen_by(CLASSIC, state, seat), seat, offer, "advice", budget)


@pytest.mark.gate
def test_each_answer_comes_with_its_odds(played):
    """The best first; the same question has the same answer."""
    state = buying(played("classic", 3))
    found = told(state, 0, budget=Budget(1_000))
    assert {answer.command for answer in found} == {Buy(0), Decline(0)}
    assert found[0].verdict == "best"
    assert found[0].odds >= found[1].odds
    assert all(0 <= answer.low <= answer.odds <= answer.high <= 1 for answer in found)
    assert found == told(state, 0, budget=Budget(1_000))


def test_where_there_is_no_choice_there_is_no_advice(played):
    """One answer is none that could be wise; nor has somebody else any."""
    state = played("classic", 3)
    AgendaSet((ThrowPending(0),), 1).fold(state)
    assert told(state, 0) == ()
    assert told(buying(state), 1) == ()


def test_an_offer_shows_what_it_does_for_both(played):
    """The odds of who answers and of who offered, after yes and after no."""
    state = played("classic", 3, seats=2)
    for deed, owner in {1: 0, 3: 1, 6: 0, 8: 0, 9: 1}.items():
        DeedMoved(deed, NOBODY, owner).fold(state)
    AgendaSet((ThrowPending(0),), 1).fold(state)
    Game(CLASSIC, state).decide(OfferTrade(0, 1, Bundle(deeds=(1,)), Bundle(deeds=(9,))))
    no, yes = told(state, 1, offer=1, budget=Budget(1_000))
    assert (no.command, no.verdict) == (DeclineTrade(1, 1), "best")
    assert (yes.command, yes.verdict) == (AcceptTrade(1, 1), "worse")
    for answer in (no, yes):
        assert answer.other == 0
        assert answer.odds + answer.odds_other == pytest.approx(1, abs=0.001)


def test_few_answers_are_shown():
    """The best and the next few; those that chance may have put behind are called so."""
    played = [wins("wl" * 500), wins("wl" * 490 + "l" * 20), wins("wll" * 30), wins("l" * 100), *[wins("l" * 50)] * 5]
    found = answers_shown([Compared(Buy(n), won) for n, won in enumerate(played)], 0)
    assert len(found) == SHOWN_MAXIMUM
    assert [answer.verdict for answer in found[:4]] == ["best", "close", "worse", "worse"]
    assert found[0] == AdvisedAnswer(Buy(0), 0.5, 0.469, 0.531, "best")
    unsure = answers_shown([Compared(Buy(0), wins("wl" * 20)), Compared(Decline(0), wins("wlwlwlwlll"))], 0)
    assert [answer.verdict for answer in unsure] == ["best", "likely_worse"]


def test_a_child_does_not_wait_long():
    """A second where rollouts are judged, three at most where they are played to the end."""
    assert usual_budget(beginning(CLASSIC, 3)).seconds <= 1
    assert usual_budget(beginning(CLASSIC.with_house_rules(["rounds:20"]), 3)).seconds <= 3


@pytest.fixture
def seated(seated):
    """Anna and Ben play with outlook, and Anna may ask."""
    seated.do(SetOutlook(on=True))
    seated.do(SetAdvice(0, on=True))
    seated.begin()
    return seated


@pytest.fixture
def landed(seated):
    """Anna stands on a deed."""
    seated.throw(0, 1, 2)
    return seated


def desk(seated: Seated) -> AdviceDesk:
    return seated.table.desk(AdviceDesk)


def ask(seated: Seated, offer: int = 0, audience: Audience = ANNA):
    return seated.ask(AskAdvice(audience.seat, seated.view(audience).prompt.id, offer), audience)


def looking(seated: Seated, budget: Budget = BUDGET) -> OddsThread:
    desk(seated).budget = budget
    adviser = OddsThread(desk(seated))
    adviser.start()
    return adviser


def ask_and_look(seated: Seated) -> None:
    assert ask(seated).ok
    adviser = looking(seated)
    until(lambda: desk(seated).wanted() is None, "it looks")
    adviser.stop()


@pytest.mark.gate
@pytest.mark.usefixtures("unyielding")
def test_a_phone_asks_and_is_answered(landed):
    """Soon, by processes that are there only as long as somebody may ask."""
    adviser = looking(landed, Budget(100, seconds=20))
    landed.table.subscribe(adviser.wake)
    ask(landed)
    until(lambda: landed.view(ANNA).advice.state == "answered", "the advice")
    assert {answer.command for answer in landed.view(ANNA).advice.answers} == {Buy(0), Decline(0)}
    assert adviser._workers._pool
    landed.do(SetOutlook(on=False))
    until(lambda: adviser._workers._pool is None, "they are gone")
    adviser.stop()


@pytest.mark.parametrize("fault", [WorkersLost("gone"), ValueError("a mistake of ours")])
def test_a_failure_costs_one_answer_only(landed, monkeypatch, fault):
    """The phone may ask again."""
    faults = [fault]

    def failing(*_):
        if faults:
            raise faults.pop()
        return ANSWERED.answers

    monkeypatch.setattr(advising, "advice", failing)
    ask_and_look(landed)
    assert landed.view(ANNA).advice == AdviceView()
    ask_and_look(landed)
    assert landed.view(ANNA).advice == ANSWERED


def test_old_news_is_given_up(landed, monkeypatch):
    """Whoever has answered needs no advice any more."""
    wanted = []

    def asking(_workers, position, seat, _offer, _seed, _budget, unwanted):
        assert (position.state.agenda.task, seat) == (BuyPending(0, 3, 60), 0)
        wanted.append(not unwanted())
        landed.play(Buy(0))
        wanted.append(not unwanted())
        return ()

    monkeypatch.setattr(advising, "advice", asking)
    ask_and_look(landed)
    assert wanted == [True, False]
    assert landed.view(ANNA).advice == AdviceView()


def test_the_banker_allows_it_where_there_is_an_outlook(seated):
    """It stays with the person, also at the next start, and means nothing while the outlook is off."""
    assert seated.view(VIEWER).advised == (0,)
    assert [seated.view(one).advice for one in (ANNA, *OTHERS)] == [AdviceView(), None, None, None]
    again = Seated(seated.store, FakeBoard("side", 4))
    assert again.view(ANNA).advice == AdviceView()
    seated.do(SetOutlook(on=False))
    assert seated.view(ANNA).advice is None
    assert ask(seated).reason == "advice_off"
    assert seated.ask(SetAdvice(1, on=True)).reason == "outlook_off"
    assert seated.ask(SetAdvice(2, on=False)).reason == "no_such_seat"
    seated.do(NewGame())
    seated.do(MoveSeat(0, 1))
    assert seated.view().advised == (1,), "Anna sits there now"
    seated.do(SetAdvice(1, on=False))
    assert seated.view().advised == ()


def test_the_answer_is_shown_to_who_asked_alone(seated):
    """Others are neither shown it nor sent anything, and nothing of it is stored: for them nothing has happened."""
    sent, store = {one: seated.view(one) for one in OTHERS}, seated.store
    stored = copy.deepcopy([store.documents, store.logs, store.requests])
    assert ask(seated).ok
    assert seated.view(ANNA).advice == AdviceView("thinking")
    desk(seated).answer(desk(seated).wanted(), ANSWERED)
    assert seated.view(ANNA).advice == ANSWERED
    assert {one: seated.view(one) for one in OTHERS} == sent
    assert [store.documents, store.logs, store.requests] == stored
    assert desk(seated).wanted() is None
    assert ask(seated).ok
    assert seated.view(ANNA).advice == ANSWERED


def test_an_answer_is_shown_for_its_own_position_only(seated):
    """A move later it is gone, one that comes too late is thrown away, and one that failed can be asked for again."""
    ask(seated)
    desk(seated).answer(desk(seated).wanted(), None)
    assert seated.view(ANNA).advice == AdviceView()
    ask(seated)
    wanted = desk(seated).wanted()
    assert desk(seated).is_wanted(wanted)
    seated.play(Throw(0, (1, 2)))
    assert not desk(seated).is_wanted(wanted)
    desk(seated).answer(wanted, ANSWERED)
    assert seated.view(ANNA).advice == AdviceView()
    assert desk(seated).wanted() is None


def test_one_asks_at_ones_own_open_question_only(seated):
    """Not at another's, not at a closed one, and not while the evening rests."""
    seated.do(SetAdvice(1, on=True))
    assert ask(seated, audience=BEN).reason == "stale"
    assert seated.ask(AskAdvice(0, "0"), ANNA).reason == "stale"
    assert ask(seated, offer=1).reason == "stale"
    seated.do(Freeze())
    assert ask(seated).reason == "frozen"
    assert seated.view(ANNA).advice is None
    assert desk(seated).wanted() is None
    seated.do(GoOn(anyway=True))
    seated.do(NewGame())
    assert seated.ask(AskAdvice(0, "3"), ANNA).reason == "no_game"
    assert not desk(seated).is_open()


def test_an_offer_is_asked_about_by_whom_it_was_made_to(seated, monkeypatch):
    """At any time while it is open, also in another's turn and beside another; whoever made it does not ask."""
    seated.do(SetAdvice(1, on=True))
    DeedMoved(1, NOBODY, 0).fold(seated.table.state.live.game.state)
    seated.play(OfferTrade(0, 1, Bundle(deeds=(1,)), Bundle(money=70)))
    assert ask(seated, offer=1, audience=ANNA).reason == "stale"
    assert ask(seated, offer=1, audience=BEN).ok
    assert seated.view(BEN).advice == AdviceView("thinking", 1)
    wanted = desk(seated).wanted()
    assert (wanted.seat, wanted.offer) == (1, 1)
    assert ask(seated).ok, "about her own question"
    monkeypatch.setattr(advising, "advice", lambda *_: ANSWERED.answers)
    for _ in range(2):
        OddsThread(desk(seated))._look()
    assert [seated.view(one).advice for one in (ANNA, BEN)] == [ANSWERED, replace(ANSWERED, offer=1)]


def test_players_who_said_no_are_not_asked_again(seated):
    """Who switches the outlook on after a game that ended without has no advice in it, even if the end is undone."""
    seated.do(SetOutlook(on=False))
    turns = seated.table.state.live.game.state.turns
    turns.winner = 1
    seated.do(SetOutlook(on=True))
    turns.winner = NOBODY
    assert seated.view(ANNA).advice is None
    assert ask(seated).reason == "advice_off"
    assert seated.ask(SetAdvice(1, on=True)).reason == "outlook_declined"
    assert not desk(seated).is_open()
