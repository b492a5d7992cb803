"""The eyes: a process that looks at pictures, one at a time, and gives way to all others.

A picture that brings it down, or that takes too long, takes nothing else along: it is begun again.
"""

import logging
import multiprocessing
from multiprocessing.connection import Connection
from typing import Any, Final

import msgspec

from hub.features.camera.contract import Look, Looked
from hub.interrupts import interrupts_held

BEGIN_S: Final = 30.0
ANSWER_S: Final = 10.0
"""How long the first picture may take, for which libraries are loaded, and any other.

Usually a tenth of a second; but whoever gives way to all others waits long on a busy computer, and beginning again
takes even longer.
"""

log = logging.getLogger(__name__)


class Eyes:
    """The process, begun when it is first asked. `source` is what it looks through."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None

    def look(self, asked: Look) -> Looked:
        """What it sees; nothing if the picture is none, or looking at it ended in nothing. One caller at a time."""
        first = self._line is None
        line = self._line or self._begin()
        try:
            line.send_bytes(msgspec.msgpack.encode(asked))
            if line.poll(BEGIN_S if first else ANSWER_S):
                return msgspec.msgpack.decode(line.recv_bytes(), type=Looked)
        except (EOFError, OSError):
            pass
        log.warning("the process that looks at pictures did not answer; it is begun again")
        self.close()
        return Looked(None)

    def close(self) -> None:
        process, self._process = self._process, None
        if self._line is not None:
            self._line.close()
            self._line = None
        if process is not None:
            process.kill()
            process.join()

    def _begin(self) -> Any:
        from hub.features.camera.looking import look_on

        context = multiprocessing.get_context("spawn")  # a hub has threads: it cannot be copied
        pipe: tuple[Any, Any] = context.Pipe()  # of another class on Windows
        ours, theirs = pipe
        self._process = context.Process(target=look_on, args=(theirs, self._source), name="eyes", daemon=True)
        with interrupts_held():
            self._process.start()
        theirs.close()
        self._line = ours
        return ours
