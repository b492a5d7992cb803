"""Firefox, spoken to by Marionette: WebDriver's commands as lines of JSON over a socket, without geckodriver."""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from browser.engines.engine import Element, Refused, reference

MISSING = "Firefox is missing; on Debian: sudo apt install firefox-esr"
PATIENCE_S = 60.0
NARROWEST_PX = 500
"""No window of Firefox is narrower; a phone's page is made smaller instead."""
QUIET: dict[str, Any] = {
    "app.update.enabled": False,
    "browser.dom.window.dump.enabled": True,  # what is said on the console goes to the terminal
    "devtools.console.stdout.content": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "marionette.port": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "app.normandy.enabled": False,
    "app.shield.optoutstudies.enabled": False,
    "datareporting.healthreport.uploadEnabled": False,
    "toolkit.telemetry.enabled": False,
}
COMPLAINT = re.compile(r"^(?:JavaScript error: https?:|console\.(?:error|warn): (?!RSLoader: ))")


def find_firefox() -> str | None:
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


class Firefox:
    """Implements `Engine`. `width` and `height` of the page in its own pixels, `language` as browsers name it."""

    def __init__(self, folder: Path, width: int, height: int, language: str) -> None:
        program, profile = find_firefox(), folder / "profile"
        assert program, MISSING
        profile.mkdir(parents=True)
        scale = max(1.0, NARROWEST_PX / width)
        wishes = {**QUIET, "intl.accept_languages": language, "layout.css.devPixelsPerPx": f"{scale:.4f}"}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wishes.items())
        (profile / "user.js").write_text("".join(lines))
        self._said = folder / "said.txt"
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile), "about:blank"],
                env={**os.environ, "HOME": str(folder)},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
        self._socket = socket.create_connection(("127.0.0.1", self._port(profile)), PATIENCE_S)
        self._answers = self._socket.makefile("rb")
        self._number = 0
        self._read()  # its greeting
        self._do("NewSession", capabilities={})
        self._do("SetWindowRect", width=round(width * scale), height=round(height * scale))

    def go(self, url: str) -> None:
        self._do("Navigate", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._do("ExecuteScript", script=script, args=list(arguments))

    def click(self, element: Element) -> None:
        self._do("ElementClick", id=reference(element))

    def type(self, element: Element, text: str) -> None:
        self._do("ElementSendKeys", id=reference(element), text=text)

    def complaints(self) -> list[str]:
        return [line for line in self._said.read_text(errors="replace").splitlines() if COMPLAINT.search(line)]

    def quit(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def _port(self, profile: Path) -> int:
        """Marionette takes a free port and writes down which."""
        told, deadline = profile / "MarionetteActivePort", time.monotonic() + PATIENCE_S
        while not (told.is_file() and told.read_text().strip()):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self._process.kill()
                raise AssertionError(f"Firefox did not start: {self._said.read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)
        return int(told.read_text())

    def _do(self, command: str, **parameters: Any) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{command}", parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        if error:
            raise Refused(error["error"], error["message"])
        return result.get("value") if isinstance(result, dict) else result

    def _read(self) -> Any:
        length = b""
        while (byte := self._answers.read(1)) != b":":
            assert byte, f"Firefox is gone: {self._said.read_text(errors='replace')[-2000:]}"
            length += byte
        return json.loads(self._answers.read(int(length)))
