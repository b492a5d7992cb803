"""What all tests share: Hypothesis' profiles, and the one Chromium."""

import gc
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import helpers.bare_engine  # noqa: F401
import pytest
from helpers.ahead import prepare
from helpers.chromium import MISSING, chromium, find_chromium
from helpers.lengths import computed_s, takes_long
from helpers.missing import ON_CI, missing
from helpers.postgres import PostgresServer, postgres_server
from helpers.scheduling import pytest_xdist_make_scheduler  # noqa: F401 pytest finds the hook here
from helpers.seated import OPENED
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, expect
from rungs import (  # noqa: F401 pytest finds the hooks here
    TESTS,
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_ignore_collect,
    rung_of,
)

pytest_plugins = ["helpers.measured"]
PATIENCE_MS = 60_000
SAID_AT_ONCE = 12
EXAMPLES = {"quick": 20, "gate": 50}
"""How many examples Hypothesis tries on the lower rungs, where a test says nothing else."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Without Chromium a browser test is skipped at home and fails on CI, where its absence is the fault."""
    if item.get_closest_marker("browser") and find_chromium() is None:
        missing(MISSING)


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test that uses the shared Chromium is a browser test, marked or not."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.browser)


def pytest_configure(config: pytest.Config) -> None:
    """Examples are the same on every run of CI: a red gate must be red again for whoever looks into it.

    Garbage is looked for seldom: what tests parse and play would be looked through again and again for nothing.

    Parsing all sources takes half the time so, the unit tests a tenth less. Nor has a library threads of its own for
    what it reckons: all processors have a worker already. A shell has what it starts behind it ignore Ctrl-C, and so
    would all hubs and commands that tests start, and send it to.
    """
    for threads in ("OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
        os.environ.setdefault(threads, "1")
    examples = EXAMPLES.get(config.getoption("rung"), 100)
    slow = [HealthCheck.too_slow] if ON_CI else []
    settings.register_profile(
        "rung", derandomize=ON_CI, deadline=None, print_blob=True, max_examples=examples, suppress_health_check=slow
    )
    settings.load_profile("rung")
    gc.set_threshold(20_000, 20, 50)
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart(session: pytest.Session) -> None:
    """A worker says how often a test ran and asks for it at once: its socket would hold the question back for 40 ms."""
    if asks := getattr(getattr(session.config, "failures_db", None), "sock", None):
        asks.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[object]:
    """What is collected stays until the end: looking through it again and again would take an eighth of the time."""
    gc.disable()
    if [Path(argument).resolve() for argument in session.config.args] == [TESTS]:
        every = sorted(TESTS.rglob("test_*.py"))
        prepare(session.config, [path for path in every if not pytest_ignore_collect(path, session.config)])
    result = yield
    gc.collect()
    gc.freeze()
    gc.enable()
    return result


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """On CI a failure is shown at once, so that a run that is cut off has shown it too."""
    if ON_CI and report.failed and not os.environ.get("PYTEST_XDIST_WORKER"):
        said = report.longreprtext.splitlines()[-SAID_AT_ONCE:]
        print("", f"FAILED {report.nodeid[:200]} ({report.when})", *said, sep="\n", file=sys.__stdout__, flush=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A test that is too long for its rung fails."""
    before_s = computed_s()
    result = yield
    took_s, rung = computed_s() - before_s, rung_of(item)
    if takes_long(took_s, rung) and item.path.parent.name != "analysis":  # as long as a tool takes
        pytest.fail(f"It takes {took_s:.1f} s of processor time, too long for the rung {rung!r}.", pytrace=False)
    return result


@pytest.fixture
def unyielding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that play rollouts take their share as others do: giving way, they get no time on a busy computer."""
    from hub.simulation.workers import begin_as_usual

    monkeypatch.setattr("hub.simulation.workers.begin", begin_as_usual)


@pytest.fixture(autouse=True)
def stopped_tables() -> Iterator[None]:
    """Tables at which somebody was seated are stopped after the test."""
    yield
    while OPENED:
        OPENED.pop().stop()


@pytest.fixture
def in_memory() -> Iterator[Path]:
    """A folder in memory where there is one: a killed process leaves files as it wrote them, on any disk."""
    memory = "/dev/shm"
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    expect.set_options(timeout=PATIENCE_MS)
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One PostgreSQL server for all tests of a process."""
    with postgres_server() as server:
        yield server
