"""Runs what needs KiCad's module in Debian's own Python, the only one that has it."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

from hub.setup import installer

ROOT = Path(__file__).resolve().parents[1]
PYTHON = Path("/usr/bin/python3")
IS_KICAD_6 = "import pcbnew; raise SystemExit(not pcbnew.GetBuildVersion().startswith('6.'))"
TOOLS = ROOT / "build" / "kicad-tools"
INTERACTIVE_BILL = "InteractiveHtmlBom==2.12.0"
MISSING = "KiCad 6 is missing; on Debian: sudo apt install kicad kicad-footprints"


class KiCadFailed(Exception):
    """What ran in KiCad's Python failed; the text is what it said."""


@cache
def is_there() -> bool:
    """Whether this machine has KiCad's module and its footprints; the module changes with every version."""
    if not PYTHON.exists() or not Path("/usr/share/kicad/footprints").is_dir():
        return False
    return subprocess.run([PYTHON, "-c", IS_KICAD_6], capture_output=True, check=False).returncode == 0


def run(module: str, *arguments: str) -> str:
    """Run one of our modules there and return what it printed; raises KiCadFailed."""
    return finish([str(PYTHON), "-m", module, *arguments], {"PYTHONPATH": str(ROOT)})


def interactive_bill(board: Path, folder: Path) -> None:
    """Write `side-bill.html`, a page that shows where each part of the bill is soldered; raises KiCadFailed.

    Its maker is fetched when first needed, next to `.venv`: as a dependency it would bring a toolkit of windows along.
    """
    if not TOOLS.is_dir():
        fetch = [installer.SYSTEM_PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(TOOLS)]
        finish([*fetch, "--disable-pip-version-check", INTERACTIVE_BILL], {})
    options = ["--no-browser", "--dest-dir", str(folder.resolve()), "--name-format", "side-bill", "--include-tracks"]
    command = [str(PYTHON), "-m", "InteractiveHtmlBom.generate_interactive_bom", *options, str(board.resolve())]
    # it would ask the repository around it for its own version, and a tag of ours is none that its page understands
    finish(command, {"PYTHONPATH": str(TOOLS), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1", "GIT_DIR": os.devnull})


def finish(command: list[str], variables: dict[str, str]) -> str:
    """Run a command to its end and return what it printed; raises KiCadFailed."""
    ran = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise KiCadFailed(ran.stdout + ran.stderr)
    return ran.stdout
