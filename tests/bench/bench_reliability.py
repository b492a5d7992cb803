"""Runs everything that `hub/docs/RELIABILITY.md` promises figures for, and writes the table of figures beside it.

Run it from the clone on a quiet computer: `python tests/bench/bench_reliability.py [--quick] [--write] [--only WORD]`.
It takes about twenty minutes on two cores; `--quick` takes the small versions, whose figures say only that everything
works. What fails keeps nothing else from being measured, and each row is written as soon as it is there.
"""

import argparse
import datetime as dt
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
FIGURES = Path(__file__).parent / "reliability_figures.txt"
SAID = re.compile(r"(the \w+ was (?:said|fresh) after [\d.]+ s)")
GAME = re.compile(r"(\w+): (\d+) moves of \d+ bots")
KILLED = re.compile(r"(\w+): killed at (\d+) of (\d+) points")
AGAIN = re.compile(r"(\d+) kills in (\d+) requests: each counted once")
IMAGES = re.compile(r"^\W*\w[\w ]*: (\d+) images$", re.MULTILINE)
ROW = re.compile(r"^\| `([^`]+)` \|.*$", re.MULTILINE)
TOGETHER = 2
PATIENCE_S = 40 * 60


class Part(Struct, frozen=True):
    """One command, its arguments for a quick run, and how its figures are reported.

    `counting` parts count what is lost and measure no time, so two of them may run beside each other.
    """

    command: str
    quick: tuple[str, ...]
    shown: Callable[[str], str]
    counting: bool = False


def points(text: str) -> str:
    """Kills at write points, per edition."""
    found = KILLED.findall(text)
    count = sum(int(killed) for _, killed, _ in found)
    return f"{count} kills at write points in {len(found)} editions: nothing lost or doubled"


def again(text: str) -> str:
    """Kills under each kind of request."""
    killed, requests = AGAIN.findall(text)[0]
    return f"{killed} kills under {requests} requests, one of each kind and more: each asked again, each counted once"


def lost_power(text: str) -> str:
    found = [int(count) for count in IMAGES.findall(text)]
    return (
        f"{sum(found)} images of {len(found)} stories, 5 of them evenings: all that was promised is there, nothing half"
    )


def saying(sentence: str) -> Callable[[str], str]:
    """The sentence with the figures that a bench prints as JSON."""
    return lambda text: sentence.format(**json.loads(text))


FAULTS = saying(
    "node out: seen after {unplugged_said_s} s, back after {replugged_s} s; silent phone: "
    "offline after {silent_phone_said_s} s, fresh {fresh_after_return_s} s after coming back"
)
LATENCY = saying("one client {one_ms[median]} ms, last of {clients} {last_ms[median]} ms ({presses} presses)")
LOAD = saying(
    "{lines} lines with {connections} connections, {lines_per_second} a second; "
    "{tables} tables, {table_moves} moves: no view lost or out of order"
)
MEMORY = saying(
    "{moves} moves, {games} games ended: {warm_mb} MB when warm, {end_mb} MB at the end, "
    "{trend_kb_per_1000_moves} kB for 1,000 moves"
)


def screens(text: str) -> str:
    return "; ".join(dict.fromkeys(SAID.findall(text)))


def games(text: str) -> str:
    found = GAME.findall(text)
    moves = sum(int(one) for _, one in found)
    return f"{len(found)} editions, {moves} moves to the end of their games: tablet, phone and TV agree after each"


def main_thread(text: str) -> str:
    """What pages have to do for two updates a second."""
    found = json.loads(text)
    work = [f"{one['device']} {one['task_ms']} ms ({one['slowdown']} x)" for one in found["work"]]
    return f"{found['players']} players, of each second: " + ", ".join(work)


PARTS = (
    Part("python -m pytest -s -q tests/table/test_killed_hub.py", (), points, counting=True),
    Part("python -m pytest -s -q tests/table/test_asked_again.py", (), again, counting=True),
    Part("python -m pytest -s -q tests/store/test_power_loss.py", (), lost_power, counting=True),
    Part("python tests/bench/bench_faults.py", ("--times", "1"), FAULTS),
    Part("python -m pytest -s -q tests/bench/test_lost_hub.py tests/bench/test_silence.py", (), screens),
    Part("python tests/bench/bench_latency.py", ("--presses", "5", "--clients", "5"), LATENCY),
    Part("python tests/bench/bench_latency.py --disk-ms 5", ("--presses", "5", "--clients", "5"), LATENCY),
    Part("python tests/bench/bench_load.py", ("--lines", "60", "--tables", "2", "--seconds", "3"), LOAD),
    Part("python tests/bench/bench_memory.py", ("--moves", "200"), MEMORY),
    Part("python tests/bench/bench_memory.py --one-game", ("--moves", "200"), MEMORY),
    Part("python -m pytest -s -q tests/browser/test_whole_games.py", (), games),
    Part("python tests/bench/bench_main_thread.py", ("--seconds", "2", "--slowdowns", "1"), main_thread),
)
"""What is run in full has `BANKHALTER_SOAK=full` in its environment."""


def run(part: Part, quick: bool) -> str:
    """Run one part; a row of the table, which says so if it failed."""
    words = [sys.executable, *part.command.split()[1:]]
    words += (part.quick if quick else ()) + (("--json",) if "/bench_" in part.command else ())
    environment = {**os.environ, "PYTHONPATH": str(ROOT)} | ({} if quick else {"BANKHALTER_SOAK": "full"})
    began = time.monotonic()
    shown = "FAILED"
    try:
        done = subprocess.run(
            words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
        if done.returncode == 0:
            shown = part.shown(done.stdout)
        else:
            print(done.stdout[-3000:], done.stderr[-6000:], file=sys.stderr)
    except subprocess.TimeoutExpired:
        print(f"{part.command} did not end in {PATIENCE_S} s", file=sys.stderr)
    except (ValueError, LookupError) as error:
        print(f"{part.command} told nothing that can be read: {error!r}", file=sys.stderr)
    return f"| `{part.command}` | {shown} | {(time.monotonic() - began) / 60:.1f} min |"


def measured(parts: Iterable[Part], quick: bool) -> Iterator[tuple[Part, str]]:
    """All rows as they come: first what counts, two at a time, then what takes times, each for itself."""
    chosen = list(parts)
    with ThreadPoolExecutor(TOGETHER) as pool:
        running = {pool.submit(run, part, quick): part for part in chosen if part.counting}
        for done in as_completed(running):
            yield running[done], done.result()
    for part in chosen:
        if not part.counting:
            yield part, run(part, quick)


def written(text: str, rows: Mapping[str, str], about: str | None) -> str:
    """The figures with these rows, by command; what was not measured again stays.

    So does what is said about the rows if `about` is None.
    """
    first, old, _ = text.split("\n\n", 2)
    known = {found[1]: found[0] for found in ROW.finditer(text)} | dict(rows)
    table = ["| command | measured | took |", "|---|---|---|", *(known[p.command] for p in PARTS if p.command in known)]
    return "\n".join([first, "", about or old, "", *table, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what the page on reliability promises.")
    parser.add_argument("--quick", action="store_true", help="the small versions")
    parser.add_argument("--write", action="store_true", help=f"write the table into {FIGURES.name}")
    parser.add_argument("--only", default="", metavar="WORD", help="only commands with this word in them")
    options = parser.parse_args()
    cores = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    about = None if options.only else f"Measured on {dt.date.today().isoformat()} with {cores}."
    rows: dict[str, str] = {}
    for part, row in measured((part for part in PARTS if options.only in part.command), options.quick):
        rows[part.command] = row
        print(row, flush=True)
        if options.write:
            FIGURES.write_text(written(FIGURES.read_text(encoding="utf-8"), rows, about), encoding="utf-8")
    return int(any("FAILED" in row for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
