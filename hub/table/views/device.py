"""What `/device` shows: every node with its readers, the newest raw lines, the map that is being learnt."""

from __future__ import annotations

from collections.abc import Mapping

from hub.table.board.board_map import BoardMap
from hub.table.board.presence import Presence
from hub.table.ports.board import Board, NodeScene, NodeStatus
from hub.table.wire.contract import DeviceView, NodeView, WireLineView

LINES_SHOWN = 100


def device_view(
    board: Board,
    scenes: Mapping[str, NodeScene],
    board_map: BoardMap,
    presence: Presence,
    learning: int | None,
    spare_tags: tuple[str, ...],
) -> DeviceView:
    """The device page's data as of now. A simulated node shows what came over its wire, a real one what was sent."""
    nodes = tuple(_node(board, node, scenes, board_map, presence) for node in board.nodes())
    lines = tuple(
        WireLineView(line.index, line.at_ms, line.node, line.outward, line.text, line.ok)
        for line in board.lines()[-LINES_SHOWN:]
    )
    learnt = sum(space is not None for spaces in board_map.spaces.values() for space in spaces)
    return DeviceView(nodes, lines, learning, learnt, spare_tags)


def _node(
    board: Board, node: NodeStatus, scenes: Mapping[str, NodeScene], board_map: BoardMap, presence: Presence
) -> NodeView:
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
        tags=presence.on_node(node.node),
        lights=scene.lights,
        lamps=dict(scene.lamps),
        spaces=tuple(board_map.space(node.node, reader) for reader in range(node.readers)),
    )
