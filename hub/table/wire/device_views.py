"""The data of the page `/device`: nodes, raw lines, the board map being learnt. Part of `hub.table.wire.contract`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from hub.table.interfaces.board import LampState, LinkState, NodeKind, NodeSettings, Update
from hub.table.interfaces.margins import Margin


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


class WireLineView(Struct, frozen=True):
    """One raw line between hub and board."""

    index: int
    at_ms: int
    node: str
    outward: bool
    text: str
    ok: bool


class LatencyView(Struct, frozen=True):
    """A latency histogram: `counts[i]` took at most `bounds_ms[i]`, the last count took longer than all bounds.

    `stored`: from a report until its effect is durable; `shown`: from a report until it was sent to every browser.
    """

    name: Literal["stored", "shown"]
    bounds_ms: tuple[int, ...]
    counts: tuple[int, ...]
    longest_ms: float


class WalkView(Struct, frozen=True):
    """The light of a node's strip that glows in a walk, and the space at which it may be."""

    node: str
    space: int
    light: int


class DeviceView(Struct, frozen=True):
    """The data of `/device` that is not in the view: the nodes, the newest raw lines, the board map being learnt.

    `spare_tags` are simulated tags that are on no reader and not enrolled.
    """

    nodes: tuple[NodeView, ...]
    lines: tuple[WireLineView, ...]
    learning: int | None
    learnt: int
    spare_tags: tuple[str, ...] = ()
    latencies: tuple[LatencyView, ...] = ()
    walk: WalkView | None = None
