"""Calls that start an event loop of their own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


def in_own_thread(call: Callable[[], Result]) -> Result:
    """The result of a call made in a thread of its own, where no loop runs yet; raises what the call raises.

    After a browser test, Playwright's event loop stays in the main thread, and asyncio starts no second one there.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()
