"""What a node has to show, as the outbox of the hub's end of its link. It is state, so the latest wins.

`SerialBoard` keeps one box per node id, over unplugging and new ports. `show` is called from any thread, everything
else from the port thread. A message that was replaced before it reached the wire is never sent. After a link-up
everything is sent again, except what must not be repeated: a sound that has been played, and an order meant for an
earlier boot.
"""

import threading
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from hub.board.messages import Message, StateType, scene_payloads
from hub.table.interfaces.board import NodeScene, NodeSettings

DARK = NodeScene()
ORDERS: Final = ("sweep", "set")
ONCE: Final = ("sound", *ORDERS)
"""Not sent again with the rest."""


class SceneBox:
    """Outbox of state messages for one node."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._payloads: dict[StateType, Mapping[str, Any]] = {}
        self._due: dict[StateType, None] = {}
        self._boot: int | None = None

    def show(self, scene: NodeScene) -> None:
        """Make this the scene of the node. Raises ValueError if it cannot be sent."""
        payloads = scene_payloads(scene)
        with self._lock:
            for kind, payload in payloads.items():
                if self._payloads.get(kind) != payload:
                    self._payloads[kind] = payload
                    self._due[kind] = None

    def configure(self, settings: NodeSettings) -> None:
        """Have the node store settings; discarded if it boots before it has received them."""
        values = msgspec.to_builtins(settings)
        if settings.milliamps is None:  # for a node that does not support them
            del values["milliamps"]
        self._order("set", {"values": values})

    def sweep(self) -> None:
        self._order("sweep", {})

    def _order(self, kind: StateType, payload: Mapping[str, Any]) -> None:
        with self._lock:
            self._payloads[kind] = payload
            self._due[kind] = None

    @property
    def idle(self) -> bool:
        with self._lock:
            return not self._due

    def next(self) -> Message | None:
        with self._lock:
            if not self._due:
                return None
            kind = next(iter(self._due))
            del self._due[kind]
            return {"t": kind, **self._payloads[kind]}

    def acknowledged(self, message: Message) -> None:
        """The node has received the message: nothing to do, since lost ones come back through `returned`."""

    def returned(self, messages: list[Message]) -> None:
        """The link went down before these were acknowledged."""
        with self._lock:
            for message in messages:
                self._due[message["t"]] = None

    def linked(self, session: int) -> None:
        """A link to this boot of the node came up: everything is sent again."""
        with self._lock:
            if session != self._boot:
                for kind in ORDERS:
                    self._due.pop(kind, None)
            self._boot = session
            for kind in self._payloads:
                if kind not in ONCE:
                    self._due[kind] = None
