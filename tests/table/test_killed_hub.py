"""The hub is killed at every write point; started again, it is the same table, with nothing lost or doubled."""

import os

import pytest
from helpers.kill_runs import told
from helpers.representative import first_stands_for

from hub.editions import EDITIONS

EVERY = 1 if os.environ.get("BANKHALTER_SOAK") == "full" else 16
"""The gate kills at each sixteenth point; `BANKHALTER_SOAK=full` at each."""


@pytest.mark.gate
@pytest.mark.timeout(900)
@pytest.mark.skipif(os.name != "posix", reason="needs fork and SIGKILL")
@pytest.mark.parametrize("edition", first_stands_for(EDITIONS))
def test_killed_at_write_points_nothing_is_lost_or_doubled(in_memory, edition):
    """The restarted hub stands where it stood; repeating what was not answered leads to the log of a whole evening."""
    whole, *killed = told("helpers/killed_hub.py", in_memory, edition, str(EVERY))
    points, positions = whole.pop("points"), whole.pop("positions")
    assert len(killed) >= points // EVERY - 1
    assert points > 150
    for number, run in enumerate(killed):
        assert run.pop("found") in positions, f"kill {number}"
        assert run == whole, f"kill {number}"
    print(f"{edition}: killed at {len(killed)} of {points} points")
