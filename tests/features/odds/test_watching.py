"""The outlook at a real table: found soon after a move, by other processes, and from what an onlooker knows."""

import os
import sys

import msgspec
import pytest
from helpers.house import until
from helpers.seated import Seated

from hub.domain.commands import Throw
from hub.domain.tasks import AgendaSet, DeedLot, SealedAuctionRunning
from hub.editions import EDITIONS
from hub.features.odds import watching
from hub.features.odds.contract import OutlookView
from hub.features.odds.outlook import Budget, Outlook
from hub.features.odds.position import EVALUATION, TO_THE_END
from hub.features.odds.requests import SetOutlook
from hub.features.odds.watching import OutlookDesk, OutlookThread, shown
from hub.simulation.pace import USUAL_S
from hub.table.requests import ChooseEdition

BUDGET = Budget(200, seconds=5)


@pytest.fixture
def watcher(seated, unyielding):
    """Looks ahead for them."""
    watcher = OutlookThread(seated.table.desk(OutlookDesk), BUDGET)
    seated.table.subscribe(watcher.wake)
    watcher.start()
    yield watcher
    watcher.stop()


def known(seated: Seated) -> bool:
    """Whether the odds of the present position are shown."""
    return bool(seated.view().outlook.odds)


@pytest.mark.gate
@pytest.mark.usefixtures("watcher")
def test_odds_follow_each_move(seated):
    """Chances that make one, each within its bounds, and a time in minutes; again for the next position."""
    seated.do(SetOutlook(on=True))
    seated.begin()
    until(lambda: known(seated), "the first odds")
    seated.play(Throw(0, (1, 2)))
    assert not known(seated)
    until(lambda: known(seated), "the next odds")
    found = seated.view().outlook
    assert sum(found.odds) == pytest.approx(1, abs=0.01)
    assert all(low <= odds <= high for odds, low, high in zip(found.odds, found.low, found.high, strict=True))
    assert 0 < found.minutes_least <= found.minutes_left <= found.minutes_most


@pytest.mark.gate
@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_processes_play_only_while_people_want_to_know(seated, watcher):
    """None before, one or more in between, none after it was switched off."""
    seated.begin()
    assert watcher._workers._pool is None
    seated.do(SetOutlook(on=True))
    until(lambda: watcher._workers._pool is not None and watcher._workers._pool._processes, "they begin")
    children = [*watcher._workers._pool._processes]
    assert os.getpid() not in children
    seated.do(SetOutlook(on=False))
    until(lambda: not any(os.path.exists(f"/proc/{child}") for child in children), "they are gone")  # noqa: PTH110
    assert watcher._workers._pool is None


@pytest.mark.usefixtures("playing_on")
def test_only_what_an_onlooker_knows_is_asked(seated, monkeypatch):
    """A bid that lies sealed on the table is not in the position, and whoever made it is asked again."""
    asked = []
    monkeypatch.setattr(watching, "outlook", lambda _workers, position, *_: asked.append(position) or outlook())
    seated.do(ChooseEdition("haustein"))
    seated.do(SetOutlook(on=True))
    seated.begin()
    state = seated.table.state.live.game.state
    deed = next(iter(EDITIONS["haustein"].track.deeds))
    AgendaSet((SealedAuctionRunning(1, DeedLot(deed), -1, "all_pay", (0, 1), (1,), ((0, "x"),)),), 1).fold(state)
    state.bids.hidden = {0: (77, "salt")}
    look_once(seated)
    assert asked[0].state.bids.hidden == {}
    assert asked[0].state.agenda.task.waiting == (0, 1)
    assert state.bids.hidden == {0: (77, "salt")}
    assert seated.view().outlook.odds == (0.5, 0.5)


@pytest.fixture
def playing_on(monkeypatch):
    """Rules without an evaluation, so that there is a single answer."""
    monkeypatch.setattr(watching, "is_fitted", lambda _rules: False)


def test_there_is_an_answer_at_once_and_then_a_better_one(seated, monkeypatch):
    """First what the evaluation says, then what rollouts do; a move in between makes the second one unwanted."""
    shown_before = []

    def refined(*_):
        shown_before.append(seated.view().outlook.odds)
        return outlook()

    at_once = msgspec.structs.replace(outlook(), odds=(0.4, 0.6))
    monkeypatch.setattr(watching, "at_once", lambda *_: at_once)
    monkeypatch.setattr(watching, "outlook", refined)
    seated.do(SetOutlook(on=True))
    seated.begin()
    look_once(seated, lambda: seated.view().outlook.odds == (0.5, 0.5))
    assert shown_before == [(0.4, 0.6)]
    assert not seated.view().outlook.played_on


def test_what_was_estimated_by_playing_on_is_shown_as_such():
    """The view says where no evaluation was fitted to their rules."""
    assert shown(msgspec.structs.replace(outlook(), engine=TO_THE_END), 40).played_on
    assert not shown(msgspec.structs.replace(outlook(), engine=EVALUATION), 40).played_on


@pytest.mark.usefixtures("playing_on")
def test_old_news_is_given_up(seated, monkeypatch):
    """A move, the switch and the end of the hub each make the question unwanted."""
    answers = []

    def asking(_workers, _position, _seed, _budget, unwanted):
        answers.append(unwanted())
        seated.play(Throw(0, (1, 2)))
        answers.append(unwanted())
        return outlook()

    monkeypatch.setattr(watching, "outlook", asking)
    seated.do(SetOutlook(on=True))
    seated.begin()
    look_once(seated, lambda: len(answers) == 2)
    assert answers == [False, True]
    assert not known(seated)


def test_minutes_are_turns_at_the_pace_of_the_table():
    """Figures are rounded as people can use them."""
    found = shown(outlook(), USUAL_S)
    assert found == OutlookView((0.5, 0.5), (0.403, 0.403), (0.597, 0.597), 40, 20, 80)


def outlook() -> Outlook:
    return Outlook((0.5, 0.5), (0.40321, 0.40321), (0.59679, 0.59679), 60, 30, 120, 100, "paper")


def look_once(seated: Seated, done=None) -> None:
    watcher = OutlookThread(seated.table.desk(OutlookDesk), BUDGET)
    watcher.start()
    until(done or (lambda: not watcher._wake.is_set()), "it looks")
    watcher.stop()
