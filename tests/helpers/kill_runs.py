"""Reads what a program of ours reports, one JSON line each: runs undisturbed, and killed at successive points."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]

Run = dict[str, Any]


def told(program: str, *arguments: str | Path) -> list[Run]:
    """What this program below `tests` prints, line by line."""
    command = [sys.executable, TESTS / program, *arguments]
    paths = os.pathsep.join(map(str, (TESTS, TESTS.parent)))
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def told_runs(program: str, folder: Path, every: int, *cases: str) -> list[tuple[Run, list[Run]]]:
    """What the program tells of cases: undisturbed runs, each with those killed at every `every`th point."""
    runs: list[tuple[Run, list[Run]]] = []
    for run in told(program, folder, str(every), *cases):
        if run["at"] is None:
            runs.append((run, []))
        else:
            runs[-1][1].append(run)
    return runs
