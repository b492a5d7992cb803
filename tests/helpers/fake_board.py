"""A board whose reports are sent by tests; it gives the table the same structs as a real one."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from hub.table.interfaces.board import (
    BoardEvent,
    BoardListener,
    EventId,
    NodeKind,
    NodeScene,
    NodeSettings,
    NodeStatus,
    Simulator,
    Update,
    WireLine,
)


class FakeBoard:
    """One starter node, or four side nodes with `readers` readers each; `report` numbers events as a node does."""

    simulator: Simulator | None = None
    sought = True
    offered: Sequence[str] = ()

    def __init__(
        self, kind: NodeKind = "side", nodes: int = 4, readers: int = 10, settings: NodeSettings | None = None
    ) -> None:
        self.statuses = [
            NodeStatus(
                node=f"node-{index}",
                kind=kind,
                port=f"port-{index}",
                link="up",
                simulated=False,
                readers=readers if kind == "side" else 1,
                firmware="1",
                settings=settings,
                strip=settings is not None,
            )
            for index in range(nodes)
        ]
        self.shown: Mapping[str, NodeScene] = {}
        self.listener: BoardListener | None = None
        self.count = 0

    def start(self, listener: BoardListener) -> None:
        self.listener = listener

    def stop(self) -> None:
        """Do nothing."""

    def use_offered(self) -> None:
        self.offered = ()

    def show(self, scenes: Mapping[str, NodeScene]) -> None:
        self.shown = scenes

    def configure(self, node: str, settings: NodeSettings) -> None:
        index = [status.node for status in self.statuses].index(node)
        self.statuses[index] = structs.replace(self.statuses[index], settings=settings)

    def sweep(self, node: str) -> None:
        if node not in {status.node for status in self.statuses}:
            raise KeyError(node)

    def update(self, node: str) -> None:
        """Note that an update is in progress, which the test then continues; only one at a time."""
        index = [status.node for status in self.statuses].index(node)
        if any(status.update is not None and status.update.runs for status in self.statuses):
            raise KeyError(node)
        self.statuses[index] = structs.replace(self.statuses[index], update=Update("stop"))

    def nodes(self) -> Sequence[NodeStatus]:
        return self.statuses

    def lines(self) -> Sequence[WireLine]:
        return []

    def transcript(self) -> Sequence[WireLine]:
        return []

    def report(self, event: BoardEvent, event_id: EventId | None = None) -> EventId:
        """Send a report, by default with the next event id of boot 1; returns its id."""
        if event_id is None:
            self.count += 1
            event_id = EventId(1, self.count)
        self.listener.board_event(event, event_id)
        return event_id
