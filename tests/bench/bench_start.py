"""Measures how long `python3 hub` takes to answer, and what it keeps in memory with a game and a page.

Run it from the clone: `python tests/bench/bench_start.py [--checkout DIR] [--runs N] [--simulated] [--json]`. Each run
starts the hub of a checkout as a family does, on wood alone unless a board is to be simulated, waits until `/healthz`
answers, has a page fetched, two players seated and a game begun over a WebSocket, which stays open, and looks at the
resident memory. It fails above what decision 65 promises. That counts for what a family installs: in a checkout whose
gate was run, Engine.IO finds more libraries (aiohttp, requests) and loads them.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import IO

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
from bench.watchers import Watcher
from helpers.banker_key import banker_key_of
from helpers.hub_process import plain_environment
from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
PYTHON = getattr(sys, "_base_executable", None) or sys.executable
START_S, MEMORY_MB = 1.2, 90.0
SETTLING_S = 2.0
PATIENCE_S = 60.0
LINKED = re.compile(r'(?:src|href)="(/[^"]+)"')


class Run(Struct, frozen=True):
    """Of one start: seconds until it answers, MB before anybody comes and in the game, ms of the first page."""

    start_s: float
    idle_mb: float
    game_mb: float
    page_ms: float


def resident_mb(process: int) -> float:
    """What a process keeps in memory, what it shares with others included."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096 / 1e6


def port_of(output: IO[str]) -> int:
    """Where it says that it answers."""
    port = 0
    for line in output:
        if found := re.search(r"http://localhost:(\d+)/table", line):
            port = int(found[1])
        if line.startswith("Stop with"):
            break
    return port


def get(url: str) -> bytes:
    """What is there."""
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        content: bytes = answer.read()
        return content


def until_answered(url: str) -> None:
    """Ask until there is an answer."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            get(f"{url}/healthz")
        except OSError:
            assert time.monotonic() < deadline, "the hub does not answer"
            time.sleep(0.005)
        else:
            return


def begin_game(port: int, key: str) -> Watcher:
    """A page that stays open, whose banker has seated two players and begun."""
    page = Watcher(port, key)
    while not page.versions:
        page.read()
    for number, name in enumerate(("Anna", "Ben", None), 1):
        action = {"do": "begin"} if name is None else {"do": "add_seat", "name": name}
        page.send(f'42{number}["request",{json.dumps({"id": f"bench-{number}", "action": action})}]')
        while page.acks < number:
            page.read()
    return page


def measure(checkout: Path, board: list[str]) -> Run:
    """Start it on an empty folder, play, and end it."""
    with tempfile.TemporaryDirectory() as folder:
        place = ["--no-browser", "--http-port", "0", "--data-dir", folder]
        started = time.monotonic()
        with subprocess.Popen(
            [PYTHON, checkout / "hub", "play", *board, *place],
            stdout=subprocess.PIPE,
            text=True,
            env=plain_environment(),
        ) as hub:
            try:
                assert hub.stdout is not None
                port = port_of(hub.stdout)
                url = f"http://localhost:{port}"
                until_answered(url)
                start_s = time.monotonic() - started
                time.sleep(SETTLING_S)
                idle_mb = resident_mb(hub.pid)
                began = time.perf_counter()
                page = get(f"{url}/table").decode()
                page_ms = (time.perf_counter() - began) * 1000
                for path in LINKED.findall(page):
                    get(url + path)
                watcher = begin_game(port, banker_key_of(Path(folder)))
                time.sleep(SETTLING_S)
                game_mb = resident_mb(hub.pid)
                watcher.wire.close()
            finally:
                hub.terminate()
    return Run(start_s, idle_mb, game_mb, page_ms)


def main() -> int:
    """Measure and print; 1 if it is slower or larger than promised."""
    parser = argparse.ArgumentParser(description="Measure the start and the memory of a family's hub.")
    parser.add_argument("--checkout", type=Path, default=ROOT, metavar="DIR", help="whose hub to start (this one)")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="the medians of so many count (5)")
    parser.add_argument("--simulated", action="store_true", help="with a simulated board instead of wood alone")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    board = ["--simulated"] if options.simulated else ["--no-board"]
    measure(options.checkout, board)  # whatever was installed just now is compiled first
    runs = [measure(options.checkout, board) for _ in range(options.runs)]
    medians = {name: statistics.median(getattr(run, name) for run in runs) for name in Run.__struct_fields__}
    found = Run(**{name: round(value, 2) for name, value in medians.items()})
    print(msgspec.json.encode(found).decode() if options.json else shown(found, len(runs)))
    return int(found.start_s > START_S or found.game_mb > MEMORY_MB)


def shown(found: Run, runs: int) -> str:
    """For people."""
    return (
        f"{runs} starts: answers after {found.start_s} s, {found.idle_mb:.1f} MB; "
        f"with a game and a page {found.game_mb:.1f} MB; the first page took {found.page_ms:.0f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
