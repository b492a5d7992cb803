"""A hub without one feature, as if its folder and its line were gone: `python tests/features/without.py NAME FOLDER`.

Prints the help, opens a table in that folder, and has bots play on it.
"""

import itertools
import sys
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
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
    with ExitStack() as closing:
        play(folder, closing)


def play(folder: Path, closing: ExitStack) -> None:
    """Open a table of an edition with most kinds of questions, fetch a page, and let three bots play."""
    from helpers.bare_pages import bare_pages

    from hub.board.board import SerialBoard
    from hub.composition.table import OpenTable, TableSetting
    from hub.editions import EDITIONS
    from hub.server.listener import Listener
    from hub.store.folder import DataFolder
    from hub.store.sqlstore import open_store
    from hub.table.automatic.bots import BotMove
    from hub.table.game.chance import Dice
    from hub.table.requests.base import Request
    from hub.table.requests.evening import Begin, ChooseEdition
    from hub.table.requests.playing import Play
    from hub.table.requests.seats import AddSeat, SetBot
    from hub.table.wire.audience import Audience

    data = DataFolder(folder / "data")
    store = open_store(data.database_url)
    closing.callback(store.close)
    (folder / "pages").mkdir()
    setting = TableSetting(
        folder=data.path,
        store=store,
        board=SerialBoard([]),
        listener=Listener("127.0.0.1", 0, None),
        secrets=data.secrets(),
        version="test",
        pages=bare_pages(folder / "pages"),
        editions=EDITIONS,
        chance=Dice(1),
        bots_pace_ms=3_600_000,
    )
    opened = OpenTable(setting, closing)
    opened.start()
    names = itertools.count()

    def ask(action: object, audience: Audience) -> None:
        ack = opened.table.request(audience, Request(f"{next(names)}", action))
        assert ack.ok, (action, ack)

    banker = Audience("banker")
    ask(ChooseEdition("mega"), banker)
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        ask(AddSeat(name), banker)
        ask(SetBot(seat, "sensible"), banker)
    ask(Begin(), banker)
    for _ in range(COMMANDS):
        wanted = opened.table.bots.wanted()
        assert isinstance(wanted, BotMove)
        ask(Play(wanted.command, wanted.question), Audience("seat", wanted.seat))
    with urllib.request.urlopen(f"http://127.0.0.1:{setting.listener.port}/healthz") as health:
        assert b'"game"' in health.read()
    print(opened.table.view(banker).turn, "turns")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
