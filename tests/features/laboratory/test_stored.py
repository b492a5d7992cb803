"""Games that were played are stored: what is there is read back, what is damaged or of another setting is refused."""

from pathlib import Path

import pytest
from features.laboratory.games import CLASSIC, game, lab_of

from hub.simulation.counting import LabGame
from hub.simulation.setting import Laboratory, laboratory
from hub.simulation.stored import FILE, LabError, stored_games

GAMES = [game(number, 50 + number) for number in range(3)]


def there(folder: Path, lab: Laboratory, games: int = 10) -> list[list[LabGame]]:
    with stored_games(folder, lab) as stored:
        return stored.of(lab, games)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three games of the printed rules."""
    with stored_games(tmp_path, lab_of()) as stored:
        stored.add(reversed(GAMES))
    return tmp_path


def test_games_come_back_in_the_order_of_their_numbers(folder: Path) -> None:
    """Whoever was ready first; more variants and more games are lacking, and nothing else."""
    assert there(folder, lab_of()) == [GAMES]
    lab = lab_of(("pot",))
    with stored_games(folder, lab) as stored:
        assert stored.lacking(lab, 5) == {0: [3, 4], 1: [0, 1, 2, 3, 4]}
        assert stored.of(lab, 2) == [GAMES[:2], []]


def test_a_line_that_was_cut_short_is_dropped(folder: Path) -> None:
    """A power cut in the middle of a line costs this game, and the next one begins a line of its own."""
    file = folder / FILE
    file.write_bytes(file.read_bytes()[:-20])
    assert there(folder, lab_of()) == [GAMES[1:]]
    with stored_games(folder, lab_of()) as stored:
        stored.add([GAMES[0]])
    assert there(folder, lab_of()) == [GAMES]


@pytest.mark.parametrize("line", [b"{}", b"[[],1]", b"\xff\x00", b'[[],-1,50,0,[],[],""]'])
def test_a_damaged_line_is_refused_by_its_number(folder: Path, line: bytes) -> None:
    """Nobody should trust what stands around it."""
    file = folder / FILE
    head, *rest = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([head, line, *rest, b""]))
    with pytest.raises(LabError, match="line 2"):
        there(folder, lab_of())


def test_games_of_another_setting_are_refused(folder: Path) -> None:
    """Another seed, other seats, another edition: each is named with what is there and what is wanted."""
    for other, name in (
        (laboratory(CLASSIC, [()], 3, "other", 400), "seed"),
        (laboratory(CLASSIC, [()], 4, "seed", 400), "seats"),
        (laboratory(CLASSIC, [()], 3, "seed", 401), "turns_maximum"),
        (lab_of(edition="mega"), "edition"),
    ):
        with pytest.raises(LabError, match=name):
            there(folder, other)
    (folder / FILE).write_bytes((folder / FILE).read_bytes().replace(b'"version":"', b'"version":"9.'))
    with pytest.raises(LabError, match="version"):
        there(folder, lab_of())


@pytest.mark.parametrize("content", ["mine\n", "mine", "mine\nand more"])
def test_what_is_no_file_of_a_laboratory_is_left_alone(tmp_path: Path, content: str) -> None:
    """Somebody's own file of that name stays as it was."""
    (tmp_path / FILE).write_text(content, encoding="utf-8")
    with pytest.raises(LabError, match="line 1"):
        there(tmp_path, lab_of())
    assert (tmp_path / FILE).read_text(encoding="utf-8") == content


def test_a_first_line_that_was_cut_short_is_written_to_its_end(tmp_path: Path) -> None:
    """The power went before there was any game."""
    assert there(tmp_path, lab_of()) == [[]]
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes()[:15])
    assert there(tmp_path, lab_of()) == there(tmp_path, lab_of()) == [[]]


def test_two_laboratories_do_not_write_one_file(tmp_path: Path) -> None:
    """The second one is told to choose another folder."""
    with stored_games(tmp_path, lab_of()), pytest.raises(LabError, match="--out"), stored_games(tmp_path, lab_of()):
        pass
