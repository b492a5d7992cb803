"""How long reports take: counted in fixed classes, from the board to the disk and to every screen."""

import time

from helpers.seated import ANNA, Seated

from hub.table.views.device import BOUNDS_MS, Histogram, LatencyView, Reported


def counted(seated: Seated) -> dict[str, int]:
    return {one.name: sum(one.counts) for one in seated.table.device().latencies}


def test_each_duration_falls_into_one_class() -> None:
    """A duration counts where it is at most the bound; beyond the last bound is a class of its own."""
    histogram = Histogram("stored")
    for duration_ms in (0.2, 1, 1.01, 1_000, 1_000.1, 90_000):
        histogram.note(duration_ms)
    assert histogram.view() == LatencyView("stored", BOUNDS_MS, (2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2), 90_000)


def test_a_report_is_measured_once() -> None:
    """What a version shows is sent once, also when versions were skipped; what nobody saw is forgotten."""
    reported = Reported()
    for version in (3, 4, 6):
        reported.note(version, time.monotonic() - 1)
    assert [round(duration_ms, -3) for duration_ms in reported.shown(5)] == [1_000, 1_000]
    assert reported.shown(5) == []
    reported.forget()
    assert reported.shown(9) == []


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
