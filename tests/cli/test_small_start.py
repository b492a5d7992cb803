"""A table opens quickly and takes little: what nobody has asked for yet is not loaded."""

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
from hub.composition.play import PlayOptions, open_alone
kind = sys.argv[2] or None
with ExitStack() as closing:
    options = PlayOptions(simulated=kind, no_board=kind is None, http_port=0, data_dir=Path(sys.argv[1]), version="1")
    shown = open_alone(options, closing)
    port = re.search(r"localhost:(\\d+)", shown)[1]
    urllib.request.urlopen(f"http://localhost:{port}/table").read()
    print(*sorted(sys.modules))
"""

COMMANDS = {
    "hub.commands.play",
    "hub.commands.options",
    "hub.commands.terminal",
}
"""What the command that opens a table needs of the others."""

LIBRARIES = {"prometheus_client", "psycopg", "reportlab", "xlsxwriter"}


def loaded_by(folder: Path, kind: str) -> set[str]:
    """What a table has loaded once a page was opened; with a simulated board of this kind, or on wood alone."""
    started = subprocess.run([sys.executable, "-c", OPENED, folder, kind], capture_output=True, text=True, check=True)
    return set(started.stdout.split())


@pytest.mark.parametrize("kind", ["", "full"])
def test_an_open_table_has_not_loaded_what_nobody_asked_for(tmp_path: Path, kind: str) -> None:
    """Other commands, a club, what prints and what writes workbooks wait until they are wanted."""
    loaded = loaded_by(tmp_path, kind)
    assert {name for name in loaded if name.startswith("hub.commands.")} <= COMMANDS
    assert not [name for name in loaded if name.startswith(("hub.store.postgres.", "hub.features.club."))]
    assert not LIBRARIES & loaded
    assert "hub.composition.play" in loaded


def test_wood_alone_loads_no_simulated_board(tmp_path: Path) -> None:
    """Whoever plays without electronics has none of it, not even simulated."""
    assert not [name for name in loaded_by(tmp_path, "") if name.startswith("hub.simulated_board")]
