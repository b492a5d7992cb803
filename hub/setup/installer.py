"""Creates a virtual environment and installs a checkout into it, reporting progress; called by the bootstrap.

Standard library only. pip fetches uv, and uv fetches the rest in a tenth of the time. It works with Debian's externally
managed Python and without Debian's python3-venv, because the system's pip installs into the environment from outside.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

# the base interpreter, not that of the environment, which may be about to be cleared
SYSTEM_PYTHON: str = getattr(sys, "_base_executable", None) or sys.executable
MISLEADING_VARIABLES = ("PIP_PREFIX", "PIP_TARGET", "PIP_USER", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")
UV_OPTIONS = {
    "index-url": "--default-index",
    "extra-index-url": "--index",
    "find-links": "--find-links",
    "trusted-host": "--allow-insecure-host",
}
TICK_S = 5.0
FAILED = (
    "The set-up failed; the messages above say why. If packages could not be downloaded, "
    "connect this computer to the internet and run the same command again."
)
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
    finish(begin([SYSTEM_PYTHON, "-m", "venv", *options, str(environment)]))


def fetch_tools(environment: Path, backends: Path) -> None:
    """Install the build backends and uv, by pip, accepting only files with a hash in `backends`; raises SetupFailed."""
    say("  fetching what fetches and builds")
    options = ("--require-hashes", "--only-binary=:all:", "--no-compile", f"--requirement={backends}")
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    finish(begin([*pip_of(environment), "install", *quiet, *options]))


def install(environment: Path, *requirements: str) -> None:
    """Install requirements by uv, which fetches side by side and compiles nothing; raises SetupFailed.

    Whatever is built from source is built with the backends that are installed: in isolation they would be fetched
    without a hash.
    """
    say("  fetching and installing")
    uv = [str(python_of(environment).with_stem("uv")), "pip", "install", "--quiet", "--no-build-isolation"]
    finish(begin([*uv, *indexes(environment), "--python", str(python_of(environment)), *requirements]))


@cache
def pip_of(environment: Path) -> list[str]:
    """The command that runs pip for an environment: the system's from outside, else its own."""
    python = str(python_of(environment))
    return [SYSTEM_PYTHON, "-m", "pip", "--python", python] if has_module("pip") else [python, "-m", "pip"]


@cache
def indexes(environment: Path) -> list[str]:
    """The options by which uv asks where pip is configured to ask."""
    said = subprocess.run([*pip_of(environment), "config", "list"], capture_output=True, text=True, check=False).stdout
    found: dict[str, list[str]] = {}
    for section in ("global.", "install.", ":env:."):  # the later one outweighs
        for key, _, value in (line.partition("=") for line in said.splitlines() if line.startswith(section)):
            found[key.removeprefix(section)] = value.strip("'\"").replace("\\n", " ").split()
    options = [
        f"{UV_OPTIONS[name]}={value}" for name, values in found.items() if name in UV_OPTIONS for value in values
    ]
    alone = ["--no-index"] if found.get("no-index", ["0"])[0].lower() in {"1", "true", "yes", "on"} else []
    # hashes say which file it must be, so it does not matter who offers it
    return [*options, *alone, "--index-strategy=unsafe-best-match", "--native-tls"]


@cache
def has_module(name: str) -> bool:
    return subprocess.run([SYSTEM_PYTHON, "-c", f"import {name}"], capture_output=True, check=False).returncode == 0


def begin(command: Sequence[str]) -> subprocess.Popen[str]:
    """Start a command whose output `finish` will read."""
    variables = {name: value for name, value in os.environ.items() if name not in MISLEADING_VARIABLES}
    return subprocess.Popen(
        command,
        env={**variables, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def finish(process: subprocess.Popen[str]) -> None:
    """Wait for a command; raises SetupFailed with what it said."""
    with process:
        said, _ = process.communicate()
    if process.returncode != 0:
        raise SetupFailed(f"{said}\n{FAILED}")


@contextlib.contextmanager
def clock() -> Iterator[None]:
    """A block during which the time that has passed is said every few seconds."""
    done, began = threading.Event(), time.monotonic()

    def tick() -> None:
        while not done.wait(TICK_S):
            say(f"  {time.monotonic() - began:.0f} s")

    ticking = threading.Thread(target=tick, daemon=True)
    ticking.start()
    try:
        yield
    finally:
        done.set()
        ticking.join()


def say(text: str) -> None:
    """Report progress on stderr; stdout belongs to the command that follows."""
    print(f"bankhalter: {text}", file=sys.stderr, flush=True)
