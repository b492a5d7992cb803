"""WebKitGTK, spoken to by WebDriver: the engine of Safari, in a window of our own on a screen that nobody sees."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from browser.engines.engine import Element, Refused, reference

WINDOW = Path(__file__).with_name("webkit_window.py")
SYSTEM_PYTHON = "/usr/bin/python3"
"""GTK's bindings belong to the system's Python, whose packages ours does not see."""
MISSING = "WebKit is missing; on Debian: sudo apt install webkit2gtk-driver python3-gi gir1.2-webkit2-4.1 xvfb"
PATIENCE_S = 60.0


@cache
def has_webkit() -> bool:
    """Whether this machine has WebKit with its driver, the bindings for a window, and a screen without a monitor."""
    look = [SYSTEM_PYTHON, "-c", "import gi; gi.require_version('WebKit2', '4.1'); gi.require_version('Gtk', '3.0')"]
    found = all(map(shutil.which, ("WebKitWebDriver", "Xvfb", SYSTEM_PYTHON)))
    return found and subprocess.run(look, capture_output=True, check=False).returncode == 0


@contextmanager
def unseen_screen() -> Iterator[str]:
    """A screen in memory; gives its name."""
    ours, theirs = os.pipe()
    command = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL) as server:
        os.close(theirs)
        with os.fdopen(ours) as told:
            name = told.readline().strip()
        assert name, "Xvfb did not start"
        try:
            yield f":{name}"
        finally:
            server.terminate()


class WebKit:
    """Implements `Engine`. `width` and `height` of the page in pixels, `language` as browsers name it.

    Language "C" is what a computer without any has, and what its pages see. With `refuse` no WebSocket comes about.
    """

    def __init__(
        self, folder: Path, width: int, height: int, language: str, screen: str, *, refuse: bool = False
    ) -> None:
        folder.mkdir(parents=True)
        self._said = folder / "said.txt"
        environment = {
            **os.environ,
            "DISPLAY": screen,
            "GDK_BACKEND": "x11",
            "HOME": str(folder),
            "LANGUAGE": "",
            "LC_ALL": "C.UTF-8",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        self._said.touch()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]  # the driver takes what it is given and could not say which it took
            free.close()
            self._process = subprocess.Popen(
                ["WebKitWebDriver", f"--port={self._port}"],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        shown = [str(WINDOW), str(width), str(height), language, str(self._said), *(["refuse"] if refuse else [])]
        window = {"binary": SYSTEM_PYTHON, "args": shown}
        self._path = ""
        made = self._start({"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": window}}})
        self._path = f"/session/{made['sessionId']}"

    def go(self, url: str) -> None:
        self._do("/url", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._do("/execute/sync", script=script, args=list(arguments))

    def click(self, element: Element) -> None:
        self._do(f"/element/{reference(element)}/click")

    def type(self, element: Element, text: str) -> None:
        self._do(f"/element/{reference(element)}/value", text=text)

    def complaints(self) -> list[str]:
        return self._said.read_text().splitlines()

    def quit(self) -> None:
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()

    def _start(self, wishes: dict[str, Any]) -> Any:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                return self._do("/session", **wishes)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def _do(self, path: str, **parameters: Any) -> Any:
        url = f"http://127.0.0.1:{self._port}{self._path}{path}"
        request = urllib.request.Request(url, json.dumps(parameters).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            told = json.load(refused)["value"]
            raise Refused(told["error"], told["message"]) from None
