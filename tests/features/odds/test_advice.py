"""What advice a seat gets: in figures, from what it may know, and at a real table soon after it asked."""

import sys
from pathlib import Path

import pytest
from helpers.house import until
from helpers.near_workers import NearWorkers
from helpers.seated import Seated

from hub.domain.commands import AcceptTrade, Bundle, Buy, Decline, DeclineTrade, OfferTrade
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
from hub.simulation.workers import Workers, WorkersLost
from hub.table.wire.audience import Audience

CLASSIC, ANNA = EDITIONS["classic"], Audience("seat", 0)
BUDGET = Budget(160)


@pytest.fixture
def workers():
    """They play at once, in this process."""
    return NearWorkers().workers


def buying(state: State) -> State:
    """Seat 0 stands on the deed that completes a group."""
    DeedMoved(1, NOBODY, 0).fold(state)
    AgendaSet((BuyPending(0, 3, 60),), 1).fold(state)
    return state


def told(workers: Workers, edition: str, state: State, seat: int, offer: int = 0, budget: Budget = BUDGET):
    rules = EDITIONS[edition]
    return advice(workers, seen_by(rules, state, seat), seat, offer, "advice", budget)


@pytest.mark.gate
def test_each_answer_comes_with_its_odds(played, workers):
    """The best first; the same question has the same answer."""
    state = buying(played("classic", 3))
    found = told(workers, "classic", state, 0, budget=Budget(1_000))
    assert {answer.command for answer in found} == {Buy(0), Decline(0)}
    assert found[0].verdict == "best"
    assert found[0].odds >= found[1].odds
    assert all(0 <= answer.low <= answer.odds <= answer.high <= 1 for answer in found)
    assert found == told(workers, "classic", state, 0, budget=Budget(1_000))


def test_where_there_is_no_choice_there_is_no_advice(played, workers):
    """One answer is none that could be wise; nor has somebody else any."""
    state = played("classic", 3)
    AgendaSet((ThrowPending(0),), 1).fold(state)
    assert told(workers, "classic", state, 0) == ()
    assert told(workers, "classic", buying(state), 1) == ()


def test_an_offer_shows_what_it_does_for_both(played, workers):
    """The odds of who answers and of who offered, after yes and after no."""
    state = played("classic", 3, seats=2)
    for deed, owner in {1: 0, 3: 1, 6: 0, 8: 0, 9: 1}.items():
        DeedMoved(deed, NOBODY, owner).fold(state)
    AgendaSet((ThrowPending(0),), 1).fold(state)
    Game(CLASSIC, state).decide(OfferTrade(0, 1, Bundle(deeds=(1,)), Bundle(deeds=(9,))))
    found = told(workers, "classic", state, 1, offer=1, budget=Budget(1_000))
    assert [(answer.command, answer.verdict) for answer in found] == [
        (DeclineTrade(1, 1), "best"),
        (AcceptTrade(1, 1), "worse"),
    ]
    for answer in found:
        assert answer.other == 0
        assert answer.odds + answer.odds_other == pytest.approx(1, abs=0.001)


def wins(of_seat_0: str) -> list[tuple[float, float]]:
    """Rollouts of two seats: `w` where seat 0 won."""
    return [(1.0, 0.0) if letter == "w" else (0.0, 1.0) for letter in of_seat_0]


def test_few_answers_are_shown():
    """The best and the next few; those that chance may have put behind are called so."""
    played = [wins("wl" * 500), wins("wl" * 490 + "l" * 20), wins("wll" * 30), wins("l" * 100), *[wins("l" * 50)] * 5]
    found = answers_shown([Compared(Buy(n), won) for n, won in enumerate(played)], 0)
    assert len(found) == SHOWN_MAXIMUM
    assert [answer.verdict for answer in found[:4]] == ["best", "close", "worse", "worse"]
    assert found[0] == AdvisedAnswer(Buy(0), 0.5, 0.469, 0.531, "best")
    unsure = answers_shown([Compared(Buy(0), wins("wl" * 20)), Compared(Decline(0), wins("wlwlwlwlll"))], 0)
    assert [answer.verdict for answer in unsure] == ["best", "likely_worse"]


@pytest.fixture
def seated(seated: Seated) -> Seated:
    """Anna may ask, and stands on a deed."""
    seated.do(SetOutlook(on=True))
    seated.do(SetAdvice(0, on=True))
    seated.begin()
    seated.throw(0, 1, 2)
    return seated


def looking(seated: Seated, budget: Budget = BUDGET) -> OddsThread:
    desk = seated.table.desk(AdviceDesk)
    desk.budget = budget
    return OddsThread(desk)


def ask(seated: Seated) -> None:
    seated.do(AskAdvice(0, seated.view(ANNA).prompt.id), ANNA)


@pytest.mark.gate
@pytest.mark.usefixtures("unyielding")
def test_a_phone_asks_and_is_answered(seated):
    """Soon, by processes that are there only as long as somebody may ask."""
    adviser = looking(seated, Budget(100, seconds=20))
    seated.table.subscribe(adviser.wake)
    adviser.start()
    ask(seated)
    until(lambda: seated.view(ANNA).advice.state == "answered", "the advice")
    told = seated.view(ANNA).advice
    assert {answer.command for answer in told.answers} == {Buy(0), Decline(0)}
    children = [*adviser._workers._pool._processes]
    seated.do(SetOutlook(on=False))
    if sys.platform == "linux":
        until(lambda: not any(Path(f"/proc/{child}").exists() for child in children), "they are gone")
    adviser.stop()


@pytest.mark.parametrize("fault", [WorkersLost("gone"), ValueError("a mistake of ours")])
def test_a_failure_costs_one_answer_only(seated, monkeypatch, fault):
    """The phone may ask again."""
    faults = [fault]

    def failing(*_):
        if faults:
            raise faults.pop()
        return (AdvisedAnswer(Buy(0), 0.5, 0.4, 0.6, "best"),)

    monkeypatch.setattr(advising, "advice", failing)
    ask(seated)
    look_once(seated)
    assert seated.view(ANNA).advice == AdviceView()
    ask(seated)
    look_once(seated)
    assert seated.view(ANNA).advice == AdviceView("answered", 0, failing())


def test_old_news_is_given_up(seated, monkeypatch):
    """Whoever has answered needs no advice any more."""
    wanted = []

    def asking(_workers, position, seat, _offer, _seed, _budget, unwanted):
        assert (position.state.agenda.task, seat) == (BuyPending(0, 3, 60), 0)
        wanted.append(not unwanted())
        seated.play(Buy(0))
        wanted.append(not unwanted())
        return ()

    monkeypatch.setattr(advising, "advice", asking)
    ask(seated)
    look_once(seated)
    assert wanted == [True, False]
    assert seated.view(ANNA).advice == AdviceView()


def test_a_child_does_not_wait_long():
    """A second where rollouts are judged, three at most where they are played to the end."""
    position = beginning(CLASSIC, 3)
    assert usual_budget(position).seconds <= 1
    assert usual_budget(beginning(CLASSIC.with_house_rules(["rounds:20"]), 3)).seconds <= 3


def look_once(seated: Seated) -> None:
    adviser = looking(seated)
    adviser.start()
    until(lambda: seated.table.desk(AdviceDesk).wanted() is None, "it looks")
    adviser.stop()
