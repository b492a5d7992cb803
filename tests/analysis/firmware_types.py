"""Pyright checks the firmware as it is on a node, with the stubs of the chip's own modules.

The stubs are named like modules of the standard library (`time`, `select`), so they are shown to pyright alone: by a
configuration next to a staged copy, which also lets `shared.link` be found where the node has it.
"""

import json
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from hub.board.build import stage
from hub.setup.bootstrap import ROOT

STUBS: Final = "micropython-rp2-rpi-pico-stubs"
UNCHECKED: Final = ("shared",)  # their types are in .pyi files next to the sources, and mypy checks them against those


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        staged = stage(Path(folder) / "node")
        (staged / "pyrightconfig.json").write_text(json.dumps(configuration()))
        command = [sys.executable, str(ROOT / "web" / "npm.py"), "run", "pyright", "--", "--project", str(staged)]
        return subprocess.run(command, check=False).returncode


def configuration() -> dict[str, Any]:
    stubs = str(metadata.distribution(STUBS).locate_file(""))
    return {
        "stubPath": stubs,
        "typeshedPath": stubs,
        "pythonVersion": "3.8",
        "ignore": list(UNCHECKED),
        "reportMissingModuleSource": False,
        "typeCheckingMode": "basic",
        # Without annotations an attribute that begins as None stays None; only names and arguments matter.
        "reportGeneralTypeIssues": False,
        "reportOperatorIssue": False,
        "reportOptionalIterable": False,
    }


if __name__ == "__main__":
    sys.exit(main())
