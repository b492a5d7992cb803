"""The outlook: what rollouts are counted into, found by other processes from what all know, and shown if wanted."""

import os
import sys
from types import SimpleNamespace

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.house import until
from helpers.seated import BANKER, Seated

from hub.domain.commands import Throw
from hub.domain.tasks import AgendaSet, DeedLot, SealedAuctionRunning
from hub.editions import EDITIONS
from hub.features.odds import outlook as module
from hub.features.odds import watching
from hub.features.odds.at_table import at_table
from hub.features.odds.contract import OutlookView
from hub.features.odds.outlook import Budget, Outlook, bounds, counted, outlook, portion_of, usual_budget, usual_jobs
from hub.features.odds.position import EVALUATION, TO_THE_END, Prospects, seen_by
from hub.features.odds.requests import SetOutlook
from hub.features.odds.threads import OddsThread
from hub.features.odds.watching import OutlookDesk, shown
from hub.server.limits import Limits
from hub.simulation.pace import PAUSE_S, USUAL_S, PaceHere, minutes, played_s, seconds_per_turn
from hub.simulation.statistics import interval
from hub.simulation.workers import GivenUp
from hub.table.requests import ChooseEdition, Freeze, GoOn, NewGame
from hub.table.wire.audience import Audience

ANNA, VIEWER = Audience("seat", 0), Audience("viewer")
FOUND = OutlookView((0.6, 0.4), (0.5, 0.3), (0.7, 0.5), 40, 30, 60)


@pytest.fixture
def watcher(seated, unyielding):
    """Looks ahead for them."""
    watcher = looking(seated)
    seated.table.subscribe(watcher.wake)
    watcher.start()
    yield watcher
    watcher.stop()


def looking(seated: Seated) -> OddsThread:
    desk = seated.table.desk(OutlookDesk)
    desk.budget = Budget(200, seconds=5)
    return OddsThread(desk)


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
    monkeypatch.setattr(watching, "outlook", lambda _workers, position, *_: asked.append(position) or an_outlook())
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
        return an_outlook()

    at_once = msgspec.structs.replace(an_outlook(), odds=(0.4, 0.6))
    monkeypatch.setattr(watching, "at_once", lambda *_: at_once)
    monkeypatch.setattr(watching, "outlook", refined)
    seated.do(SetOutlook(on=True))
    seated.begin()
    look_once(seated, lambda: seated.view().outlook.odds == (0.5, 0.5))
    assert shown_before == [(0.4, 0.6)]
    assert not seated.view().outlook.played_on
    assert seated.view().outlook.minutes_left == minutes(60, 8 * 40 / 9), (
        "a turn that took no time, and eight usual ones"
    )


def test_each_question_has_a_thread_of_its_own(seated):
    """Who is winning, how long it takes, why it ended so, what to answer; the length at the pace of this table."""
    opened = SimpleNamespace(
        table=seated.table, pace=PaceHere(seated.table.past), setting=SimpleNamespace(limits=Limits())
    )
    workers = {worker.name: worker for worker in at_table(opened).workers}
    assert workers.keys() == {"outlook", "length", "hindsight", "advice"}
    assert workers["length"]._desk.pace is opened.pace


def test_what_was_estimated_by_playing_on_is_shown_as_such():
    """The view says where no evaluation was fitted to their rules."""
    assert shown(msgspec.structs.replace(an_outlook(), engine=TO_THE_END), 40).played_on
    assert not shown(msgspec.structs.replace(an_outlook(), engine=EVALUATION), 40).played_on


@pytest.mark.usefixtures("playing_on")
def test_old_news_is_given_up(seated, monkeypatch):
    """A move, the switch and the end of the hub each make the question unwanted."""
    answers = []

    def asking(_workers, _position, _seed, _budget, unwanted):
        answers.append(unwanted())
        seated.play(Throw(0, (1, 2)))
        answers.append(unwanted())
        return an_outlook()

    monkeypatch.setattr(watching, "outlook", asking)
    seated.do(SetOutlook(on=True))
    seated.begin()
    look_once(seated, lambda: len(answers) == 2)
    assert answers == [False, True]
    assert not known(seated)


def test_minutes_are_turns_at_the_pace_of_the_table():
    """Figures are rounded as people can use them."""
    found = shown(an_outlook(), USUAL_S)
    assert found == OutlookView((0.5, 0.5), (0.403, 0.403), (0.597, 0.597), 40, 20, 80)


def an_outlook() -> Outlook:
    return Outlook((0.5, 0.5), (0.40321, 0.40321), (0.59679, 0.59679), 60, 30, 120, 100, "paper")


def look_once(seated: Seated, done=None) -> None:
    watcher = looking(seated)
    watcher.start()
    until(done or (lambda: not watcher._wake.is_set()), "it looks")
    watcher.stop()


def test_it_is_off_until_the_banker_wants_it(seated):
    """Nothing is asked of anybody and nothing is shown before; the setting outlives the game and the hub."""
    seated.begin()
    assert (seated.view().outlook, seated.table.desk(OutlookDesk).wanted()) == (None, None)
    assert [SetOutlook(on=True).open_to(audience) for audience in (BANKER, ANNA, VIEWER)] == [True, False, False]
    moves = seated.view().undo
    seated.do(SetOutlook(on=True))
    assert seated.view(VIEWER).outlook == OutlookView()
    assert seated.view().undo == moves
    seated.do(NewGame())
    again = Seated(seated.store, FakeBoard("side", 4))
    assert again.view().outlook == OutlookView()
    again.do(SetOutlook(on=False))
    assert again.view().outlook is None


def test_an_answer_is_shown_for_its_own_position_only(seated):
    """A move or an undo later nobody sees it any more, and an answer that comes too late is thrown away."""
    seated.do(SetOutlook(on=True))
    seated.begin()
    asked = seated.table.desk(OutlookDesk).wanted()
    seated.table.desk(OutlookDesk).answer(asked, FOUND)
    assert [seated.view(audience).outlook for audience in (BANKER, VIEWER, ANNA)] == [FOUND, FOUND, None]
    assert seated.table.desk(OutlookDesk).wanted() is None
    seated.play(Throw(0, (1, 2)))
    assert seated.view().outlook == OutlookView()
    assert not seated.table.desk(OutlookDesk).is_wanted(asked)
    seated.table.desk(OutlookDesk).answer(asked, FOUND)
    assert seated.view().outlook == OutlookView()
    seated.undo()
    assert seated.view().outlook == OutlookView()
    assert seated.table.desk(OutlookDesk).is_wanted(seated.table.desk(OutlookDesk).wanted())


def test_nothing_is_foreseen_where_nobody_plays(seated):
    """In the lobby, and when the evening is over; what was asked before it was switched off is not shown."""
    seated.do(SetOutlook(on=True))
    assert seated.table.desk(OutlookDesk).wanted() is None
    seated.begin()
    seated.do(Freeze())
    assert seated.table.desk(OutlookDesk).wanted() is None
    seated.do(GoOn(anyway=True))
    asked = seated.table.desk(OutlookDesk).wanted()
    seated.do(SetOutlook(on=False))
    seated.table.desk(OutlookDesk).answer(asked, FOUND)
    seated.do(SetOutlook(on=True))
    assert seated.view().outlook == OutlookView()


def test_what_is_handed_out_is_a_copy(seated):
    """Whoever looks ahead does not look at a game that others change, nor at another moment than was asked about."""
    seated.do(SetOutlook(on=True))
    seated.begin()
    desk, live = seated.table.desk(OutlookDesk), seated.table.state.live
    asked = desk.wanted()
    position, moments_ms = desk.known_to_all(asked)
    assert position.state.ledger.balances == live.game.state.ledger.balances
    assert position.state.ledger.balances is not live.game.state.ledger.balances
    assert len(moments_ms) == len(live.entries)
    seated.play(Throw(0, (1, 2)))
    with pytest.raises(GivenUp):
        desk.known_to_all(asked)


class Paper:
    """Workers that write down what they are asked for: seat 0 wins three of four."""

    jobs = 1

    def __init__(self) -> None:
        self.asked: list[list[int]] = []

    def call(self, _function, portions, _unwanted, _deadline_s):
        numbers = [number for *_, portion in portions for number in portion]
        self.asked.append(numbers)
        return [[ended(int(number % 4 == 3), 40 + number % 10) for number in numbers]]


def ended(winner: int, turns: int) -> Prospects:
    """A rollout of three seats that was played to its end."""
    return Prospects(tuple(float(seat == winner) for seat in range(3)), (turns,) * 3)


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"),
    [(0, 20, 0.0, 0.1611), (10, 20, 0.2993, 0.7007), (500, 1000, 0.4691, 0.5309), (1000, 1000, 0.9962, 1.0)],
)
def test_the_interval_is_wilsons(wins, count, low, high):
    """As the tables of the textbooks have it."""
    assert interval(wins, count) == pytest.approx((low, high), abs=1e-4)


def test_odds_are_shares_of_all_rollouts():
    """Each lies in its interval; the turns are those in the middle, and of eight of ten evenings those on each side."""
    found = counted([ended(0, 10), ended(0, 20), ended(2, 30), ended(0, 90)], "paper")
    assert (found.odds, found.turns_left) == ((0.75, 0.0, 0.25), 25)
    assert all(low <= odds <= high for odds, low, high in zip(found.odds, found.low, found.high, strict=True))
    found = counted([ended(0, turns) for turns in range(1, 100)], "paper")
    assert (found.turns_least, found.turns_left, found.turns_most) == (10, 50, 90)


def test_odds_are_means_of_what_was_judged():
    """Each rollout says more than who won; what the evaluation may be wrong by is part of the bounds."""
    found = counted([Prospects((0.5, 0.3, 0.2), (10, 20, 40)), Prospects((0.7, 0.1, 0.2), (20, 30, 60))], EVALUATION)
    assert found.odds == pytest.approx((0.6, 0.2, 0.2))
    assert (found.turns_least, found.turns_left, found.turns_most) == (15, 25, 50)
    low, high = bounds([0.6] * 1_000)
    assert (low, high) == pytest.approx((0.6 - 1.96 * 0.04, 0.6 + 1.96 * 0.04))
    assert (found.low[0] + found.high[0]) / 2 == pytest.approx(0.6)
    assert found.high[0] - found.low[0] > high - low


@pytest.fixture
def position(played):
    """A game in the middle."""
    return seen_by(EDITIONS["classic"], played("classic", 50), None)


def test_batches_rise_until_the_budget_is_used_up(position):
    """Every number is asked for once, in order, and no more of them than were granted."""
    paper = Paper()
    found = outlook(paper, position, "s", Budget(2_345))
    assert [number for numbers in paper.asked for number in numbers] == list(range(2_345))
    assert [len(numbers) for numbers in paper.asked[:4]] == [30, 30, 60, 120]
    assert found.rollouts == 2_345
    assert found.odds == pytest.approx((0.75, 0.25, 0.0), abs=0.001)


@pytest.mark.parametrize(
    ("rollouts", "seconds", "jobs", "tenth"), [(100, 1, 1, 10), (600, 2, 3, 10), (12, 4, 4, 1), (10, 0, 1, 20_000)]
)
def test_a_portion_keeps_one_process_busy_for_a_tenth_of_a_second(rollouts, seconds, jobs, tenth):
    """Processes share what was played, so each played that part of it in the same time."""
    assert portion_of(rollouts, seconds, jobs) == tenth


def test_it_ends_as_soon_as_it_is_certain_enough(position):
    """An interval of a fifth takes few rollouts."""
    found = outlook(Paper(), position, "s", Budget(10_000, width=0.2))
    assert found.rollouts == 120
    assert found.high[0] - found.low[0] < 0.2


@pytest.mark.parametrize(("count", "jobs", "most"), [(1, 1, 200), (2, 1, 1_000), (8, 7, 1_000)])
def test_a_weak_machine_is_asked_for_less(monkeypatch, count, jobs, most):
    """Where there is one processor rollouts are fewer and cruder; where there are more one stays free for the hub."""
    monkeypatch.setattr(module, "processors", lambda: count)
    budget = usual_budget(4)
    assert (usual_jobs(), budget.rollouts) == (jobs, most)
    assert (budget.seconds < 4) == (count == 1)
    assert budget.width == (0.12 if count == 1 else 0.06)


def test_time_that_is_up_ends_it(position, monkeypatch):
    """A batch that took too long is the last one."""
    paper, clock = Paper(), iter(range(0, 1_000, 3))
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    assert outlook(paper, position, "s", Budget(10_000, seconds=10)).rollouts == 60
    assert len(paper.asked) == 2


def test_a_game_that_is_over_is_not_played(played):
    """Its winner is certain."""
    paper, state = Paper(), played("classic", 50)
    state.turns.winner = 2
    AgendaSet((), 1).fold(state)
    found = outlook(paper, seen_by(EDITIONS["classic"], state, None), "s", Budget(100))
    assert (found.odds, found.turns_left, found.rollouts) == ((0.0, 0.0, 1.0), 0, 0)
    assert paper.asked == []


def test_the_pace_is_measured_without_pauses():
    """Turns of 20 seconds with supper between come to that in the end; nothing measured is a guess."""
    moments = [turn * 20_000 + (turn > 5) * 3_600_000 for turn in range(401)]
    assert PAUSE_S < 3_600
    assert seconds_per_turn(moments, 400) == pytest.approx(20, abs=0.5)
    assert seconds_per_turn(moments[:11], 10) == pytest.approx((9 * 20 + 8 * 40) / 18)
    assert seconds_per_turn(moments[:1], 0) == USUAL_S
    assert played_s([0, 5_000, 2_000, 7_000]) == 10, "a clock that is set back takes nothing away"
    assert minutes(90, 40) == 60
