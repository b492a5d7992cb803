"""Work shared by processes: Ctrl-C and a killed parent end them all, and a killed one is reported in a sentence."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from helpers.waiting import until

from hub.commands.jobs import in_order
from hub.interrupts import interrupts_held

ROOT = Path(__file__).parents[2]
PROGRAM = "import sys; from hub.cli import main; sys.exit(main(sys.argv[1:]))"
THREADED = f"import threading, time; threading.Thread(target=time.sleep, args=(99,), daemon=True).start(); {PROGRAM}"
PATIENCE_S = 90

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")


def children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            command = (stat.parent / "cmdline").read_text()
        except OSError:
            continue
        if int(parent) == pid and state != "Z" and "resource_tracker" not in command:
            found.append(int(stat.parent.name))
    return found


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.fixture(params=[PROGRAM, THREADED], ids=["copied", "begun"])
def series(request):
    """A series of games without end that three processes play, as a terminal begins it: in a group of its own."""
    arguments = ["simulate", "--games", "900", "--jobs", "3", "--seed", "1", "--json"]
    arguments += ["--bots", "random", "--rounds-maximum", "9000000"]
    with subprocess.Popen(
        [sys.executable, "-c", request.param, *arguments],
        env={"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        until(lambda: len(children(process.pid)) >= 3)
        yield process
        process.kill()


@pytest.mark.parametrize("killed", [False, True])
def test_processes_do_not_outlive_who_began_them(series, killed):
    """Ctrl-C ends them all without a traceback of any; they end even if that one is killed and could tell nobody."""
    begun = children(series.pid)
    if killed:
        series.kill()
    else:
        os.killpg(series.pid, signal.SIGINT)
        assert series.communicate(timeout=PATIENCE_S) == ("", "")
        assert series.returncode == 130
    until(lambda: all(map(gone, begun)))


def test_ctrl_c_waits_while_a_process_begins_although_other_threads_hear_it():
    """Otherwise the process that is just being told what to do loses who tells it, and says so with a traceback."""
    ended, begun = threading.Event(), []

    def begin():
        with interrupts_held():
            os.kill(os.getpid(), signal.SIGINT)
            begun.append(not ended.wait(0.1))

    threading.Thread(target=ended.wait, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        begin()
    ended.set()
    assert begun == [True]


def test_a_process_that_is_killed_is_one_sentence(series):
    """The others end, and nobody waits for ever."""
    begun = children(series.pid)
    os.kill(begun[-1], signal.SIGKILL)
    out, error = series.communicate(timeout=PATIENCE_S)
    assert (series.returncode, out) == (1, "")
    assert error == ("bankhalter: a process that shared the work was ended from outside; try again with fewer --jobs\n")
    until(lambda: all(map(gone, begun)))


def test_one_process_is_this_one():
    """Nothing is begun for it, and what comes of each is there before the next one is asked for."""
    done: list[int] = []
    results = in_order(lambda item: done.append(item) or os.getpid(), [1, 2, 3], 1)
    assert next(results) == os.getpid()
    assert done == [1]
    assert list(results) == [os.getpid()] * 2
