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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.banker_key import PIN, SECRET
from helpers.bare_pages import bare_pages
from helpers.endless_game import EndlessGame
from helpers.fake_board import FakeBoard
from helpers.served import Server

from hub.editions import EDITIONS
from hub.store.folder import DataFolder
from hub.store.sqlstore import open_store

WARM = 0.2
SAMPLES = 40
OFTEN = 20
GROWTH_MAXIMUM_KB = 500.0
MOVES_JUDGED = 5_000
"""In fewer moves the growth of one game, or of a cache that is still filling, looks like a trend."""


def resident_mb() -> float:
    """How much memory this process really has, after what can be thrown away is thrown away."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def measure(folder: Path, edition: str, moves: int, *, one_game: bool = False) -> dict[str, float]:
    """Play so many moves at a table with a server, and look at the memory again and again."""
    samples: list[tuple[int, float]] = []
    store = open_store(DataFolder(folder / "data").database_url)
    game = EndlessGame(store, FakeBoard("starter", 1), edition, gifts=one_game)
    server = Server(game.table, "127.0.0.1", 0, SECRET, PIN, "bench", pages=bare_pages(folder / "pages"))
    server.start()
    try:
        for made in (*range(0, moves, OFTEN), moves):
            game.play_to(made)
            if made >= WARM * moves + len(samples) * (1 - WARM) * moves / SAMPLES:
                samples.append((made, resident_mb()))
    finally:
        server.stop()
        game.table.stop()
        store.close()
    slope = statistics.linear_regression(*zip(*samples, strict=True)).slope
    return {
        "moves": moves,
        "games": game.games,
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
