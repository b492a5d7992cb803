"""A table opens quickly and takes little: what nobody has asked for yet is not loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

OPENED = """
import sys, urllib.request, re
from contextlib import ExitStack
from pathlib import Path
from hub.cli import _parser
_parser(["play"])
from hub.wiring.play import PlayOptions, open_table
kind = sys.argv[2] or None
with ExitStack() as closing:
    options = PlayOptions(simulated=kind, no_board=kind is None, http_port=0, data_dir=Path(sys.argv[1]), version="1")
    shown = open_table(options, closing)
    port = re.search(r"localhost:(\\d+)", shown)[1]
    urllib.request.urlopen(f"http://localhost:{port}/table").read()
    print(*sorted(sys.modules))
"""

ROOMS = {
    "hub.commands": {
        "hub.commands.play",
        "hub.commands.place",
        "hub.commands.serving",
        "hub.commands.stopping",
        "hub.commands.terminal",
    },
    "hub.evening": set(),
    "hub.export": {"hub.export.words", "hub.export.story"},
    "hub.flashing": set(),
    "hub.odds": {"hub.odds.places"},
    "hub.helpfile": {"hub.helpfile.transcript"},
    "hub.lab": {"hub.lab.at_table", "hub.lab.newest"},
    "hub.printing": set(),
    "hub.records": set(),
    "hub.simulation": {"hub.interrupts"},
    "hub.store.postgres": set(),
    "hub.workshop": set(),
}
"""Rooms of which a table needs little before somebody asks for more, and what it needs of each."""

LIBRARIES = {
    "concurrent.futures.process",
    "prometheus_client",
    "psycopg",
    "statistics",
    "webbrowser",
    "xlsxwriter",
    "xml.etree.ElementTree",
}


def loaded_by(folder: Path, kind: str) -> set[str]:
    """What a table has loaded once a page was opened; with a simulated board of this kind, or on wood alone."""
    started = subprocess.run([sys.executable, "-c", OPENED, folder, kind], capture_output=True, text=True, check=True)
    return set(started.stdout.split())


@pytest.mark.parametrize("kind", ["", "full"])
def test_an_open_table_has_not_loaded_what_nobody_asked_for(tmp_path: Path, kind: str) -> None:
    """Foresight, workshop, laboratory, story, help file and other commands wait until they are wanted."""
    loaded = loaded_by(tmp_path, kind)
    for room, needed in ROOMS.items():
        assert {name for name in loaded if name.startswith(f"{room}.")} <= needed
    assert not LIBRARIES & loaded
    assert "hub.wiring.play" in loaded


def test_wood_alone_loads_no_simulated_board(tmp_path: Path) -> None:
    """Whoever plays without electronics has none of it, not even simulated."""
    assert not [name for name in loaded_by(tmp_path, "") if name.startswith("hub.simulated_board")]
