"""`bankhalter editions export` and `--edition-dir`: tables out, changed, and in again."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from hub.cli import main
from hub.commands import CannotRun, editions
from hub.composition.editions import family_rules
from hub.composition.play import PlayOptions, open_alone, with_family_tables
from hub.editions import EDITIONS


@pytest.fixture
def folder(tmp_path):
    """The tables of the edition with tickets, exported."""
    folder = tmp_path / "family"
    assert main(["editions", "export", "mega", str(folder)]) == 0
    return folder


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that cannot run says: one line, exit code 1."""
    capsys.readouterr()
    assert main([*arguments]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_exported_tables_are_those_of_the_edition(tmp_path, edition):
    """Read back unchanged they are the printed ones."""
    assert main(["editions", "export", edition, str(tmp_path / "family")]) == 0
    rules = family_rules(tmp_path / "family")
    assert (rules.id, rules.track.printing.digest) == (edition, "")


def test_nothing_is_written_over_unless_asked(folder, capsys):
    """A second export leaves a family's work alone; --force does not."""
    (folder / "cards.csv").write_text("ours")
    assert "already exists" in shown(capsys, "editions", "export", "classic", str(folder))
    assert (folder / "cards.csv").read_text() == "ours"
    assert main(["editions", "export", "mega", str(folder), "--force"]) == 0
    assert (folder / "cards.csv").read_text() != "ours"


def test_what_macos_leaves_beside_tables_is_no_table(folder):
    """On a stick that knows nothing of its attributes it puts them into a hidden file beside each."""
    (folder / "._track.csv").write_bytes(b"\0\5\26\7")
    assert family_rules(folder).id == "mega"


def test_the_command_that_plays_them_can_be_copied_on_windows(tmp_path, capsys, monkeypatch):
    """Its shell knows double quotes alone."""
    monkeypatch.setattr(editions.sys, "platform", "win32")
    assert main(["editions", "export", "mega", str(tmp_path / "our board")]) == 0
    assert f'--edition-dir "{tmp_path / "our board"}"' in capsys.readouterr().out


def test_what_cannot_be_exported_is_one_sentence(tmp_path, capsys):
    """An edition that is not there, a place that is not there."""
    assert "there is no edition 'none'" in shown(capsys, "editions", "export", "none", str(tmp_path))
    assert "is not a folder" in shown(capsys, "editions", "export", "mega", str(tmp_path / "a" / "b"))


@pytest.mark.parametrize("command", [["simulate", "--games", "1"], ["play", "--no-browser", "--http-port", "0"]])
def test_a_wrong_figure_is_reported_before_anything_begins(folder, tmp_path, capsys, command):
    """Folder, file, line, and what to do; no data folder is made."""
    dearer(folder, "x")
    data = ["--data-dir", str(tmp_path / "data")] if command[0] == "play" else []
    sentence = shown(capsys, *command, *data, "--edition-dir", str(folder))
    assert f"{folder}: track.csv, line 8: rent_0 is 'x'; give a whole number" in sentence
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("file", "data", "sentence"),
    [
        ("edition.csv", b"edition\nchess\n", "edition.csv: give the line 'edition' and below it one of classic"),
        ("edition.csv", None, "edition.csv is missing: it says which edition"),
        ("track.csv", None, "track.csv is missing"),
        ("track.csv", "space,name\n0,Straße\n".encode("cp1252"), "track.csv, line 2: a letter is not UTF-8"),
        ("track.csv", b"x" * 200_000, "track.csv has more than 100000 bytes"),
        ("tickest.csv", b"ticket,expires\n", "tickest.csv is not a table of an edition"),
    ],
)
def test_a_folder_without_an_edition_is_refused(folder, file, data, sentence):
    """Each time with what to do."""
    if data is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(data)
    with pytest.raises(CannotRun, match=sentence):
        family_rules(folder)


def test_tables_alone_do_not_make_an_edition(folder, tmp_path):
    """Where no folder is, the command that exports one is named; tables of an edition without proof are refused."""
    with pytest.raises(CannotRun, match="is not a folder: `bankhalter editions export EDITION"):
        family_rules(tmp_path / "none")
    with pytest.raises(CannotRun, match="which cannot be played yet"):
        with_family_tables({}, folder)


def test_a_table_opens_with_the_familys_edition_among_the_others(folder, tmp_path):
    """It takes the place of the printed one, and the rest stay as they are."""
    dearer(folder)
    offered = with_family_tables(EDITIONS, folder)
    assert list(offered) == list(EDITIONS)
    assert [edition for edition, rules in offered.items() if rules.track.printing.digest] == ["mega"]
    options = PlayOptions(simulated="full", http_port=0, data_dir=tmp_path / "data", version="1", edition_dir=folder)
    with ExitStack() as closing:
        assert "Bankhalter 1" in open_alone(options, closing)


def dearer(folder: Path, rent: str = "3000") -> None:
    table = (folder / "track.csv").read_text(encoding="utf-8-sig")
    (folder / "track.csv").write_text(table.replace(",20000,2500,", f",20000,{rent},"), encoding="utf-8-sig")
