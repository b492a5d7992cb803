"""What is done on a node while it is flashed: the code that runs there, and a class that runs it.

On the node, `new/` holds what is being copied and `old/` what was there before; both are on the same flash, so the swap
is a handful of renamings.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hub.features.flashing.package import BYTECODE, CONFIG
from hub.features.flashing.repl import FlashFailed, Repl

FLAG: Final = "maintenance"
HASH: Final = "hash"
KEPT: Final = "settings.json"  # set on the hub's page; it comes before `config.py`, so it goes when that is given

TOOLS: Final = """\
import os
def is_folder(name):
    return os.stat(name)[0] & 0x4000
def there(name):
    try:
        os.stat(name)
        return True
    except OSError:
        return False
def remove(name):
    if not there(name):
        return
    if is_folder(name):
        for child in os.listdir(name):
            remove(name + "/" + child)
        os.rmdir(name)
    else:
        os.remove(name)
def move(names, source, target):
    if target and not there(target):
        os.mkdir(target)
    for name in names:
        if there(source + name):
            remove(target + "/" + name)
            os.rename(source + name, target + "/" + name)
"""
DESCRIBE: Final = """\
import json, os, sys
try:
    with open("hash") as file:
        known = file.read().strip()
except OSError:
    known = ""
about = sys.implementation
bytecode = getattr(about, "_mpy", 0) & 0xFF
print(json.dumps([about[0], list(about[1])[:3], bytecode, sys.platform, about[2], known, os.listdir()]))
"""
UNFLAG: Final = f"remove('{FLAG}')\n"
LAST_WORDS: Final = """\
words = ""
for name in ("last_crash.txt", "crash.txt"):
    try:
        with open(name) as file:
            words = file.read()
    except OSError:
        pass
print(words)
"""
DIGESTS: Final = """\
import binascii, hashlib
def digest(name):
    whole = hashlib.sha256()
    with open(name, "rb") as file:
        while True:
            piece = file.read(256)
            if not piece:
                return binascii.hexlify(whole.digest()).decode()
            whole.update(piece)
"""


@dataclass(frozen=True)
class About:
    """What a node says of itself at its prompt. `hash` is empty if no firmware of ours is complete on it."""

    interpreter: str
    version: str
    bytecode: int
    platform: str
    machine: str
    hash: str
    entries: Sequence[str]


class Node:
    """A node at its prompt."""

    def __init__(self, repl: Repl) -> None:
        self._repl = repl

    def about(self) -> About:
        """What runs on it and what is stored on it. Raises FlashFailed if our firmware cannot run there."""
        name, version, bytecode, platform, machine, known, entries = json.loads(self._repl.run(DESCRIBE))
        about = About(name, ".".join(map(str, version)), bytecode, platform, machine, known, entries)
        if (about.interpreter, about.platform) != ("micropython", "rp2"):
            raise FlashFailed(f"this is not a Pico with MicroPython but {about.machine} with {about.interpreter}")
        if about.bytecode != BYTECODE:
            raise FlashFailed(f"MicroPython {about.version} is too old or too new for this firmware: install 1.27")
        return about

    def enter_maintenance(self) -> None:
        """Reset it; after that neither application nor watchdog runs."""
        self._repl.run(f'open("{FLAG}", "w").close()')
        self.reset()

    def reset(self) -> None:
        """Restart it; the port goes away with it."""
        self._repl.start("import machine\nmachine.reset()")

    def clear(self, folders: Sequence[str]) -> None:
        """Make the folder `new` with these folders in it, with nothing left from an earlier try."""
        paths = ["new", *(f"new/{folder}" for folder in folders)]
        self._repl.run(TOOLS + f"remove('new')\nfor name in {paths}: os.mkdir(name)")

    def put(self, files: Mapping[str, bytes], copied: Callable[[int], None]) -> None:
        self._repl.put({f"new/{name}": content for name, content in files.items()}, copied)

    def digests(self, names: Sequence[str]) -> Mapping[str, str]:
        """The sha256 of files in `new`, as the node reads them."""
        said = self._repl.run(DIGESTS + f"for name in {list(names)}: print(name, digest('new/' + name))")
        return dict(line.split() for line in said.splitlines())

    def swap(self, entries: Sequence[str], known: str) -> None:
        """Put `new` in place, and what was there into `old`; only then `known` is written: it is complete."""
        moves = (
            f"remove('old')\nmove({[*entries, HASH]}, '', 'old')\nmove({list(entries)}, 'new/', '')\nremove('new')\n"
        )
        self._repl.run(TOOLS + moves + UNFLAG + f"with open('{HASH}', 'w') as file: file.write('{known}')")

    def swap_back(self, entries: Sequence[str]) -> None:
        """Put what is in `old` in place again."""
        names = [*entries, HASH]
        moves = f"for name in {names}: remove(name)\nmove({names}, 'old/', '')\nremove('old')\n"
        self._repl.run(TOOLS + moves + UNFLAG)

    def last_words(self) -> str:
        """The last line that the application left when it failed, empty if it left none."""
        lines = self._repl.run(LAST_WORDS).strip().splitlines()
        return lines[-1] if lines else ""


def entries_of(names: Sequence[str], *, with_settings: bool) -> list[str]:
    """The entries of the node's root that a swap moves."""
    entries = {name.split("/")[0] for name in names}
    return sorted(entries | {KEPT} if with_settings else entries - {CONFIG})
