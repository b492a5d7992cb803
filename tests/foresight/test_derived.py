"""The derived engine behind the interface: the same rollouts from C and from Python, and the odds of the one road."""

from __future__ import annotations

import pytest

from hub.domain.agenda import AgendaSet
from hub.domain.commands import Bundle
from hub.domain.offers import Offer
from hub.domain.tasks import BusPending
from hub.editions import EDITIONS
from hub.foresight.engines import engine_for
from hub.foresight.engines.derived import engine as module
from hub.foresight.engines.derived.compiled import library
from hub.foresight.engines.derived.engine import COMPILED, PLAIN, Derived
from hub.foresight.engines.derived.positions import position_of
from hub.foresight.engines.derived.tables import NotCovered, tables_of
from hub.foresight.engines.derived.translate import as_c
from hub.foresight.engines.one_road import OneRoad
from hub.foresight.engines.ports import TURNS_MAXIMUM, Rollout
from hub.foresight.position import seen_by, unseen_cards

RULES = EDITIONS["classic"]
EVERY_WAY = ("pot", "double_salary", "no_auctions", "rounds:20", "start_money:2000")
RESERVE = 100
needs_compiler = pytest.mark.skipif(library() is None, reason="there is no C compiler here")


@pytest.fixture
def plain(monkeypatch):
    """As where there is no compiler."""
    monkeypatch.setattr(module, "library", lambda: None)


def shares(rollouts, seats: int) -> list[float]:
    return [sum(rollout.winner == seat for rollout in rollouts) / len(rollouts) for seat in range(seats)]


def test_every_house_rule_is_among_those_it_is_tested_with():
    """A new one is played by the derived engine too, or its edition is not covered any more."""
    assert {way.partition(":")[0] for way in EVERY_WAY} == {rule.id for rule in RULES.house_rules}, (
        "add it to EVERY_WAY"
    )


@pytest.mark.usefixtures("plain")
def test_python_alone_plays_whole_rollouts(played):
    """Each ends with a winner who is in the game; the same number is the same rollout in any portion."""
    state = played("classic", 200)
    engine = Derived(seen_by(RULES, state, None))
    assert engine.name == PLAIN
    found = engine.rollouts("a", range(30))
    assert found == engine.rollouts("a", range(11)) + engine.rollouts("a", range(11, 30))
    assert found != engine.rollouts("b", range(30))
    assert all(not state.turns.out[rollout.winner] for rollout in found)
    assert all(0 < rollout.turns <= TURNS_MAXIMUM for rollout in found)


@needs_compiler
@pytest.mark.parametrize("ways", [(), EVERY_WAY])
def test_compiled_and_plain_play_the_same_rollouts(played, monkeypatch, ways):
    """From the opening, an early and a late position, number by number."""
    rules = RULES.with_house_rules(ways)
    for commands in (1, 60, 300):
        position = seen_by(rules, played("classic", commands, "both"), None)
        compiled = Derived(position)
        assert compiled.name == COMPILED
        with monkeypatch.context() as without:
            without.setattr(module, "library", lambda: None)
            assert Derived(position).rollouts("x", range(25)) == compiled.rollouts("x", range(25))


@pytest.mark.slow
@pytest.mark.parametrize(("commands", "seed"), [(120, "odds"), (260, "other")])
def test_its_odds_are_those_of_the_one_road(played, commands, seed):
    """Two engines with different dice agree on each chance, and on how long it takes, as far as chance allows."""
    position = seen_by(RULES, played("classic", commands, seed), None)
    derived, road = (engine.rollouts("odds", range(600)) for engine in (Derived(position), OneRoad(position)))
    assert shares(derived, 3) == pytest.approx(shares(road, 3), abs=0.1)  # five standard deviations
    turns = [sum(rollout.turns for rollout in found) / 600 for found in (derived, road)]
    assert turns[0] == pytest.approx(turns[1], rel=0.15)


def test_the_order_of_unseen_cards_makes_no_difference(played):
    """Two games that differ only in cards nobody has seen are played on alike."""
    one, other = played("classic", 12), played("classic", 12)
    for deck, pile in other.decks.piles.items():
        unseen = unseen_cards(other.decks, deck)
        pile[:unseen] = reversed(pile[:unseen])
    assert one.decks.piles != other.decks.piles
    found = [Derived(seen_by(RULES, state, 0)).rollouts("c", range(40)) for state in (one, other)]
    assert found[0] == found[1]


def test_it_knows_every_house_rule_of_the_edition_it_was_made_for():
    """Alone and together; other editions are refused by what they have that it does not know."""
    for rule in RULES.house_rules:
        for way in rule.agreed():
            assert tables_of(RULES.with_house_rules([way]), RESERVE)
    assert tables_of(RULES.with_house_rules(EVERY_WAY), RESERVE)
    for edition, rules in EDITIONS.items():
        if edition != RULES.id:
            with pytest.raises(NotCovered):
                tables_of(rules, RESERVE)


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_what_it_cannot_play_the_one_road_plays(played, edition):
    """Nobody has to ask which."""
    engine = engine_for(seen_by(EDITIONS[edition], played(edition, 100), None))
    assert isinstance(engine, Derived) == (edition == RULES.id)
    assert len(engine.rollouts("any", range(2))) == 2


def test_a_position_that_does_not_fit_in_goes_to_the_one_road(played):
    """An offer of eleven deeds is more than its lists hold."""
    state = played("classic", 200)
    tables = tables_of(RULES, RESERVE)
    offer = Offer(1, 0, 1, Bundle(deeds=tuple(list(RULES.track.deeds)[:10])), Bundle(5))
    state.offers.open = {1: offer}
    assert position_of(RULES, tables, state)
    state.offers.open = {1: Offer(1, 0, 1, Bundle(deeds=tuple(list(RULES.track.deeds)[:11])), Bundle(5))}
    with pytest.raises(NotCovered):
        position_of(RULES, tables, state)
    assert isinstance(engine_for(seen_by(RULES, state, None)), OneRoad)


def test_a_rollout_that_does_not_fit_in_is_played_by_the_one_road(played, monkeypatch):
    """The stack of tasks is bounded; what is beyond it has no winner, and is played again by the rules."""
    engine = Derived(seen_by(RULES, played("classic", 200), None))
    monkeypatch.setattr(engine, "_played", lambda *_: [-1, 0, 1, 7])
    monkeypatch.setattr(OneRoad, "rollouts", lambda _self, _seed, numbers: [("road", numbers)])
    assert engine.rollouts("x", range(5, 7)) == [("road", range(5, 6)), Rollout(1, 7)]


def test_a_task_of_another_edition_is_refused_by_name(played):
    """There is no frame for it."""
    state = played("classic", 100)
    AgendaSet((BusPending(0),), 1).fold(state)
    with pytest.raises(NotCovered, match="BusPending"):
        position_of(RULES, tables_of(RULES, RESERVE), state)


def test_the_source_is_c_without_python_in_it():
    """Every function of the source is one of C, and every constant a figure."""
    text = as_c()
    assert "V rollouts_(V *p_v, V *s_v, V *t_v, V seed_v, V first_v, V count_v, V turns_v, V *found_v)" in text
    assert "#define TABLE_SIZE " in text
    assert " // " not in text
