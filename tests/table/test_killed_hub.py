"""The hub is killed at every write point; started again, it is the same table, with nothing lost or doubled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HELPERS = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(os.name != "posix", reason="needs fork and SIGKILL")
def test_killed_at_every_write_point_nothing_is_lost_or_doubled(tmp_path):
    """Whatever the moment of death, repeating what was not answered leads to the log of an undisturbed evening."""
    done = subprocess.run(
        [sys.executable, HELPERS / "helpers" / "killed_hub.py", tmp_path],
        env={**os.environ, "PYTHONPATH": str(HELPERS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    whole, *killed = [json.loads(line) for line in done.stdout.splitlines()]
    points = whole.pop("points")
    assert whole["owners"] == [[5, 0], [8, 1]]
    assert len(killed) == points > 100
    for at, run in enumerate(killed, start=1):
        run.pop("points")
        assert run == whole, f"killed at point {at}"
