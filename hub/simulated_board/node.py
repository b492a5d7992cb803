"""What a node does, sans-IO: readers that see tags, buttons, a scene, and its end of the link.

`PoweredNode` runs it behind a cable. The real firmware does the same job with the same `link`, `outbox` and `wire`;
this class stands in for its drivers and its application.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from hub.board.link import Link
from hub.board.messages import Message
from hub.board.outbox import Events
from hub.table.interfaces.board import LIGHTS_MAX, ButtonId, NodeKind, NodeScene, NodeSettings, Press

FIRMWARE: Final = "simulated-1"
USB_MILLIAMPS: Final = 280  # what a port of 500 leaves for a strip (hardware/power.toml)
BOOT_MAX: Final = 1 << 30  # a small integer of MicroPython


class SimulatedNode:
    """One node. Tags, failed readers and settings stay when it is switched off; everything else starts afresh.

    With so many `lights` it has a strip whose lights it shows one by one, and keeps settings; with 0 it is dark.
    """

    def __init__(
        self,
        node: str,
        kind: NodeKind,
        readers: int,
        has_console: bool,
        now: Callable[[], int],
        lights: int | None = None,
    ) -> None:
        self.id = node
        self.kind = kind
        self.readers = readers
        self.has_console = has_console
        self.now = now
        self.dark = lights == 0
        self.settings = _settings(readers, lights) if lights else None
        self.tags: dict[str, int] = {}
        self.faults: dict[int, str] = {}
        self.boot: int | None = None
        self.link: Link | None = None
        self.scene: NodeScene | None = None
        self._seen: dict[str, int] = {}
        self._send: Callable[[bytes], None] = nowhere
        self._restarting = False
        self._events = Events(self._snapshot)

    # Power

    def power_on(self, send: Callable[[bytes], None], cause: str = "power") -> None:
        """Boot: a new boot id, nothing queued, every tag seen as it lies."""
        self.boot = secrets.randbelow(BOOT_MAX)
        self._send = send
        self._restarting = False
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
        caps = ["readers", *([] if self.dark else ["lights"])] + (
            ["buttons", "buzzer", "display"] if self.has_console else []
        )
        kept: Mapping[str, Any] = {}
        if self.settings is not None:
            caps.insert(2, "strip")
            kept = {"set": msgspec.to_builtins(self.settings), "wrong": []}
        return {
            "id": self.id,
            "kind": self.kind,
            "firmware": FIRMWARE,
            "readers": self.readers,
            "caps": caps,
            "cause": cause,
            **kept,
        }

    # What people do to it

    def put(self, uid: str, reader: int) -> None:
        self.tags[uid] = reader
        self._look(uid)

    def take(self, uid: str) -> None:
        del self.tags[uid]
        self._look(uid)

    def press(self, button: ButtonId, press: Press) -> None:
        self.report({"t": "button", "id": button, "press": press})

    def type_dice(self, faces: tuple[int, ...]) -> None:
        self.report({"t": "dice", "faces": list(faces)})

    def fail(self, reader: int, what: str) -> None:
        """A reader fails: it says nothing of its tags until it recovers."""
        self.faults[reader] = what
        self.report({"t": "fault", "reader": reader, "what": what})

    def recover(self, reader: int) -> None:
        """A failed reader works again and looks for its tags."""
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
        if self.link is not None:
            self.link.feed(data)
        if self._restarting:
            send = self._send
            self.power_off()
            self.power_on(send, "reset")

    def tick(self) -> None:
        if self.link is not None:
            self.link.tick()

    # What the link asks (see link.Owner)

    def write(self, frame: bytes) -> None:
        self._send(frame)

    def heard(self, line: bytes, ok: bool) -> None:
        """A node has no log."""

    def admit(self, hello: Message) -> tuple[str, str] | None:
        return None

    def linked(self, hello: Message) -> None:
        """A hub is there: dark until it says what to show."""
        self.scene = NodeScene()

    def unlinked(self, why: str) -> None:
        self.scene = None

    def refused(self, hello: Message | None, why: str) -> None:
        """The hub does not want us: keep asking, the reason may go away."""

    def message(self, message: Message) -> None:
        assert self.link is not None
        if message.get("t") == "set" and self.settings is not None:
            self._keep(self.settings, message)
            return
        try:
            self.scene = _apply(self.scene or NodeScene(), message)
        except (KeyError, TypeError, ValueError):
            self.link.stat["bad"] += 1

    def _keep(self, settings: NodeSettings, message: Message) -> None:
        """Restart with settings that are new and can be."""
        assert self.link is not None
        try:
            new = msgspec.convert({**msgspec.to_builtins(settings), **message["values"]}, NodeSettings)
        except (KeyError, TypeError, msgspec.ValidationError):
            new = None
        if new is None or not new.fit(self.kind, strip=True):
            self.link.stat["bad"] += 1
        elif new != settings:
            self.settings = new
            self.link.refuse("settings", "new settings")
            self._restarting = True


def _settings(readers: int, lights: int) -> NodeSettings:
    return NodeSettings(
        side=None, readers=readers, longest=readers, gain=(5,) * readers, lights=lights, milliamps=USB_MILLIAMPS
    )


def nowhere(frame: bytes) -> None:
    """A node without power says nothing."""


def _apply(scene: NodeScene, message: Message) -> NodeScene:
    """The scene after one state message; KeyError, TypeError or ValueError for one that says nothing."""
    match message["t"]:
        case "lights":
            rgb = message["rgb"]
            lights = tuple(int(rgb[at : at + 6], 16) for at in range(0, len(rgb), 6))
            at = tuple(message.get("at", ()))
            if at and (len(at) != len(lights) or any(not 0 <= one < LIGHTS_MAX for one in at)):
                raise ValueError(at)
            return replace(scene, lights=lights, at=at)
        case "lamps":
            return replace(scene, lamps=dict(message["on"]))
        case "sound":
            return replace(scene, sound=message["key"])
        case "text":
            return replace(scene, text=message["text"])
        case "scan":
            return replace(scene, priority=tuple(message["first"]))
    raise ValueError(message["t"])  # and no settings: this node keeps none
