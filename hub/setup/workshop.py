"""`python3 hub hardware`: runs `hardware`, which regenerates the drawings and bills of materials of the board."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_HERE = "The hardware is not part of an installed Bankhalter: run `python3 hub hardware` in its source folder."


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Regenerate all files of the hardware; returns the exit code."""
    if arguments:
        print("`python3 hub hardware` takes no arguments.", file=sys.stderr)
        return 2
    if not (root / "hardware").is_dir():
        print(NOT_HERE, file=sys.stderr)
        return 2
    return subprocess.run([sys.executable, "-m", "hardware"], cwd=root, check=False).returncode
