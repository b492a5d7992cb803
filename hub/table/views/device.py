"""The data of the page `/device`: every node with its readers, the newest raw lines, the board map being learnt."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from hub.domain.ids import Space
from hub.table.board.board_map import BoardMap, length_of, lights_of
from hub.table.interfaces.board import (
    LampState,
    LinkState,
    Margin,
    NodeKind,
    NodeScene,
    NodeSettings,
    NodeStatus,
    Update,
    WireLine,
    margin,
)
from hub.table.state import LightWalk, TableState

BOUNDS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
BEGUN_KEPT = 64

LINES_SHOWN = 100


class NodeView(Struct, frozen=True, kw_only=True):
    """A node as shown on `/device`: see `NodeStatus`. `tags` are (reader, uid) pairs.

    `lights` has one 0xRRGGBB per reader, or one for each light of its strip listed in `at`. `strip` is the number of
    lights that can be matched, `space_lights` the light of each space so far, `matched` the spaces matched by people.
    """

    node: str
    kind: NodeKind
    port: str
    link: LinkState
    readers: int
    firmware: str
    why: str | None
    rtt_ms: float | None
    faults: dict[str, str]
    counters: dict[str, int]
    tags: tuple[tuple[int, str], ...]
    lights: tuple[int, ...]
    at: tuple[int, ...]
    strip: int
    space_lights: tuple[int | None, ...]
    matched: tuple[int, ...]
    lamps: dict[str, LampState]
    spaces: tuple[int | None, ...]
    settings: NodeSettings | None
    mended: tuple[str, ...]
    margins: dict[str, Margin]
    update: Update | None


class LatencyView(Struct, frozen=True):
    """A latency histogram: `counts[i]` took at most `bounds_ms[i]`, the last count took longer than all bounds.

    `stored`: from a report until its effect is durable; `shown`: from a report until it was sent to every browser.
    """

    name: Literal["stored", "shown"]
    bounds_ms: tuple[int, ...]
    counts: tuple[int, ...]
    longest_ms: float


class DeviceView(Struct, frozen=True):
    """The data of `/device` that is not in the view: the nodes, the newest raw lines, the board map being learnt.

    `spare_tags` are simulated tags that are on no reader and not enrolled.
    """

    nodes: tuple[NodeView, ...]
    lines: tuple[WireLine, ...]
    learning: int | None
    learnt: int
    spare_tags: tuple[str, ...] = ()
    latencies: tuple[LatencyView, ...] = ()
    walk: LightWalk | None = None


class Histogram:
    """`counts` has one bucket more than there are bounds, for everything beyond the last. Thread-safe."""

    def __init__(self, name: Literal["stored", "shown"]) -> None:
        self._name = name
        self._counts = [0] * (len(BOUNDS_MS) + 1)
        self._longest_ms = 0.0
        self._lock = threading.Lock()

    def note(self, duration_ms: float) -> None:
        with self._lock:
            self._counts[bisect_left(BOUNDS_MS, duration_ms)] += 1
            self._longest_ms = max(self._longest_ms, duration_ms)

    def view(self) -> LatencyView:
        with self._lock:
            return LatencyView(self._name, BOUNDS_MS, tuple(self._counts), round(self._longest_ms, 1))


class Reported:
    """The arrival times of reports, by the version that shows their effect; read when it is sent. Thread-safe."""

    def __init__(self) -> None:
        self._at: OrderedDict[int, float] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, version: int, at_s: float) -> None:
        """Note that a report which arrived at `at_s` (monotonic seconds) led to this version."""
        with self._lock:
            self._at[version] = at_s
            if len(self._at) > BEGUN_KEPT:
                self._at.popitem(last=False)

    def forget(self) -> None:
        """Drop all reports noted so far: nobody is watching, so they are never shown."""
        with self._lock:
            self._at.clear()

    def shown(self, version: int) -> list[float]:
        """How many ms ago each report arrived that this version or an earlier one shows; each is returned once."""
        now = time.monotonic()
        with self._lock:
            done = [known for known in self._at if known <= version]
            return [(now - self._at.pop(known)) * 1_000 for known in done]


class Latencies:
    """Both latencies on `/device`: from a report to its effect on disk, and to the browsers. Thread-safe."""

    def __init__(self) -> None:
        self._stored, self._shown, self._reported = Histogram("stored"), Histogram("shown"), Reported()

    def stored(self, at_s: float) -> None:
        """The effect of a report that arrived at `at_s` (monotonic seconds) is on disk now."""
        self._stored.note((time.monotonic() - at_s) * 1_000)

    def reported(self, version: int, at_s: float) -> None:
        """A report that arrived at `at_s` (monotonic seconds) leads to this version."""
        self._reported.note(version, at_s)

    def shown(self, version: int | None) -> None:
        """Every browser was sent this version or a newer one; None if nobody is watching."""
        if version is None:
            self._reported.forget()
            return
        for duration_ms in self._reported.shown(version):
            self._shown.note(duration_ms)

    def views(self) -> tuple[LatencyView, ...]:
        return (self._stored.view(), self._shown.view())


def device_view(state: TableState, scenes: Mapping[str, NodeScene], spare_tags: tuple[str, ...]) -> DeviceView:
    """The data as of now. Lights of a simulated node are as received over its wire, those of a real one as sent."""
    return DeviceView(
        nodes=tuple(_node(state, node, scenes) for node in state.board.nodes()),
        lines=tuple(state.board.lines()[-LINES_SHOWN:]),
        learning=state.learning,
        learnt=sum(space is not None for spaces in state.board_map.spaces.values() for space in spaces),
        spare_tags=spare_tags,
        walk=state.walk,
    )


def _node(state: TableState, node: NodeStatus, scenes: Mapping[str, NodeScene]) -> NodeView:
    board, length = state.board, state.track_length()
    matches = state.strips.on(length, node.node)
    space_lights = lights_of(matches, length)
    shown = board.simulator.scene(node.node) if board.simulator and node.simulated else scenes.get(node.node)
    scene = shown or NodeScene()
    return NodeView(
        node=node.node,
        kind=node.kind,
        port=node.port,
        link=node.link,
        readers=node.readers,
        firmware=node.firmware,
        why=node.why,
        rtt_ms=node.rtt_ms,
        faults={str(reader): what for reader, what in node.faults.items()},
        counters=dict(node.counters),
        tags=state.presence.on_node(node.node),
        lights=scene.lights,
        at=scene.at,
        strip=length_of(node),
        space_lights=tuple(space_lights.get(space) for space in range(length)),
        matched=tuple(sorted(matches)),
        lamps=dict(scene.lamps),
        settings=node.settings,
        mended=node.mended,
        update=node.update,
        margins={str(reader): margin(heard) for reader, heard in node.margins.items()},
        spaces=_spaces(node, state.board_map),
    )


def _spaces(node: NodeStatus, board_map: BoardMap) -> tuple[Space | None, ...]:
    """The space of each reader; both readers of a corner have the same."""
    second = node.settings.second if node.settings is not None else None
    readers = (0 if reader == second else reader for reader in range(node.readers))
    return tuple(board_map.space(node.node, reader) for reader in readers)
