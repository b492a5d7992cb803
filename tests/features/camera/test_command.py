"""`bankhalter camera read` from the command line."""

import json
import sys

import pytest

from hub import cli


def test_without_the_library_the_command_says_how_to_get_it(monkeypatch, tmp_path, capsys):
    """A table that only plays lacks the library; the command names what to install."""
    monkeypatch.setitem(sys.modules, "cv2", None)
    for name in [name for name in sys.modules if name.startswith("hub.features.camera.")]:
        monkeypatch.delitem(sys.modules, name)
    assert cli.main(["camera", "read", str(tmp_path / "none.jpg")]) == 1
    assert "pip install 'bankhalter[camera]'" in capsys.readouterr().err


def test_a_picture_is_one_line_of_json(tmp_path, capsys):
    """Each picture has an object with the same keys, in the order of the command line."""
    pytest.importorskip("cv2", reason="needs bankhalter[camera]")
    from helpers.camera_scenes import Scene, from_above
    from helpers.photographs import Stood, Weather, middle

    lens, stance = from_above(52, (1920, 1080))
    board = Scene(52, lens, stance, Weather(), (Stood(20, 20, *middle(30, 52), 8, 1),), {})
    (tmp_path / "board.jpg").write_bytes(board.jpeg())
    (tmp_path / "none.jpg").write_bytes(b"none")
    pictures = [str(tmp_path / name) for name in ("board.jpg", "none.jpg")]
    assert cli.main(["camera", "read", *pictures, "--edition", "mega", "--json"]) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [first["picture"], second["picture"]] == pictures
    assert [(piece["mark"], piece["piece"], piece["space"]) for piece in first["pieces"]] == [(20, "red", 30)]
    assert 0 < first["pieces"][0]["confidence"] <= 1
    assert sorted(first["board"]["corners"]) == ["0", "1", "2", "3"]
    assert (first["problems"], second["problems"]) == ([], ["unreadable"])
    assert first.keys() == second.keys() == {"picture", "pieces", "board", "problems", "dice"}
    assert cli.main(["camera", "read", pictures[0], "--edition", "mega", "--height", "8"]) == 0
    assert "red: space 30" in capsys.readouterr().out


def test_a_picture_that_is_not_there_is_named(tmp_path, capsys):
    """The sentence says which file."""
    pytest.importorskip("cv2", reason="needs bankhalter[camera]")
    assert cli.main(["camera", "read", str(tmp_path / "gone.jpg")]) == 1
    assert "gone.jpg cannot be read" in capsys.readouterr().err
