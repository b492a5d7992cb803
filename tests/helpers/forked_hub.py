"""A whole hub on a folder, in a fork of this process, to be killed at any moment; starting one costs no import."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import socket
import traceback
from contextlib import ExitStack
from pathlib import Path

from hub.play import PlayOptions, open_table

SLOW_S = 120


def free_port() -> int:
    """A port nobody listens at just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ForkedHub:
    """Runs until it is killed; `port` is where it answers soon. The process that forks must have one thread only."""

    def __init__(self, folder: Path, ports: list[str], port: int) -> None:
        self.port = port
        self.pid = os.fork()
        if self.pid == 0:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
                faulthandler.enable()
                faulthandler.dump_traceback_later(SLOW_S)  # where it hangs is what a failing test wants to know
                with ExitStack() as closing:
                    open_table(PlayOptions(tuple(ports), None, port, folder, False, "test"), closing)
                    faulthandler.cancel_dump_traceback_later()
                    while True:
                        signal.pause()
            except BaseException:  # noqa: BLE001 the child must not run the parent's code
                traceback.print_exc()
            finally:
                os._exit(1)

    def kill(self) -> None:
        """As a power cut ends it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def gone(self) -> int:
        """Wait for its end; the signal that ended it, or 0 if it ended by itself."""
        _, status = os.waitpid(self.pid, 0)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
