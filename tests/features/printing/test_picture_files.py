"""`bankhalter print --pictures`: a family's pictures, each where its name says, or one sentence."""

import io
import struct
import zlib
from pathlib import Path

import pypdfium2
import pytest
from features.printing.test_paper_used import green
from PIL import Image, PngImagePlugin

from hub import cli
from hub.pictures.drawings import NoPicture, Photograph
from hub.pictures.files import PNG, picture_of

GREEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#00a000"/></svg>'


def photograph(**told: str) -> bytes:
    """A green PNG that says something besides its dots."""
    made, texts = io.BytesIO(), PngImagePlugin.PngInfo()
    for key, text in told.items():
        texts.add_text(key, text)
    Image.new("RGB", (30, 30), "#00a000").save(made, "PNG", pnginfo=texts)
    return made.getvalue()


def huge() -> bytes:
    """A small file that says it is nine hundred million dots."""
    head = b"IHDR" + struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    end = b"IEND"
    parts = [struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in (head, end)]
    return PNG + b"".join(parts)


def test_pictures_of_a_folder_are_printed(tmp_path: Path):
    """One for a space and one for the backs of a pile, as PNG and as SVG."""
    folder, file = tmp_path / "pictures", tmp_path / "board.pdf"
    folder.mkdir()
    (folder / "space.1.png").write_bytes(photograph())
    (folder / "deck.chance.svg").write_text(GREEN, encoding="utf-8")
    arguments = ["print", "classic", "--sheets", "spaces,decks", "--language", "en", "--pictures", str(folder)]
    assert cli.main([*arguments, "--out", str(file)]) == 0
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
    folder, file = tmp_path / "pictures", tmp_path / "board.pdf"
    folder.mkdir()
    (folder / name).write_bytes(data)
    arguments = ["print", "classic", "--sheets", "labels", "--pictures", str(folder), "--out", str(file)]
    assert cli.main(arguments) == 1
    assert said in capsys.readouterr().err
    assert not file.exists()


def test_a_photograph_leaves_nothing_but_its_dots():
    """What a camera writes into a file, such as where it was taken, does not get into the print."""
    found = picture_of(photograph(Location="Home Street 7"))
    assert isinstance(found, Photograph)
    assert b"Home Street" not in found.png


def test_a_file_that_is_far_too_large_is_not_opened():
    """Neither as bytes nor as dots."""
    with pytest.raises(NoPicture, match="bytes"):
        picture_of(b" " * 4_000_001)
