"""The node's side of the link: moves its bytes, and dispatches the hub's messages."""

import asyncio
import os
import time

from micropython import const
from node.wire_port import WirePort
from shared.clock import MASK
from shared.link import Link
from shared.outbox import Events

_IDLE_MS = const(2)


def now_ms():
    """This node's clock: milliseconds that wrap, as the link counts them."""
    return time.ticks_ms() & MASK


class Uplink:
    """Owner of the node's end of the link. `handlers` maps the type of a state message to function(message).

    `changed(linked)` is called when a link comes up or goes down.
    """

    def __init__(self, hello, handlers, snapshot, changed):
        self.events = Events(snapshot)
        self._handlers = handlers
        self._changed = changed
        self._port = WirePort()
        self.now = now_ms
        boot = int.from_bytes(os.urandom(4), "little") & MASK
        self.link = Link(self, self.events, hello, boot, False)

    def report(self, message):
        """Queue a report, and send it at once if there is a link."""
        self.events.add(message)
        self.link.tick()

    def hub_ms(self):
        """The hub's clock in ms; our own while there is no link."""
        now = self.now()
        hub = self.link.clock.peer(now)
        return now if hub is None else hub

    async def run(self, beat):
        """Move bytes between port and link for ever."""
        while True:
            beat()
            data = self._port.read()
            if data:
                self.link.feed(data)
            self.link.tick()
            await asyncio.sleep_ms(0 if data else _IDLE_MS)

    # What the link calls (see hub/board/link.pyi)

    def write(self, frame):
        """Send a frame."""
        self._port.write(frame)

    def heard(self, line, ok):
        """Called for each line; a node keeps no log."""

    def admit(self, hello):
        """Accept any hub."""
        return

    def linked(self, hello):
        """The link is up."""
        self._changed(True)

    def unlinked(self, why):
        """The link is down."""
        self._changed(False)

    def refused(self, hello, why):
        """The hub has refused us: the link keeps asking, since the reason may go away."""

    def message(self, message):
        """Handle a message of the hub; an invalid one is counted and acknowledged, or it would be resent for ever."""
        try:
            self._handlers[message["t"]](message)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            self.link.stat["bad"] += 1
