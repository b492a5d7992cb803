"""Measures every test: `python3 hub test tests/rules --measured FILE.csv`.

A whole rung by an option for pytest: `PYTEST_ADDOPTS=--measured=FILE.csv python3 hub test`. Of a test that ran again
the last time counts.

Writes a line for each test, the dearest first, and prints a line for each folder. Processor time is that of the process
that runs the test and of all below it, such as hubs and Chromium; what is started for a whole module counts where it is
used. Whatever is neither, up to the wall clock, was waiting. Looking at all processes takes longer than most tests, so
of a brief one only its own process counts, and the rest with the next one. Linux only.
"""

import csv
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
BRIEF_S = 0.05
Times = tuple[float, float]


def below_s() -> float:
    """Processor time, in seconds, that this process and all that live below it have used; the dead count if awaited."""
    spent: dict[int, int] = {}
    children: dict[int, list[int]] = defaultdict(list)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        spent[int(stat.parent.name)] = sum(map(int, fields[11:15]))
        children[int(fields[1])].append(int(stat.parent.name))
    found, total = [os.getpid()], 0
    while found:
        process = found.pop()
        total += spent.get(process, 0)
        found += children[process]
    return total / TICKS


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--measured", type=Path, metavar="FILE.csv", help="a table of tests, the dearest first")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("measured"):
        config.pluginmanager.register(Measuring())


class Measuring:
    """Measures tests where they run, and collects the measurements where the run is reported."""

    def __init__(self) -> None:
        self.measured: dict[str, Times] = {}
        self._told_s: float | None = None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        if self._told_s is None:
            self._told_s = below_s()
        item.user_properties.append(("began", (time.monotonic(), time.process_time())))
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """After the last phase the report tells how long all three took."""
        result = yield
        began_s, own_s = next(value for name, value in reversed(item.user_properties) if name == "began")
        took_s = time.monotonic() - began_s
        if took_s < BRIEF_S:
            used_s = time.process_time() - own_s
            self._told_s += used_s
        else:
            all_s = below_s()
            used_s, self._told_s = max(0.0, all_s - self._told_s), all_s
        item.user_properties.append(("took", (took_s, used_s)))
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == "took" and report.when == "teardown":
                self.measured[report.nodeid] = tuple(value)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        """Write the tests and print the folders, the dearest first."""
        rows = sorted(((name, *took) for name, took in self.measured.items()), key=lambda row: -row[2])
        with config.getoption("measured").open("w", newline="") as file:
            csv.writer(file).writerows([("test", "wall s", "processor s"), *rows])
        terminalreporter.section("measured")
        terminalreporter.write_line("| folder | tests | wall s | processor s | waiting s |\n|---|---|---|---|---|")
        for name, (count, wall_s, used_s) in sorted(by_folder(rows).items(), key=lambda folder: -folder[1][2]):
            waiting_s = max(0.0, wall_s - used_s)
            terminalreporter.write_line(f"| {name} | {count} | {wall_s:.0f} | {used_s:.0f} | {waiting_s:.0f} |")


def by_folder(rows: Iterable[tuple[str, float, float]]) -> dict[str, tuple[int, float, float]]:
    """How many tests each folder below `tests` has, and their times."""
    folders: dict[str, tuple[int, float, float]] = defaultdict(lambda: (0, 0.0, 0.0))
    for name, wall_s, used_s in rows:
        folder = name.removeprefix("tests/").partition("/")[0]
        count, wall, used = folders[folder]
        folders[folder] = (count + 1, wall + wall_s, used + used_s)
    return folders
