"""A hub without one feature, as if its folder and its line were gone: `python tests/features/without.py NAME FOLDER`.

Prints the help, opens a table in that folder, and has bots play on it.
"""

import sys
import urllib.request
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS)]

COMMANDS = 40


class Gone(MetaPathFinder):
    """Finds no module of this package."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> None:
        """Say that there is no such module, before others look for it."""
        if name == self._package or name.startswith(f"{self._package}."):
            raise ModuleNotFoundError(f"{name} is gone", name=name)


def main(gone: str, folder: Path) -> None:
    """Do all this; whatever needs the feature raises ModuleNotFoundError."""
    from hub import features

    assert gone in features.FEATURES
    sys.modules.update(aiohttp=None, requests=None)  # only tests install what Engine.IO loads
    features.FEATURES = tuple(name for name in features.FEATURES if name != gone)
    sys.meta_path.insert(0, Gone(f"hub.features.{gone}"))
    from hub import cli

    print(cli._parser().format_help())
    play(folder)


def play(folder: Path) -> None:
    """Open a table of an edition with most kinds of questions, fetch a page, and let three bots play."""
    from helpers import house as houses
    from helpers.bare_pages import bare_pages
    from helpers.bot_evening import RobotEvening

    from hub.composition.table import AtTable

    houses.QUIET = set()  # the doors of all other features are opened
    house = houses.House(folder / "data", pages=bare_pages(folder / "pages"))
    house._quietly = lambda _opened: AtTable()
    evening = RobotEvening(house, "mega", ("sensible",) * 3, (), "without")
    assert all(evening.move() for _ in range(COMMANDS))
    with urllib.request.urlopen(f"{house.local_url}/healthz") as health:
        assert b'"game"' in health.read()
    print(house.view().turn, "turns")
    house.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
