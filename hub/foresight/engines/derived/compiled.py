"""The derived engine as a native library, where there is a C compiler; everything works without one.

It is built once for each version of the source, into the user's cache folder.
`python -m hub.foresight.engines.derived.compiled` builds it beforehand.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import platformdirs

from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived.compiler import ran, tidy_end
from hub.foresight.engines.derived.playbooks import PLAYBOOKS
from hub.foresight.engines.derived.translate import as_c
from hub.interrupts import temporary_folder

COMPILERS = ("cc", "gcc", "clang")
OPTIMISED = ("-O3", "-fwrapv", "-finline-limit=2000", "-fno-semantic-interposition", "-fno-jump-tables")
"""No jump tables: the most frequent tasks come first, and a processor predicts comparisons better."""

FLAGS = (*OPTIMISED, "-shared", "-fPIC")
BUILD_MAXIMUM_S = 120
OFF = "BANKHALTER_WITHOUT_COMPILER"
"""If this environment variable is set to anything, the plain Python source plays."""


Array: TypeAlias = "ctypes.Array[ctypes.c_int64]"


class Library:
    """The functions that `policy` has, on arrays."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        self._library.rollouts_.restype = ctypes.c_int64

    def rollouts(self, p: at.Vector, t: at.Vector, seed: int, first: int, count: int, turns: int) -> tuple[int, ...]:
        """Winner and turns of each rollout, one after the other, and the throws of all at the end."""
        found = (ctypes.c_int64 * (2 * count))()
        scratch = (ctypes.c_int64 * len(p))()
        numbers = map(ctypes.c_int64, (seed, first, count, turns))
        throws = self._library.rollouts_(array(p), scratch, array(t), *numbers, found)
        return (*found, throws)

    def step(self, s: at.Vector, t: Array) -> at.Vector:
        """The position after one step."""
        after = array(s)
        self._library.step_(after, t)
        return [*after]


def array(values: at.Vector) -> Array:
    """A vector for C."""
    return (ctypes.c_int64 * len(values))(*values)


@cache
def library(entry: Path) -> Library | None:
    """This machine's library for the playbook with this entry, built if need be; None where that is not possible."""
    if os.environ.get(OFF):
        return None
    try:
        text = as_c(entry)
        path = _path(text)
        if not path.exists() and not build(path, text):
            return None
        return Library(path)
    except OSError:
        return None


def build(path: Path, text: str, compilers: Sequence[str] = COMPILERS) -> bool:
    """Compile to a file that is there completely or not at all; returns whether a compiler could do it."""
    compiler = next(filter(None, map(shutil.which, compilers)), None)
    if compiler is None or platform.system() == "Windows":
        return False
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tidy_end(), temporary_folder(path.parent) as folder:
        source, made = folder / "engine.c", folder / path.name
        source.write_text(text, encoding="utf-8")
        if not ran((compiler, *FLAGS, "-o", str(made), str(source)), BUILD_MAXIMUM_S):
            return False
        made.replace(path)
    return True


def _path(text: str) -> Path:
    """The path of the library for this source and this machine."""
    kind = f"{platform.machine()}-{sys.platform}-{FLAGS}"
    digest = hashlib.sha256(f"{kind}\n{text}".encode()).hexdigest()[:16]
    return platformdirs.user_cache_path("bankhalter") / f"engine-{digest}.so"


if __name__ == "__main__":
    found = [library(book.entry) for book in PLAYBOOKS]
    sys.exit(0 if None not in found else "There is no C compiler here: the plain source plays.")
