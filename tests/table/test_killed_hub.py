"""The hub is killed at every write point; started again, it is the same table, with nothing lost or doubled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from hub.editions import EDITIONS

HELPERS = Path(__file__).parents[1]
EVERY = 1 if os.environ.get("BANKHALTER_SOAK") == "full" else 16
"""The gate kills at each sixteenth point; `BANKHALTER_SOAK=full` at each."""


@pytest.fixture
def quick_folder():
    """A folder in memory where there is one: a killed process leaves files as it wrote them, on any disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.mark.gate
@pytest.mark.timeout(900)
@pytest.mark.skipif(os.name != "posix", reason="needs fork and SIGKILL")
@pytest.mark.parametrize("edition", list(EDITIONS))
def test_killed_at_write_points_nothing_is_lost_or_doubled(quick_folder, edition):
    """The restarted hub stands where it stood; repeating what was not answered leads to the log of a whole evening."""
    done = subprocess.run(
        [sys.executable, HELPERS / "helpers" / "killed_hub.py", quick_folder, edition, str(EVERY)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (HELPERS, HELPERS.parent)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    whole, *killed = [json.loads(line) for line in done.stdout.splitlines()]
    points, positions = whole.pop("points"), whole.pop("positions")
    assert len(killed) >= points // EVERY - 1
    assert points > 150
    for number, run in enumerate(killed):
        assert run.pop("found") in positions, f"kill {number}"
        assert run == whole, f"kill {number}"
    print(f"{edition}: killed at {len(killed)} of {points} points")
