"""The console script `bankhalter` as a separate process, to be stopped, killed and started again."""

import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from helpers.banker_key import banker_key_of
from helpers.confirmed import confirmed

ROOT = str(Path(__file__).resolve().parents[2])
PROGRAM = Path(sys.executable).parent / "bankhalter"
UNWANTED = dict.fromkeys(("aiohttp", "requests", "tornado", "watchdog"))
BARE = f"import sys; sys.path.insert(0, {ROOT!r}); sys.modules.update({UNWANTED})"
AS_INSTALLED = (sys.executable, "-c", f"{BARE}; from hub.program import main; sys.exit(main())")
"""Without libraries that only tests install: Engine.IO would load them, for a third of the time of a start."""

PATIENCE_S = 45.0
LAST_LINE = "Stop with Ctrl-C"


def bankhalter(*arguments: str | Path, patience_s: float = PATIENCE_S) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*AS_INSTALLED, *arguments], capture_output=True, text=True, check=False, timeout=patience_s)


class Started:
    """A program that says it is open: its process, its welcome, and what stands in there."""

    process: subprocess.Popen[str]
    welcome: str

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=PATIENCE_S)

    def complaints(self) -> str:
        """What it said on the error stream, once it has ended."""
        return self.process.communicate()[1]

    def _read_welcome(self) -> str:
        late = threading.Timer(PATIENCE_S, self.process.kill)
        late.start()
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(LAST_LINE):
                late.cancel()
                return "".join(lines)
        late.cancel()
        self.process.wait(timeout=PATIENCE_S)
        raise AssertionError(f"it did not start: {self.complaints()}")

    def _shown(self, pattern: str) -> str:
        found = re.search(pattern, self.welcome)
        assert found, self.welcome
        return found[1]


class HubProcess(Started):
    """A `bankhalter play` on a folder, with a board and options; it answers once the constructor returns."""

    def __init__(self, folder: Path, *board: str, port: int = 0, program: Sequence[str] = AS_INSTALLED) -> None:
        options = [*(board or ("--simulated",)), "--no-browser", "--data-dir", folder, "--http-port", str(port)]
        command = [*program, "play", *options]
        started = time.monotonic()
        self.folder, self._scheme = folder, "https" if "--tls" in board else "http"
        self.process = subprocess.Popen(
            list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=plain_environment()
        )
        self.welcome = self._read_welcome()
        self.port = int(self._shown(rf"{self._scheme}://localhost:(\d+)"))
        self.pin = self._shown(r"PIN:\s+(\d+)")
        self.answered_after_s = self._wait_for_answer(started)

    @property
    def local_url(self) -> str:
        return f"{self._scheme}://localhost:{self.port}"

    @property
    def key(self) -> str:
        return banker_key_of(self.folder)

    def health(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.local_url}/healthz", timeout=PATIENCE_S, context=confirmed()) as answer:
            return json.load(answer)

    def end(self, number: int) -> tuple[int, str]:
        """Send a signal and wait; returns the exit code and stderr."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, errors

    def _wait_for_answer(self, started: float) -> float:
        while time.monotonic() < started + PATIENCE_S:
            try:
                self.health()
            except OSError:
                time.sleep(0.01)
            else:
                return time.monotonic() - started
        raise AssertionError("the hub does not answer")


def plain_environment() -> dict[str, str]:
    """This environment in English, without the variables that the test runner sets for its own Python."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV", "PYTHON"))}
    return {**ours, "LC_ALL": "C.UTF-8"}
