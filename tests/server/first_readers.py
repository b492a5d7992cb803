"""Counts hubs that crash when several threads decode a type for the first time at the same moment.

Run as a program: `first_readers.py WHAT`. It forks, so it must have only one thread.
"""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from hub.board.messages import read_hello, read_report
from hub.server.sockets.handlers import RequestReader
from hub.table.requests import REQUESTS

HUBS = 100
THREADS = 12
SWITCH_S = 1e-6  # makes the interpreter switch threads all the time
HELLO = {"id": "a", "kind": "side", "readers": 4, "ses": 1}
REQUEST_READER = RequestReader(REQUESTS)
READERS: dict[str, Callable[[], object]] = {
    "request": lambda: REQUEST_READER.read(({"id": "1", "action": {"do": "undo", "seen": 1}},)),
    "report": lambda: read_report({"t": "button", "id": "ok", "press": "short", "n": 1}, "a", 4),
    "hello": lambda: read_hello(HELLO),
}


def survived(read: Callable[[], object]) -> bool:
    """Whether one hub, in a forked process, survives."""
    child = os.fork()
    if child == 0:
        sys.setswitchinterval(SWITCH_S)
        together = threading.Barrier(THREADS)

        def first() -> None:
            together.wait()
            read()

        threads = [threading.Thread(target=first) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return status == 0


if __name__ == "__main__":
    print(sum(not survived(READERS[sys.argv[1]]) for _ in range(HUBS)))
