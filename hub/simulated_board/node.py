"""What a node does, sans-IO: readers that see tags, buttons, a scene, and its end of the link.

`PoweredNode` runs it behind a cable. The real firmware does the same job with the same `link`, `outbox` and `wire`;
this class stands in for its drivers and its application.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

from hub.board.link import Link
from hub.board.messages import STATE_TYPES, Message
from hub.board.outbox import Events
from hub.table.ports.board import ButtonId, NodeKind, NodeScene, Press

FIRMWARE: Final = "simulated-1"
BOOT_MAX: Final = 1 << 30  # a small integer of MicroPython


class Node:
    """One node. Tags and failed readers stay as they are when it is switched off; everything else starts anew."""

    def __init__(self, node: str, kind: NodeKind, readers: int, has_console: bool, now: Callable[[], int]) -> None:
        self.id = node
        self.kind = kind
        self.readers = readers
        self.has_console = has_console
        self.now = now
        self.tags: dict[str, int] = {}
        self.faults: dict[int, str] = {}
        self.boot: int | None = None
        self.link: Link | None = None
        self.scene: NodeScene | None = None
        self._seen: dict[str, int] = {}
        self._send: Callable[[bytes], None] = nowhere
        self._events = Events(self._snapshot)

    # Power

    def power_on(self, send: Callable[[bytes], None], cause: str = "power") -> None:
        """Boot: a new boot id, nothing queued, every tag seen as it lies."""
        self.boot = secrets.randbelow(BOOT_MAX)
        self._send = send
        self._seen = {uid: reader for uid, reader in self.tags.items() if reader not in self.faults}
        self._events = Events(self._snapshot)
        self.link = Link(self, self._events, self._introduction(cause), self.boot, False)

    def power_off(self) -> None:
        """Everything dark; tags keep lying where they are."""
        self.boot = self.link = self.scene = None
        self._send = nowhere

    def reconnect(self, send: Callable[[bytes], None]) -> None:
        """The data lines were lost for a moment, the power was not."""
        self._send = send

    def _introduction(self, cause: str) -> Mapping[str, Any]:
        caps = ["readers", "lights"] + (["buttons", "buzzer", "display"] if self.has_console else [])
        return {
            "id": self.id,
            "kind": self.kind,
            "firmware": FIRMWARE,
            "readers": self.readers,
            "caps": caps,
            "cause": cause,
        }

    # What people do to it

    def put(self, uid: str, reader: int) -> None:
        """A tag is put on a reader."""
        self.tags[uid] = reader
        self._look(uid)

    def take(self, uid: str) -> None:
        """A tag is taken away."""
        del self.tags[uid]
        self._look(uid)

    def press(self, button: ButtonId, press: Press) -> None:
        """A button of the console is pressed."""
        self.report({"t": "button", "id": button, "press": press})

    def type_dice(self, faces: tuple[int, ...]) -> None:
        """Real dice are typed in on the buttons."""
        self.report({"t": "dice", "faces": list(faces)})

    def fail(self, reader: int, what: str) -> None:
        """A reader fails: it says nothing of its tags until it recovers."""
        self.faults[reader] = what
        self.report({"t": "fault", "reader": reader, "what": what})

    def recover(self, reader: int) -> None:
        """A failed reader works again and looks what lies on it."""
        del self.faults[reader]
        self.report({"t": "fault", "reader": reader, "what": None})
        for uid in list(self._seen | self.tags):
            self._look(uid)

    def _look(self, uid: str) -> None:
        """Report where a tag is seen now, if that has changed: one report per arrival and departure."""
        before, after = self._seen.get(uid), self.tags.get(uid)
        if self.link is None or before == after:
            return
        if before is not None and before not in self.faults:
            del self._seen[uid]
            self.report({"t": "tag", "reader": before, "uid": uid, "on": False})
        if after is not None and after not in self.faults:
            self._seen[uid] = after
            self.report({"t": "tag", "reader": after, "uid": uid, "on": True})

    def report(self, message: Message) -> None:
        """Something happened: queue the report, without its number."""
        if self.link is not None:
            self._events.add(message)
            self.link.tick()

    def _snapshot(self) -> tuple[list[list[Any]], list[list[Any]]]:
        tags: list[list[Any]] = [[reader, uid] for uid, reader in sorted(self._seen.items(), key=lambda item: item[1])]
        return tags, [[reader, what] for reader, what in sorted(self.faults.items())]

    # What the cable does

    def feed(self, data: bytes) -> None:
        """Bytes came from the hub."""
        if self.link is not None:
            self.link.feed(data)

    def tick(self) -> None:
        """Time passes."""
        if self.link is not None:
            self.link.tick()

    # What the link asks (see link.Owner)

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        self._send(frame)

    def heard(self, line: bytes, ok: bool) -> None:
        """A node keeps no log."""

    def admit(self, hello: Message) -> tuple[str, str] | None:
        """Any hub will do."""
        return None

    def linked(self, hello: Message) -> None:
        """A hub is there: dark until it says what to show."""
        self.scene = NodeScene()

    def unlinked(self, why: str) -> None:
        """No hub."""
        self.scene = None

    def refused(self, hello: Message | None, why: str) -> None:
        """The hub does not want us: keep asking, the reason may go away."""

    def message(self, message: Message) -> None:
        """The hub says what to show."""
        assert self.link is not None
        if message.get("t") == "maint":
            self.link.refuse("maintenance", "the application stops")
            self.power_off()
            return
        try:
            self.scene = _apply(self.scene or NodeScene(), message)
        except (KeyError, TypeError, ValueError):
            self.link.stat["bad"] += 1


def nowhere(frame: bytes) -> None:
    """A node without power says nothing."""


def _apply(scene: NodeScene, message: Message) -> NodeScene:
    kind = message["t"]
    lights, lamps, sound, text, priority = scene.lights, scene.lamps, scene.sound, scene.text, scene.priority
    if kind not in STATE_TYPES:
        raise ValueError(kind)
    if kind == "lights":
        rgb = message["rgb"]
        lights = tuple(int(rgb[i : i + 6], 16) for i in range(0, len(rgb), 6))
    elif kind == "lamps":
        lamps = dict(message["on"])
    elif kind == "sound":
        sound = message["key"]
    elif kind == "text":
        text = message["text"]
    elif kind == "scan":
        priority = tuple(message["first"])
    return NodeScene(lights, lamps, sound, text, priority)
