"""The thread of one port: opens it, runs a session on it, and reopens it, with growing delays, when it is lost.

`SerialBoard` starts one per port. The session finds out what is connected: a node is identified by its id, and may come
back on another port.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from hub.board.session import Session
from hub.board.stream import GONE, PortError, Stream, open_stream
from hub.table.interfaces.threads import TableThread

TICK_S: Final = 0.05
RETRY_S: Final = 0.25
RETRY_MAX_S: Final = 5.0
FAREWELL_S: Final = 0.5
JOIN_S: Final = 1.0

log = logging.getLogger(__name__)


class Port:
    """One port, by name or URL, kept open until `stop`.

    `opened` makes the session of a port that was just opened; `failed` is called with why it cannot be used.
    """

    def __init__(
        self, name: str, opened: Callable[[str, Stream], Session], failed: Callable[[str, str | None], None]
    ) -> None:
        self.name = name
        self._opened, self._failed = opened, failed
        self._stopping = threading.Event()
        self._stream: Stream | None = None
        self._was_linked = False
        self._goodbye = False
        self._thread = TableThread(self._run, f"port {name}")

    def start(self) -> None:
        self._thread.start()

    def stop(self, goodbye: bool) -> None:
        """Ask the thread to end, with lights off and a `bye` if the node is still there; does not wait."""
        self._goodbye = goodbye
        self._stopping.set()
        self.wake()

    def join(self, deadline_s: float) -> None:
        """Wait for the thread, unless called on it, or its listener is waiting for the caller."""
        if self._thread is not threading.current_thread():
            self._thread.join(max(0.0, deadline_s - time.monotonic()))
            if self._thread.is_alive():
                log.warning("port %s: still waiting for its listener", self.name)

    def wake(self) -> None:
        stream = self._stream
        if stream is not None:
            stream.wake()

    def _run(self) -> None:
        retry_s = RETRY_S
        while not self._stopping.is_set():
            try:
                self._open_and_talk()
                return
            except PortError as error:
                why = error.why
                log.info("port %s: %s", self.name, error)
                if self._was_linked:
                    retry_s = RETRY_S
            except Exception:  # a listener has failed: its report stays unacknowledged and is delivered again
                why = "listener_failed"
                log.exception("port %s: a report could not be handled; it will be sent again", self.name)
            self._failed(self.name, why)
            self._stopping.wait(retry_s)
            retry_s = min(retry_s * 2, RETRY_MAX_S)

    def _open_and_talk(self) -> None:
        self._was_linked = False
        stream = self._stream = open_stream(self.name)
        session = self._opened(self.name, stream)
        why = "listener_failed"
        try:
            self._talk(stream, session)
            why = "stopped" if self._goodbye else GONE
        except PortError as error:
            why = error.why
            raise
        finally:
            self._was_linked = session.ever_linked
            self._stream = None
            stream.close()
            session.close(why)

    def _talk(self, stream: Stream, session: Session) -> None:
        link = session.link
        while not self._stopping.is_set():
            data = stream.read(TICK_S)
            if data:
                link.feed(data)
            link.tick()
        if self._goodbye:
            self._say_goodbye(stream, session)

    def _say_goodbye(self, stream: Stream, session: Session) -> None:
        session.go_dark()
        deadline = time.monotonic() + FAREWELL_S
        session.link.tick()
        while session.link.up and not session.all_shown and time.monotonic() < deadline:
            session.link.feed(stream.read(TICK_S))
            session.link.tick()
        if session.link.up:
            session.link.refuse("stopped", "the hub stops")
