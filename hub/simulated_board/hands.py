"""The hands of people at a simulated board: they move tags, press buttons and pull cables.

The table uses it as `hub.table.interfaces.board.Simulator` when pieces walk by themselves; the `/device` page when
somebody drags them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from hub.simulated_board.powered import PoweredNode
from hub.table.interfaces.board import ButtonId, NodeScene, Press

_UID: Final = re.compile("(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})")


class SimulatedHands:
    """Implements the table's `Simulator`. ValueError for a node, reader, button, face or uid that cannot be."""

    def __init__(self, nodes: Sequence[PoweredNode], replugged: Callable[[], None]) -> None:
        self.by_hand = False
        self._nodes = {powered.node.id: powered for powered in nodes}
        self._console = next(powered for powered in nodes if powered.node.has_console)
        self._replugged = replugged

    def place(self, uid: str, node: str, reader: int) -> None:
        powered = self._reader(node, reader)
        if not _UID.fullmatch(uid):
            raise ValueError(f"a uid is 8, 14 or 20 upper-case hex digits: {uid!r}")
        if self.tags().get(uid) == (node, reader):
            return
        self.lift(uid)
        with powered.hands():
            powered.node.put(uid, reader)

    def lift(self, uid: str) -> None:
        for powered in self._nodes.values():
            with powered.hands():
                if uid in powered.node.tags:
                    powered.node.take(uid)

    def press(self, button: ButtonId, press: Press) -> None:
        if button not in ("die1", "die2", "die3", "ok", "cancel") or press not in ("short", "long"):
            raise ValueError(f"no such button or press: {button!r} {press!r}")
        with self._console.hands():
            self._console.node.press(button, press)

    def type_dice(self, faces: tuple[int, ...]) -> None:
        if not 1 <= len(faces) <= 3 or not all(1 <= face <= 6 for face in faces):
            raise ValueError(f"one to three faces from 1 to 6: {faces!r}")
        with self._console.hands():
            self._console.node.type_dice(faces)

    def unplug(self, node: str) -> None:
        self._node(node).unplug()
        self._replugged()

    def replug(self, node: str) -> None:
        self._node(node).plug_in()
        self._replugged()

    def lose_data(self, node: str) -> None:
        """Break the data lines for a moment: a new port, but the same boot of the node."""
        self._node(node).lose_data()
        self._replugged()

    def tags(self) -> Mapping[str, tuple[str, int]]:
        lying: dict[str, tuple[str, int]] = {}
        for name, powered in self._nodes.items():
            with powered.hands():
                lying.update({uid: (name, reader) for uid, reader in powered.node.tags.items()})
        return lying

    def scene(self, node: str) -> NodeScene | None:
        """What the node shows now, as received over its wire; None while it has no hub."""
        powered = self._node(node)
        with powered.hands():
            return powered.node.scene

    def _node(self, node: str) -> PoweredNode:
        if node not in self._nodes:
            raise ValueError(f"no such node: {node!r}")
        return self._nodes[node]

    def _reader(self, node: str, reader: int) -> PoweredNode:
        powered = self._node(node)
        if not 0 <= reader < powered.node.readers:
            raise ValueError(f"node {node} has no reader {reader}")
        return powered
