"""The derived engine behind the interface: the same rollouts from C and from Python, and the odds of the one road."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hub.domain.agenda import AgendaSet
from hub.domain.commands import Bundle
from hub.domain.ledger import MoneyMoved
from hub.domain.offers import Offer
from hub.domain.rent_requests import RentRequestable
from hub.domain.tasks import RentThrowPending, ThrowAgainPending
from hub.editions import EDITIONS
from hub.foresight.engines import engine_for
from hub.foresight.engines.derived import engine as module
from hub.foresight.engines.derived.compiled import library
from hub.foresight.engines.derived.engine import COMPILED, PLAIN, Derived
from hub.foresight.engines.derived.playbooks import CLAIMS, PLAYBOOKS, SKYLINE, STANDARD, opened
from hub.foresight.engines.derived.positions import position_of
from hub.foresight.engines.derived.tables import NotCovered, tables_of
from hub.foresight.engines.derived.translate import as_c
from hub.foresight.engines.interfaces import TURNS_MAXIMUM, Rollout
from hub.foresight.engines.one_road import OneRoad
from hub.foresight.position import seen_by, unseen_cards
from hub.rules.arrival.deeds import ForSale
from hub.rules.arrival.on_request import OnDeedOnRequest
from hub.rules.rent.station import StationRent
from hub.rules.rent.street import StreetRent
from hub.rules.rent.utility import RentThrow, UtilityRent

RULES = EDITIONS["classic"]
EVERY_WAY = ("pot", "double_salary", "no_auctions", "rounds:20", "start_money:2000")
EVERYWHERE = {
    "classic": EVERY_WAY,
    "euronopoly": ("double_salary", "rounds:20", "start_money:2000"),
    "mega": (
        *("pot", "rent_on_request", "all_but_one_double", "double_salary", "no_auctions"),
        *("start_money:200000", "rounds:20"),
    ),
}
"""The editions that the derived engine plays, each with house rules that go together."""

RESERVE = 100
each_edition = pytest.mark.parametrize("edition", list(EVERYWHERE))
needs_compiler = pytest.mark.skipif(library(STANDARD.entry) is None, reason="there is no C compiler here")


@pytest.fixture
def plain(monkeypatch):
    """As where there is no compiler."""
    monkeypatch.setattr(module, "library", lambda _entry: None)


def shares(rollouts, seats: int) -> list[float]:
    return [sum(rollout.winner == seat for rollout in rollouts) / len(rollouts) for seat in range(seats)]


def test_every_house_rule_is_among_those_it_is_tested_with():
    """A new one is played by the derived engine too, or its edition is not covered any more."""
    apart = {way.partition(":")[0] for way in EVERY_WAY} ^ {rule.id for rule in RULES.house_rules}
    assert not apart, f"EVERY_WAY and the house rules of classic differ in {sorted(apart)}"


@each_edition
@pytest.mark.usefixtures("plain")
def test_python_alone_plays_whole_rollouts(played, edition):
    """Each ends with a winner who is in the game; the same number is the same rollout in any portion."""
    state = played(edition, 200)
    engine = Derived(seen_by(EDITIONS[edition], state, None))
    assert engine.name == PLAIN
    found = engine.rollouts("a", range(30))
    assert found == engine.rollouts("a", range(11)) + engine.rollouts("a", range(11, 30))
    assert found != engine.rollouts("b", range(30))
    assert all(not state.turns.out[rollout.winner] for rollout in found)
    assert all(0 < rollout.turns <= TURNS_MAXIMUM for rollout in found)


@needs_compiler
@each_edition
@pytest.mark.parametrize("agreed", [False, True])
def test_compiled_and_plain_play_the_same_rollouts(played, monkeypatch, edition, agreed):
    """From the opening, an early and a late position, number by number."""
    rules = EDITIONS[edition].with_house_rules(EVERYWHERE[edition] if agreed else ())
    for commands in (1, 60, 300):
        position = seen_by(rules, played(edition, commands, "both"), None)
        compiled = Derived(position)
        assert compiled.name == COMPILED
        with monkeypatch.context() as without:
            without.setattr(module, "library", lambda _entry: None)
            assert Derived(position).rollouts("x", range(25)) == compiled.rollouts("x", range(25))


@pytest.mark.gate
@pytest.mark.parametrize(
    ("edition", "commands", "seed"),
    [("classic", 120, "odds"), ("classic", 260, "other"), ("euronopoly", 180, "odds"), ("mega", 200, "odds")],
)
def test_its_odds_are_those_of_the_one_road(played, edition, commands, seed):
    """Two engines with different dice agree on each chance, and on how long it takes, as far as chance allows."""
    position = seen_by(EDITIONS[edition], played(edition, commands, seed), None)
    derived, road = (engine.rollouts("odds", range(600)) for engine in (Derived(position), OneRoad(position)))
    assert shares(derived, 3) == pytest.approx(shares(road, 3), abs=0.1)  # five standard deviations
    turns = [sum(rollout.turns for rollout in found) / 600 for found in (derived, road)]
    assert turns[0] == pytest.approx(turns[1], rel=0.15)


@each_edition
def test_the_order_of_unseen_cards_makes_no_difference(played, edition):
    """Two games that differ only in cards nobody has seen are played on alike."""
    one, other = played(edition, 12), played(edition, 12)
    for deck, pile in other.decks.piles.items():
        unseen = unseen_cards(other.decks, deck)
        pile[:unseen] = reversed(pile[:unseen])
    assert one.decks.piles != other.decks.piles
    found = [Derived(seen_by(EDITIONS[edition], state, 0)).rollouts("c", range(40)) for state in (one, other)]
    assert found[0] == found[1]


@each_edition
def test_it_knows_every_house_rule_of_the_editions_it_was_made_for(edition):
    """Alone and together."""
    rules = EDITIONS[edition]
    for rule in rules.house_rules:
        for way in rule.agreed():
            assert opened(rules.with_house_rules([way]), RESERVE)
    assert opened(rules.with_house_rules(EVERYWHERE[edition]), RESERVE)


def test_no_edition_is_in_two_playbooks():
    """What one of them knows the others refuse by name; the other editions all of them do."""
    for edition, rules in EDITIONS.items():
        known = []
        for book in PLAYBOOKS:
            try:
                book.tables_of(rules, RESERVE)
            except NotCovered:
                continue
            known.append(book)
        assert known == {"classic": [STANDARD], "euronopoly": [CLAIMS], "mega": [SKYLINE]}.get(edition, [])


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("throw", EDITIONS["classic"].throw),
        ("ladders", EDITIONS["classic"].ladders),
        ("plan", EDITIONS["classic"].plan),
        ("slots", EDITIONS["euronopoly"].slots[1:]),
        ("reactions", EDITIONS["euronopoly"].reactions[1:]),
        ("rents", {**EDITIONS["euronopoly"].rents, "street": StreetRent(factors=(2,))}),
    ],
)
def test_one_other_rule_of_claims_is_enough_to_be_refused(name, other):
    """Nothing is played that the playbook does not know, however much of the rest it knows."""
    rules = EDITIONS["euronopoly"]
    assert CLAIMS.tables_of(rules, RESERVE)
    with pytest.raises(NotCovered):
        CLAIMS.tables_of(replace(rules, **{name: other}), RESERVE)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("jail", EDITIONS["classic"].jail),
        ("mortgages", EDITIONS["classic"].mortgages),
        ("ladders", {**EDITIONS["mega"].ladders, "street": EDITIONS["classic"].ladders["street"]}),
        ("plan", EDITIONS["classic"].plan),
        ("slots", EDITIONS["mega"].slots[1:]),
        ("reactions", EDITIONS["mega"].reactions[1:]),
        ("dice", EDITIONS["classic"].dice),
        ("throwers", {**EDITIONS["mega"].throwers, RentThrowPending: RentThrow()}),
        ("rents", {**EDITIONS["mega"].rents, "utility": UtilityRent()}),
        ("rents", {**EDITIONS["mega"].rents, "station": StationRent()}),
        ("arrivals", {**EDITIONS["mega"].arrivals, "station": OnDeedOnRequest(ForSale())}),
    ],
)
def test_one_other_rule_of_skyscrapers_is_enough_to_be_refused(name, other):
    """The speed die alone does not make an edition one that the playbook knows; nor does rent on request in part."""
    rules = EDITIONS["mega"]
    assert SKYLINE.tables_of(rules, RESERVE)
    with pytest.raises(NotCovered):
        SKYLINE.tables_of(replace(rules, **{name: other}), RESERVE)


def test_an_older_rent_request_is_refused_by_name(played):
    """Any throw ends it, which the playbook does not know."""
    state, rules = played("mega", 100), EDITIONS["mega"]
    RentRequestable(MoneyMoved(0, 1, 100, "rent_street", {"deed": 1}), "player").fold(state)
    tables = SKYLINE.tables_of(rules, RESERVE)
    assert SKYLINE.position_of(rules, tables, state)
    RentRequestable(MoneyMoved(0, 1, 200, "rent_street", {"deed": 3}), "throw").fold(state)
    with pytest.raises(NotCovered, match="older game"):
        SKYLINE.position_of(rules, tables, state)


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_what_it_cannot_play_the_one_road_plays(played, edition):
    """Nobody has to ask which."""
    engine = engine_for(seen_by(EDITIONS[edition], played(edition, 100), None))
    assert isinstance(engine, Derived) == (edition in EVERYWHERE)
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


@each_edition
def test_a_task_of_another_edition_is_refused_by_name(played, edition):
    """There is no frame for it."""
    state, rules = played(edition, 100), EDITIONS[edition]
    AgendaSet((ThrowAgainPending(0),), 1).fold(state)
    book, tables = opened(rules, RESERVE)
    with pytest.raises(NotCovered, match="ThrowAgainPending"):
        book.position_of(rules, tables, state)


@pytest.mark.parametrize(
    ("part", "values", "what"), [("mortgaged", [True], "mortgage"), ("paid", [(90,)], "another price")]
)
def test_a_deed_as_claims_do_not_know_it_is_refused_by_name(played, part, values, what):
    """No mortgages, and no building that cost anything but what is printed."""
    state, rules = played("euronopoly", 100), EDITIONS["euronopoly"]
    getattr(state.deeds, part)[1:2] = values
    with pytest.raises(NotCovered, match=what):
        CLAIMS.position_of(rules, CLAIMS.tables_of(rules, RESERVE), state)


@pytest.mark.parametrize("book", PLAYBOOKS, ids=["standard", "claims", "skyline"])
def test_the_source_is_c_without_python_in_it(book):
    """Every function of the source is one of C, and every constant a figure."""
    text = as_c(book.entry)
    assert "V rollouts_(V *p_v, V *s_v, V *t_v, V seed_v, V first_v, V count_v, V turns_v, V *found_v)" in text
    assert "#define TABLE_SIZE " in text
    assert ("#define RISK " in text) == (book is CLAIMS)
    assert " // " not in text
