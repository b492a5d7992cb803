"""`bankhalter lab`: the same figures however games were played, here or on a cluster; one sentence for faults."""

import csv
import json
import os
import signal
import subprocess
import sys
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
FILES = {"lab.html", "lab.json", "variants.csv", "groups.csv", "deeds.csv", "games.csv"}
PATIENCE_S = 120
GAMES = 200
"""Enough that they are still being played when a signal comes, also where this process waits its turn for a second."""

MISSING = "could not import 'distributed'"  # which takes a third of a second, whether or not these tests are wanted


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-c", PROGRAM, "lab", *map(str, arguments)]


def lab(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=2 * PATIENCE_S
    )


def some_are_played(file: Path) -> bool:
    return file.exists() and file.read_bytes().count(b"\n") > 4


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["lab", *map(str, arguments)]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


@pytest.mark.gate
def test_figures_do_not_depend_on_how_many_play(tmp_path):
    """One process or three: the same object, and all files are there."""
    wanted = ("--games", "12", "--seats", "3", "--variant", "pot,double_salary", "--json")
    one, three = (lab(*wanted, "--jobs", jobs, "--out", tmp_path / jobs) for jobs in ("1", "3"))
    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout == three.stdout
    report = json.loads(one.stdout)
    assert [variant["house_rules"] for variant in report["variants"]] == [[], ["pot", "double_salary"]]
    assert [variant["games"] for variant in report["variants"]] == [12, 12]
    assert {file.name for file in (tmp_path / "1").iterdir()} >= FILES
    with (tmp_path / "1" / "games.csv").open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    turns = [int(row["turns"]) for row in rows if row["variant"] == "printed"]
    assert sum(turns) / 12 == pytest.approx(report["variants"][0]["turns"]["value"])
    places = [row["winner_place"] for row in rows if row["variant"] == "printed" and row["ended"] == "1"]
    shares = [found["value"] for found in report["variants"][0]["places"]]
    assert [places.count(place) / len(places) for place in "123"] == pytest.approx(shares)


@pytest.mark.gate
@pytest.mark.skipif(os.name == "nt", reason="sends a signal as a terminal does")
def test_ctrl_c_stops_and_the_same_command_goes_on(tmp_path):
    """No game is played twice, and the figures are those of an evening without a break."""
    wanted = ("--games", str(GAMES), "--seats", "3", "--jobs", "2")
    file = tmp_path / "out" / FILE
    with subprocess.Popen(
        command(*wanted, "--out", tmp_path / "out"),
        env=ENVIRONMENT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        until(lambda: some_are_played(file))
        os.killpg(running.pid, signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 130
    assert "the same command goes on from there" in said
    assert "Traceback" not in said
    there = file.read_bytes()
    again = lab(*wanted, "--out", tmp_path / "out", "--json")
    whole = lab(*wanted, "--out", tmp_path / "whole", "--json")
    assert again.stdout == whole.stdout
    assert file.read_bytes().startswith(there)
    assert file.read_bytes().count(b"\n") == 1 + GAMES


def test_what_cannot_be_is_reported_in_a_sentence(tmp_path, capsys):
    """Before any game is played."""
    out = ("--out", tmp_path / "out")
    assert "no edition 'none'" in refused(capsys, "--edition", "none", *out)
    assert "cannot take house rule" in refused(capsys, "--variant", "pot,jackpot", *out)
    assert "cannot take house rule" in refused(capsys, "--variant", "rounds:20,rounds:25", *out)
    assert "needs a house rule" in refused(capsys, "--variant", " ,", *out)
    assert "named twice" in refused(capsys, "--variant", "pot", "--variant", "pot", *out)
    many = [f"--variant={also}rounds:{value}" for also in ("", "pot,") for value in range(5, 65, 5)]
    assert "at most" in refused(capsys, *many, *out)
    assert "takes 2 to 8 players" in refused(capsys, "--seats", "9", *out)
    assert "none could be made there" in refused(capsys, "--out", tmp_path / "a" / "b")
    assert "is not a folder" in refused(capsys, "--edition-dir", tmp_path / "nowhere", *out)
    assert not (tmp_path / "out").exists()


def test_a_folder_with_other_games_is_refused(tmp_path, capsys):
    """Nothing is mixed, nothing is written over."""
    (tmp_path / FILE).write_text("{}\n", encoding="utf-8")
    assert "not a game of a laboratory" in refused(capsys, "--out", tmp_path)
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "is not a folder" in refused(capsys, "--out", tmp_path / "file")


@pytest.mark.gate
def test_own_tables_are_judged(tmp_path):
    """A family prints light blue with hardly any rent: the page says what that leads to, and whose tables these are."""
    own = tmp_path / "own"
    assert main(["editions", "export", "classic", str(own)]) == 0
    track = own / "track.csv"
    lines = [
        ",".join([*cells[:5], *["1"] * 6, *cells[11:]]) if "lightblue" in (cells := line.split(",")) else line
        for line in track.read_text(encoding="utf-8-sig").splitlines()
    ]
    track.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = lab("--edition-dir", own, "--games", "60", "--out", tmp_path / "out")
    assert found.returncode == 0, found.stderr
    assert "The group Light blue" in found.stdout
    assert "pays least" in found.stdout
    assert "played with your own figures" in (tmp_path / "out" / "lab.html").read_text(encoding="utf-8")


def begun(*arguments: str, log: Path) -> subprocess.Popen[bytes]:
    """A part of a Dask cluster."""
    with log.open("wb") as said:
        command = [sys.executable, "-c", DASK, *arguments, "--no-dashboard"]
        return subprocess.Popen(command, env=ENVIRONMENT, stderr=said, stdout=said)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


WANTED = ("--games", str(GAMES), "--seats", "3", "--variant", "pot", "--json")


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The address of a scheduler that has no workers yet."""
    log, mark = tmp_path_factory.mktemp("dask") / "scheduler.log", "Scheduler at:"
    process = begun("scheduler", "--host", "127.0.0.1", "--port", "0", log=log)
    try:
        until(lambda: mark in log.read_text())
        yield log.read_text().partition(mark)[2].split()[0]
    finally:
        stop(process)


@pytest.fixture
def workers(scheduler, tmp_path):
    options = ("--no-nanny", "--nthreads", "1", "--local-directory", str(tmp_path))
    logs = [tmp_path / f"worker{number}.log" for number in range(2)]
    processes = [begun("worker", scheduler, *options, log=log) for log in logs]
    try:
        until(lambda: all("Registered to" in log.read_text() for log in logs))
        yield processes
    finally:
        for process in processes:
            stop(process)


@pytest.mark.all
@pytest.mark.skipif(not find_spec("distributed"), reason=MISSING)
class TestCluster:
    """With a real scheduler and two workers."""

    def test_a_worker_that_is_killed_costs_nothing(self, scheduler, workers, tmp_path):
        """In the middle of its games: what one computer finds, to the last digit, and no game is there twice."""
        here = lab(*WANTED, "--jobs", "1", "--out", tmp_path / "here").stdout
        words, file = command(*WANTED, "--dask", scheduler, "--out", tmp_path / "out"), tmp_path / "out" / FILE
        with subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as running:
            until(lambda: some_are_played(file))
            assert running.poll() is None
            workers[0].send_signal(signal.SIGKILL)
            found, _ = running.communicate(timeout=PATIENCE_S)
        assert (running.returncode, found) == (0, here)
        assert file.read_bytes().count(b"\n") == 1 + 2 * GAMES

    def test_what_is_wrong_with_a_cluster_is_reported_in_a_sentence(self, scheduler, tmp_path, capsys, monkeypatch):
        """No workers, no scheduler, no address, or the part that is needed is not installed."""
        out = ("--out", tmp_path / "out")
        assert "has no workers" in lab("--dask", scheduler, *out).stderr
        nobody = lab("--dask", "tcp://127.0.0.1:1", *out)
        assert (nobody.returncode, nobody.stderr.count("\n")) == (1, 1)
        assert "no scheduler" in nobody.stderr
        for nonsense in ("here", "http://127.0.0.1:1", "tcp://127.0.0.1", "tcp://:1"):
            assert "not the address of a scheduler" in refused(capsys, "--dask", nonsense, *out)
        monkeypatch.setitem(sys.modules, "distributed", None)
        assert "bankhalter[cluster]" in refused(capsys, "--dask", scheduler, *out)
