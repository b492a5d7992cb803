"""Advice at a table: the banker allows it seat by seat, a phone asks, and nobody else is shown anything."""

import copy

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import BANKER, Seated

from hub.domain.commands import Bundle, OfferTrade, Throw
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
from hub.features.odds.advising import AdviceDesk
from hub.features.odds.contract import AdviceView, AdvisedAnswer
from hub.features.odds.requests import AskAdvice, SetAdvice, SetOutlook
from hub.table.requests import Freeze, GoOn, NewGame
from hub.table.wire.audience import Audience

ANNA, BEN, VIEWER = Audience("seat", 0), Audience("seat", 1), Audience("viewer")
OTHERS = (BANKER, BEN, VIEWER)
ANSWERED = AdviceView("answered", 0, (AdvisedAnswer(Throw(0), 0.5, 0.4, 0.6, "best"),))


@pytest.fixture
def seated(seated):
    """Anna and Ben play with outlook, and Anna may ask."""
    seated.do(SetOutlook(on=True))
    seated.do(SetAdvice(0, on=True))
    seated.begin()
    return seated


def ask(seated: Seated, offer: int = 0, audience: Audience = ANNA):
    return seated.ask(AskAdvice(audience.seat, seated.view(audience).prompt.id, offer), audience)


def test_the_banker_allows_it_where_there_is_an_outlook(seated):
    """It stays with the seat, also at the next start, and means nothing while the outlook is off."""
    assert seated.view(VIEWER).advised == (0,)
    assert [seated.view(one).advice for one in (ANNA, *OTHERS)] == [AdviceView(), None, None, None]
    again = Seated(seated.store, FakeBoard("side", 4))
    assert again.view(ANNA).advice == AdviceView()
    seated.do(SetOutlook(on=False))
    assert seated.view(ANNA).advice is None
    assert ask(seated).reason == "advice_off"
    assert seated.ask(SetAdvice(1, on=True)).reason == "outlook_off"
    assert seated.ask(SetAdvice(2, on=False)).reason == "no_such_seat"
    seated.do(SetAdvice(0, on=False))
    assert seated.view().advised == ()


def test_the_answer_is_shown_to_who_asked_alone(seated):
    """Others are neither shown it nor sent anything: for them nothing has happened."""
    sent = {one: seated.view(one) for one in OTHERS}
    assert ask(seated).ok
    assert seated.view(ANNA).advice == AdviceView("thinking")
    wanted = seated.table.desk(AdviceDesk).wanted()
    seated.table.desk(AdviceDesk).answer(wanted, ANSWERED)
    assert seated.view(ANNA).advice == ANSWERED
    assert {one: seated.view(one) for one in OTHERS} == sent
    assert seated.table.desk(AdviceDesk).wanted() is None
    assert ask(seated).ok
    assert seated.view(ANNA).advice == ANSWERED


def test_nothing_of_it_is_stored(seated):
    """Neither in the log nor in any document."""
    store = seated.store
    before = copy.deepcopy([store.documents, store.logs, store.requests])
    ask(seated)
    wanted = seated.table.desk(AdviceDesk).wanted()
    seated.table.desk(AdviceDesk).answer(wanted, ANSWERED)
    assert seated.view(ANNA).advice == ANSWERED
    assert [store.documents, store.logs, store.requests] == before


def test_an_answer_is_shown_for_its_own_position_only(seated):
    """A move later it is gone, one that comes too late is thrown away, and one that failed can be asked for again."""
    ask(seated)
    wanted = seated.table.desk(AdviceDesk).wanted()
    seated.table.desk(AdviceDesk).answer(wanted, None)
    assert seated.view(ANNA).advice == AdviceView()
    ask(seated)
    wanted = seated.table.desk(AdviceDesk).wanted()
    assert seated.table.desk(AdviceDesk).is_wanted(wanted)
    seated.play(Throw(0, (1, 2)))
    assert not seated.table.desk(AdviceDesk).is_wanted(wanted)
    seated.table.desk(AdviceDesk).answer(wanted, ANSWERED)
    assert seated.view(ANNA).advice == AdviceView()
    assert seated.table.desk(AdviceDesk).wanted() is None


def test_one_asks_at_ones_own_open_question_only(seated):
    """Not at another's, not at a closed one, and not while the evening rests."""
    seated.do(SetAdvice(1, on=True))
    assert ask(seated, audience=BEN).reason == "stale"
    assert seated.ask(AskAdvice(0, "0"), ANNA).reason == "stale"
    assert ask(seated, offer=1).reason == "stale"
    seated.do(Freeze())
    assert ask(seated).reason == "frozen"
    assert seated.view(ANNA).advice is None
    assert seated.table.desk(AdviceDesk).wanted() is None
    seated.do(GoOn(anyway=True))
    seated.do(NewGame())
    assert seated.ask(AskAdvice(0, "3"), ANNA).reason == "no_game"
    assert not seated.table.desk(AdviceDesk).is_open()


def test_an_offer_is_asked_about_by_whom_it_was_made_to(seated):
    """At any time while it is open, also in another's turn; whoever made it does not ask."""
    seated.do(SetAdvice(1, on=True))
    DeedMoved(1, NOBODY, 0).fold(seated.table.state.live.game.state)
    seated.play(OfferTrade(0, 1, Bundle(deeds=(1,)), Bundle(money=70)))
    assert ask(seated, offer=1, audience=ANNA).reason == "stale"
    assert ask(seated, offer=1, audience=BEN).ok
    assert seated.view(BEN).advice == AdviceView("thinking", 1)
    wanted = seated.table.desk(AdviceDesk).wanted()
    assert (wanted.seat, wanted.offer) == (1, 1)


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
    assert not seated.table.desk(AdviceDesk).is_open()
