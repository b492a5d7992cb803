"""Creates a virtual environment and installs a checkout into it, reporting progress; called by the bootstrap.

Standard library only. It works with Debian's externally managed Python and without Debian's python3-venv, because the
system's pip installs into the environment from outside.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# the base interpreter, not that of the environment, which may be about to be cleared
SYSTEM_PYTHON: str = getattr(sys, "_base_executable", None) or sys.executable
MISLEADING_VARIABLES = ("PIP_PREFIX", "PIP_TARGET", "PIP_USER", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")
OFFLINE_SIGNS = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeoutError|Connection broken|from versions: none"  # pip's
    "|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ENOTFOUND|ETIMEDOUT"  # npm's
    "|error sending request"  # uv's
)
COMPLAINT_LINES = 30
OFFLINE = "The packages could not be downloaded: connect this computer to the internet and run the same command again."
NO_PIP = "Python's pip is missing: install it (on Debian: sudo apt install python3-pip) and run the same command again."


class SetupFailed(Exception):
    """The environment could not be set up; the message is for the terminal."""


def python_of(environment: Path) -> Path:
    """The interpreter inside a virtual environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def create(environment: Path) -> None:
    """Create an empty virtual environment, replacing any that exists; raises SetupFailed."""
    with_pip = not has_module("pip")
    if with_pip and not has_module("ensurepip"):
        raise SetupFailed(NO_PIP)
    options = ["--clear"] if with_pip else ["--clear", "--without-pip"]
    finish([SYSTEM_PYTHON, "-m", "venv", *options, str(environment)], environment)


def install(environment: Path, checkout: Path, backends: Path, parts: Sequence[Path]) -> None:
    """Install the requirements in `parts`, then the checkout, editable and with built pages; raises SetupFailed.

    Only packages with a hash in these files are accepted. Build backends are therefore installed first (`backends`):
    with build isolation pip would fetch them without checking hashes. Whatever is built from source is built by
    PEP 517, even with an old pip: a legacy `setup.py` may fetch anything, without a hash.
    """
    python = str(python_of(environment))
    pip = [SYSTEM_PYTHON, "-m", "pip", "--python", python] if has_module("pip") else [python, "-m", "pip"]
    pip += ["install", "--disable-pip-version-check", "--no-input", "--no-build-isolation", "--use-pep517"]
    finish([*pip, "--require-hashes", "--only-binary=:all:", f"--requirement={backends}"], environment)
    finish([*pip, "--require-hashes", *(f"--requirement={path}" for path in parts)], environment)
    finish([*pip, "--no-deps", "--editable", str(checkout)], environment)


def has_module(name: str) -> bool:
    """Whether the system's Python can import a module."""
    return subprocess.run([SYSTEM_PYTHON, "-c", f"import {name}"], capture_output=True, check=False).returncode == 0


def finish(command: Sequence[str], environment: Path) -> None:
    """Run a command, writing its output to the environment's log and reporting progress; raises SetupFailed."""
    variables = {name: value for name, value in os.environ.items() if name not in MISLEADING_VARIABLES}
    variables["NO_COLOR"] = "1"
    lines: list[str] = []
    with subprocess.Popen(
        command,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            lines.append(line)
            if step := progress(line):
                say(step)
    environment.mkdir(exist_ok=True)
    log = environment / "setup.log"
    with log.open("a") as written:
        written.writelines(lines)
    if process.returncode != 0:
        raise SetupFailed(f"{explain(lines)} (All messages: {log})")


def progress(line: str) -> str | None:
    """A progress message for a line of pip's output; None if the line says nothing worth showing."""
    words = line.split()
    if words[:1] == ["Collecting"]:
        return f"  fetching {re.split('[^a-zA-Z0-9._-]', words[1])[0]}"
    if words[:2] == ["Preparing", "editable"] and words[-1] == "started":
        return "  building the pages"
    if words[:3] == ["Installing", "collected", "packages:"]:
        count = len(words) - 3
        return f"  installing {count} package{'' if count == 1 else 's'}"
    return None


def explain(lines: Sequence[str]) -> str:
    """An explanation of a failed command: its error output and a sentence; the sentence alone for network errors."""
    if any(OFFLINE_SIGNS.search(line) for line in lines):
        return OFFLINE
    first = next((place for place, line in enumerate(lines) if re.search(r"\berror\b", line, re.IGNORECASE)), 0)
    return "".join([*lines[first:][:COMPLAINT_LINES], "\nThe set-up failed; the messages above say why."])


def say(text: str) -> None:
    """Report progress on stderr; stdout belongs to the command that follows."""
    print(f"bankhalter: {text}", file=sys.stderr, flush=True)
