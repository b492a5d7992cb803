"""Kills a whole hub at random moments while a tablet and the board play, and looks what is there afterwards.

Run it from the clone: `python tests/bench/bench_kills.py [--kills N] [--json]`. The hub is a process of its own, the
nodes of the board are another; after each kill the stored log is compared with what clients were shown, and after the
restart everybody must see the fold of that log. Any loss or doubling ends the run with an error.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
from bench.killed_evening import Figures, KilledEvening
from bench.other_nodes import OtherNodes

from hub.editions import EDITIONS

USUAL = 40


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill a hub at random moments under play.")
    parser.add_argument("--kills", type=int, default=USUAL, metavar="N", help=f"kills for each edition ({USUAL})")
    parser.add_argument("--edition", choices=list(EDITIONS), help="only this edition")
    parser.add_argument("--seed", default="kills", help="another luck")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    shown = [
        run(edition, options.kills, options.seed) for edition in ([options.edition] if options.edition else EDITIONS)
    ]
    if options.json:
        print(msgspec.json.encode(shown).decode())
    else:
        print("\n".join(map(str, shown)))


def run(edition: str, kills: int, seed: str) -> Figures:
    """One evening with so many kills."""
    readers = len(EDITIONS[edition].track.spaces) // 4
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, OtherNodes(readers) as nodes:
        evening = KilledEvening(Path(folder), edition, nodes, seed)
        try:
            for _ in range(kills):
                evening.play_until_killed()
            evening.end()
        except BaseException:
            evening.abandon()
            raise
    return msgspec.structs.replace(evening.figures, seconds=round(time.monotonic() - began, 1))


if __name__ == "__main__":
    main()
