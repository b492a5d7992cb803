"""Links with the node on one port briefly, to identify it; `bankhalter flash` uses this to wait for a node.

It is a complete hub's end without a table. Reports that arrive meanwhile are dropped: the next link-up begins with the
node's complete state.
"""

import time
from typing import Final

from hub.board.lines import LineLog
from hub.board.messages import Hello, read_hello
from hub.board.port import TICK_S
from hub.board.roster import Roster
from hub.board.session import Session
from hub.board.stream import PortError, open_stream
from hub.table.interfaces.board import BoardEvent, EventId

RETRY_S: Final = 0.2


class DeafListener:
    """A listener that accepts everything and stores nothing."""

    def board_event(self, event: BoardEvent, event_id: EventId | None) -> None:
        """Nothing comes of it."""

    def last_event(self, node: str) -> EventId | None:
        return None


def greet(port: str, within_s: float) -> Hello | None:
    """The hello of the node that links on this port within the timeout, else None; the port may appear late."""
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        try:
            hello = _greet_once(port, deadline)
        except PortError:
            time.sleep(RETRY_S)  # the node is still starting
            continue
        if hello is not None:
            return hello
    return None


def _greet_once(port: str, deadline: float) -> Hello | None:
    stream = open_stream(port)
    session = Session(port, stream.write, Roster(simulated=False), LineLog(), DeafListener())
    link = session.link
    try:
        while not link.up and time.monotonic() < deadline:
            link.feed(stream.read(TICK_S))
            link.tick()
        if not link.up:
            return None
        hello = read_hello(link.peer or {})
        link.refuse("stopped", "the hub only wanted to know who you are")
        return hello
    finally:
        stream.close()
