"""The data of the page `/device`: every node with its readers, the newest raw lines, the board map being learnt."""

import threading
import time
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from hub.domain.ids import Space
from hub.table.board.board_map import BoardMap, length_of, lights_of
from hub.table.interfaces.board import (
    KnownNode,
    LampState,
    Margin,
    NodeScene,
    NodeStatus,
    WireLine,
    margin,
)
from hub.table.state import LightWalk, TableState

Latency: TypeAlias = Literal["stored", "shown"]
LATENCIES: tuple[Latency, ...] = get_args(Latency)
BOUNDS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
BEGUN_KEPT = 64

LINES_SHOWN = 100


class NodeView(KnownNode, frozen=True, kw_only=True):
    """A node as shown on `/device`. `tags` are (reader, uid) pairs.

    `lights` has one 0xRRGGBB per reader, or one for each light of its strip listed in `at`. `strip` is the number of
    lights that can be matched, `space_lights` the light of each space so far, `matched` the spaces matched by people.
    """

    faults: dict[str, str]
    tags: tuple[tuple[int, str], ...]
    lights: tuple[int, ...]
    at: tuple[int, ...]
    strip: int
    space_lights: tuple[int | None, ...]
    matched: tuple[int, ...]
    lamps: dict[str, LampState]
    spaces: tuple[int | None, ...]
    margins: dict[str, Margin]


class LatencyView(Struct, frozen=True):
    """A latency histogram: `counts[i]` took at most `bounds_ms[i]`, the last count took longer than all bounds.

    `stored`: from a report until its effect is durable; `shown`: from a report until it was sent to every browser.
    """

    name: Latency
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


class Latencies:
    """How long reports take, for `/device`: until their effect is on disk, and until browsers are sent it. Thread-safe.

    `_at` has when each report arrived whose effect was not sent yet, by the version that shows it. The last count of a
    histogram is for everything beyond the bounds.
    """

    def __init__(self) -> None:
        self._counts = {name: [0] * (len(BOUNDS_MS) + 1) for name in LATENCIES}
        self._longest_ms = dict.fromkeys(LATENCIES, 0.0)
        self._at: OrderedDict[int, float] = OrderedDict()
        self._lock = threading.Lock()

    def stored(self, at_s: float) -> None:
        """The effect of a report that arrived at `at_s` (monotonic seconds) is on disk now."""
        with self._lock:
            self._note("stored", at_s)

    def reported(self, version: int, at_s: float) -> None:
        """A report that arrived at `at_s` (monotonic seconds) leads to this version."""
        with self._lock:
            self._at[version] = at_s
            if len(self._at) > BEGUN_KEPT:
                self._at.popitem(last=False)

    def shown(self, version: int | None) -> None:
        """Every browser was sent this version or a newer one; None if nobody is watching, so that nothing is shown."""
        with self._lock:
            done = [known for known in self._at if version is None or known <= version]
            for at_s in map(self._at.pop, done):
                if version is not None:
                    self._note("shown", at_s)

    def views(self) -> tuple[LatencyView, ...]:
        with self._lock:
            return tuple(
                LatencyView(name, BOUNDS_MS, tuple(counts), round(self._longest_ms[name], 1))
                for name, counts in self._counts.items()
            )

    def _note(self, name: Latency, at_s: float) -> None:
        duration_ms = (time.monotonic() - at_s) * 1_000
        self._counts[name][bisect_left(BOUNDS_MS, duration_ms)] += 1
        self._longest_ms[name] = max(self._longest_ms[name], duration_ms)


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
        **{name: getattr(node, name) for name in KnownNode.__struct_fields__},
        faults={str(reader): what for reader, what in node.faults.items()},
        tags=state.presence.on_node(node.node),
        lights=scene.lights,
        at=scene.at,
        strip=length_of(node),
        space_lights=tuple(space_lights.get(space) for space in range(length)),
        matched=tuple(sorted(matches)),
        lamps=dict(scene.lamps),
        margins={str(reader): margin(heard) for reader, heard in node.margins.items()},
        spaces=_spaces(node, state.board_map),
    )


def _spaces(node: NodeStatus, board_map: BoardMap) -> tuple[Space | None, ...]:
    """The space of each reader; both readers of a corner have the same."""
    second = node.settings.second if node.settings is not None else None
    readers = (0 if reader == second else reader for reader in range(node.readers))
    return tuple(board_map.space(node.node, reader) for reader in readers)
