"""How long the evening will be: from rollouts of what is agreed on, at the pace of this table, without delaying it."""

from types import SimpleNamespace

import pytest
from helpers.house import until
from helpers.seated import BANKER, Seated

from hub.domain.history import Move
from hub.editions import EDITIONS
from hub.features.odds import lengths
from hub.features.odds.contract import LengthView, ShortEvening
from hub.features.odds.lengths import LengthDesk, rule_of_rounds, shown
from hub.features.odds.outlook import Budget, Outlook
from hub.features.odds.position import Playing, beginning
from hub.features.odds.threads import OddsThread
from hub.simulation import pace
from hub.simulation.pace import TURNS_ASSUMED, USUAL_S, Measured, PaceHere, measured
from hub.simulation.workers import GivenUp
from hub.table.interfaces.storage import StoredEntry, StoreError
from hub.table.requests import AddSeat, AgreeHouseRules, ChooseEdition, NewGame, RemoveSeat
from hub.table.wire.audience import Audience

SMALL = Budget(20)

ANNA, VIEWER = Audience("seat", 0), Audience("viewer")
FOUND = LengthView(95, 75, 130, (ShortEvening(20, 60),))


def found(turns: int) -> Outlook:
    """A game that takes so many turns of the table, or half as many, or twice as many."""
    return Outlook((0.5, 0.5), (0.4, 0.4), (0.6, 0.6), turns, turns // 2, turns * 2, 100, "paper")


@pytest.fixture
def asked(monkeypatch):
    """The positions that are asked about, each of which takes sixty turns, or all of its rounds."""
    asked = []

    def outlook(_workers, position, _seed, _budget, unwanted):
        if unwanted():
            raise GivenUp
        asked.append(position)
        rounds = [int(way.partition(":")[2]) for way in position.rules.agreed if way.startswith("rounds")]
        return found(2 * rounds[0] if rounds else 60)

    monkeypatch.setattr(lengths, "outlook", outlook)
    return asked


def look(seated: Seated, whole: Budget = SMALL, short: Budget = SMALL) -> OddsThread:
    """What looks ahead, before its thread begins."""
    desk = seated.table.desk(LengthDesk)
    desk.pace, desk.whole, desk.short = PaceHere(seated.table.past), whole, short
    return OddsThread(desk)


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_short_evening_takes_no_more_turns_than_its_rounds_have(edition):
    """Three players, five rounds: fifteen turns at most, in every edition, and somebody has won by then."""
    rule = rule_of_rounds(EDITIONS[edition])
    position = beginning(EDITIONS[edition].with_house_rules(rule.agreed()[:1]), 3)
    played = Playing(position).rollouts("x", range(8))
    assert rule.values[0] == 5
    assert max(rollout.turns[1] for rollout in played) <= 5 * 3
    assert all(sorted(rollout.chances) == [0, 0, 1] for rollout in played)


@pytest.mark.gate
@pytest.mark.usefixtures("unyielding")
def test_minutes_are_there_soon_and_again_for_other_rules(seated):
    """Processes of their own play; a shorter evening has fewer minutes, and each proposal more than the one before."""
    thread = look(seated, Budget(20), Budget(3))
    seated.table.subscribe(thread.wake)
    thread.start()
    until(lambda: seated.view().length.short, "the length of the evening")
    whole = seated.view().length
    assert 0 < whole.minutes_least <= whole.minutes <= whole.minutes_most
    minutes = [one.minutes for one in whole.short]
    assert [one.rounds for one in whole.short] == list(range(5, 65, 5))
    assert minutes == sorted(minutes)
    seated.do(AgreeHouseRules(("rounds:10",)))
    until(lambda: seated.view().length.short, "the length of the short evening")
    assert seated.view().length.minutes < whole.minutes
    thread.stop()
    assert thread._workers._pool is None


def test_each_settings_are_calculated_once(seated, asked):
    """Who agrees on something and takes it back has the first answer at once."""
    thread = look(seated)
    thread._look()
    first, count = seated.view().length, len(asked)
    assert count == 1 + 12
    seated.do(AgreeHouseRules(("rounds:10",)))
    thread._look()
    assert (seated.view().length.minutes, len(asked)) == (round(20 * USUAL_S / 60), 2 * count)
    seated.do(AgreeHouseRules(()))
    thread._look()
    assert (seated.view().length, len(asked)) == (first, 2 * count)


def test_what_is_agreed_on_meanwhile_ends_the_question(seated, monkeypatch):
    """Other settings make it unwanted, as does the end of the hub; the next look asks for the new ones."""
    answers = []

    def outlook(_workers, _position, _seed, _budget, unwanted):
        answers.append(unwanted())
        seated.do(AgreeHouseRules(("pot",)))
        answers.append(unwanted())
        raise GivenUp

    monkeypatch.setattr(lengths, "outlook", outlook)
    thread = look(seated)
    thread._look()
    assert answers == [False, True]
    assert seated.view().length == LengthView()


def test_a_turn_takes_as_long_as_in_the_games_before(seated, asked):
    """Eight turns of the usual length are counted in; what takes longer than three minutes is a pause."""
    seated.begin()
    seated.do(NewGame())
    (game,) = [record.id for record in seated.table.past().games]
    entries = seated.table.past().store.entries(game)
    store = seated.store
    late = [StoredEntry(one.seq, one.entry, one.actor, one.request, 100_000 * one.seq) for one in entries]
    store.entries = lambda _game: late
    look(seated)._look()
    turns = 1
    seconds = 100 * (len(entries) - 1)
    turn_s = (seconds + USUAL_S * TURNS_ASSUMED) / (turns + TURNS_ASSUMED)
    assert seated.view().length.minutes == round(60 * turn_s / 60)


def test_the_newest_games_tell_the_pace(monkeypatch):
    """A family gets quicker: of five games the last three count."""
    took = {"a": 900, "b": 900, "c": 20, "d": 30, "e": 40}
    monkeypatch.setattr(pace, "measured", lambda game: Measured(took[game] * 100, 100))
    past = SimpleNamespace(games=[SimpleNamespace(id=game) for game in took], store=SimpleNamespace(entries=str))
    assert PaceHere(lambda: past).turn_s() == pytest.approx(
        ((20 + 30 + 40) * 100 + USUAL_S * TURNS_ASSUMED) / (300 + TURNS_ASSUMED)
    )


def test_turns_that_were_taken_back_do_not_count(seated):
    """Only what is in force at the end counts."""
    seated.begin()
    seated.throw(0, 1, 1)
    (game,) = [record.id for record in seated.table.past().games]
    assert measured(seated.table.past().store.entries(game)).turns == 1
    before = [entry for entry in seated.table.past().store.entries(game) if isinstance(entry.entry, Move)]
    while seated.view().prompt is not None and seated.view().undo:
        seated.undo()
    assert measured(seated.table.past().store.entries(game)).turns == 0 < len(before)


def test_an_unreadable_store_tells_no_pace(seated, asked):
    """The usual one is taken, and the lobby stays as it is."""

    def unreadable(_game):
        raise StoreError("corrupt", "ordered by the test")

    seated.begin()
    seated.do(NewGame())
    seated.store.entries = unreadable
    look(seated)._look()
    assert seated.view().length.minutes == round(60 * USUAL_S / 60)


def test_figures_are_those_of_the_rollouts():
    """Turns of half a minute."""
    assert shown(found(60), {5: 10, 10: 21}, 30) == LengthView(
        30, 15, 60, (ShortEvening(5, 5), ShortEvening(10, round(10.5)))
    )


def foresee(seated: Seated) -> None:
    """Say how long what is agreed on takes."""
    seated.table.desk(LengthDesk).answer(seated.table.desk(LengthDesk).wanted(), FOUND)


def test_it_is_shown_on_tablet_and_television_before_a_game(seated):
    """As being reckoned at first, then in minutes; phones have no room for it, and a running game another answer."""
    assert seated.view().length == LengthView()
    foresee(seated)
    assert [seated.view(audience).length for audience in (BANKER, VIEWER, ANNA)] == [FOUND, FOUND, None]
    assert seated.table.desk(LengthDesk).wanted() is None
    seated.begin()
    assert seated.view().length is None
    assert seated.table.desk(LengthDesk).wanted() is None


def test_whoever_cannot_begin_has_no_evening(seated):
    """One player alone, or more than the edition takes."""
    seated.do(RemoveSeat(1))
    assert (seated.view().length, seated.table.desk(LengthDesk).wanted()) == (None, None)
    seated.do(ChooseEdition("classic"))
    for name in ("Ben", "Carla", "Dora", "Emil", "Franz", "Gesa", "Hannes"):
        seated.do(AddSeat(name))
    assert seated.view().length == LengthView()
    seated.do(ChooseEdition("euronopoly"))
    assert (seated.view().length, seated.table.desk(LengthDesk).wanted()) == (None, None)


@pytest.mark.parametrize("change", [ChooseEdition("mega"), AddSeat("Carla"), AgreeHouseRules(("rounds:20",))])
def test_other_settings_make_another_evening(seated, change):
    """What was found for the ones before is neither shown nor kept when it comes late."""
    asked = seated.table.desk(LengthDesk).wanted()
    foresee(seated)
    seated.do(change)
    assert seated.view().length == LengthView()
    assert seated.table.desk(LengthDesk).wanted() != asked
    assert not seated.table.desk(LengthDesk).is_wanted(asked)
    seated.table.desk(LengthDesk).answer(asked, FOUND)
    assert seated.view().length == LengthView()


def test_a_game_has_shown_a_pace(seated):
    """After it the same settings are asked for again."""
    foresee(seated)
    seated.begin()
    assert seated.table.desk(LengthDesk).wanted() is None
    seated.do(NewGame())
    assert seated.view().length == LengthView()
    assert seated.table.desk(LengthDesk).wanted() is not None
