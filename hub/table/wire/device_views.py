"""What `/device` shows besides the view: nodes, raw lines, what is learnt. Part of what crosses (`wire.contract`)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from hub.table.interfaces.board import LampState, LinkState, NodeKind, NodeSettings, Update
from hub.table.interfaces.margins import Margin


class NodeView(Struct, frozen=True, kw_only=True):
    """A node for `/device`: see `NodeStatus`. `tags` are (reader, uid) pairs.

    `lights`: one 0xRRGGBB per reader, or those of the lights of its strip named `at`. `strip` is how many lights can be
    matched, `space_lights` the light of each space so far, `matched` are the spaces that people have matched.
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
    """One raw line for `/device`."""

    index: int
    at_ms: int
    node: str
    outward: bool
    text: str
    ok: bool


class LatencyView(Struct, frozen=True):
    """How often something took how long: `counts[i]` at most `bounds_ms[i]`, the last count longer than all bounds.

    `stored`: from a report until its effect is durable; `shown`: from a report until it was sent to every browser.
    """

    name: Literal["stored", "shown"]
    bounds_ms: tuple[int, ...]
    counts: tuple[int, ...]
    longest_ms: float


class WalkView(Struct, frozen=True):
    """The light of a node's strip that glows, and the space at which it may be."""

    node: str
    space: int
    light: int


class DeviceView(Struct, frozen=True):
    """What `/device` shows besides the view: the nodes, the newest raw lines, the board map being learnt.

    `spare_tags` are simulated tags that lie on no reader and belong to nobody; `stickers` are the spaces that have one.
    """

    nodes: tuple[NodeView, ...]
    lines: tuple[WireLineView, ...]
    learning: int | None
    learnt: int
    spare_tags: tuple[str, ...] = ()
    latencies: tuple[LatencyView, ...] = ()
    stickers: tuple[int, ...] = ()
    walk: WalkView | None = None
