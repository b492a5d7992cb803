"""How long reports take: counted in fixed classes, from the board to the disk and to every screen."""

import time

import pytest
from helpers.seated import ANNA, Seated

from hub.table.views.device import BOUNDS_MS, Latencies, LatencyView


def counted(seated: Seated) -> dict[str, int]:
    return {one.name: sum(one.counts) for one in seated.table.device().latencies}


def test_each_duration_falls_into_one_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """A duration counts where it is at most the bound; beyond the last bound is a class of its own."""
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    latencies = Latencies()
    for duration_ms in (0.25, 1, 1.25, 90_000, 1_000, 1_000.25):
        latencies.stored(-duration_ms / 1_000)
    stored, shown = latencies.views()
    assert stored == LatencyView("stored", BOUNDS_MS, (2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2), 90_000)
    assert (shown.name, sum(shown.counts)) == ("shown", 0)


def test_a_report_is_measured_once() -> None:
    """What a version shows is sent once, also when versions were skipped; what nobody saw is forgotten."""
    latencies = Latencies()
    for version in (3, 4, 6):
        latencies.reported(version, time.monotonic())
    counts = []
    for version in (5, 5, None, 9):
        latencies.shown(version)
        counts.append(sum(latencies.views()[1].counts))
    assert counts == [2, 2, 2, 2]


def test_a_report_counts_on_its_way_to_disk_and_screens(seated: Seated) -> None:
    """A piece that is put down is measured until it is stored, and until somebody was shown it."""
    seated.lay(ANNA, 3)
    assert counted(seated) == {"stored": 1, "shown": 0}
    seated.table.shown(seated.view().version)
    assert counted(seated) == {"stored": 1, "shown": 1}
    seated.take(ANNA, 3)
    seated.table.shown(None)
    seated.table.shown(seated.view().version)
    assert counted(seated) == {"stored": 2, "shown": 1}
