"""The processes that play rollouts: they change nothing about them, give way, are few, and never outlive who asked."""

import ctypes
import os
import signal
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.house import until

from hub.editions import EDITIONS
from hub.features.odds.outlook import played_by
from hub.features.odds.position import Playing, beginning, seen_by
from hub.simulation.workers import GivenUp, ProcessPools, Workers, WorkersLost, begin_awaited, step_back

pytestmark = pytest.mark.gate
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
PATIENCE_S = 90


@pytest.fixture
def position(played):
    """A game in the middle."""
    return seen_by(EDITIONS["classic"], played("classic", 200), None)


@pytest.fixture
def workers(position):
    """One process that plays."""
    with Workers(1) as found:
        found.call(list, [()], lambda: False)
        yield found


def child(workers: Workers) -> int:
    return next(iter(workers._pool._processes))


def test_another_process_plays_the_same_rollouts(position, workers):
    """However they are cut into portions."""
    here = Playing(position).rollouts("x", range(7))
    assert played_by(workers, position, "x", range(7), 3, lambda: False) == here
    assert played_by(workers, position, "x", range(7), 1, lambda: False) == here


@on_linux
def test_it_has_the_lowest_priority(workers):
    """It only gets time that nobody else wants."""
    assert os.getpriority(os.PRIO_PROCESS, child(workers)) == 19
    assert os.sched_getscheduler(child(workers)) == os.SCHED_IDLE
    assert os.getsid(child(workers)) == child(workers) != os.getsid(0)
    shares = Path(f"/proc/{child(workers)}/autogroup")
    assert not shares.exists() or shares.read_text(encoding="ascii").endswith(" nice 19\n")


def test_windows_is_given_a_handle(monkeypatch):
    """Of this process it is -1 in all 64 bits; of a plain number the library passes 32, which Windows does not know."""
    asked = []
    kernel = SimpleNamespace(SetPriorityClass=lambda *given: asked.append(given))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    step_back()
    ((handle, priority),) = asked
    assert (handle.value, priority) == (2 ** (8 * ctypes.sizeof(ctypes.c_void_p)) - 1, 0x40)


@on_linux
def test_for_a_command_it_has_the_lowest_priority_and_some_time(position):
    """Somebody waits for it, on a busy computer as well."""
    with Workers(1, begin_awaited) as workers:
        workers.call(list, [()], lambda: False)
        assert os.getpriority(os.PRIO_PROCESS, child(workers)) == 19
        assert os.sched_getscheduler(child(workers)) == os.SCHED_OTHER
        assert os.getsid(child(workers)) == os.getsid(0)


def test_an_answer_that_is_not_wanted_is_given_up_at_once(position, workers):
    """Long before a hundred thousand rollouts are over; the next question is answered as ever."""
    begun = time.monotonic()
    with pytest.raises(GivenUp):
        played_by(workers, position, "x", range(100_000), 5, lambda: True)
    assert time.monotonic() - begun < PATIENCE_S
    assert len(played_by(workers, position, "x", range(2), 1, lambda: False)) == 2


def test_when_time_is_up_the_first_are_enough(position, workers):
    """As many as were played by then, in their order, and at least one portion."""
    here = Playing(position).rollouts("x", range(100))
    found = played_by(workers, position, "x", range(1_000_000), 100, lambda: False, deadline_s=0)
    assert 100 <= len(found) < 1_000_000
    assert found[:100] == here


def test_a_killed_process_is_reported_and_replaced(position, workers):
    """The question fails by name, the next one has a new process."""
    os.kill(child(workers), signal.SIGKILL)
    with pytest.raises(WorkersLost):
        played_by(workers, position, "x", range(50), 1, lambda: False)
    assert len(played_by(workers, position, "x", range(2), 1, lambda: False)) == 2


def test_it_is_reported_after_something_was_given_up_too(position, workers):
    """The process was still busy with that. Nobody waits forever for what was asked next."""
    with pytest.raises(GivenUp):
        workers.call(time.sleep, [(600,)] * 9, lambda: True)
    ends_s, killed = time.monotonic() + PATIENCE_S, set[int]()

    def kill_once():
        if not killed:
            killed.add(child(workers))
            os.kill(*killed, signal.SIGKILL)
        return time.monotonic() > ends_s

    with pytest.raises(WorkersLost):
        workers.call(time.sleep, [(0,)] * 9, kill_once)
    assert len(played_by(workers, position, "x", range(2), 1, lambda: False)) == 2


@on_linux
def test_closing_ends_the_process_in_the_middle_of_its_work(position):
    """Nothing plays on for nobody."""
    with Workers(1) as workers:
        workers.call(list, [()], lambda: False)
        number = child(workers)
        workers._begun().submit(time.sleep, 600)
    until(lambda: not os.path.exists(f"/proc/{number}"), "the process is gone")  # noqa: PTH110 a process is no path
    assert workers._pool is None


class Pool:
    """Notes how often it was ended."""

    def __init__(self) -> None:
        self.ended = 0

    def end(self) -> None:
        self.ended += 1


def used(places: ProcessPools, *pools: Pool) -> None:
    for pool in pools:
        with places.busy(pool, lambda: True) as here:
            assert here


def test_whoever_used_theirs_longest_ago_gives_way():
    """And begins them again when it has something to do."""
    places, pools = ProcessPools(2), (Pool(), Pool(), Pool())
    used(places, pools[0], pools[1], pools[0], pools[2])
    assert [pool.ended for pool in pools] == [0, 1, 0]
    used(places, pools[1])
    assert [pool.ended for pool in pools] == [1, 1, 0]


def test_whoever_leaves_makes_room():
    """Nobody else is ended for the next."""
    places, pools = ProcessPools(1), (Pool(), Pool())
    used(places, pools[0])
    places.leave(pools[0])
    used(places, pools[1])
    assert pools[0].ended == 0


def test_what_is_busy_is_waited_for():
    """Nobody is ended amid an answer; the next begins as soon as it is there."""
    places, first, second, begun = ProcessPools(1), Pool(), Pool(), threading.Event()

    def other():
        with places.busy(second, lambda: True):
            begun.set()

    with places.busy(first, lambda: True):
        thread = threading.Thread(target=other)
        thread.start()
        assert not begun.wait(0.3)
        assert first.ended == 0
    thread.join()
    assert begun.is_set()
    assert first.ended == 1


def test_nobody_waits_for_what_is_not_wanted_any_more():
    """A table that is closed or has gone on gives its question up."""
    places, asked = ProcessPools(1), []
    with (
        places.busy(Pool(), lambda: True),
        places.busy(Pool(), lambda: asked.append("once") or len(asked) < 3) as here,
    ):
        assert not here
    assert len(asked) == 3


@pytest.mark.usefixtures("unyielding")
def test_processes_end_for_another_table_and_begin_again():
    """Real ones: never more than there are places, and answers are the same."""
    places = ProcessPools(1)
    position = beginning(EDITIONS["classic"], 2)
    with Workers(1, places=places) as one, Workers(1, places=places) as other:
        found = played_by(one, position, "x", range(2), 1, lambda: False)
        assert played_by(other, position, "x", range(2), 1, lambda: False) == found
        assert (one._pool is None, other._pool is None) == (True, False)
        assert played_by(one, position, "x", range(2), 1, lambda: False) == found
        until(lambda: other._pool is None, "the other's have ended")
