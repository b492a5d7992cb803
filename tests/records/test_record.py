"""`bankhalter games` and `bankhalter record`: a stored game becomes a record that replays identically."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from helpers.stored_evening import sitting

from hub.cli import main
from hub.domain.commands import Bundle, Decline, PassBid, PlaceBid
from hub.domain.corrections import CorrectMoney
from hub.domain.history import effective_facts
from hub.editions import EDITIONS
from hub.records.lines import COMMANDS, Expect, Header, Setup
from hub.records.playing import replay
from hub.store.folder import DataFolder
from hub.store.sqlstore import open_store
from hub.table.requests import AgreeHouseRules, Correct, NewGame, Redo, Undo


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with one game: moves, an auction, undo and redo, a correction."""
    with sitting(tmp_path / "data") as seated:
        seated.do(AgreeHouseRules(("pot",)))
        seated.begin()
        seated.buy()
        seated.do(Undo(seated.view().undo))
        seated.play(Decline(0))
        seated.play(PlaceBid(1, 30))
        seated.play(PassBid(0))
        seated.undo()
        seated.do(Redo(1))
        seated.do(Correct(CorrectMoney(1, 0, 12, reason="für Limonade")))
    return tmp_path / "data"


def facts_of(folder: Path) -> list[object]:
    """What is in force of the newest stored game."""
    store = open_store(DataFolder(folder).database_url)
    facts = list(effective_facts([stored.entry for stored in store.entries(store.games()[-1].id)]))
    store.close()
    return facts


def test_a_written_record_replays_to_the_same_facts(folder, tmp_path):
    """Only moves in force are in it, with the dice, the decks and the house rules they met."""
    file = tmp_path / "evening.jsonl"
    assert main(["record", "last", str(file), "--data-dir", str(folder)]) == 0
    played = replay(file.read_text().splitlines(), EDITIONS)
    assert played.facts() == facts_of(folder)
    assert played.names == ("Anna", "Ben")
    assert played.game.rules.agreed == ("pot",)
    assert main(["replay", str(file)]) == 0


def test_a_record_goes_to_standard_output(folder, capsys):
    """Line by line JSON, the last one what is expected at the end."""
    assert main(["record", "last", "--data-dir", str(folder)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["edition"] == "classic"
    assert {"command": "place_bid", "seat": 1, "amount": 30} in lines
    assert {"command": "buy", "seat": 0} not in lines
    assert lines[-1]["expect"]["balances"] == [1512, 1458]


def test_games_are_listed_with_what_a_person_knows_of_them(folder, capsys):
    """Id, day, edition and players; the id, or how it begins, names the game to `record`."""
    assert main(["games", "--data-dir", str(folder)]) == 0
    line = capsys.readouterr().out.strip()
    assert line.endswith("classic  Anna, Ben")
    assert main(["games", "--json", "--data-dir", str(folder)]) == 0
    (game,) = json.loads(capsys.readouterr().out)
    assert line.startswith(game["id"])
    assert game["seats"] == ["Anna", "Ben"]
    assert main(["record", game["id"][:5], "--data-dir", str(folder)]) == 0


def test_games_that_cannot_be_named_are_reported(folder, capsys):
    """An unknown id, and one that fits several games."""
    with sitting(folder) as seated:
        seated.do(NewGame())
        seated.begin()
    for name, words in (("nothing", "no stored game has an id that begins with"), ("", "more than one stored game")):
        assert main(["record", name, "--data-dir", str(folder)]) == 1
        assert words in capsys.readouterr().err


@pytest.mark.parametrize("command", [["games"], ["record", "last"]])
def test_a_folder_without_games_is_one_sentence_and_stays_empty(command, tmp_path, capsys):
    """Looking must not create anything."""
    assert main([*command, "--data-dir", str(tmp_path)]) == 1
    assert "no games are stored in" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_table_in_use_is_not_disturbed(folder, capsys):
    """While a hub has the folder the commands say so."""
    store = open_store(DataFolder(folder).database_url)
    assert main(["games", "--data-dir", str(folder)]) == 1
    assert "Another Bankhalter is using" in capsys.readouterr().err
    store.close()


def test_a_file_that_cannot_be_written_is_one_sentence(folder, tmp_path, capsys):
    """Such as one in a folder that is not there."""
    assert main(["record", "last", str(tmp_path / "no" / "where"), "--data-dir", str(folder)]) == 1
    assert "cannot be written" in capsys.readouterr().err


DOCS = Path(__file__).parents[2] / "hub" / "docs"
PAGE = (DOCS / "RECORD.md").read_text(encoding="utf-8")
RECORDS = [path.read_text(encoding="utf-8") for path in sorted((DOCS / "records").glob("*.jsonl"))]
EXAMPLES = [*re.findall(r"```jsonl\n(.*?)```", PAGE, re.DOTALL), *RECORDS]


def fields(cell: str) -> tuple[set[str], set[str]]:
    optional = set(re.findall(r"\[`(\w+)`\]", cell))
    return set(re.findall(r"`(\w+)`", cell)) - optional, optional


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_replays(example):
    """Those of the page can be copied into a file and played, those beside it are files."""
    played = replay(example.splitlines(), EDITIONS)
    assert len(played.moves) > 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_stands_on_the_page_with_its_fields_and_an_example(name):
    """Needed fields are named, others stand in brackets, and nothing else does."""
    found = re.search(rf"^\| `{name}` \| (.+?) \| .+ \|$", PAGE, re.MULTILINE)
    assert found, name
    known = msgspec.structs.fields(COMMANDS[name])
    assert fields(found[1]) == ({f.name for f in known if f.required}, {f.name for f in known if not f.required})
    assert any(f'{{"command": "{name}"' in example for example in EXAMPLES)


@pytest.mark.parametrize(("kind", "title"), [(Header, "The header"), (Setup, "Set-ups"), (Expect, "Expectations")])
def test_every_field_of_the_other_lines_stands_on_the_page(kind, title):
    """In the table of its section."""
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (.+?) \|", section(title), re.MULTILINE))))
    assert named == {field.name for field in msgspec.structs.fields(kind)}


def test_the_sides_of_a_trade_stand_on_the_page():
    """Money, deeds and release cards."""
    offer = next(line for line in section("Commands").splitlines() if line.startswith("| `offer_trade`"))
    assert all(f"[`{field.name}`]" in offer for field in msgspec.structs.fields(Bundle))
