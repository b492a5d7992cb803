"""What is done on a node while it is flashed, at the prompt of MicroPython, spoken to with mpremote.

On the node, `new/` holds what is being copied and `old/` what was there before; both are on the same flash, so the swap
is a handful of renamings. Files travel as lines of base64, so that a break (0x03) never occurs in them and after an
aborted transfer the node still listens. Failures read as sentences.
"""

from __future__ import annotations

import binascii
import contextlib
import io
import json
import struct
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from hub.board.stream import ADVICE, PortError, open_stream
from hub.composition import CannotRun
from hub.table.interfaces.board import UpdateFault

BYTECODE: Final = 6  # version of the .mpy format, read by MicroPython 1.19 and newer
CONFIG: Final = "config.py"
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

PIECE_BYTES: Final = 192  # 256 characters: half of what the node's input buffer holds
SILENCE_S: Final = 20.0
PROMPT_S: Final = 20.0
TAKE: Final = """\
import binascii, sys
while True:
    order = sys.stdin.readline().split()
    if not order:
        break
    with open(order[0], "wb") as file:
        for _ in range(int(order[1])):
            file.write(binascii.a2b_base64(sys.stdin.readline()))
            sys.stdout.write(".")
"""


class About(Struct, frozen=True):
    """What a node says of itself at its prompt. `hash` is empty if no firmware of ours is complete on it."""

    interpreter: str
    version: str
    bytecode: int
    platform: str
    machine: str
    hash: str
    entries: Sequence[str]


class Node:
    """A node at its raw prompt. Made by `opened`."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport

    def about(self) -> About:
        """What runs on it and what is stored on it. Raises FlashFailed if our firmware cannot run there."""
        name, version, bytecode, platform, machine, known, entries = json.loads(self.run(DESCRIBE))
        about = About(name, ".".join(map(str, version)), bytecode, platform, machine, known, entries)
        if (about.interpreter, about.platform) != ("micropython", "rp2"):
            raise FlashFailed(f"this is not a Pico with MicroPython but {about.machine} with {about.interpreter}")
        if about.bytecode != BYTECODE:
            raise FlashFailed(f"MicroPython {about.version} is too old or too new for this firmware: install 1.27")
        return about

    def enter_maintenance(self) -> None:
        """Reset it; after that neither application nor watchdog runs."""
        self.run(f'open("{FLAG}", "w").close()')
        self.reset()

    def reset(self) -> None:
        """Restart it; the port goes away with it."""
        with _sentences(), contextlib.suppress(OSError):  # it may be gone before it has answered
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")

    def clear(self, folders: Sequence[str]) -> None:
        """Make the folder `new` with these folders in it, with nothing left from an earlier try."""
        paths = ["new", *(f"new/{folder}" for folder in folders)]
        self.run(TOOLS + f"remove('new')\nfor name in {paths}: os.mkdir(name)")

    def put(self, files: Mapping[str, bytes], copied: Callable[[int], None]) -> None:
        """Write files into `new`, no spaces in their names; `copied(bytes)` after each piece.

        Raises NodeLost, FlashFailed.
        """
        with _sentences():
            self._transport.exec_raw_no_follow(TAKE)
            for name, content in files.items():
                self._put(f"new/{name}", content, copied)
            self._transport.serial.write(b"\n")
            self._transport.follow(SILENCE_S)

    def digests(self, names: Sequence[str]) -> Mapping[str, str]:
        said = self.run(DIGESTS + f"for name in {list(names)}: print(name, digest('new/' + name))")
        return dict(line.split() for line in said.splitlines())

    def swap(self, entries: Sequence[str], known: str) -> None:
        """Put `new` in place, and what was there into `old`; only then `known` is written: it is complete."""
        moves = (
            f"remove('old')\nmove({[*entries, HASH]}, '', 'old')\nmove({list(entries)}, 'new/', '')\nremove('new')\n"
        )
        self.run(TOOLS + moves + UNFLAG + f"with open('{HASH}', 'w') as file: file.write('{known}')")

    def swap_back(self, entries: Sequence[str]) -> None:
        """Put what is in `old` in place again."""
        names = [*entries, HASH]
        moves = f"for name in {names}: remove(name)\nmove({names}, 'old/', '')\nremove('old')\n"
        self.run(TOOLS + moves + UNFLAG)

    def last_words(self) -> str:
        """The last line that the application left when it failed, empty if it left none."""
        lines = self.run(LAST_WORDS).strip().splitlines()
        return lines[-1] if lines else ""

    def run(self, code: str, silence_s: float | None = None) -> str:
        """Run code on the node and return what it prints. Raises NodeLost, FlashFailed if the code fails there."""
        with _sentences():
            said, error = self._transport.exec_raw(code, timeout=silence_s or SILENCE_S)
        if error:
            raise FlashFailed(f"the node could not do it: {_last_line(error.decode(errors='replace'))}")
        return str(said.decode(errors="replace"))

    def _put(self, name: str, content: bytes, copied: Callable[[int], None]) -> None:
        pieces = [content[at : at + PIECE_BYTES] for at in range(0, len(content), PIECE_BYTES)]
        self._transport.serial.write(f"{name} {len(pieces)}\n".encode())
        for piece in pieces:
            self._transport.serial.write(binascii.b2a_base64(piece))
            if (answer := self._transport.serial.read(1)) != b".":
                raise FlashFailed(f"the node could not write {name}: {self._complaint(answer)}")
            copied(len(piece))

    def _complaint(self, answer: bytes) -> str:
        """The node ended the transfer (Ctrl-D): what follows is its traceback. Raises NodeLost for anything else."""
        if answer != b"\x04":
            raise NodeLost("the node has fallen silent: unplug it, plug it in and flash again")
        error = self._transport.read_until(1, b"\x04", timeout=SILENCE_S)
        return _last_line(error.rstrip(b"\x04").decode(errors="replace"))


def entries_of(names: Collection[str]) -> list[str]:
    """The entries of the node's root that a swap moves for these files."""
    entries = {name.split("/")[0] for name in names}
    return sorted(entries | {KEPT} if CONFIG in names else entries)


class FlashFailed(CannotRun):
    """A node could not be flashed; the text is one sentence for the terminal: what is wrong, what to do.

    `why` is the same for a page.
    """

    why: UpdateFault = "failed"


class WentBack(FlashFailed):
    """The new firmware did not connect; the node has its former firmware again, or keeps the new one."""

    def __init__(self, sentence: str, had_one: bool) -> None:
        super().__init__(sentence)
        self.why = "went_back" if had_one else "stays"


class ToolsMissing(FlashFailed):
    """The packages that flash a node are not installed."""

    why: UpdateFault = "tools"

    def __init__(self, package: str) -> None:
        super().__init__(
            f"flashing needs the Python package {package}, which is not installed: in a checkout run "
            "`python3 hub flash`, elsewhere install bankhalter[flash]"
        )


class NodeLost(FlashFailed):
    """The node vanished or fell silent in the middle."""

    why: UpdateFault = "lost"


def _last_line(said: str) -> str:
    lines = said.strip().splitlines()
    return lines[-1] if lines else "it does not say why"


@contextlib.contextmanager
def opened(port: str) -> Iterator[Node]:
    """The prompt of the node on this port, its program interrupted. Raises FlashFailed."""
    try:
        from mpremote.transport_serial import SerialTransport
    except ImportError as error:
        raise ToolsMissing("mpremote") from error
    try:
        open_stream(port).close()  # for its errors by cause; mpremote has one for all of them
    except PortError as error:
        raise FlashFailed(f"port {port} {ADVICE[error.why]}") from error
    with _sentences():
        transport = SerialTransport(port, timeout=SILENCE_S)
    try:
        with _sentences():
            transport.enter_raw_repl(soft_reset=False, timeout_overall=PROMPT_S)
        yield Node(transport)
    finally:
        with contextlib.suppress(OSError):  # it may have been unplugged
            transport.serial.close()


@contextlib.contextmanager
def _sentences() -> Iterator[None]:
    """Whatever mpremote or the port raises becomes NodeLost, and what mpremote prints is not shown."""
    from mpremote.transport import TransportError

    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    except (TransportError, OSError, struct.error) as error:
        said = str(error) or type(error).__name__
        raise NodeLost(
            f"the node does not answer at its prompt ({said}): unplug it, plug it in, flash again"
        ) from error
