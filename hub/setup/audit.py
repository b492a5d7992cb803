"""`python3 hub audit`: asks about known vulnerabilities of every dependency that the set-up installs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from hub.setup.installer import OFFLINE_SIGNS
from hub.setup.locks import GROUPS, file_of

ROOT = Path(__file__).resolve().parents[2]
NOT_HERE = "`python3 hub audit` works in a checkout only."
NO_NETWORK = "There is no answer about the {what}: there is no network, or nobody answers there."
NO_ANSWER = "The {what} could not be checked: {said}"
NOTHING_SAID = "the tool ended with {code} and said nothing."
ELSEWHERE = "complete log of this run"
"""With this npm ends whatever it says."""
SIGNS = ("known vulnerabilit", "severity")
NO_VULNERABILITY = "No vulnerability is known in the {what}."
VULNERABLE = (
    "There are known vulnerabilities in the {what}, see above: "
    "`python3 hub lock --upgrade` or `npm update` takes newer versions."
)


class Question(Struct, frozen=True):
    """A command that is asked about something."""

    what: str
    command: tuple[str, ...]


def questions() -> tuple[Question, ...]:
    """All that is asked."""
    python, files = sys.executable, [f"--requirement={file_of(group)}" for group in GROUPS]
    options = ("--disable-pip", "--require-hashes", "--strict", "--progress-spinner=off")
    return (
        Question("Python packages", (python, "-m", "pip_audit", *options, *files)),
        Question("packages of the pages", (python, str(ROOT / "web" / "npm.py"), "audit")),
    )


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
    """Ask everything; returns 0 if all is well, 1 if something is known, 2 if something could not be asked."""
    if arguments or not (root / "requirements").is_dir():
        print("`python3 hub audit` takes no arguments." if arguments else NOT_HERE, file=sys.stderr)
        return 2
    results = [judged(question, *runner(question.command)) for question in questions()]
    return 1 if 1 in results else max(results)


def judged(question: Question, code: int, answer: str) -> int:
    """Print what an answer means; returns 0, 1 or 2 as above."""
    what, offline = question.what, OFFLINE_SIGNS.search(answer)
    if code == 0:
        print(NO_VULNERABILITY.format(what=what))
        return 0
    if any(sign in answer.lower() for sign in SIGNS) and not offline:
        print(answer, VULNERABLE.format(what=what), sep="\n")
        return 1
    lines = [line.strip() for line in answer.splitlines() if line.strip() and ELSEWHERE not in line]
    said = lines[-1] if lines else NOTHING_SAID.format(code=code)
    print(NO_NETWORK.format(what=what) if offline else NO_ANSWER.format(what=what, said=said), file=sys.stderr)
    return 2
