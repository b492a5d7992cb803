"""Plays a transcript against simulated nodes: each repeats what its node said, over a link of its own.

Time is virtual, so an hour of lines takes a moment. Noise is repeated byte for byte. What the hub's end understands
is compared with what the transcript says was reported.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from hub.board.clock import MASK
from hub.board.lines import LineLog
from hub.board.messages import REPORT_TYPES, Hello, Message, read_hello, read_report
from hub.board.roster import Roster
from hub.board.session import Session
from hub.board.wire import decode
from hub.simulated_board.node import SimulatedNode
from hub.table.interfaces.board import BoardEvent, EventId, MarginEvent, NodeChanged, SnapshotEvent, WireLine

STEP_MS: Final = 20
STEPS_MAXIMUM: Final = 200


class Rehearsed(Struct, frozen=True):
    """What came of it: how many nodes, reports and lines of noise, and which reports were understood differently."""

    nodes: int
    reports: int
    noise: int
    differences: tuple[str, ...]


def rehearse(transcript: Sequence[WireLine]) -> Rehearsed:
    """Play every line that came from a node."""
    roster = _Measured(simulated=True)
    stands: dict[str, _Stand] = {}
    differences: list[str] = []
    for line in transcript:
        if line.outward or not line.node:
            continue
        message = decode(line.text.encode("ascii", "replace"))
        stand = stands.get(line.node)
        if stand is None:
            said_before = Hello(id=line.node, kind="side", readers=32, boot=1)
            stand = stands[line.node] = _Stand(_hello(message) or said_before, roster)
        if message is None:
            stand.noise(line.text)
        elif message.get("t") in REPORT_TYPES and message["t"] != "all":
            differences += stand.report(line.index, message)
    return Rehearsed(
        len(stands),
        sum(stand.reports for stand in stands.values()),
        sum(stand.garbled for stand in stands.values()),
        tuple(differences),
    )


class _Measured(Roster):
    """A roster that also notes margins, which stop there: they have no effect that could be lost."""

    def __init__(self, *, simulated: bool) -> None:
        super().__init__(simulated=simulated)
        self.heard: list[BoardEvent | MarginEvent] = []

    def margin(self, event: MarginEvent) -> None:
        """As every roster does, and the note."""
        super().margin(event)
        self.heard.append(event)


class _Stand:
    """A simulated node and the hub's end of its link, with nothing but time between them."""

    def __init__(self, hello: Hello, roster: _Measured) -> None:
        self.reports = self.garbled = 0
        self._readers = hello.readers
        self._said: set[tuple[object, object]] = set()
        self._heard = roster.heard
        self._ms = 1_000
        self._to_hub: list[bytes] = []
        self._to_node: list[bytes] = []
        self._hub = Session(hello.id, self._to_node.append, roster, LineLog(), self, lambda: self._ms & MASK)
        self._node = SimulatedNode(hello.id, hello.kind, hello.readers, has_console=True, now=lambda: self._ms & MASK)
        self._node.power_on(self._to_hub.append)
        self._run()

    def report(self, index: int, message: Message) -> list[str]:
        """Say it again, unless it was a resend; returns what was understood differently."""
        if (message.get("l"), message.get("s")) in self._said:
            return []
        self._said.add((message.get("l"), message.get("s")))
        payload = {name: value for name, value in message.items() if name not in ("l", "s", "k", "n")}
        try:
            meant = read_report(message, self._node.id, self._readers)
        except msgspec.ValidationError as error:
            return [f"line {index}: {error}"]
        self.reports += 1
        self._heard.clear()
        self._node.report(payload)
        self._run()
        return [] if self._heard == [meant] else [f"line {index}: {meant} was heard as {self._heard}"]

    def noise(self, text: str) -> None:
        self.garbled += 1
        self._hub.link.feed(text.encode("ascii", "replace") + b"\n")

    def board_event(self, event: BoardEvent, event_id: EventId | None) -> None:
        if not isinstance(event, NodeChanged | SnapshotEvent):
            self._heard.append(event)

    def last_event(self, node: str) -> EventId | None:
        return None

    def _run(self) -> None:
        """Let time pass until everything has been sent."""
        for _ in range(STEPS_MAXIMUM):
            self._ms += STEP_MS
            self._node.tick()
            self._carry(self._to_hub, self._hub.link.feed)
            self._hub.link.tick()
            self._carry(self._to_node, self._node.feed)
            link = self._node.link
            if link is not None and link.up and link.idle and self._hub.link.up:
                return

    def _carry(self, sent: list[bytes], feed: Callable[[bytes], None]) -> None:
        data, sent[:] = b"".join(sent), []
        if data:
            feed(data)


def _hello(message: Message | None) -> Hello | None:
    if message is None or message.get("t") != "hi":
        return None
    try:
        return read_hello(message)
    except msgspec.ValidationError:
        return None
