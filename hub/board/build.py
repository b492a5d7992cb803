"""Which files make up the software of a node, and where they are on the node.

`bankhalter flash` copies them to a node; the tests and the simulated board run them from a folder. The files of the
link have one source, next to this module, for both ends of the wire.
"""

import shutil
from pathlib import Path
from typing import Final

from hub.board import ON_BOARD

HERE: Final = Path(__file__).resolve().parent
ROOT_FILES: Final = ("boot.py", "config.py", "main.py", "version.py")
"""Read as source by people and by MicroPython at boot; everything else may be compiled."""
FOLDERS: Final = ("drivers", "node")
SHARED: Final = "shared"


def firmware_folder() -> Path:
    """The folder of the sources: in a checkout next to the package, in an installation inside it."""
    inside, beside = HERE.parent / "firmware", HERE.parents[1] / "firmware"
    return inside if inside.is_dir() else beside


def board_files() -> dict[str, Path]:
    """Path on the node -> source file."""
    folder = firmware_folder()
    found = {name: folder / name for name in ROOT_FILES}
    for part in FOLDERS:
        found.update({f"{part}/{path.name}": path for path in sorted((folder / part).glob("*.py"))})
    found.update({f"{SHARED}/{name}": HERE / name for name in ON_BOARD})
    return found


def stage(target: Path) -> Path:
    """Copy everything into a folder as it is on a node; returns the folder."""
    for name, source in board_files().items():
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, file)
    return target
