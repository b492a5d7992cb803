"""Whether the hashes in `requirements/` are those that `python3 hub lock` wrote, and those that the index gives.

The gate asks the first without a network: a slip of the hand or of a merge is noticed. Whoever means to can write a
seal as well as a hash; then `python3 hub audit` finds that the index knows no such file, and pip refuses the file.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from hub.setup.locks import GROUPS, ROOT, compiled, file_of, parts, seal

HASH = re.compile(r"--hash=(\S+)")
UNKNOWN = "a locked hash is that of no file in the index"


def altered(root: Path = ROOT) -> list[str]:
    """The groups whose files do not have the entries that were written to them."""
    texts = {group: file_of(group, root).read_text(encoding="utf-8") for group in GROUPS}
    return [group for group, text in texts.items() if seal(parts(text)) not in text.splitlines()]


def contradictory(root: Path = ROOT) -> list[str]:
    """The packages that have the same version in two files, but other hashes."""
    found: dict[str, set[frozenset[str]]] = {}
    for entry in _entries(root):
        found.setdefault(entry.split()[0], set()).add(frozenset(HASH.findall(entry)))
    return sorted(part for part, hashes in found.items() if len(hashes) > 1)


def unknown(root: Path = ROOT) -> list[str]:
    """The locked packages with a hash that no file of theirs in the index has. Raises CalledProcessError.

    The index may give more: files for new systems are added to old versions.
    """
    entries = _entries(root)
    pins = dict.fromkeys(entry.partition(" \\\n")[0] for entry in entries)
    with tempfile.NamedTemporaryFile(suffix=".txt") as nothing:
        indexed = compiled(list(pins), Path(nothing.name), "", "--no-deps")
    given = {entry.split()[0]: set(HASH.findall(entry)) for entry in indexed}
    locked = [(entry.split()[0], set(HASH.findall(entry))) for entry in entries]
    return sorted({part for part, hashes in locked if not hashes <= given.get(part, set())})


def main() -> int:
    """Ask the index about all locked hashes; returns 0 if it knows them, 1 if not, 2 if it could not be asked."""
    try:
        strange = unknown()
    except subprocess.CalledProcessError:
        return 2  # uv has said why
    print("".join(f"{part}: {UNKNOWN}\n" for part in strange), end="")
    return 1 if strange else 0


def _entries(root: Path) -> list[str]:
    return [entry for group in GROUPS for entry in parts(file_of(group, root).read_text(encoding="utf-8"))]


if __name__ == "__main__":
    sys.exit(main())
