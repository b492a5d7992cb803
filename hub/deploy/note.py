"""Writes what belongs beside the files of a release: `python note.py FOLDER` makes SHA256SUMS and release.json there.

`release.json` is what `bankhalter update` reads (`hub.features.program.release`).
"""

import hashlib
import json
import sys
from pathlib import Path


def main(folder: Path) -> None:
    """Note the checksum of every file, and the version by the name of the wheel."""
    (wheel,) = folder.glob("*.whl")
    sums = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir())}
    lines = [f"{digest}  {name}\n" for name, digest in sums.items()]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")
    note = json.dumps({"version": wheel.name.split("-")[1], "sha256": sums}, indent=1)
    (folder / "release.json").write_text(note, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
