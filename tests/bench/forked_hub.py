"""A whole hub on a folder, in a fork of this process, to be killed at any moment; a fork starts without imports."""

import contextlib
import faulthandler
import os
import select
import signal
import traceback
from contextlib import ExitStack
from pathlib import Path

from hub.composition.play import PlayOptions, open_alone

SLOW_S = 120
PATIENCE_S = 150.0
OUTPUT = "hub-output.txt"
OUTPUT_SHOWN = 3000


class ForkedHub:
    """Runs until it is killed; answers at `port` once the constructor returns.

    It binds a free port and reports it: a port that was merely found to be free might be taken by then. The process
    that forks must have only one thread.
    """

    def __init__(self, folder: Path, ports: list[str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._output = folder / OUTPUT
        receiver, sender = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(receiver)
            _run(folder, ports, sender, self._output)
        os.close(sender)
        self.port = self._shown(receiver)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def gone(self) -> int:
        """Wait for its end; returns the signal that killed it, or 0 if it exited by itself."""
        _, status = os.waitpid(self.pid, 0)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0

    def said(self) -> str:
        """The end of its terminal output, for failure messages."""
        return self._output.read_text(encoding="utf-8", errors="replace")[-OUTPUT_SHOWN:]

    def _shown(self, receiver: int) -> int:
        with os.fdopen(receiver) as telling:
            ready, _, _ = select.select([telling], [], [], PATIENCE_S)
            port = telling.readline() if ready else ""
        if not port:
            self.kill()
            raise AssertionError(f"the hub did not start (signal {self.gone()}): {self.said()}")
        return int(port)


def _run(folder: Path, ports: list[str], sender: int, output: Path) -> None:
    """The life of the child, which must never run the parent's code."""
    try:
        signal.setitimer(signal.ITIMER_REAL, 0)
        terminal = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        for standard in (1, 2):
            os.dup2(terminal, standard)
        faulthandler.enable(terminal)
        faulthandler.dump_traceback_later(SLOW_S, file=terminal)  # shows where it hangs if the test fails
        with ExitStack() as closing:
            welcome = open_alone(PlayOptions(ports=tuple(ports), http_port=0, data_dir=folder, version="test"), closing)
            faulthandler.cancel_dump_traceback_later()
            os.write(sender, f"{welcome.partition('http://localhost:')[2].split('/')[0]}\n".encode())
            while True:
                signal.pause()
    except BaseException:  # noqa: BLE001 the child must not run the parent's code
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(1)
