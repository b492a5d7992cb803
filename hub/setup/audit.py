"""`python3 hub audit`: checks every dependency that the set-up installs for known vulnerabilities."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from hub.setup.installer import OFFLINE_SIGNS
from hub.setup.locks import GROUPS, file_of

ROOT = Path(__file__).resolve().parents[2]
NOT_HERE = "`python3 hub audit` works in a checkout only."
NO_ANSWER = (
    "The {what} could not be checked: there is no network, or the list of known vulnerabilities does not answer."
)
FINE = "No vulnerability is known in the {what}."
FAULTS = (
    "There are known vulnerabilities in the {what}, see above: "
    "`python3 hub lock --upgrade` or `npm update` takes newer versions."
)
SAID_OF_FAULTS = ("known vulnerabilit", "severity")
"""What pip-audit and npm say when they did get an answer, and it was a bad one."""


def commands() -> dict[str, list[str]]:
    """The audit command for each group of dependencies, by the group's name."""
    files = [f"--requirement={file_of(group)}" for group in GROUPS]
    audit = [
        sys.executable,
        "-m",
        "pip_audit",
        "--disable-pip",
        "--require-hashes",
        "--strict",
        "--progress-spinner=off",
        *files,
    ]
    return {"Python packages": audit, "packages of the pages": [sys.executable, str(ROOT / "web" / "npm.py"), "audit"]}


def run(command: Sequence[str]) -> tuple[int, str]:
    """Run a command; returns its exit code and its whole output."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def main(arguments: Sequence[str], runner: Callable[[Sequence[str]], tuple[int, str]] = run, root: Path = ROOT) -> int:
    """Run all audits; returns 0 if no vulnerability is known, 1 if one is, 2 if an audit could not run."""
    if arguments or not (root / "requirements").is_dir():
        print("`python3 hub audit` takes no arguments." if arguments else NOT_HERE, file=sys.stderr)
        return 2
    results = []
    for what, command in commands().items():
        code, answer = runner(command)
        if code == 0:
            results.append(0)
            print(FINE.format(what=what))
        elif any(sign in answer.lower() for sign in SAID_OF_FAULTS) and not OFFLINE_SIGNS.search(answer):
            results.append(1)
            print(answer, FAULTS.format(what=what), sep="\n")
        else:
            results.append(2)
            print(NO_ANSWER.format(what=what), file=sys.stderr)
    return 1 if 1 in results else max(results)
