"""The processes that play rollouts: they change nothing about them, give way, and never outlive who asked."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from helpers.house import until

from hub.editions import EDITIONS
from hub.features.odds.outlook import played_by
from hub.features.odds.position import Playing, seen_by
from hub.simulation.workers import GivenUp, Workers, WorkersLost, begin_awaited

pytestmark = [
    pytest.mark.gate,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them"),
]
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


def test_it_has_the_lowest_priority(workers):
    """It only gets time that nobody else wants."""
    assert os.getpriority(os.PRIO_PROCESS, child(workers)) == 19
    assert os.sched_getscheduler(child(workers)) == os.SCHED_IDLE
    assert os.getsid(child(workers)) == child(workers) != os.getsid(0)
    shares = Path(f"/proc/{child(workers)}/autogroup")
    assert not shares.exists() or shares.read_text(encoding="ascii").endswith(" nice 19\n")


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


@pytest.mark.gate
def test_a_killed_process_is_reported_and_replaced(position, workers):
    """The question fails by name, the next one has a new process."""
    os.kill(child(workers), signal.SIGKILL)
    with pytest.raises(WorkersLost):
        played_by(workers, position, "x", range(50), 1, lambda: False)
    assert len(played_by(workers, position, "x", range(2), 1, lambda: False)) == 2


@pytest.mark.gate
def test_it_is_reported_after_something_was_given_up_too(position, workers):
    """The process was still busy with that. Nobody waits forever for what was asked next."""
    with pytest.raises(GivenUp):
        workers.call(time.sleep, [(600,)] * 9, lambda: True)
    ends_s, killed = time.monotonic() + PATIENCE_S, set[int]()

    def kill_once() -> bool:
        if not killed:
            killed.add(child(workers))
            os.kill(*killed, signal.SIGKILL)
        return time.monotonic() > ends_s

    with pytest.raises(WorkersLost):
        workers.call(time.sleep, [(0,)] * 9, kill_once)
    assert len(played_by(workers, position, "x", range(2), 1, lambda: False)) == 2


def test_closing_ends_the_process_in_the_middle_of_its_work(position):
    """Nothing plays on for nobody."""
    with Workers(1) as workers:
        workers.call(list, [()], lambda: False)
        number = child(workers)
        workers._begun().submit(time.sleep, 600)
    until(lambda: not os.path.exists(f"/proc/{number}"), "the process is gone")  # noqa: PTH110 a process is no path
    assert workers._pool is None
