"""A thread for what needs one to itself: a browser's event loop goes on in the one that runs the tests."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_own_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """What the function returns or raises, as if called here; `asyncio.run` refuses where a loop is running.

    Playwright's runs in the main thread from the first test with a browser to the end of the session.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(function, *arguments).result()
