"""`python3 hub audit`: asks about known vulnerabilities of every dependency that the set-up installs."""

import subprocess
import sys
from collections.abc import Sequence

from hub.setup.groups import GROUPS, ROOT, file_of

WELL = "No vulnerability is known in any of them."
NOT_WELL = (
    "Something is known, or could not be asked about, see above: "
    "`python3 hub lock --upgrade` or `npm update` takes newer versions."
)


def commands() -> tuple[tuple[str, ...], ...]:
    """All that is asked: about the Python packages of each group, and about the packages of the pages."""
    python, files = sys.executable, [f"--requirement={file_of(group)}" for group in GROUPS]
    options = ("--disable-pip", "--require-hashes", "--strict", "--progress-spinner=off")
    return (python, "-m", "pip_audit", *options, *files), (python, str(ROOT / "web" / "npm.py"), "audit")


def main(_arguments: Sequence[str] = ()) -> int:
    """Ask everything; returns 0 only if all could be asked, and nothing is known."""
    ended = [subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False) for command in commands()]
    bad = any(done.returncode for done in ended)
    print(NOT_WELL if bad else WELL, flush=True)
    return int(bad)
