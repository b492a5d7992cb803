"""A Dask cluster plays the same games: with a real scheduler and two workers, also if one of them is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from helpers.waiting import until

from hub.cli import main
from hub.simulation.stored import FILE

ROOT = Path(__file__).parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "3"}
PROGRAM = "import sys; from hub.cli import main; sys.exit(main(sys.argv[1:]))"
DASK = "import sys; from dask.__main__ import main; sys.exit(main())"
PATIENCE_S = 120
GAMES = 120
"""Enough that they are still being played when a process is killed, also where this one waits its turn for a second."""


MISSING = "could not import 'distributed'"  # which takes a third of a second, whether or not these tests are wanted
pytestmark = [pytest.mark.all, pytest.mark.skipif(not find_spec("distributed"), reason=MISSING)]


def lab(out: Path, *arguments: str) -> list[str]:
    wanted = ("--games", str(GAMES), "--seats", "3", "--variant", "pot", "--out", str(out), "--json")
    return [sys.executable, "-c", PROGRAM, "lab", *wanted, *arguments]


def run(out: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(lab(out, *arguments), env=ENVIRONMENT, capture_output=True, text=True, check=False)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler that has no workers yet."""
    file = tmp_path_factory.mktemp("dask") / "scheduler.log"
    arguments = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with file.open("wb") as log:
        process = subprocess.Popen([sys.executable, "-c", DASK, *arguments], env=ENVIRONMENT, stderr=log, stdout=log)
    mark = "Scheduler at:"
    try:
        until(lambda: mark in file.read_text())
        yield file.read_text().partition(mark)[2].split()[0]
    finally:
        stop(process)


@pytest.fixture
def workers(scheduler: str, tmp_path: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    begun, logs = [], [tmp_path / f"worker{number}.log" for number in range(2)]
    for file in logs:
        arguments = ["worker", scheduler, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
        arguments += ["--local-directory", str(tmp_path)]
        with file.open("wb") as log:
            command = [sys.executable, "-c", DASK, *arguments]
            begun.append(subprocess.Popen(command, env=ENVIRONMENT, stderr=log, stdout=log))
    try:
        until(lambda: all("Registered to" in file.read_text() for file in logs))
        yield begun
    finally:
        for process in begun:
            stop(process)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What one process of this computer finds."""
    found = run(tmp_path_factory.mktemp("here"), "--jobs", "1")
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.usefixtures("workers")
def test_a_cluster_finds_what_one_computer_finds(scheduler: str, here: str, tmp_path: Path) -> None:
    """To the last digit."""
    found = run(tmp_path / "out", "--dask", scheduler)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == here


@pytest.mark.all
def test_a_worker_that_is_killed_costs_nothing(scheduler, workers, here, tmp_path):
    """In the middle of its games: the other one plays them, and no game is missing or there twice."""
    file = tmp_path / "out" / FILE
    with subprocess.Popen(
        lab(tmp_path / "out", "--dask", scheduler), env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
    ) as running:
        until(lambda: file.exists() and file.read_bytes().count(b"\n") > 4)
        assert running.poll() is None
        workers[0].send_signal(signal.SIGKILL)
        found, _ = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 0
    assert found == here
    assert file.read_bytes().count(b"\n") == 1 + 2 * GAMES


def test_what_is_wrong_with_a_cluster_is_reported_in_a_sentence(scheduler, tmp_path, capsys, monkeypatch):
    """No workers, no scheduler, no address, or the part that is needed is not installed."""
    assert "has no workers" in run(tmp_path / "out", "--dask", scheduler).stderr
    nobody = run(tmp_path / "out", "--dask", "tcp://127.0.0.1:1")
    assert (nobody.returncode, nobody.stderr.count("\n")) == (1, 1)
    assert "no scheduler" in nobody.stderr
    for nonsense in ("here", "http://127.0.0.1:1", "tcp://127.0.0.1", "tcp://:1"):
        assert main(["lab", "--dask", nonsense, "--out", str(tmp_path / "other")]) == 1
        assert "not the address of a scheduler" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["lab", "--dask", scheduler, "--out", str(tmp_path / "other")]) == 1
    assert "bankhalter[cluster]" in capsys.readouterr().err
