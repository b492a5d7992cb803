"""Games that were stored go on only with the code that played them: ours, and the package of an edition by others."""

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hub.editions import EDITIONS
from hub.simulation import setting
from hub.simulation.counting import WrongVersion, play_games
from hub.simulation.setting import Laboratory, laboratory
from hub.simulation.stored import LabError, stored_games

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
def hamlet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hamlet]:
    """The package, installed for this test."""
    monkeypatch.syspath_prepend(str(tmp_path / "libraries"))
    yield Hamlet(tmp_path / "libraries")
    setting.playing_version.cache_clear()


CHANGES: dict[str, Callable[[Hamlet], None]] = {
    "a rule": lambda hamlet: hamlet.write(f"{PACKAGE}/rules/__init__.py", "RULES = None\n"),
    "a table": lambda hamlet: hamlet.write(f"{PACKAGE}/track.csv", "space,name\n0,Start\n"),
    "a file of any sort": lambda hamlet: hamlet.write(f"{PACKAGE}/odds.json", "[]"),
    "a new module": lambda hamlet: hamlet.write(f"{PACKAGE}/rules/market.py", ""),
    "a newer part that it needs": lambda hamlet: hamlet.metadata("bankhalter_weather", "1.3"),
}
SAME: dict[str, Callable[[Hamlet], None]] = {
    "it has run": lambda hamlet: hamlet.write(f"{PACKAGE}/__pycache__/rules.cpython-312.pyc", "compiled"),
    "installed by another program": lambda hamlet: hamlet.write(f"{INFO}/INSTALLER", "uv\n"),
    "installed as a link to its sources": lambda hamlet: hamlet.record("_bankhalter_hamlet.pth", f"{INFO}/METADATA"),
    "beside another package": lambda hamlet: hamlet.write("bankhalter_other/__init__.py", "RULES = ...\n"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_in_a_package_by_others_plays_other_games(hamlet: Hamlet, change: str) -> None:
    """Each part of it counts, and what it needs; editions of ours are not concerned."""
    before, ours = hamlet.version, setting.playing_version("classic")
    CHANGES[change](hamlet)
    assert hamlet.version != before
    assert setting.playing_version("classic") == ours


@pytest.mark.parametrize("change", SAME)
def test_how_a_package_was_installed_changes_no_game(hamlet: Hamlet, change: str) -> None:
    """Otherwise two workers of a cluster, or a second evening, could not go on with one another's games."""
    before = hamlet.version
    SAME[change](hamlet)
    assert hamlet.version == before


def test_a_module_without_a_folder_counts_as_well(hamlet: Hamlet) -> None:
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


def test_stored_games_of_a_changed_package_are_not_gone_on_with(hamlet: Hamlet, tmp_path: Path) -> None:
    """They are refused by what is different, and go on once the package is as it was."""
    with stored_games(tmp_path, hamlet_lab()):
        pass
    hamlet.write(f"{PACKAGE}/track.csv", "changed")
    with pytest.raises(LabError, match="version"), stored_games(tmp_path, hamlet_lab()):
        pass
    hamlet.write(f"{PACKAGE}/track.csv", SOURCES["track.csv"])
    with stored_games(tmp_path, hamlet_lab()):
        pass


def test_a_process_with_another_package_refuses_to_play(hamlet: Hamlet) -> None:
    """Also one that has none at all, as a worker of a cluster may."""
    asked = hamlet_lab().packed[0]
    hamlet.write(f"{PACKAGE}/rules/__init__.py", "RULES = None\n")
    setting.playing_version.cache_clear()
    with pytest.raises(WrongVersion, match="this process by"):
        play_games(asked, range(1))
    with pytest.raises(WrongVersion, match="cannot load"):
        play_games(b"cbankhalter_nowhere\nRULES\n.", range(1))


def test_what_plays_a_game_is_where_it_is_looked_for() -> None:
    """A part that has moved would silently no longer count."""
    package = Path(setting.__file__).parents[1]
    assert [part for part in setting.PLAYING if not (package / part).exists()] == []
