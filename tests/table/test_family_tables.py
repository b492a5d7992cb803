"""A game goes on with the tables it was begun with, whatever the hub is started with, and its record has them."""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import BANKER, Seated
from helpers.sized_tables import any_plan, tables

from hub.cli import main
from hub.domain.commands import Buy
from hub.editions import EDITIONS
from hub.rules.slots import Rules
from hub.store.folder import DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.table.game.chance import Dice
from hub.table.game.stored import documents_of_rules
from hub.table.requests import NewGame
from hub.table.table import Table

PRICE = 77


def family(price: int = PRICE) -> Mapping[str, Rules]:
    """The editions, the first of them with another price for two streets."""
    texts = dict(EDITIONS["classic"].track.printing.texts)
    changed = {**texts, "track.csv": texts["track.csv"].replace(",brown,60,", f",brown,{price},")}
    return {**EDITIONS, "classic": EDITIONS["classic"].with_tables(changed)}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    store = open_store(DataFolder(tmp_path).database_url)
    yield store
    store.close()


def seated(store: SqlStore, editions: Mapping[str, Rules]) -> Seated:
    """Anna and Ben at a table with these editions."""
    return Seated(store, FakeBoard(), editions)


def left(store: SqlStore, editions: Mapping[str, Rules]) -> None:
    """A hub with these editions has begun a game, and ended."""
    table = seated(store, editions)
    assert table.view().editions[0].own_tables == (editions is not EDITIONS)
    table.begin()
    table.throw(0, 1, 2)
    table.table.stop()


@pytest.mark.parametrize(
    ("begun", "later", "price"), [(family(), EDITIONS, PRICE), (family(), family(90), PRICE), (EDITIONS, family(), 60)]
)
def test_after_a_restart_the_figures_are_the_same(store: SqlStore, begun, later, price) -> None:
    """The hub comes back with the printed tables, or with other ones: the price is still that of the start."""
    left(store, begun)
    again = seated(store, later)
    assert again.view().tables == begun["classic"].track.printing.digest
    assert again.table.edition("classic").spaces[3].price == price
    again.play(Buy(0))
    assert again.view().seats[0].balance == 1500 - price
    again.do(NewGame())
    assert again.view().tables == later["classic"].track.printing.digest


@pytest.mark.parametrize("size", [24, 56])
def test_after_a_restart_the_track_is_as_long(store: SqlStore, size: int) -> None:
    """A game on a family's short or long track goes on there, though the hub comes back with the printed one."""
    luck = random.Random(size)
    other = EDITIONS["classic"].with_tables(tables(any_plan("classic", size, luck), luck))
    left(store, {**EDITIONS, "classic": other})
    again = seated(store, EDITIONS)
    assert len(again.table.edition("classic").spaces) == size
    assert again.view().seats[0].space == 3
    again.do(NewGame())
    assert len(again.table.edition("classic").spaces) == 40


@pytest.mark.parametrize("texts", [None, {"track.csv": "space\n"}])
def test_a_game_whose_tables_are_gone_does_not_go_on(store, tmp_path, caplog, texts):
    """It says so and opens the lobby, rather than going on with other figures."""
    left(store, family())
    (name,) = documents_of_rules(family()["classic"])

    class Damaged:
        """The same store, in which these tables are not as they were."""

        def __getattr__(self, attribute: str) -> object:
            return getattr(store, attribute)

        def document(self, wanted: str) -> bytes | None:
            if wanted == name:
                return json.dumps(texts).encode() if texts else None
            return store.document(wanted)

    again = Table(Damaged(), FakeBoard(), EDITIONS, Dice(5))  # type: ignore[arg-type]
    again.start()
    assert again.view(BANKER).phase == "lobby"
    assert "cannot be continued" in caplog.text
    again.stop()


@pytest.mark.feature("export")
def test_a_record_and_the_sheets_have_the_tables_with_them(store, tmp_path, capsys):
    """The record replays without the store, at the family's price; the export tells that price too."""
    table = seated(store, family())
    table.begin()
    table.buy()
    table.table.stop()
    store.close()
    file = tmp_path / "evening.jsonl"
    assert main(["record", "last", str(file), "--data-dir", str(tmp_path)]) == 0
    assert main(["replay", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["balances"] == [1500 - PRICE, 1500]
    assert main(["export", "last", "--json", str(tmp_path / "book.json"), "--data-dir", str(tmp_path)]) == 0
    sheets = json.loads((tmp_path / "book.json").read_text())["sheets"]
    assert any(PRICE in row.values() for sheet in sheets for row in sheet["rows"])


def test_a_record_with_broken_tables_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As with any other fault of a record."""
    file = tmp_path / "broken.jsonl"
    header = {"record": 1, "edition": "classic", "seats": 2, "tables": {"track.csv": "space\n"}}
    file.write_text(json.dumps(header) + "\n")
    assert main(["replay", str(file)]) == 1
    said = capsys.readouterr().err
    assert "broken.jsonl, line 1: tables: track.csv, line 1" in said
    assert "columns 'name', 'kind', 'group' and 10 more are missing; the first line must be space,name," in said
