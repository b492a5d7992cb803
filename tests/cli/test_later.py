"""What a table may never need is made when it is first wanted, once, and ended only if it was made."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from helpers.waiting import until

from hub.composition.later import Later, LateThread, standing_in


class Worker:
    """Notes what it hears."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def start(self) -> None:
        """Begin."""
        self.told.append("start")

    def wake(self, *_publication: object) -> None:
        """Look."""
        self.told.append("wake")

    def stop(self) -> None:
        """End."""
        self.told.append("stop")


def late(wanted: Callable[[], bool], make: Callable[[], Worker]) -> LateThread:
    """One that has looked for the first time."""
    thread = LateThread("worker", wanted, make)
    thread.start()
    return thread


def test_nothing_is_made_before_it_is_asked_for() -> None:
    """Who only stands in has made nothing; the first call makes it, the next ones find it, and then it is ended."""
    made: list[list[int]] = []

    def make() -> list[int]:
        made.append([])
        return made[-1]

    later = Later(make)
    numbers = standing_in(later)
    append = numbers.append
    later.if_made(list.clear)
    assert made == []
    append(1)
    numbers.append(2)
    assert made == [[1, 2]]
    later.if_made(list.clear)
    assert made == [[]]


def test_a_thread_begins_when_there_is_something_to_do() -> None:
    """Wakes before that make nothing; afterwards they reach it, and so does the end."""
    wanted, worker = threading.Event(), Worker()
    thread = late(wanted.is_set, lambda: worker)
    thread.wake()
    assert worker.told == []
    wanted.set()
    thread.wake()
    until(lambda: worker.told == ["start", "wake"], "it begins and looks")
    thread.wake()
    thread.stop()
    assert worker.told == ["start", "wake", "wake", "stop"]


def test_it_is_made_once_and_without_whoever_woke_it() -> None:
    """While it is being made nobody waits for it, and nobody makes another one."""
    made, go_on = list[Worker](), threading.Event()

    def make() -> Worker:
        made.append(Worker())
        assert go_on.wait(20)
        return made[-1]

    thread = late(lambda: True, make)
    for _ in range(3):
        thread.wake()
    go_on.set()
    until(lambda: bool(made) and made[0].told == ["start", "wake"], "it begins and looks")
    thread.stop()
    assert [worker.told for worker in made] == [["start", "wake", "stop"]]


def test_the_end_waits_for_nothing_that_is_being_made() -> None:
    """Loading takes a moment on a busy computer; what is made then does not begin any more."""
    worker, being_made, go_on = Worker(), threading.Event(), threading.Event()

    def make() -> Worker:
        being_made.set()
        assert go_on.wait(20)
        return worker

    thread = late(lambda: True, make)
    assert being_made.wait(20)
    thread.stop()
    go_on.set()
    assert thread._loading is not None
    thread._loading.join(20)
    assert worker.told == []


def test_nothing_begins_after_the_end(caplog: pytest.LogCaptureFixture) -> None:
    """A wake that comes too late makes nothing; one that cannot be made is logged, and the end is quiet."""
    thread = late(lambda: False, Worker)
    thread.stop()
    thread._wanted = lambda: True
    thread.wake()
    assert thread._loading is None

    def fails() -> Worker:
        raise ImportError

    failing = late(lambda: True, fails)
    until(lambda: "the worker cannot begin" in caplog.text, "it is logged")
    failing.stop()
