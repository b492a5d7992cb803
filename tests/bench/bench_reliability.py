"""Runs everything that `hub/docs/RELIABILITY.md` promises figures for, and writes what it says into the table beside.

Run it from the clone on a quiet computer: `python tests/bench/bench_reliability.py [--only WORD]`. It takes about half
an hour on two cores. What fails keeps nothing else from being measured, and each row is written as soon as it is there.
"""

import argparse
import datetime as dt
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIGURES = Path(__file__).parent / "reliability_figures.txt"
ROW = re.compile(r"^\| `([^`]+)` \|.*$", re.MULTILINE)
OF_PYTEST = re.compile(r"\d%\]|\d (passed|skipped|deselected)|^SKIPPED")
PATIENCE_S = 40 * 60
COMMANDS = (
    "python -m pytest -s -q tests/table/test_killed_hub.py",
    "python -m pytest -s -q tests/table/test_asked_again.py",
    "python -m pytest -s -q tests/store/test_power_loss.py",
    "python tests/bench/bench_faults.py",
    "python -m pytest -s -q tests/bench/test_lost_hub.py",
    "python tests/bench/bench_latency.py",
    "python tests/bench/bench_latency.py --disk-ms 5",
    "python tests/bench/bench_load.py",
    "python tests/bench/bench_memory.py",
    "python tests/bench/bench_memory.py --one-game",
    "python -m pytest -s -q tests/browser/test_whole_games.py",
    "python tests/bench/bench_main_thread.py",
)


def figures(said: str) -> str:
    """The lines with a figure that a command has said, but for those of pytest itself."""
    lines = (line.lstrip(".") for line in said.splitlines())
    return "; ".join(line for line in lines if re.search(r"\d", line) and not OF_PYTEST.search(line))


def measured(command: str) -> str:
    """Run it; a row of the table, which says so if it failed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BANKHALTER_SOAK": "full"}
    words = [sys.executable, *command.split()[1:]]
    began = time.monotonic()
    try:
        shown = figures(subprocess.check_output(words, cwd=ROOT, env=environment, text=True, timeout=PATIENCE_S))
    except subprocess.SubprocessError as error:
        print(error, error.output, file=sys.stderr)
        shown = "FAILED"
    return f"| `{command}` | {shown} | {(time.monotonic() - began) / 60:.1f} min |"


def written(text: str, rows: Mapping[str, str], about: str | None) -> str:
    """The figures with these rows, by command; what was not measured again stays.

    So does what is said about the rows if `about` is None.
    """
    first, old, _ = text.split("\n\n", 2)
    known = {found[1]: found[0] for found in ROW.finditer(text)} | dict(rows)
    table = ["| command | measured | took |", "|---|---|---|", *(known[one] for one in COMMANDS if one in known)]
    return "\n".join([first, "", about or old, "", *table, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what the page on reliability promises.")
    parser.add_argument("--only", default="", metavar="WORD", help="only commands with this word in them")
    only = parser.parse_args().only
    cores = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    about = None if only else f"Measured on {dt.date.today().isoformat()} with {cores}."
    rows: dict[str, str] = {}
    for command in COMMANDS:
        if only in command:
            rows[command] = measured(command)
            print(rows[command], flush=True)
            FIGURES.write_text(written(FIGURES.read_text(encoding="utf-8"), rows, about), encoding="utf-8")
    return int(any("FAILED" in row for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
