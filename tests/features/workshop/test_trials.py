"""'Check my board': bots play a design for a while, and what stands out leads to the cell that it is about."""

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from features.workshop.conftest import Bench
from helpers.waiting import until

from hub.editions import EDITIONS
from hub.features.workshop.desk import Workshop
from hub.features.workshop.trials import Trials, remarks_of
from hub.features.workshop.views import TrialView
from hub.rules.slots import Rules
from hub.server.http.answers import HttpRefused
from hub.simulation.counting import DeedCount, LabGame
from hub.simulation.setting import laboratory

TURN_S = 40.0
SHORT_S, LONG_S = 3.0, 240.0
CLASSIC = EDITIONS["classic"]


@pytest.fixture
def tried(tmp_path: Path) -> Iterator[Bench]:
    """A village whose trials take a few seconds."""
    bench = Bench(tmp_path)
    bench.workshop = Workshop(tmp_path, EDITIONS, bench._put_on_table, Trials(lambda: TURN_S, SHORT_S, yielding=False))
    yield bench
    bench.workshop.end_trial(bench.view.id)


def trial(bench: Bench) -> TrialView:
    found = bench.workshop.trial(bench.view.id).trial
    assert found is not None
    return found


@pytest.mark.gate
def test_a_design_is_played_and_judged(tried: Bench) -> None:
    """With progress while it goes, then with how long an evening takes; the table is asked nothing for it."""
    assert tried.workshop.trial(tried.view.id).trial is None
    begun = tried.workshop.begin_trial(tried.view.id).trial
    assert begun is not None
    assert (begun.running, begun.remarks, begun.seats) == (True, (), 4)
    until(lambda: trial(tried).games > 0, "a game is over", patience_s=LONG_S)
    until(lambda: not trial(tried).running, "the trial is over", patience_s=LONG_S)
    found = trial(tried)
    assert (found.failed, found.version, found.left_s) == (False, tried.view.version, 0)
    assert found.games >= 8
    assert {remark.field for remark in found.remarks if remark.key == "length"} == {"track/0/amount"}
    assert tried.offered == []


def test_it_can_be_stopped_at_once(tried: Bench) -> None:
    """Nothing runs any more when the answer is there, and nothing is said, however long it would have gone on."""
    tried.workshop = Workshop(tried.folder, EDITIONS, tried._put_on_table, Trials(lambda: TURN_S, 3_600.0))
    tried.workshop.begin_trial(tried.view.id)
    stopped = tried.workshop.end_trial(tried.view.id).trial
    assert stopped is not None
    assert (stopped.running, stopped.remarks, stopped.failed) == (False, (), False)


def test_what_is_not_right_yet_is_not_tried(tried: Bench) -> None:
    """The faults stand beside their fields already."""
    tried.say({"track/1/price": "viel"})
    with pytest.raises(HttpRefused, match="workshop_faults"):
        tried.workshop.begin_trial(tried.view.id)
    assert tried.workshop.trial(tried.view.id).trial is None


def test_games_that_never_end_are_no_verdict(tmp_path: Path) -> None:
    """Where hardly a game is over in time the page says that it did not work."""
    bench = Bench(tmp_path)
    bench.workshop = Workshop(tmp_path, EDITIONS, bench._put_on_table, Trials(lambda: TURN_S, 0.0, 0.0))
    bench.workshop.begin_trial(bench.view.id)
    until(lambda: not trial(bench).running, "the trial is over", patience_s=LONG_S)
    assert (trial(bench).failed, trial(bench).remarks) == (True, ())
    bench.workshop.end_trial(bench.view.id)


def games(rules: Rules, count: int, dead: str, winner: int = 0, losing: Collection[str] = ()) -> list[LabGame]:
    """Games in which everything is bought and built on but a group that nobody ever builds on."""
    deeds = tuple(
        DeedCount(
            sold=1,
            spent=200,
            earned=100 if rules.track.deeds[space].group in losing else 400,
            built=0 if rules.track.deeds[space].group == dead else 3,
            owned=50,
        )
        for space in sorted(rules.track.deeds)
    )
    return [LabGame((), number, 60, winner, (40,), deeds) for number in range(count)]


def test_a_dead_group_leads_to_the_price_of_its_first_street() -> None:
    """Nobody builds on it in any game; it is said once, and only of this group."""
    made = laboratory(CLASSIC, [()], 4, "x", 1_000)
    remarks = remarks_of(made, games(CLASSIC, 60, "orange"), TURN_S)
    dead = [remark for remark in remarks if remark.key == "dead"]
    first = CLASSIC.track.groups["orange"][0]
    assert [(remark.group, remark.field) for remark in dead] == [("orange", f"track/{first}/price")]
    assert ("built_least", "orange") not in {(remark.key, remark.group) for remark in remarks}


def test_who_has_it_better_by_seat_leads_to_the_first_prices() -> None:
    """If whoever begins always wins, what stands first after the start is what one can change."""
    made = laboratory(CLASSIC, [()], 4, "x", 1_000)
    remarks = remarks_of(made, games(CLASSIC, 60, "orange", winner=0), TURN_S)
    assert [remark.field for remark in remarks if remark.key == "first_wins"] == ["track/1/price"]


def test_what_holds_of_most_groups_is_no_remark() -> None:
    """That two groups earn too little is said of both; that nearly all do, as they often do, is not said."""
    made = laboratory(CLASSIC, [()], 4, "x", 1_000)
    for losing, said in ((["brown", "red"], ["brown", "red"]), ([*CLASSIC.track.groups][1:], [])):
        remarks = remarks_of(made, games(CLASSIC, 60, "orange", losing=losing), TURN_S)
        assert [remark.group for remark in remarks if remark.key == "loses"] == said


def test_every_remark_has_its_cell(tried: Bench) -> None:
    """Whatever is said of a board leads to a cell that the design has, but for good news."""
    made = laboratory(CLASSIC, [()], 4, "x", 1_000)
    remarks = remarks_of(made, games(CLASSIC, 60, "orange"), TURN_S)
    assert "orange" in {remark.group for remark in remarks}
    for remark in remarks:
        assert remark.field in tried.view.cells or remark.key == "groups_alike"
