"""The data of the page `/device`: every node with its readers, the newest raw lines, the board map being learnt."""

from __future__ import annotations

from collections.abc import Mapping

from hub.domain.ids import Space
from hub.table.board.board_map import BoardMap
from hub.table.board.strips import length_of, lights_of
from hub.table.interfaces.board import NodeScene, NodeStatus
from hub.table.interfaces.margins import margin
from hub.table.state import TableState
from hub.table.wire.device_views import DeviceView, NodeView, WalkView, WireLineView

LINES_SHOWN = 100


def device_view(state: TableState, scenes: Mapping[str, NodeScene], spare_tags: tuple[str, ...]) -> DeviceView:
    """The data as of now. Lights of a simulated node are as received over its wire, those of a real one as sent."""
    board, board_map, walk = state.board, state.board_map, state.walk
    nodes = tuple(_node(state, node, scenes) for node in board.nodes())
    lines = tuple(
        WireLineView(line.index, line.at_ms, line.node, line.outward, line.text, line.ok)
        for line in board.lines()[-LINES_SHOWN:]
    )
    learnt = sum(space is not None for spaces in board_map.spaces.values() for space in spaces)
    return DeviceView(
        nodes=nodes,
        lines=lines,
        learning=state.learning,
        learnt=learnt,
        spare_tags=spare_tags,
        walk=None if walk is None else WalkView(walk.node, walk.space, walk.light),
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
