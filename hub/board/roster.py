"""The nodes of a board by id: on which port each is, what is known of it, and whether it may link.

Shared by the sessions of all ports; every method holds the lock briefly, and calls no other object meanwhile.
"""

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from hub.board.link import Link
from hub.board.messages import Hello
from hub.board.scenes import SceneBox
from hub.table.interfaces.board import LinkState, MarginEvent, NodeStatus, Update

NODES_MAX: Final = 4
COUNTERS: Final = ("bad", "dup", "gap", "resend", "noise", "links", "dropped", "recovered", "rx", "tx")


class RosterSession(Protocol):
    """What the roster needs of a session: its port, its link, and its node once that has said hello."""

    port: str
    link: Link

    @property
    def node(self) -> str:
        """The id of the node, empty before its hello."""


class _Record:
    """What is known of one node. `holder` has, or last had, its link; `rivals` are other ports with its id."""

    def __init__(self, hello: Hello, holder: RosterSession) -> None:
        self.hello = hello
        self.holder = holder
        self.port = holder.port
        self.link: LinkState = "searching"
        self.why: str | None = None
        self.links = 0
        self.dropped = 0
        self.recovered = 0
        self.past: Counter[str] = Counter()
        self.faults: dict[int, str] = {}
        self.margins: dict[int, tuple[int, ...]] = {}
        self.rivals: set[str] = set()
        self.update: Update | None = None


class Roster:
    """The nodes of one board. `simulated` is only shown in their status."""

    def __init__(self, simulated: bool) -> None:
        self._simulated = simulated
        self._lock = threading.Lock()
        self._records: dict[str, _Record] = {}
        self._boxes: dict[str, SceneBox] = {}

    def admit(self, session: RosterSession, hello: Hello) -> tuple[str, str] | None:
        """Admit a node (None), or say why not: its id is linked on another port, or the table has its four nodes."""
        with self._lock:
            record = self._records.get(hello.id)
            if record is not None and record.holder is not session and record.holder.link.up:
                record.rivals.add(session.port)
                return "duplicate", f"node {hello.id} is already linked on {record.port}"
            others = sum(1 for node, other in self._records.items() if node != hello.id and other.holder.link.up)
            if others >= NODES_MAX:
                return "too_many", f"a table has at most {NODES_MAX} nodes"
            self._take(session, hello)
            return None

    def learn(self, session: RosterSession, hello: Hello) -> Hello:
        """Remember a node that was refused, so that its status can say why."""
        with self._lock:
            record = self._records.get(hello.id)
            if record is None or not record.holder.link.up:
                self._take(session, hello)
        return hello

    def _take(self, session: RosterSession, hello: Hello) -> None:
        record = self._records.get(hello.id)
        if record is None:
            self._records[hello.id] = _Record(hello, session)
            return
        record.hello = hello
        if record.holder is not session:
            record.past.update(record.holder.link.stat)
            record.holder, record.port = session, session.port
            record.rivals.discard(session.port)

    def change(self, session: RosterSession, link: LinkState, why: str | None) -> bool:
        """Record the state of this session's node; False if nothing has changed or the node is on another port now."""
        with self._lock:
            record = self._records.get(session.node)
            if record is None or record.holder is not session or (record.link, record.why) == (link, why):
                return False
            record.link, record.why = link, why
            if link == "up":
                record.links += 1
            return True

    def close(self, session: RosterSession) -> None:
        """The port of this session is closed, so it no longer counts as a rival."""
        with self._lock:
            for record in self._records.values():
                record.rivals.discard(session.port)

    def fault(self, node: str, reader: int, what: str | None) -> None:
        with self._lock:
            record = self._records[node]
            if what is not None:
                record.faults[reader] = what
            elif record.faults.pop(reader, None) is not None:
                record.recovered += 1

    def margin(self, event: MarginEvent) -> None:
        with self._lock:
            self._records[event.node].margins[event.reader] = event.heard

    def renewing(self, node: str, update: Update) -> None:
        with self._lock:
            self._records[node].update = update

    def forget_margins(self, node: str) -> None:
        with self._lock:
            self._records[node].margins = {}

    def whole(self, node: str, faults: Mapping[int, str], dropped: int) -> None:
        """Set all failed readers of a node, and how many reports it has dropped since it booted."""
        with self._lock:
            record = self._records[node]
            record.recovered += len(record.faults.keys() - faults.keys())
            record.faults = dict(faults)
            record.dropped = dropped or record.dropped

    def box(self, node: str) -> SceneBox:
        """The outbox with what this node has to show, kept whether it is plugged in or not."""
        with self._lock:
            return self._boxes.setdefault(node, SceneBox())

    def port_of(self, node: str) -> str | None:
        """The port of a node, None if it was never seen."""
        with self._lock:
            record = self._records.get(node)
            return None if record is None else record.port

    def statuses(self) -> Sequence[NodeStatus]:
        with self._lock:
            return [self._status(node, self._records[node]) for node in sorted(self._records)]

    def _status(self, node: str, record: _Record) -> NodeStatus:
        link, past = record.holder.link, record.past
        counters = {"links": record.links, "dropped": record.dropped, "recovered": record.recovered}
        counters.update((name, past[name] + count) for name, count in link.stat.items())
        return NodeStatus(
            node=node,
            kind=record.hello.kind,
            port=record.port,
            link=record.link,
            simulated=self._simulated,
            readers=record.hello.readers,
            firmware=record.hello.firmware,
            why="duplicate" if record.rivals and record.why is None else record.why,
            rtt_ms=None if link.clock.rtt is None else float(link.clock.rtt),
            faults=dict(record.faults),
            settings=record.hello.settings,
            margins=dict(record.margins),
            strip="strip" in record.hello.caps,
            dark=bool(record.hello.caps) and "lights" not in record.hello.caps,
            mended=record.hello.wrong,
            update=record.update,
            counters={name: counters[name] for name in COUNTERS},
        )
