"""The hub's end of one open port: identifies the node, turns reports into events, and delivers each once.

A `Port` makes one each time it opens, and runs everything here on its own thread. The listener returns from a report
when its effect is durable; only then does the link acknowledge it. A report the listener has already made durable is
not handed over again: the node repeats what it has not seen acknowledged, and the hub may have been killed in
between.
"""

import logging
import secrets
import time
from collections.abc import Callable
from typing import Final

import msgspec

from hub.board.clock import MASK
from hub.board.lines import LineLog
from hub.board.link import Link
from hub.board.messages import Hello, Message, number_of, read_hello, read_report
from hub.board.roster import Roster
from hub.board.scenes import DARK, SceneBox
from hub.table.interfaces.board import (
    BoardListener,
    EventId,
    FaultEvent,
    LinkState,
    MarginEvent,
    NodeChanged,
    Report,
    SnapshotEvent,
)

PARTS_MAX: Final = 16

log = logging.getLogger(__name__)


def now_ms() -> int:
    """The clock of this process as a link needs it: milliseconds that wrap."""
    # Windows' monotonic clock goes on in steps of 16 ms.
    return time.perf_counter_ns() // 1_000_000 & MASK


class Session:
    """Owner of the hub's end of a link."""

    def __init__(
        self,
        port: str,
        write: Callable[[bytes], None],
        roster: Roster,
        lines: LineLog,
        listener: BoardListener,
        now: Callable[[], int] = now_ms,
    ) -> None:
        self.port = port
        self.ever_linked = False
        self._write = write
        self._roster = roster
        self._lines = lines
        self._listener = listener
        self.now = now
        self._hello: Hello | None = None
        self._last: EventId | None = None
        self._parts: list[SnapshotEvent] = []
        self._box = SceneBox()
        self.link = Link(self, self._box, {}, secrets.randbelow(1 << 24), True)

    @property
    def node(self) -> str:
        """The id of the node on this port, empty before its hello."""
        return "" if self._hello is None else self._hello.id

    # What the port calls

    def go_dark(self) -> None:
        """Switch off lights, lamps, sound and text, without changing the node's scene, which its next link needs."""
        self._box = self.link.outbox = SceneBox()
        self._box.show(DARK)

    @property
    def all_shown(self) -> bool:
        """Whether the node has acknowledged everything it has to show."""
        return self._box.idle and self.link.idle

    def close(self, why: str) -> None:
        self._roster.close(self)
        self.link.drop(why)
        self._change("lost", why)

    # What the link calls (see link.Owner)

    def write(self, frame: bytes) -> None:
        self._lines.add(self.node, True, frame, True)
        self._write(frame)

    def heard(self, line: bytes, ok: bool) -> None:
        self._lines.add(self.node, False, line, ok)

    def admit(self, hello: Message) -> tuple[str, str] | None:
        """Admit a node (None), or say why not: (key, sentence)."""
        try:
            read = read_hello(hello)
        except msgspec.ValidationError as error:
            return "hello", str(error).encode("ascii", "replace").decode()[:80]
        refusal = self._roster.admit(self, read)
        if refusal is None:
            self._hello = read
            if not self.link.up:
                self._change("linking", None)
        return refusal

    def linked(self, hello: Message) -> None:
        assert self._hello is not None
        self.ever_linked = True
        self._parts = []
        self._last = self._listener.last_event(self.node)
        self._box = self.link.outbox = self._roster.box(self.node)
        self._change("up", None)

    def unlinked(self, why: str) -> None:
        self._change("lost", _plain(why))

    def refused(self, hello: Message | None, why: str) -> None:
        """One side has said `bye` to the other before there was a link."""
        why = _plain(why)
        log.warning("port %s: refused (%s)", self.port, why)
        if why == "duplicate":
            return  # the node with that id is linked elsewhere and works
        try:
            if hello is not None:
                self._hello = self._roster.learn(self, read_hello(hello))
        except msgspec.ValidationError:
            return  # it has not said hello yet; the line log shows the `bye`
        if self._hello is not None:
            self._change("refused", why)

    def message(self, message: Message) -> None:
        """A reliable message, in order and once per link. Returns when its effect is durable."""
        assert self._hello is not None
        settings = self._hello.settings
        second = settings.second if settings is not None else None
        try:
            event_id = EventId(self._hello.boot, number_of(message))
            report = read_report(message, self.node, self._hello.readers, second)
        except msgspec.ValidationError as error:
            self.link.stat["bad"] += 1
            log.warning("node %s sent an invalid report: %s", self.node, error)
            return
        if self._last is not None and self._last.boot == event_id.boot and event_id.n <= self._last.n:
            self.link.stat["dup"] += 1
            return
        whole = self._gather(report)
        if whole is not None:
            self._deliver(whole, event_id)

    def _gather(self, report: Report) -> Report | None:
        """Combine the parts of an `all`; None until it is complete."""
        if not isinstance(report, SnapshotEvent):
            return report
        self._parts = [*self._parts, report][-PARTS_MAX:]
        if report.more:
            return None
        parts, self._parts = self._parts, []
        return SnapshotEvent(
            self.node,
            tags=tuple(tag for part in parts for tag in part.tags),
            faults=tuple(fault for part in parts for fault in part.faults),
            resync=any(part.resync for part in parts),
            dropped=max(part.dropped for part in parts),
        )

    def _deliver(self, report: Report, event_id: EventId) -> None:
        if isinstance(report, MarginEvent):
            self._roster.margin(report)
            return  # it has no effect that could be lost
        if isinstance(report, FaultEvent):
            self._roster.fault(self.node, report.reader, report.what)
        elif isinstance(report, SnapshotEvent):
            self._roster.whole(self.node, dict(report.faults), report.dropped)
        self._listener.board_event(report, event_id)
        self._last = event_id

    def _change(self, link: LinkState, why: str | None) -> None:
        if self._roster.change(self, link, why):
            log.info("a node is %s", link, extra={"node": self.node, "port": self.port, "why": why})
            self._listener.board_event(NodeChanged(self.node, link), None)


def _plain(why: str) -> str:
    """The reason that a node gave, which may be anything, made safe for showing and logging."""
    return why.encode("ascii", "backslashreplace").decode()
