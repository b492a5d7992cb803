"""Runs everything a node does concurrently. No task dies silently: if one fails, ends or hangs, the node restarts."""

import asyncio
import time

from micropython import const

FEED_MS = const(200)
WATCHDOG_MS = const(3000)
_STALE_MS = const(2000)  # ms, longer than any step of any task


class TaskEnded(Exception):
    """A task has ended, which none should, or has not called `beat` for too long."""


class Tasks:
    """Concurrent coroutines; each gets a function `beat()` to call in every round."""

    def __init__(self, watchdog):
        self._watchdog = watchdog
        self._beats = {}
        self._ended = asyncio.Event()
        self._failure = None

    async def run(self, functions):
        """Run all `functions` (name -> async function of `beat`) for ever. Raises the first failure."""
        tasks = [asyncio.create_task(self._watched(name, function)) for name, function in functions.items()]
        try:
            while not self._ended.is_set():
                self._check()
                self._watchdog.feed()
                await asyncio.sleep_ms(FEED_MS)
        finally:
            for task in tasks:
                task.cancel()
        raise self._failure

    async def _watched(self, name, function):
        self._beats[name] = time.ticks_ms()

        def beat():
            self._beats[name] = time.ticks_ms()

        try:
            await function(beat)
            self._failure = TaskEnded(name)
        except Exception as error:  # noqa: BLE001 whatever it is, the node must hear of it
            self._failure = error
        self._ended.set()

    def _check(self):
        now = time.ticks_ms()
        for name, beaten in self._beats.items():
            if time.ticks_diff(now, beaten) > _STALE_MS:
                raise TaskEnded(name)
