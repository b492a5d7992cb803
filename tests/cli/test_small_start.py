"""A table opens quickly and takes little: what nobody has asked for yet is not loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

OPENED = """
import sys, tempfile, urllib.request, re
from contextlib import ExitStack
from hub.cli import _parser
_parser(["play"])
from hub.wiring.play import PlayOptions, open_table
with ExitStack() as closing:
    shown = open_table(PlayOptions(simulated="full", http_port=0, data_dir=Path(sys.argv[1]), version="1"), closing)
    port = re.search(r"localhost:(\\d+)", shown)[1]
    urllib.request.urlopen(f"http://localhost:{port}/table").read()
    print(*sorted(sys.modules))
"""

NEEDED = {"hub.lab", "hub.lab.at_table", "hub.lab.newest"}
"""Of the laboratory: what shows the report of an earlier evening."""

COMMAND = {"hub.commands.play", "hub.commands.place", "hub.commands.serving", "hub.commands.terminal"}


def test_an_open_table_has_not_loaded_what_nobody_asked_for(tmp_path: Path) -> None:
    """The derived engine plays in processes of its own; laboratory and other commands wait until they are wanted."""
    program = f"from pathlib import Path\n{OPENED}"
    started = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=True)
    loaded = set(started.stdout.split())
    unwanted = (
        "hub.foresight.engines.derived",
        "hub.lab",
        "hub.commands",
        "hub.simulation.series",
        "hub.workshop.remarks",
    )
    found = {name for name in loaded if name.startswith(unwanted)} - NEEDED - COMMAND - {"hub.commands"}
    assert found == set()
    assert "hub.wiring.play" in loaded
