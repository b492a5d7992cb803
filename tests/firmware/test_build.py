"""What goes onto a node: every source of the firmware, and the files of the link, the same as in the hub."""

from pathlib import Path

from helpers.sources import imported_packages

import hub.board
from hub.board import ON_BOARD
from hub.board.build import ROOT_FILES, board_files, firmware_folder, stage

CHIP = {
    *("asyncio", "framebuf", "machine", "micropython", "rp2"),
    *("array", "binascii", "json", "os", "select", "sys", "time"),
}
OWN = {"config", "drivers", "node", "shared", "version"}


def test_both_ends_have_the_same_link(tmp_path):
    """Each file of the link that is put on a node is, byte for byte, the one the hub runs."""
    folder, shared = Path(hub.board.__file__).parent, stage(tmp_path / "node") / "shared"
    assert {path.name for path in shared.iterdir()} == set(ON_BOARD)
    assert all((shared / name).read_bytes() == (folder / name).read_bytes() for name in ON_BOARD)


def test_no_source_is_forgotten():
    """Every Python file of the firmware folder is put on a node, and nothing that does not exist."""
    folder = firmware_folder()
    listed = board_files()
    sources = {path for path in folder.rglob("*.py") if path.name != "conftest.py"}
    assert sources <= set(listed.values())
    assert all(path.is_file() for path in listed.values())
    assert {name for name in listed if "/" not in name} == set(ROOT_FILES)


def test_a_node_imports_only_what_it_has():
    """The modules of MicroPython that the firmware needs, and its own."""
    wanted = {name: imported_packages(path.read_text("utf-8")) - CHIP - OWN for name, path in board_files().items()}
    assert {name: more for name, more in wanted.items() if more} == {}
