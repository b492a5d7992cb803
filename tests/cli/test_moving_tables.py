"""A game on tables of a family's own goes to a computer that has never seen them, and is printed from them."""

import gzip
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import pytest
from helpers.banker_key import banker_key_of
from server.browser import Browser

from hub import cli
from hub.composition.editions import family_rules
from hub.composition.play import PlayOptions, open_alone

pytestmark = pytest.mark.feature("export")

PRICE = 77


@pytest.fixture(scope="module")
def family(tmp_path_factory):
    """The folder of a family whose cheapest streets cost more."""
    folder = tmp_path_factory.mktemp("house") / "family"
    assert cli.main(["editions", "export", "classic", str(folder)]) == 0
    track = folder / "track.csv"
    text = track.read_text(encoding="utf-8-sig").replace(",brown,60,", f",brown,{PRICE},")
    track.write_text(text.replace("Badstraße", "Our Street"), encoding="utf-8-sig")
    return folder


class Evening:
    """A whole hub on a data folder, as `bankhalter play` opens it, and its banker."""

    def __init__(self, data: Path, edition_dir: Path | None = None) -> None:
        self._closing = ExitStack()
        options = PlayOptions(simulated="starter", http_port=0, data_dir=data, version="1", edition_dir=edition_dir)
        welcome = open_alone(options, self._closing)
        self.banker = Browser(int(welcome.partition("http://localhost:")[2].split("/")[0]), key=banker_key_of(data))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.banker.close()
        self._closing.close()

    def ask(self, *actions: dict[str, Any]) -> None:
        for action in actions:
            ack = self.banker.ask(action)
            assert ack["ok"], (action, ack)

    def play(self, *commands: dict[str, Any]) -> None:
        self.ask(*({"do": "play", "command": command} for command in commands))


@pytest.fixture(scope="module")
def file(family):
    """A game on the family's tables, up to the question whether Anna buys one of their streets; exported whole."""
    here = family.parent / "here"
    with Evening(here, family) as evening:
        evening.ask({"do": "hands", "by_hand": True}, *({"do": "add_seat", "name": name} for name in ("Anna", "Ben")))
        evening.ask({"do": "begin"})
        throws = ((0, [6, 5]), (1, [1, 2]), (0, [1, 2]))
        evening.play(*({"command": "throw", "seat": seat, "faces": faces} for seat, faces in throws))
        evening.play({"command": "advance", "seat": 0})
    file = family.parent / "evening.bankhalter"
    assert cli.main(["export", "last", "--game", str(file), "--data-dir", str(here)]) == 0
    return file


def test_a_game_on_own_tables_goes_on_where_nobody_has_them(file, family, tmp_path):
    """The other hub is started with the printed tables only: the game costs what the family's say, and says so."""
    there = tmp_path / "there"
    assert cli.main(["import", str(file), "--data-dir", str(there)]) == 0
    with Evening(there) as evening:
        before = evening.banker.seen()
        assert before["tables"]
        assert not any(edition["own_tables"] for edition in before["editions"])
        evening.ask({"do": "go_on", "anyway": True})
        evening.play({"command": "buy", "seat": 0})
        assert evening.banker.seen()["seats"][0]["balance"] == 1500 - PRICE
    back, here = tmp_path / "back.bankhalter", family.parent / "here"
    assert cli.main(["export", "last", "--game", str(back), "--data-dir", str(there)]) == 0
    assert cli.main(["import", str(back), "--data-dir", str(here)]) == 0
    with Evening(here) as evening:
        assert evening.banker.seen()["seats"][0]["balance"] == 1500 - PRICE


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ({}, "cannot be continued here: its tables ("),
        ({"track.csv": "space\n"}, "cannot be continued here: track.csv, line 1"),
        ("other", "is damaged"),
        ([], "is damaged"),
    ],
)
def test_a_file_without_its_tables_is_refused(file, family, tmp_path, capsys, tables, words):
    """Tables that are missing, broken, another family's, or none at all: one sentence, and nothing is made."""
    if tables == "other":
        texts = family_rules(family).track.printing.texts
        tables = {**texts, "track.csv": texts["track.csv"].replace(f",{PRICE},", ",99,")}
    whole, other = {**json.loads(gzip.decompress(file.read_bytes())), "tables": tables}, tmp_path / "other"
    other.write_bytes(gzip.compress(json.dumps(whole).encode()))
    assert cli.main(["import", str(other), "--data-dir", str(tmp_path / "there")]) == 1
    shown = capsys.readouterr().err
    assert words in shown
    assert str(other) in shown
    assert shown.count("\n") == 1
    assert not (tmp_path / "there").exists()
