"""Starts SKiDL in a process, a folder and a home of its own, since it leaves logs and caches wherever it runs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class CircuitWrong(Exception):
    """The electrical rule check had something to say; the text is what it said."""


def draw_up(folder: Path) -> None:
    """Build and check the circuit, and write `side.json` and `side.net`; raises CircuitWrong."""
    ran = run_skidl(["-m", "hardware.circuit", str(folder.resolve())])
    if ran.returncode != 0:
        raise CircuitWrong(ran.stdout + ran.stderr)


def run_skidl(arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments where SKiDL may litter."""
    with tempfile.TemporaryDirectory() as litter:
        libraries = {f"KICAD{version}_SYMBOL_DIR": litter for version in ("", 6, 7, 8, 9, 10)}
        variables = {**os.environ, **libraries, "XDG_DATA_HOME": litter, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=litter, env=variables, capture_output=True, text=True, check=False)
