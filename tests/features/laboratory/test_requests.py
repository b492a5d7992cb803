"""The laboratory at a table: the banker asks and sees what comes of it, nobody else does."""

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import Seated

from hub.editions import EDITIONS
from hub.features.laboratory.desk import (
    REQUESTS,
    LabDesk,
    LabOrder,
    LabQuestion,
    LabReportView,
    LabView,
    StartLab,
    StopLab,
)
from hub.table.requests import AddSeat, AgreeHouseRules, Begin, ChooseEdition, Freeze, RemoveSeat, request_type
from hub.table.wire.audience import Audience

ANNA, VIEWER = Audience("seat", 0), Audience("viewer")
QUESTION = LabQuestion(edition="classic", own_tables=False, house_rules=(), seats=2, games=100)
REPORT = LabReportView("name", QUESTION)


@pytest.fixture
def seated(seated):
    desk(seated).ready(None)
    return seated


def lab(seated: Seated) -> LabView:
    return seated.view().lab


def desk(seated: Seated) -> LabDesk:
    return seated.table.desk(LabDesk)


def started(seated: Seated) -> LabOrder:
    seated.do(StartLab(100))
    return desk(seated).wanted()


def test_what_it_finds_is_shown_to_the_banker_alone(seated):
    """How far it is and what it found: others neither see nor count it, and are sent nothing."""
    order = started(seated)
    others = {audience: seated.view(audience) for audience in (ANNA, Audience("seat", 1), VIEWER)}
    before = seated.view().version
    desk(seated).played(order, 30, 200, 90)
    assert lab(seated) == LabView(running=True, question=QUESTION, played=30, whole=200, left_s=90)
    desk(seated).found(order, REPORT)
    assert lab(seated) == LabView(running=False, question=QUESTION, played=30, whole=200, report=REPORT)
    assert seated.view().version == before + 2
    assert {audience: seated.view(audience) for audience in others} == others
    assert all(view.lab is None for view in others.values())


@pytest.mark.parametrize("games", [0, -100, 401, 10**9, "400", None])
def test_nobody_asks_for_more_games_than_are_offered(games):
    """A run has one of three lengths; another number is no request at all."""

    def wish(games):
        return msgspec.convert({"id": "it", "action": {"do": "start_lab", "games": games}}, request_type(REQUESTS))

    assert wish(2000).action == StartLab(2000)
    with pytest.raises(msgspec.ValidationError):
        wish(games)


def test_rules_are_tried_without_being_agreed_on(seated):
    """Each by itself, if one likes; what the edition does not have is refused."""
    assert seated.ask(StartLab(100, ("moon",))).reason == "no_such_house_rule"
    seated.do(StartLab(100, ("double_salary",)))
    assert lab(seated).question.house_rules == ("double_salary",)
    assert seated.table.state.lobby.house_rules == ()


def test_one_question_at_a_time(seated):
    """The second one is refused until the first is stopped or answered."""
    order = started(seated)
    assert seated.ask(StartLab(400)).reason == "lab_running"
    assert desk(seated).wanted() is order
    seated.do(StopLab())
    assert desk(seated).wanted() is None
    again = started(seated)
    assert again is not order
    desk(seated).found(again, REPORT)
    assert desk(seated).wanted() is None
    seated.do(StartLab(400))
    assert lab(seated).report == REPORT


def test_what_comes_too_late_is_not_shown(seated):
    """A run that was stopped tells nothing of the next one; but a report that was finished in that moment counts."""
    order = started(seated)
    desk(seated).played(order, 30, 200, 90)
    seated.do(StopLab())
    stopped = lab(seated)
    assert (stopped.running, stopped.played, stopped.whole, stopped.left_s) == (False, 30, 200, -1)
    started(seated)
    desk(seated).played(order, 40, 200, 80)
    desk(seated).failed(order, "lost")
    assert (lab(seated).running, lab(seated).played, lab(seated).trouble) == (True, 0, "")
    desk(seated).found(order, REPORT)
    assert (lab(seated).running, lab(seated).report) == (True, REPORT)


def test_a_failure_is_shown_until_the_next_start(seated):
    """It runs no more, and the banker knows why."""
    order = started(seated)
    desk(seated).failed(order, "unstored")
    assert (lab(seated).running, lab(seated).trouble) == (False, "unstored")
    started(seated)
    assert lab(seated).trouble == ""


def test_it_asks_about_the_rules_of_this_table(seated):
    """Edition, players and house rules as agreed on; in a game, those it is played by, whatever comes after."""
    seated.do(ChooseEdition("mpmp"))
    seated.do(AddSeat("Carla"))
    rule = EDITIONS["mpmp"].house_rules[0].agreed()[0]
    seated.do(AgreeHouseRules((rule,)))
    order = started(seated)
    assert order.question == LabQuestion(edition="mpmp", own_tables=False, house_rules=(rule,), seats=3, games=100)
    assert order.edition is EDITIONS["mpmp"]
    seated.do(StopLab())
    seated.do(Begin())
    seated.do(Freeze())
    playing = started(seated)
    assert (playing.question, playing.edition.agreed) == (order.question, ())
    assert playing.edition.track.printing == EDITIONS["mpmp"].track.printing


def test_a_table_without_players_asks_for_the_usual_number():
    """Four, as on the command line, or as many as the edition takes."""
    empty = Seated(MemoryStore(), FakeBoard("side", 4))
    empty.table.desk(LabDesk).ready(None)
    empty.do(RemoveSeat(0))
    empty.do(StartLab(100))
    assert lab(empty).question.seats == 4


def test_a_hub_without_a_laboratory_says_so():
    """The menu does not offer it, and whoever asks all the same is refused."""
    plain = Seated(MemoryStore(), FakeBoard("side", 4))
    assert plain.view().lab is None
    assert plain.ask(StartLab(100)).reason == "no_lab"
    plain.do(StopLab())


def test_after_a_start_nothing_runs(seated):
    """What ended a hub may be what it did; the banker decides whether to go on."""
    started(seated)
    again = Seated(seated.store, FakeBoard("side", 4))
    again.table.desk(LabDesk).ready(REPORT)
    assert again.table.desk(LabDesk).wanted() is None
    assert again.view().lab == LabView(report=REPORT)
