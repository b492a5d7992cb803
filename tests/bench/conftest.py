"""Chromium and a house for the measurements of pages, as the tests of the pages have them; and what benches tell."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from browser.conftest import house, pages, visit

__all__ = ("house", "pages", "visit")


ROOT = Path(__file__).resolve().parents[2]


def told(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "bench" / name, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def figures(name: str, *arguments: str) -> Any:
    return json.loads(told(name, *arguments))
