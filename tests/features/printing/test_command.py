"""`bankhalter print`: one file, with a family's pictures each where its name says, or one sentence."""

import struct
import sys
import zlib
from pathlib import Path

import pypdfium2
import pytest
from features.printing.test_paper_used import green
from features.printing.test_sheets import pages
from pictures.test_pictures import photograph

from hub import cli
from hub.editions import EDITIONS
from hub.editions.reading import NAME_LENGTH_MAXIMUM
from hub.pictures.files import PNG


def test_a_file_is_written_and_never_written_over_by_mistake(tmp_path, capsys):
    """The file is a PDF; a second time it stays as it is without --force."""
    file = tmp_path / "board.pdf"
    arguments = ["print", "classic", "--sheets", "labels,banker", "--language", "en", "--out", str(file)]
    assert cli.main(arguments) == 0
    assert str(file) in capsys.readouterr().out
    first = file.read_bytes()
    assert first.startswith(b"%PDF-")
    assert cli.main(arguments) == 1
    assert "--force" in capsys.readouterr().err
    assert file.read_bytes() == first
    assert cli.main([*arguments, "--force"]) == 0


FIRST = next(space.name for space in EDITIONS["classic"].track.spaces if space.kind == "street")


def family(folder: Path, name: str) -> list[str]:
    """Tables whose first street has this name; how to print their deeds."""
    assert cli.main(["editions", "export", "classic", str(folder)]) == 0
    table = folder / "track.csv"
    text = table.read_text(encoding="utf-8-sig").replace(f"{FIRST},", f"{name},").replace(",brown,60,", ",brown,77,")
    table.write_text(text, encoding="utf-8-sig")
    return ["print", "--edition-dir", str(folder), "--sheets", "deeds", "--language", "en"]


def test_a_familys_tables_are_printed(tmp_path):
    """With `--edition-dir` names and figures of the sheets are those of the folder."""
    file = tmp_path / "family.pdf"
    assert cli.main([*family(tmp_path / "family", "Our own street"), "--out", str(file)]) == 0
    text = "".join(pages(file.read_bytes()))
    assert "Our own street" in text
    assert "77" in text
    assert FIRST not in text


@pytest.mark.parametrize(
    ("name", "wanted"), [("W" * NAME_LENGTH_MAXIMUM, "does not fit"), ("Łódź", "'Ł' cannot be printed")]
)
def test_a_name_that_no_sheet_takes_is_reported(tmp_path, capsys, name, wanted):
    """A family's name that is too long, or has letters that the print lacks, is named; nothing is written."""
    file = tmp_path / "none.pdf"
    assert cli.main([*family(tmp_path / "family", name), "--out", str(file)]) == 1
    shown = capsys.readouterr().err
    assert wanted in shown
    assert shown.count("\n") == 1
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--edition-dir", "nowhere"], "nowhere is not a folder"),
        (["checkers"], "there is no edition 'checkers'"),
        (["classic", "--sheets", "deeds,hats"], "there is no sheet 'hats'"),
        (["classic", "--sheets", " , "], "no sheet is named"),
        (["classic", "--address", "192.168.1.20"], "--address must look like"),
        (["classic", "--address", "http://hub/table"], "--address must look like"),
    ],
)
def test_what_cannot_be_printed_is_reported(arguments, wanted, tmp_path, capsys):
    """Wrong names and addresses are refused with what there is; nothing is written."""
    file = tmp_path / "none.pdf"
    assert cli.main(["print", *arguments, "--out", str(file)]) == 1
    assert wanted in capsys.readouterr().err
    assert not file.exists()


def test_without_the_library_the_command_says_how_to_get_it(monkeypatch, tmp_path, capsys):
    """A table that only plays lacks the library for PDF; printing names the package to install."""
    monkeypatch.setitem(sys.modules, "hub.features.printing.booklet", None)
    assert cli.main(["print", "classic", "--out", str(tmp_path / "none.pdf")]) == 1
    assert "pip install 'bankhalter[print]'" in capsys.readouterr().err


GREEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#00a000"/></svg>'


def huge() -> bytes:
    """A small file that says it is nine hundred million dots."""
    head, end = b"IHDR" + struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0), b"IEND"
    parts = [struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in (head, end)]
    return PNG + b"".join(parts)


def with_pictures(folder: Path, sheets: str, pictures: dict[str, bytes]) -> tuple[int, Path]:
    """Print sheets with these pictures; whether it failed, and where they are."""
    (folder / "pictures").mkdir()
    for name, data in pictures.items():
        (folder / "pictures" / name).write_bytes(data)
    file, options = folder / "board.pdf", ["--language", "en", "--pictures", str(folder / "pictures")]
    return cli.main(["print", "classic", "--sheets", sheets, *options, "--out", str(file)]), file


def test_pictures_of_a_folder_are_printed(tmp_path):
    """One for a space and one for the backs of a pile, as PNG and as SVG; what systems leave beside them is none."""
    left = dict.fromkeys((".DS_Store", "._space.1.png", "Thumbs.db", "desktop.ini"), b"x")
    pictures = {"space.1.png": photograph(), "deck.chance.svg": GREEN.encode(), **left}
    failed, file = with_pictures(tmp_path, "spaces,decks", pictures)
    assert not failed
    document = pypdfium2.PdfDocument(file.read_bytes())
    seen = [number for number, page in enumerate(document) if green(page) > 100]
    assert 1 in seen, "the back of the first page of cards"
    assert any(number >= 8 for number in seen), "the spaces, which follow"
    assert 0 not in seen, "the fronts of the cards have none"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("holiday.png", photograph(), "holiday.png: name it like space.7.png"),
        ("space.1.png", b"nothing\xff", "space.1.png: it is neither PNG nor SVG"),
        ("space.1.svg", b"<svg/>", "space.1.svg: "),
        ("space.1.png", photograph()[:60], "space.1.png: it is no PNG that can be read"),
        ("space.1.png", photograph()[:-20] + b"?" + photograph()[-19:], "it is no PNG that can be read"),
        ("space.1.png", huge(), "wider or higher than"),
    ],
)
def test_what_is_no_picture_is_reported_and_nothing_written(name, data, said, tmp_path, capsys):
    """With the name of the file."""
    failed, file = with_pictures(tmp_path, "labels", {name: data})
    assert (failed, file.exists()) == (1, False)
    assert said in capsys.readouterr().err
