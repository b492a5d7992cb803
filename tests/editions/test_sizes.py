"""Tables of other sizes: what the rules of an edition allow is played to the end, anything else is refused by cell."""

import csv
import random
from dataclasses import replace

import pytest
from helpers.scene import Scene
from helpers.sized_tables import Plan, any_plan, tables, written
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.domain.commands import Advance, Throw
from hub.editions import EDITIONS
from hub.editions.tables import TableError
from hub.rules.slots import Rules
from hub.simulation.series import Plan as Series
from hub.simulation.series import play_one

SIZES = (24, 28, 32, 36, 40, 44, 48, 52, 56)
BOTS = ("sensible", "sensible", "random")
ROUNDS = 400
EACH = [(edition, size) for edition in EDITIONS for size in SIZES]


def rules_of(plan: Plan, luck: random.Random) -> Rules:
    return EDITIONS[plan.edition].with_tables(tables(plan, luck))


def table(edition: str, size: int, seed: int = 0) -> dict[str, str]:
    luck = random.Random(f"{edition}/{size}/{seed}")
    return tables(any_plan(edition, size, luck), luck)


@pytest.mark.gate
@pytest.mark.parametrize(("edition", "size"), EACH)
def test_bots_play_whole_games_on_a_track_of_every_size(edition, size):
    """With groups of each size that the edition allows; the checks after every command find nothing wrong."""
    luck = random.Random(f"{edition}/{size}")
    for number, group in enumerate(EDITIONS[edition].needs.streets.choices):
        rules = rules_of(any_plan(edition, size, luck, group), luck)
        assert len(rules.track.spaces) == size
        assert group in {len(spaces) for spaces in rules.track.groups.values()}
        match, violations = play_one(Series(rules, BOTS, f"sizes/{size}", ROUNDS, check=True), number)
        assert violations == []
        assert match.stopped is None or "nobody has won" in match.stopped
        assert match.turns > 20


@given(st.sampled_from(EACH), st.integers(0, 10**9))
@settings(max_examples=150)
def test_whatever_an_edition_says_it_needs_is_enough(which, seed):
    """A track of any numbers within its needs is accepted; as many streets are built on as there are."""
    edition, size = which
    luck = random.Random(seed)
    plan = any_plan(edition, size, luck)
    rules = rules_of(plan, luck)
    assert len(rules.track.deeds) == plan.deeds
    assert set(rules.grounds) >= {
        group for group, spaces in rules.track.groups.items() if rules.track.ground[spaces[0]]
    }


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_the_printed_tables_are_what_the_rules_need(edition):
    """The edition's own size is one of those that it allows, and so are its groups."""
    rules = EDITIONS[edition]
    assert len(rules.track.spaces) in rules.needs.sizes
    assert rules.needs.sizes == SIZES
    streets = [spaces for group, spaces in rules.track.groups.items() if rules.track.deeds[spaces[0]].kind == "street"]
    assert all(len(spaces) in rules.needs.streets for spaces in streets)
    assert len(streets) in rules.needs.groups


def test_the_bank_has_buildings_for_as_many_streets_as_there_are():
    """32 houses and 12 hotels are for 22 streets: half the streets, half the houses, and never less than that."""
    luck = random.Random(3)
    rules = rules_of(Plan("classic", 28, (3, 3, 3, 2), 2, 1), luck)
    assert rules.stock == {"house": 16, "hotel": 6}
    assert rules_of(Plan("classic", 56, (5,) * 8, 4, 2), luck).stock == {"house": 59, "hotel": 22}
    assert rules_of(Plan("mega", 52, (4,) * 6 + (3,) * 2, 6, 3), luck).stock == {
        "house": 32,
        "hotel": 12,
        "skyscraper": 8,
        "mall": 6,
    }


@pytest.mark.parametrize("size", SIZES)
def test_passing_the_start_pays_on_every_track(size):
    """From the last space a throw leads over the start, and the salary is paid."""
    scene = Scene(EDITIONS["classic"].with_tables(table("classic", size)), seats=2)
    scene.stands(0, size - 1)
    before = scene.balance(0)
    scene.do(Throw(0, (1, 2)))
    assert scene.task.space == 2
    scene.do(Advance(0))
    assert scene.balance(0) - before == 200 - scene.game.rules.track.spaces[2].amount


@pytest.mark.parametrize("size", SIZES)
def test_reports_are_owed_behind_the_last_corner(size):
    """The town hall square is the first space after the third corner from the start; on 40 spaces that is 31."""
    rules = EDITIONS["haustein"].with_tables(table("haustein", size))
    scene = Scene(rules, seats=2)
    square = 3 * size // 4 + 1
    scene.stands(0, square - 4)
    scene.do(Throw(0, (1, 2)))
    scene.arrive()
    assert scene.game.state.shares.owed == {}
    scene = Scene(rules, seats=2)
    scene.stands(0, square - 3)
    scene.do(Throw(0, (1, 2)))
    scene.do(Advance(0))
    assert 0 in scene.game.state.shares.owed


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_group_is_whole_with_all_its_streets(size):
    """The rent of an unbuilt street doubles with the last one of a group, however many that are."""
    rules = rules_of(Plan("classic", 40, (size, 3, 3), 2, 2), random.Random(size))
    group = next(iter(rules.track.groups[name] for name in rules.track.groups if name == "brown"))
    assert len(group) == size
    scene = Scene(rules, seats=2)
    deed = rules.track.deeds[group[0]]
    scene.owns(1, *group[:-1])
    assert rules.rents["street"].expected(scene.game, deed, 1, 7) == deed.rents[0]
    scene.owns(1, group[-1])
    assert rules.rents["street"].expected(scene.game, deed, 1, 7) == 2 * deed.rents[0]


def rows_of(texts: dict[str, str], file: str = "track.csv") -> list[dict[str, str]]:
    return list(csv.DictReader(texts[file].splitlines()))


def fault_of(edition: str, texts: dict[str, str]) -> tuple[str, str, int, str]:
    with pytest.raises(TableError) as error:
        EDITIONS[edition].with_tables(texts)
    fault = error.value.fault
    assert fault.file in str(error.value)
    return fault.key, fault.file, fault.line, fault.column


@pytest.mark.parametrize(
    ("edition", "size", "at"),
    [("classic", 20, (0, "")), ("classic", 26, (0, "")), ("mega", 30, (0, "")), ("classic", 60, (58, "space"))],
)
def test_a_track_that_is_no_square_or_too_long_is_refused(edition, size, at):
    """What is allowed is said, and where the track is too long from which line on."""
    texts = table(edition, 56)
    rows = (rows_of(texts) * 2)[:size]
    made = written([{**row, "space": str(space)} for space, row in enumerate(rows)])
    cards = written([row for row in rows_of(texts, "cards.csv") if not row["effect"].startswith("move")])
    assert fault_of(edition, {**texts, "track.csv": made, "cards.csv": cards}) == ("size", "track.csv", *at)


@pytest.mark.parametrize(
    ("edition", "groups", "key"),
    [
        ("classic", (6, 3), "group_many"),
        ("classic", (1, 3), "group_few"),
        ("classic", (4,), "groups_few"),
        ("mega", (2, 3), "group_few"),
        ("euronopoly", (2, 3), "group_few"),
        ("euronopoly", (4, 3), "group_many"),
    ],
)
def test_a_group_that_the_rules_do_not_know_is_refused(edition, groups, key):
    """Too large, too small, too few: at the street that is too many, or at the last of those that are too few."""
    texts = tables(Plan(edition, 40, groups, 2, 2), random.Random(1))
    found = fault_of(edition, texts)
    brown = [line for line, row in enumerate(rows_of(texts), 2) if row["group"] == "brown"]
    assert found[:2] == (key, "track.csv")
    if key != "groups_few":
        assert found[2:] == (brown[-1], "group")


def test_more_stations_than_rents_are_refused():
    """The seventh is the one that is too many; its kind is to be changed."""
    texts = tables(replace(Plan("classic", 40, (3, 3, 3), 6, 2)), random.Random(1))
    rows = rows_of(texts)
    station = next(row for row in rows if row["kind"] == "station")
    other = next(
        number for number, row in reversed(list(enumerate(rows))) if row["kind"] in ("chance", "community", "tax")
    )
    rows[other] = {**station, "space": str(other), "name": "One more"}
    stations = [line for line, row in enumerate(rows, 2) if row["kind"] == "station"]
    assert fault_of("classic", {**texts, "track.csv": written(rows)}) == ("kind_many", "track.csv", stations[6], "kind")


@pytest.mark.parametrize(("effect", "left_out"), [("next_station", (0, 2)), ("next_utility", (2, 0))])
def test_a_card_that_leads_nowhere_is_refused(effect, left_out):
    """Without stations no card leads to the next one; the card is named, not the track."""
    stations, utilities = left_out
    texts = tables(Plan("classic", 28, (3, 3), stations, utilities), random.Random(2))
    cards = rows_of(texts, "cards.csv")
    cards[4] |= {"effect": effect, "first": "2"}
    cards[4]["second"] = ""
    assert fault_of("classic", {**texts, "cards.csv": written(cards)}) == ("card_wants", "cards.csv", 6, "effect")


def test_a_card_to_a_space_that_a_short_track_lacks_is_refused():
    """The last space of 40 is none of 28."""
    texts = table("classic", 28)
    cards = rows_of(texts, "cards.csv")
    cards[0] |= {"effect": "move_to", "first": "39"}
    assert fault_of("classic", {**texts, "cards.csv": written(cards)}) == ("no_space", "cards.csv", 2, "first")


def test_a_table_without_end_is_not_even_read():
    """Of a hundred thousand lines the first that no table needs is refused: such a track would fill the memory."""
    row = "{},x,tax,,,,,,,,,,,1\n"
    texts = table("classic", 40)
    long = texts["track.csv"].splitlines()[0] + "\n" + "".join(row.format(space) for space in range(100_000))
    assert fault_of("classic", {**texts, "track.csv": long}) == ("lines", "track.csv", 401, "")
