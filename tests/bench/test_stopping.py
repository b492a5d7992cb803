"""A hub that is told to end does so at once, whatever else is going on, and what it has said is stored."""

import multiprocessing
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from multiprocessing.connection import wait
from pathlib import Path

import pytest
from helpers.hub_process import HubProcess
from helpers.stored_evening import play_round, sitting
from helpers.waiting import until
from server.browser import Browser

from hub.simulation.workers import begin_as_usual, end_now
from hub.store.folder import DATABASE

END_S = 2.0
BOTS = 3
STUCK = """
import time
from hub.composition.serving import stop_signals
with stop_signals() as wait:
    print("open", flush=True)
    wait()
    print("closing", flush=True)
    time.sleep(60)
"""
CLOSING = (
    STUCK.replace("time.sleep(60)", "time.sleep(0.2)")
    + """
print("closed", flush=True)
"""
)
OPENING = """
import time
from hub.composition import play
from hub.features.club import running as club
def open_slowly(*_given):
    print("opening", flush=True)
    time.sleep(60)
{module}.open_{what} = open_slowly
{module}.{module}(None)
"""
LOADING = """
import sys, time
from hub import program
class Slow:
    def find_spec(self, name, *_given):
        if name == "hub.cli":
            print("loading", flush=True)
            time.sleep(60)
sys.meta_path.insert(0, Slow())
sys.exit(program.main())
"""
IMPORTING = """
import sys, tempfile, time
from hub import cli
from hub.composition import moving
from hub.features.export import import_command
def open_slowly(*_given):
    with tempfile.TemporaryDirectory() as folder:
        print(folder, flush=True)
        time.sleep(60)
import_command.read, moving.open_elsewhere = lambda *_given: None, open_slowly
sys.exit(cli.main(["import", "some.game"]))
"""
REMOVING = """
import shutil, sys, time
from hub.interrupts import Terminated, tidy_end
from hub.interrupts import temporary_folder
rmtree = shutil.rmtree
def slowly(name, *given, **named):
    print(name, flush=True)
    time.sleep(0.5)
    rmtree(name, *given, **named)
shutil.rmtree = slowly
try:
    with tidy_end(), temporary_folder() as folder:
        (folder / "file").touch()
except (KeyboardInterrupt, Terminated):
    sys.exit(3)
"""
STARTING = """
import multiprocessing.process, os, signal, sys
from hub import cli
start = multiprocessing.process.BaseProcess.start
def start_and_be_told(process):
    start(process)
    os.kill(os.getpid(), signal.SIGTERM)
multiprocessing.process.BaseProcess.start = start_and_be_told
sys.exit(cli.main(sys.argv[1:]))
"""
pytestmark = [pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are looked up in /proc")]


def told_to_end(threads: Iterable[int]) -> bool:
    """Send SIGTERM to the first of these that is still there: a thread that has just done its work is not."""
    for thread in threads:
        with suppress(ProcessLookupError):
            os.kill(thread, signal.SIGTERM)
            return True
    return False


def ended_after(hub: HubProcess, *processes: int) -> float:
    """Send SIGTERM to a process or to one of its threads, once; how long the hub still ran, silently.

    On a computer that others keep busy, what it would have taken alone: processes of the lowest priority end only when
    a processor is idle, and the hub waits for those it has made.
    """
    began = time.monotonic()
    assert told_to_end(processes)
    try:
        _, said = hub.process.communicate(timeout=10 * END_S)
    except subprocess.TimeoutExpired:
        pytest.fail("the hub waits for a second signal")
    after_s = time.monotonic() - began
    print(f"ended after {after_s:.1f} s")
    assert said == ""
    return after_s / max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def test_whichever_thread_the_signal_reaches(tmp_path: Path) -> None:
    """The system may hand a signal to any thread; the main one wakes up all the same."""
    with HubProcess(tmp_path, "--simulated=starter") as hub:
        threads = {int(task.name) for task in Path(f"/proc/{hub.process.pid}/task").iterdir()} - {hub.process.pid}
        assert ended_after(hub, *sorted(threads, reverse=True)) < END_S
        assert hub.process.returncode == 0


@pytest.mark.feature("odds")
def test_an_engine_that_is_being_made_holds_up_nothing(tmp_path: Path) -> None:
    """With the outlook just switched on, its processes begin; it ends all the same."""
    with (
        HubProcess(tmp_path, "--simulated=starter") as hub,
        closing(Browser(hub.port, key=hub.key, local=True)) as banker,
    ):
        assert banker.ask({"do": "set_outlook", "on": True})["ok"]
        banker.begin()
        assert ended_after(hub, hub.process.pid) < END_S


@contextmanager
def told(code: str, number: signal.Signals, *said: str, before: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    """A program that was sent a signal after each word it was to say."""
    command = [*before, sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for word in said:
            assert next_line(process) == word
            process.send_signal(number)
        yield process


def next_line(process: subprocess.Popen[str]) -> str:
    return process.stdout.readline().strip()


ASKED, CLOSED = (signal.SIGTERM, signal.SIGINT), signal.SIGHUP


@pytest.mark.parametrize(
    ("code", "said", "number"),
    [
        *((STUCK, ("open", "closing"), number) for number in ASKED),
        *((OPENING.format(module="play", what="alone"), ("opening",), number) for number in ASKED),
        *((OPENING.format(module="club", what="club"), ("opening",), number) for number in ASKED),
        *((LOADING, ("loading",), number) for number in (*ASKED, CLOSED)),
    ],
)
def test_nobody_waits_for_what_may_never_end_in_order(code: str, said: tuple[str, ...], number: signal.Signals) -> None:
    """A hanging end at the second signal, an opening that nobody has seen, or an import: over, without a word."""
    with told(code, number, *said) as process:
        assert process.communicate(timeout=5 * END_S)[0] == ""
    assert process.returncode == -number


def test_a_terminal_window_that_is_closed_ends_it_in_order() -> None:
    """Its shell and the system both say so: once is an end, and the second time cuts nothing short."""
    with told(CLOSING, CLOSED, "open", "closing") as hub:
        assert hub.communicate(timeout=5 * END_S)[0] == "closed\n"
    assert hub.returncode == 0


def test_a_hub_that_is_to_outlive_its_terminal_does() -> None:
    """`nohup bankhalter play` stays open when the window is closed, and still ends when it is told to."""
    with told(CLOSING, CLOSED, "open", before=["nohup"]) as hub:
        with pytest.raises(subprocess.TimeoutExpired):
            hub.wait(0.3)
        hub.send_signal(signal.SIGTERM)
        assert hub.communicate(timeout=5 * END_S)[0].split() == ["closing", "closed"]


@pytest.mark.parametrize("number", [*ASKED, CLOSED])
@pytest.mark.parametrize(("code", "status"), [(IMPORTING, 128), (REMOVING, 3)], ids=["at work", "tidying up"])
def test_a_command_that_is_told_to_end_leaves_nothing_behind(number: signal.Signals, code: str, status: int) -> None:
    """An import tries the game in a temporary folder: it is gone, however it was ended, also amid its removal."""
    with told(code, number) as importing:
        folder = Path(next_line(importing))
        assert folder.is_dir()
        importing.send_signal(number)
        _, said = importing.communicate(timeout=5 * END_S)
    assert (said, folder.exists()) == ("", False)
    assert importing.returncode == (status + number if code == IMPORTING else status)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("odds last", marks=pytest.mark.feature("odds")),
        pytest.param("lab --games 20 --jobs 2", marks=pytest.mark.feature("laboratory")),
        "simulate --games 200 --jobs 2",
    ],
)
def test_a_process_that_was_just_started_is_ended_as_well(tmp_path: Path, command: str) -> None:
    """However early a command is told to end, no worker is left that it waits for, and nobody prints a traceback."""
    data = tmp_path / "data"
    with sitting(data) as seated:
        play_round(seated)
    words = [*command.split(), *(("--data-dir", str(data)) if "odds" in command else ())]
    words += ["--out", str(tmp_path / "lab")] if "lab" in command else []
    done = subprocess.run(
        [sys.executable, "-c", STARTING, *words], capture_output=True, text=True, check=False, timeout=10 * END_S
    )
    said = "Stopped after 0 of 20 games; the same command goes on from there.\n" if "lab" in command else ""
    assert (done.returncode, done.stderr) == (128 + signal.SIGTERM, said)


def amid_its_answer(pool: ProcessPoolExecutor) -> None:
    """Until its process has ended, the pool's own thread is busy with the answer before, and reads no further."""
    ended = threading.Event()
    first = pool.submit(time.sleep, 0.5)
    first.add_done_callback(lambda _: ended.wait())
    pool.submit(bytes, 1_000_000)
    until(first.done, "the first answer")
    until(pool._result_queue._reader.poll, "the second answer")
    (worker,) = multiprocessing.active_children()
    threading.Thread(target=lambda: (wait([worker.sentinel]), ended.set())).start()


@pytest.mark.parametrize("busy", [lambda pool: pool.submit(time.sleep, 60), amid_its_answer], ids=["busy", "answering"])
def test_a_pool_that_is_ended_has_nothing_left_to_do(busy: Callable[[ProcessPoolExecutor], object]) -> None:
    """Its own thread has ended as well: the end of the program waits for it, and writes to a pipe that it closes."""
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=begin_as_usual)
    busy(pool)
    others = set(threading.enumerate())
    (worker,) = multiprocessing.active_children()
    end_now(pool)
    assert not worker.is_alive()
    assert not [thread for thread in others if "Executor" in type(thread).__name__ and thread.is_alive()]


@pytest.fixture(autouse=True)
def closed_windows_are_heard_of() -> Iterator[None]:
    """Also where these tests run under `nohup`, which makes them and all that they start ignore SIGHUP."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def silent_port() -> Iterator[str]:
    """A serial port with something on it that neither reads nor says anything."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_nothing_holds_up_the_end(tmp_path: Path, silent_port: str) -> None:
    """Half-open requests, screens that do not read or answer, bots, a dead port: it ends, with a durable log."""
    with HubProcess(tmp_path, "--port", silent_port) as hub, ExitStack() as leaving:
        banker = Browser(hub.port, key=hub.key, local=True)
        leaving.callback(banker.close)
        for seat in range(BOTS):
            assert banker.ask({"do": "add_seat", "name": f"Bot {seat}"})["ok"]
            assert banker.ask({"do": "set_bot", "seat": seat, "bot": "sensible"})["ok"]
        for _ in range(6):  # they ask for all they can, and read nothing
            deaf = Browser(hub.port, key=hub.key, local=True)
            leaving.callback(deaf.close)
            deaf.wire.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            for _ in range(30):
                deaf.emit("refresh")
            deaf.emit("watch_device", True)
        for _ in range(20):
            wire = leaving.enter_context(socket.create_connection(("127.0.0.1", hub.port)))
            wire.sendall(b"GET /table HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert banker.ask({"do": "begin"})["ok"]
        banker.wait("view", lambda view: view["undo"] >= BOTS)
        told = banker.seen()["undo"]
        assert ended_after(hub, hub.process.pid) < END_S
        assert hub.process.returncode == 0
    with closing(sqlite3.connect(tmp_path / DATABASE)) as reader:
        assert reader.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert reader.execute("SELECT COUNT(*) FROM entries").fetchone()[0] >= told
