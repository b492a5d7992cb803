"""Measures the memory of a hub over thousands of moves of bots: it must hardly grow with what was played.

Run it from the clone: `python tests/bench/bench_memory.py [--moves N] [--edition E] [--one-game]`. Games
follow each other on one table with a real store, or one game goes on and on; after the first fifth of the moves, which
warms everything up, the memory is measured. It fails if it grows by more than `hub/docs/RELIABILITY.md` promises.
"""

import argparse
import gc
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.bare_pages import bare_pages
from helpers.endless_game import EndlessGame
from helpers.fake_board import FakeBoard
from helpers.served import Server

from hub.bots import BOTS
from hub.composition.table import chooser_of
from hub.editions import EDITIONS
from hub.store.folder import DataFolder
from hub.store.sqlstore import open_store
from hub.table.automatic.bots import BotThread
from hub.table.game.chance import Dice
from hub.table.requests import AddSeat, Begin, ChooseEdition, NewGame, SetBot
from hub.table.requests.base import Request
from hub.table.table import Table
from hub.table.wire.audience import Audience

BANKER = Audience("banker")
WARM = 0.2
SAMPLES = 40
OFTEN = 20
PATIENCE_S = 3_600.0
GROWTH_MAXIMUM_KB = 500.0
MOVES_JUDGED = 5_000
"""In fewer moves the growth of one game, or of a cache that is still filling, looks like a trend."""


class Evening:
    """One table with four bots that do not hesitate; whoever calls `play` is its banker."""

    def __init__(self, folder: Path, edition: str) -> None:
        self.store = open_store(DataFolder(folder / "data").database_url)
        bots = {kind: chooser_of(make) for kind, make in BOTS.items()}
        self.table = Table(self.store, FakeBoard("starter", 1), EDITIONS, Dice(1), bots)
        pages = bare_pages(folder / "pages")
        self.server = Server(self.table, "127.0.0.1", 0, "5ec2e7" * 8, "271828", "bench", pages=pages)
        self.table.start()
        self.bot_thread = BotThread(self.table.bots, self.table.request, 0)
        self.table.subscribe(self.bot_thread.wake)
        self.names = self.games = self.before = 0
        self.do(ChooseEdition(edition))
        for seat in range(min(4, EDITIONS[edition].seats[1])):
            self.do(AddSeat(f"Bot {seat + 1}"))
            self.do(SetBot(seat, "sensible"))
        self.server.start()
        self.bot_thread.start()

    def do(self, action: object) -> None:
        self.names += 1
        ack = self.table.request(BANKER, Request(f"bench-{self.names}", action))  # type: ignore[arg-type]
        assert ack.ok, ack

    def play(self, moves: int, note: Callable[[int], None]) -> None:
        """Let them play so many moves; `note` is called with how many were made, again and again."""
        self.do(Begin())
        deadline = time.monotonic() + PATIENCE_S
        while (made := self.made()) < moves:
            assert time.monotonic() < deadline, "the bots do not play"
            note(made)
            time.sleep(0.02)
            if self.table.view(BANKER).phase == "over":
                self.before, self.games = self.made(), self.games + 1
                self.do(NewGame())
                self.do(Begin())
        note(moves)

    def made(self) -> int:
        """How many entries were stored in all games."""
        played = self.table.played()
        return self.before + (len(played.entries) if played else 0)

    def close(self) -> None:
        self.bot_thread.stop()
        self.server.stop()
        self.table.stop()
        self.store.close()


def resident_mb() -> float:
    """How much memory this process really has, after what can be thrown away is thrown away."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


class OneGame:
    """A single game on one table with a server, as long as is wanted."""

    games = 0

    def __init__(self, folder: Path, edition: str) -> None:
        self.store = open_store(DataFolder(folder / "data").database_url)
        self.game = EndlessGame(self.store, FakeBoard("starter", 1), edition)
        pages = bare_pages(folder / "pages")
        self.server = Server(self.game.table, "127.0.0.1", 0, "5ec2e7" * 8, "271828", "bench", pages=pages)
        self.server.start()

    def play(self, moves: int, note: Callable[[int], None]) -> None:
        """Let them play so many moves; `note` is called with how many were made, again and again."""
        for made in range(0, moves, OFTEN):
            self.game.play_to(made)
            note(made)
        self.game.play_to(moves)
        note(moves)

    def close(self) -> None:
        self.server.stop()
        self.game.table.stop()
        self.store.close()


def measure(folder: Path, edition: str, moves: int, *, one_game: bool = False) -> dict[str, float]:
    samples: list[tuple[int, float]] = []
    evening = OneGame(folder, edition) if one_game else Evening(folder, edition)

    def note(made: int) -> None:
        if made >= WARM * moves + len(samples) * (1 - WARM) * moves / SAMPLES:
            samples.append((made, resident_mb()))

    try:
        evening.play(moves, note)
    finally:
        evening.close()
    slope = statistics.linear_regression(*zip(*samples, strict=True)).slope
    return {
        "moves": moves,
        "games": evening.games,
        "warm_mb": round(samples[0][1], 1),
        "end_mb": round(samples[-1][1], 1),
        "trend_kb_per_1000_moves": round(slope * 1e6, 1),
    }


def grows(moves: int, trend_kb: float) -> bool:
    """Whether the memory grows by more than is promised, as far as so many moves can tell."""
    return moves >= MOVES_JUDGED and trend_kb >= GROWTH_MAXIMUM_KB


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the memory of a hub over many moves.")
    parser.add_argument("--moves", type=int, default=10_000, metavar="N", help="in all (10000)")
    parser.add_argument("--one-game", action="store_true", help="all in a single game that does not end")
    parser.add_argument("--edition", default=next(iter(EDITIONS)), choices=list(EDITIONS))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder), options.edition, options.moves, one_game=options.one_game)
    print(json.dumps(figures))
    return int(grows(options.moves, figures["trend_kb_per_1000_moves"]))


if __name__ == "__main__":
    sys.exit(main())
