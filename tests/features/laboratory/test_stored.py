"""Games that were stored go on only with the setting and the code that played them, ours and that of others."""

import dataclasses
from pathlib import Path

import pytest
from features.laboratory.games import game, lab_of
from msgspec import structs
from msgspec.structs import replace

from hub.editions import EDITIONS
from hub.simulation import setting
from hub.simulation.setting import LabGame, Laboratory, WrongVersion, laboratory, play_games
from hub.simulation.stored import FILE, LabError, stored_games

GAMES = [game(number, 50 + number) for number in range(3)]


def there(folder: Path, lab: Laboratory) -> list[list[LabGame]]:
    with stored_games(folder, lab) as stored:
        return stored.of(lab, 10)


@pytest.fixture
def folder(tmp_path):
    """A folder with three games of the printed rules."""
    with stored_games(tmp_path, lab_of()) as stored:
        stored.add(reversed(GAMES))
    return tmp_path


def test_games_come_back_in_the_order_of_their_numbers(folder):
    """Whoever was ready first; more variants and more games are lacking, and nothing else."""
    assert there(folder, lab_of()) == [GAMES]
    lab = lab_of(("pot",))
    with stored_games(folder, lab) as stored:
        assert stored.lacking(lab, 5) == {0: [3, 4], 1: [0, 1, 2, 3, 4]}
        assert stored.of(lab, 2) == [GAMES[:2], []]


def test_a_line_that_was_cut_short_is_dropped(folder):
    """A power cut in the middle of a line costs this game, and the next one begins a line of its own."""
    file = folder / FILE
    file.write_bytes(file.read_bytes()[:-20])
    assert there(folder, lab_of()) == [GAMES[1:]]
    with stored_games(folder, lab_of()) as stored:
        stored.add([GAMES[0]])
    assert there(folder, lab_of()) == [GAMES]


@pytest.mark.parametrize("line", [b"{}", b"[[],1]", b"\xff\x00", b'[[],-1,50,0,[],[],""]'])
def test_a_damaged_line_is_refused_by_its_number(folder, line):
    """Nobody should trust what stands around it."""
    file = folder / FILE
    head, *rest = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([head, line, *rest, b""]))
    with pytest.raises(LabError, match="line 2"):
        there(folder, lab_of())


def test_games_of_another_setting_are_refused(folder):
    """Another seed, other seats, another edition: each is named with what is there and what is wanted."""
    same = {"seed": "seed", "seats": 3, "turns_maximum": 400, "edition": "classic", "version": lab_of().setting.version}
    for name, other in (("seed", "other"), ("seats", 4), ("turns_maximum", 401), ("edition", "mega"), ("version", "9")):
        setting = replace(lab_of().setting, **{**same, name: other})
        with pytest.raises(LabError, match=name):
            there(folder, structs.replace(lab_of(), setting=setting))


@pytest.mark.parametrize("content", ["mine\n", "mine", "mine\nand more"])
def test_what_is_no_file_of_a_laboratory_is_left_alone(tmp_path, content):
    """Somebody's own file of that name stays as it was."""
    (tmp_path / FILE).write_text(content, encoding="utf-8")
    with pytest.raises(LabError, match="line 1"):
        there(tmp_path, lab_of())
    assert (tmp_path / FILE).read_text(encoding="utf-8") == content


def test_a_first_line_that_was_cut_short_is_written_to_its_end(tmp_path):
    """The power went before there was any game."""
    assert there(tmp_path, lab_of()) == [[]]
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes()[:15])
    assert there(tmp_path, lab_of()) == there(tmp_path, lab_of()) == [[]]


def test_two_laboratories_do_not_write_one_file(tmp_path):
    """The second one is told to choose another folder."""
    with stored_games(tmp_path, lab_of()), pytest.raises(LabError, match="--out"), stored_games(tmp_path, lab_of()):
        pass


PACKAGE, INFO = "bankhalter_hamlet", "bankhalter_hamlet-1.0.dist-info"
SOURCES = {
    "__init__.py": "from bankhalter_hamlet.rules import RULES\n",
    "rules/__init__.py": "RULES = ...\n",
    "track.csv": "space,name\n",
    "odds.json": "{}",
}


class Hamlet:
    """An installed package that declares the edition `hamlet`, in a folder of its own."""

    def __init__(self, libraries: Path) -> None:
        self.libraries = libraries
        for name, text in SOURCES.items():
            self.write(f"{PACKAGE}/{name}", text)
        self.metadata("bankhalter_hamlet", "1.0", "bankhalter", "bankhalter-weather (>=1)")
        self.write(f"{INFO}/entry_points.txt", f"[bankhalter.editions]\nhamlet = {PACKAGE}:RULES\n")
        self.record(*[f"{PACKAGE}/{name}" for name in SOURCES], f"{INFO}/METADATA", "../../bin/hamlet")
        self.metadata("bankhalter_weather", "1.2")

    def write(self, name: str, text: str) -> None:
        """A file among the installed ones."""
        file = self.libraries / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def metadata(self, name: str, number: str, *required: str) -> None:
        lines = [f"Name: {name}", f"Version: {number}", *(f"Requires-Dist: {wish}" for wish in required)]
        self.write(f"{name}-1.0.dist-info/METADATA", "\n".join(["Metadata-Version: 2.1", *lines, ""]))

    def record(self, *names: str) -> None:
        self.write(f"{INFO}/RECORD", "".join(f"{name},,\n" for name in names))

    @property
    def version(self) -> str:
        """By what the edition is played now, as a process finds that begins now."""
        setting.playing_version.cache_clear()
        return setting.playing_version("hamlet")


@pytest.fixture
def hamlet(tmp_path, monkeypatch):
    """The package, installed for this test."""
    monkeypatch.syspath_prepend(str(tmp_path / "libraries"))
    yield Hamlet(tmp_path / "libraries")
    setting.playing_version.cache_clear()


WRITTEN = {
    "a rule": (f"{PACKAGE}/rules/__init__.py", "RULES = None\n", True),
    "a table": (f"{PACKAGE}/track.csv", "space,name\n0,Start\n", True),
    "a file of any sort": (f"{PACKAGE}/odds.json", "[]", True),
    "a new module": (f"{PACKAGE}/rules/market.py", "", True),
    "it has run": (f"{PACKAGE}/__pycache__/rules.cpython-312.pyc", "compiled", False),
    "installed by another program": (f"{INFO}/INSTALLER", "uv\n", False),
    "beside another package": ("bankhalter_other/__init__.py", "RULES = ...\n", False),
}


@pytest.mark.parametrize(("name", "text", "counts"), WRITTEN.values(), ids=WRITTEN)
def test_what_changes_in_a_package_by_others_plays_other_games(hamlet, name, text, counts):
    """Each part of it counts, not how it was installed, or two workers of a cluster could not go on together."""
    before, ours = hamlet.version, setting.playing_version("classic")
    hamlet.write(name, text)
    assert (hamlet.version != before) == counts
    assert setting.playing_version("classic") == ours


def test_what_a_package_needs_counts_and_where_its_sources_lie_does_not(hamlet):
    """A newer part plays other games; a link to the sources the same."""
    before = hamlet.version
    hamlet.record("_bankhalter_hamlet.pth", f"{INFO}/METADATA")
    assert hamlet.version == before
    hamlet.metadata("bankhalter_weather", "1.3")
    assert hamlet.version != before


def test_a_module_without_a_folder_counts_as_well(hamlet):
    """The smallest package is one file."""
    hamlet.write(f"{INFO}/entry_points.txt", "[bankhalter.editions]\nhamlet = hamlet_alone:RULES\n")
    hamlet.write("hamlet_alone.py", "RULES = ...\n")
    hamlet.record(f"{INFO}/METADATA")
    before = hamlet.version
    hamlet.write("hamlet_alone.py", "RULES = None\n")
    assert hamlet.version != before


def hamlet_lab() -> Laboratory:
    """A laboratory of the edition, which plays by the standard rules."""
    setting.playing_version.cache_clear()
    return laboratory(dataclasses.replace(EDITIONS["classic"], id="hamlet"), [()], 3, "seed", 20)


def test_stored_games_of_a_changed_package_are_not_gone_on_with(hamlet, tmp_path):
    """They are refused by what is different, and go on once the package is as it was."""
    with stored_games(tmp_path, hamlet_lab()):
        pass
    hamlet.write(f"{PACKAGE}/track.csv", "changed")
    with pytest.raises(LabError, match="version"), stored_games(tmp_path, hamlet_lab()):
        pass
    hamlet.write(f"{PACKAGE}/track.csv", SOURCES["track.csv"])
    with stored_games(tmp_path, hamlet_lab()):
        pass


def test_a_process_with_another_package_refuses_to_play(hamlet):
    """Also one that has none at all, as a worker of a cluster may."""
    asked = hamlet_lab().packed[0]
    hamlet.write(f"{PACKAGE}/rules/__init__.py", "RULES = None\n")
    setting.playing_version.cache_clear()
    with pytest.raises(WrongVersion, match="this process by"):
        play_games(asked, range(1))
    with pytest.raises(WrongVersion, match="cannot load"):
        play_games(b"cbankhalter_nowhere\nRULES\n.", range(1))


def test_what_plays_a_game_is_where_it_is_looked_for():
    """A part that has moved would silently no longer count; what is printed on a track plays as well."""
    package = Path(setting.__file__).parents[1]
    assert [part for part in setting.PLAYING if not (package / part).exists()] == []
    assert "editions/classic/track.csv" in dict(setting._own())
