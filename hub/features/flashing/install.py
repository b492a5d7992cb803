"""The steps that put a package onto the node of a port, and back again if the new firmware does not connect.

`bankhalter flash` runs it and shows its progress. Until the swap the node keeps its firmware untouched; the swap is a
handful of renamings, and if the power fails during it the node comes up at its prompt and can be flashed again.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from hub.board.greeting import greet
from hub.board.messages import Hello
from hub.features.flashing.node import CONFIG, About, FlashFailed, Node, WentBack, entries_of, opened
from hub.features.flashing.package import Package
from hub.table.interfaces.board import Update

RETURN_S: Final = 30.0
LINK_S: Final = 30.0
RETRY_S: Final = 0.2

Progress: TypeAlias = Callable[[Update, str], None]
"""Is called when a step begins, with a sentence for a terminal, and with none while files are copied."""


@dataclass(frozen=True)
class Patience:
    """How long a node may take, in seconds: to come back after a reset, and to link."""

    return_s: float = RETURN_S
    link_s: float = LINK_S


def install(port: str, package: Package, own_settings: bool, progress: Progress, patience: Patience) -> Hello:
    """Install or update the node; returns its hello. Its settings stay unless `own_settings`. Raises FlashFailed."""
    progress(Update("stop"), "stopping the application")
    about = _stop(port, patience)
    keeps_settings = CONFIG in about.entries and not own_settings
    files = {name: data for name, data in package.files.items() if not (keeps_settings and name == CONFIG)}
    entries = entries_of(list(files), with_settings=not keeps_settings)
    with opened(port) as repl:
        node = Node(repl)
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
    with opened(port) as repl:
        node = Node(repl)
        about = node.about()
        node.enter_maintenance()
    _await_return(port, patience)
    return about


def _await_return(port: str, patience: Patience) -> None:
    deadline = time.monotonic() + patience.return_s
    time.sleep(RETRY_S)  # until it is gone
    while True:
        try:
            with opened(port) as repl:
                repl.run("")
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
    with opened(port) as repl:
        node = Node(repl)
        words = node.last_words()
        had_one = "main.py" in about.entries
        if had_one:
            node.swap_back(entries)
        node.reset()
    why = f"; it said: {words}" if words else ""
    left = "the node has its former firmware again" if had_one else "there was no firmware before, so the new one stays"
    return WentBack(f"the new firmware did not connect within {patience.link_s:.0f} s{why}; {left}", had_one)
