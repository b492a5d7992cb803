"""'Check my board': strict checks stand at the cell that is wrong, and bots play a design for a while."""

import ast
import json
from collections.abc import Collection, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from features.workshop.conftest import Bench
from helpers.waiting import until

from hub.editions import EDITIONS
from hub.features.workshop.desk import Workshop
from hub.features.workshop.trials import Trials, remarks_of
from hub.features.workshop.views import RemarkView, TrialView
from hub.rules.track import TableError
from hub.server.http.answers import HttpRefused
from hub.simulation.setting import DeedCount, LabGame, laboratory
from hub.simulation.workers import GivenUp

ROOT = Path(__file__).resolve().parents[3]
CHECKED = ("reading", "fitting", "tables")

TURN_S, LONG_S = 40.0, 240.0
CLASSIC = EDITIONS["classic"]


def keys_of(source: str) -> Iterator[str]:
    """The keys under which a module says what is wrong."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        name = getattr(call.func, "id", "")
        given = {"wrong": 2, "Fault": 0}.get(name)
        if given is not None:
            yield from (one.value for one in ast.walk(call.args[given]) if isinstance(one, ast.Constant))


def test_every_fault_has_words_in_both_languages():
    """Whatever the checks of tables may say, the pages can say in German and in English."""
    sources = [(ROOT / "hub" / "editions" / f"{name}.py").read_text(encoding="utf-8") for name in CHECKED]
    keys = {key for source in sources for key in keys_of(source)} | {"amount", "not_empty", "house_price"}
    keys |= {"group_kind", "group_price"}
    assert len(keys) > 30
    for language in ("de", "en"):
        texts = json.loads((ROOT / "web" / "src" / "locales" / f"{language}.json").read_text(encoding="utf-8"))
        assert [key for key in sorted(keys) if f"fault.{key}" not in texts] == []


@pytest.mark.parametrize(
    ("cells", "field", "key"),
    [
        ({"track/1/name": ""}, "track/1/name", "name"),
        ({"track/1/name": "x" * 41}, "track/1/name", "name"),
        ({"track/1/price": "sechzig"}, "track/1/price", "number"),
        ({"track/1/price": ""}, "track/1/price", "number_missing"),
        ({"track/1/price": "-5"}, "track/1/price", "number_negative"),
        ({"track/1/price": "99999999"}, "track/1/price", "number_large"),
        ({"track/1/price": "0"}, "track/1/price", "price"),
        ({"track/1/mortgage": "61"}, "track/1/mortgage", "mortgage"),
        ({"track/1/rent_1": "1"}, "track/1/rent_1", "rents_fall"),
        ({"track/1/rent_5": ""}, "track/1/rent_5", "number_missing"),
        ({"track/5/rent_4": "300"}, "track/5/rent_4", "not_empty"),
        ({"track/1/house_price": "60"}, "track/3/house_price", "group_price"),
        ({"track/1/group": "Dorf"}, "track/1/group", "group_unknown"),
        ({"track/1/group": ""}, "track/1/group", "group_missing"),
        ({"track/4/amount": ""}, "track/4/amount", "amount"),
        ({"track/0/amount": ""}, "track/0/amount", "amount"),
        ({"track/1/amount": "5"}, "track/1/amount", "not_empty"),
        ({"track/20/kind": "lake"}, "track/20/kind", "kind"),
        ({"track/20/kind": "start"}, "track/20/kind", "start"),
        ({"cards/chance/1/first": "40"}, "cards/chance/1/first", "no_space"),
        ({"cards/chance/1/first": ""}, "cards/chance/1/first", "figures"),
        ({"cards/chance/12/first": "viel"}, "cards/chance/12/first", "number"),
        ({"cards/chance/1/effect": "fly"}, "cards/chance/1/effect", "effect"),
        ({"own/group.brown": "x" * 31}, "own/group.brown", "own_text"),
        ({"own/card.chance.1": "Zahle {amount}"}, "own/card.chance.1", "own_text"),
        ({"own/card.chance.77": "Hallo"}, "own/card.chance.77", "own_key"),
        ({"own/colour.brown": "braun"}, "own/colour.brown", "own_colour"),
        ({"own/group.violet": "Lila"}, "own/group.violet", "own_key"),
        ({"own/money.sign": "Taler"}, "own/money.sign", "own_text"),
        ({"own/deck.tickets": "Fahrscheine"}, "own/deck.tickets", "own_key"),
        ({f"cards/chance/{card}/{column}": None for card in range(1, 17) for column in ("effect", "first", "second")},
         "cards", "deck_empty"),
    ],
)  # fmt: skip
def test_a_fault_stands_at_its_cell(bench, cells, field, key):
    """Each kind of mistake is named where it was made."""
    bench.say(cells)
    assert bench.fields() == [(field, key)]


def test_what_just_fits_is_no_fault(bench, tmp_path):
    """A mortgage of the whole price, a rent like the one before; a card leads back as far as the last space."""
    bench.say({"track/1/mortgage": "60", "track/1/rent_1": "2", "cards/chance/1/first": "39"})
    assert bench.fields() == []
    other = Bench(tmp_path / "mpmp", "mpmp")
    for space, faults in (("39", []), ("40", [("cards/community/9/first", "no_space")])):
        other.say({"cards/community/9/first": space})
        assert other.fields() == faults


def test_all_faults_are_found_at_once(bench):
    """One mistake does not hide another, in one table or several, and the design is stored with all of them."""
    wrong = {"track/1/name": "", "track/3/price": "viel", "track/39/mortgage": "500"}
    wrong |= {"cards/community/13/first": "", "own/colour.red": "rot"}
    bench.say(dict(wrong))
    assert sorted(field for field, _ in bench.fields()) == sorted(wrong)


def test_more_faults_than_anybody_reads_are_left_out(tmp_path):
    """Of a design in which every price and rent is wrong the first sixty faults are said."""
    bench = Bench(tmp_path, "mega")
    wrong = {name: "much" for name, cell in bench.view.cells.items() if cell.isdecimal()}
    assert len(wrong) > 200
    bench.say(wrong)
    assert len(bench.view.faults) == 60


def test_a_street_may_be_given_to_another_group(bench):
    """A group with one street is said; exchanged with another street of the same house price it is right."""
    bench.say({"track/1/group": "lightblue"})
    assert bench.fields() == [("track/3/group", "group_few")]
    bench.say({"track/6/group": "brown"})
    assert bench.fields() == []


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_what_the_workshop_finds_right_the_checks_of_tables_find_right(tmp_path, edition):
    """A fault is shown exactly when the strict checks refuse the tables."""
    bench, rules = Bench(tmp_path, edition), EDITIONS[edition]
    head, *lines = (line.split(",") for line in rules.track.printing.texts["track.csv"].splitlines())
    for price, right in (("x", False), ("70000", True)):
        bench.say({"track/1/price": price})
        rows = ([line[0], *(bench.view.cells[f"track/{line[0]}/{column}"] for column in head[1:])] for line in lines)
        track = "".join(",".join(row) + "\n" for row in (head, *rows))
        with nullcontext() if right else pytest.raises(TableError):
            rules.with_tables({**rules.track.printing.texts, "track.csv": track})
        assert (bench.view.faults == ()) == right


@pytest.fixture
def trying(bench):
    """A village whose trials take so many seconds, of which games may take so many more."""

    def make(*seconds, yielding=True):
        trials = Trials(lambda: TURN_S, *seconds, yielding=yielding)
        bench.workshop = Workshop(bench.folder, EDITIONS, bench._put_on_table, trials)
        return bench

    yield make
    bench.workshop.end_trial(bench.view.id)


def trial(bench: Bench) -> TrialView | None:
    return bench.workshop.trial(bench.view.id).trial


@pytest.mark.gate
def test_a_design_is_played_and_judged(trying):
    """With progress while it goes, then with how long an evening takes; the table is asked nothing for it."""
    tried = trying(3.0, yielding=False)
    assert trial(tried) is None
    begun = tried.workshop.begin_trial(tried.view.id).trial
    assert (begun.running, begun.remarks, begun.seats) == (True, (), 4)
    until(lambda: trial(tried).games > 0, "a game is over", patience_s=LONG_S)
    until(lambda: not trial(tried).running, "the trial is over", patience_s=LONG_S)
    found = trial(tried)
    assert (found.failed, found.version, found.left_s) == (False, tried.view.version, 0)
    assert found.games >= 8
    assert {remark.field for remark in found.remarks if remark.key == "length"} == {"track/0/amount"}
    assert tried.offered == []


def test_it_can_be_stopped_at_once(trying):
    """Nothing runs any more when the answer is there, and nothing is said, however long it would have gone on."""
    tried = trying(3_600.0)
    tried.workshop.begin_trial(tried.view.id)
    stopped = tried.workshop.end_trial(tried.view.id).trial
    assert (stopped.running, stopped.remarks, stopped.failed) == (False, (), False)


def test_of_many_trials_the_newest_are_remembered(monkeypatch):
    """Else the page would find none of what it has just begun."""
    monkeypatch.setattr(Trials, "_run", lambda *_: None)
    monkeypatch.setattr(f"{Trials.__module__}.REMEMBERED", 1)
    trials = Trials(lambda: TURN_S)
    for design in ("old", "new"):
        trials.start(design, 1, EDITIONS["classic"])
    assert [trials.of(design) is None for design in ("old", "new")] == [True, False]


def test_a_trial_that_is_begun_again_goes_on(monkeypatch):
    """The one before is over by then, and ends no other."""

    def play(trials, order, *_):
        until(lambda: trials._is_unwanted(order), "it is not wanted any more")
        raise GivenUp

    monkeypatch.setattr(Trials, "_tried", play)
    trials = Trials(lambda: TURN_S)
    trials.start("design", 1, EDITIONS["classic"])
    first = trials._thread
    trials.start("design", 2, EDITIONS["classic"])
    first.join()
    assert trials.of("design").running
    trials.stop()


def test_what_is_not_right_yet_is_not_tried(bench):
    """The faults stand beside their fields already."""
    bench.say({"track/1/price": "viel"})
    with pytest.raises(HttpRefused, match="workshop_faults"):
        bench.workshop.begin_trial(bench.view.id)
    assert trial(bench) is None


def test_games_that_never_end_are_no_verdict(trying):
    """Where hardly a game is over in time the page says that it did not work."""
    tried = trying(0.0, 0.0)
    tried.workshop.begin_trial(tried.view.id)
    until(lambda: not trial(tried).running, "the trial is over", patience_s=LONG_S)
    assert (trial(tried).failed, trial(tried).remarks) == (True, ())


def remarks(losing: Collection[str] = (), count: int = 60) -> list[RemarkView]:
    """Of so many games that seat 0 wins, and in which everything is bought and built on but the orange group."""
    deeds = tuple(
        DeedCount(1, 200, 100 if deed.group in losing else 400, built=0 if deed.group == "orange" else 3, owned=50)
        for _, deed in sorted(CLASSIC.track.deeds.items())
    )
    games = [LabGame((), number, 60, 0, (40,), deeds) for number in range(count)]
    return remarks_of(laboratory(CLASSIC, [()], 4, "x", 1_000), games, TURN_S)


def test_a_dead_group_leads_to_the_price_of_its_first_street():
    """Nobody builds on it in any game; it is said once, only of this group, and not where that may be chance."""
    assert "dead" not in {remark.key for remark in remarks(count=8)}
    first = CLASSIC.track.groups["orange"][0]
    dead = [(remark.group, remark.field) for remark in remarks() if remark.key == "dead"]
    assert dead == [("orange", f"track/{first}/price")]
    assert ("built_least", "orange") not in {(remark.key, remark.group) for remark in remarks()}


def test_who_has_it_better_by_seat_leads_to_the_first_prices():
    """If whoever begins always wins, what stands first after the start is what one can change."""
    assert [remark.field for remark in remarks() if remark.key == "first_wins"] == ["track/1/price"]


def test_what_holds_of_most_groups_is_no_remark():
    """That two groups earn too little is said of both; that nearly all do, as they often do, is not said."""
    for losing, said in ((["brown", "red"], ["brown", "red"]), ([*CLASSIC.track.groups][1:], [])):
        assert [remark.group for remark in remarks(losing) if remark.key == "loses"] == said


def test_every_remark_has_its_cell(bench):
    """Whatever is said of a board leads to a cell that the design has, but for good news."""
    assert "orange" in {remark.group for remark in remarks()}
    for remark in remarks():
        assert remark.field in bench.view.cells or remark.key == "groups_alike"
