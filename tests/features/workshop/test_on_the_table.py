"""A design from the workshop is offered in the lobby; a game that begins on it keeps its tables, as all games do."""

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import Seated

from hub.domain.commands import Buy
from hub.editions import EDITIONS
from hub.features.workshop.at_table import put_on_table
from hub.features.workshop.design import Cells
from hub.features.workshop.tables import cells_of, written
from hub.rules.slots import Rules
from hub.store.folder import DataFolder
from hub.store.sqlstore import open_store
from hub.table.requests import AgreeHouseRules, ChooseEdition, NewGame


@pytest.fixture
def store(tmp_path):
    store = open_store(DataFolder(tmp_path).database_url)
    yield store
    store.close()


@pytest.fixture
def table(store):
    return Seated(store, FakeBoard())


def village(edition: str = "classic", **cells: str) -> Rules:
    """The edition with names, a price and a salary of a village."""
    base = EDITIONS[edition]
    changes: Cells = {
        "own/name": "Unser Dorf",
        "own/group.brown": "Unterdorf",
        "own/colour.brown": "#112233",
        "own/money.sign": "T",
        "own/card.chance.9": "Du hast den Schirm vergessen. 3 Felder zurück.",
        "track/1/name": "Am Bach",
        "track/3/price": "77",
        "track/0/amount": "250",
        **cells,
    }
    return base.with_tables(written(base, {**cells_of(base.track.printing.texts, str), **changes}, str).texts)


def name(rules: Rules) -> str:
    return f"{rules.id}:{rules.track.printing.digest}"


def test_the_lobby_offers_it_by_its_name_and_has_chosen_it(table):
    """Beside the editions, which stay as they are printed, and with their house rules."""
    rules = village()
    table.do(AgreeHouseRules(("pot",)))
    assert put_on_table(table.table.request, rules) is None
    view = table.view()
    assert view.house_rules == (), "what was agreed upon for another edition"
    cards = {card.id: card for card in view.editions}
    assert (view.edition, view.tables) == (name(rules), rules.track.printing.digest)
    assert cards[name(rules)].names == {"de": "Unser Dorf", "en": "Unser Dorf"}
    assert (cards[name(rules)].own_tables, cards["classic"].own_tables) == (True, False)
    table.do(AgreeHouseRules(("double_salary",)))
    shown = table.table.edition(name(rules))
    assert shown.spaces[1].name == "Am Bach"
    assert (shown.own["group.brown"], shown.own["colour.brown"]) == ("Unterdorf", "#112233")


def test_the_printed_edition_can_be_chosen_again(table):
    """And the design again after that."""
    rules = village()
    put_on_table(table.table.request, rules)
    table.do(ChooseEdition("classic", ""))
    assert table.view().tables == ""
    table.do(ChooseEdition(name(rules), ""))
    assert table.view().tables == rules.track.printing.digest


def test_a_game_is_played_on_it_and_goes_on_after_a_start(store, table):
    """Its price, its salary and its names hold from the first turn, and the lobby after the game offers it again."""
    rules = village()
    put_on_table(table.table.request, rules)
    table.begin()
    assert table.view().edition == "classic"
    assert table.view().tables == rules.track.printing.digest
    table.throw(0, 1, 2)
    table.table.stop()
    again = Seated(store, FakeBoard())
    again.play(Buy(0))
    assert again.view().seats[0].balance == 1500 - 77
    played = again.table.state.live.game.rules
    assert played.salary.due(played.track, 39, 1) == 250
    again.do(NewGame())
    assert again.view().edition == name(rules)


def test_it_is_offered_after_a_start_although_no_game_began(store, table):
    """Whoever put it on the table in the afternoon finds it there in the evening."""
    rules = village()
    put_on_table(table.table.request, rules)
    table.table.stop()
    again = Seated(store, FakeBoard())
    assert (again.view().edition, again.view().tables) == (name(rules), rules.track.printing.digest)


def test_the_newest_one_takes_the_place_of_the_one_before(table):
    """The lobby does not fill up with every version somebody tried."""
    put_on_table(table.table.request, village())
    newer = village(**{"track/1/name": "Am Teich"})
    put_on_table(table.table.request, newer)
    put_on_table(table.table.request, EDITIONS["classic"])
    assert [card.id for card in table.view().editions] == [*EDITIONS, name(newer)]
    assert table.ask(ChooseEdition(name(village()))).reason == "no_such_edition"


def test_a_running_game_is_not_disturbed(table):
    """While one is played nothing is put on the table."""
    table.begin()
    before = table.view()
    assert put_on_table(table.table.request, village()).reason == "game_running"
    assert (table.view().edition, table.view().editions) == (before.edition, before.editions)


def test_double_salary_doubles_the_salary_of_the_design(table):
    """A house rule holds for the figures that are played with, not for those of the print."""
    rules = village().with_house_rules(("double_salary",))
    assert rules.salary.due(rules.track, 39, 0) == 500
    assert rules.salary.due(rules.track, 39, 5) == 250


@pytest.mark.parametrize(("edition", "amount", "landing"), [("haustein", 300, 600), ("mpmp", 1_000, 2_000)])
def test_landing_on_the_start_keeps_its_proportion(edition, amount, landing):
    """Where the edition pays twice for stopping there, a design does so with its own salary."""
    rules = village(edition, **{"track/0/amount": str(amount), "track/3/price": "5000"})
    assert (rules.salary.due(rules.track, 39, 1), rules.salary.due(rules.track, 39, 0)) == (amount, landing)
