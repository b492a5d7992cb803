"""The prompt of MicroPython on a node, spoken to with mpremote: run code, put a file; failures read as sentences.

`node` builds on it. Files travel as lines of base64, so that a break (0x03) never occurs in them and after an
aborted transfer the node still listens.
"""

from __future__ import annotations

import binascii
import contextlib
import io
import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from hub.board.errors import ADVICE, PortError
from hub.board.stream import open_stream
from hub.table.interfaces.board import UpdateFault

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


class FlashFailed(Exception):
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


class Repl:
    """The raw prompt on a port. Made by `opened`."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport

    def run(self, code: str, silence_s: float | None = None) -> str:
        """Run code on the node and return what it prints. Raises NodeLost, FlashFailed if the code fails there."""
        with _sentences():
            said, error = self._transport.exec_raw(code, timeout=silence_s or SILENCE_S)
        if error:
            raise FlashFailed(f"the node could not do it: {_last_line(error.decode(errors='replace'))}")
        return str(said.decode(errors="replace"))

    def start(self, code: str) -> None:
        """Run code that does not come back, such as a reset."""
        with _sentences(), contextlib.suppress(OSError):  # it may be gone before it has answered
            self._transport.exec_raw_no_follow(code)

    def put(self, files: Mapping[str, bytes], copied: Callable[[int], None]) -> None:
        """Write files, no spaces in their names; `copied(bytes)` after each piece. Raises NodeLost, FlashFailed."""
        with _sentences():
            self._transport.exec_raw_no_follow(TAKE)
            for name, content in files.items():
                self._put(name, content, copied)
            self._transport.serial.write(b"\n")
            self._transport.follow(SILENCE_S)

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


def _last_line(said: str) -> str:
    lines = said.strip().splitlines()
    return lines[-1] if lines else "it does not say why"


@contextlib.contextmanager
def opened(port: str) -> Iterator[Repl]:
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
        yield Repl(transport)
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
