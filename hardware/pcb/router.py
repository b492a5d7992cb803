"""A router for two copper layers by negotiation: nets may share a place at first, and pay more for it in every round.

After McMurchie and Ebeling, "PathFinder" (1995). Everything is on one grid; a node is (layer, column, row) as a number.
Nothing here knows KiCad.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

LAYERS = 2
CLEARANCE_MM, VIA_MM, MARGIN_MM = 0.2, 0.6, 0.02
AGAINST_THE_GRAIN = 0.6  # the first layer runs along, the second across
VIA_COST = 8.0
ROUNDS = 60
PRESSURE, PRESSURE_GROWS = 0.5, 1.35


class NotRouted(Exception):
    """Some nets could not be routed; the text names them."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A piece of copper that belongs to a net, or to none: middle, half sizes and the layers it is on."""

    net: str
    x_mm: float
    y_mm: float
    half_width_mm: float
    half_height_mm: float
    is_round: bool
    layers: tuple[int, ...]

    def distance_mm(self, x_mm: float, y_mm: float) -> float:
        """From its edge to a place; 0 inside."""
        across, down = abs(x_mm - self.x_mm), abs(y_mm - self.y_mm)
        if self.is_round:
            return max(hypot(across, down) - self.half_width_mm, 0.0)
        return hypot(max(across - self.half_width_mm, 0), max(down - self.half_height_mm, 0))


@dataclass(frozen=True, slots=True)
class Field:
    """The grid: nodes in each direction, how far apart, and how many at the edges stay free."""

    columns: int
    rows: int
    grid_mm: float
    edge: int

    @property
    def size(self) -> int:
        """The nodes of one layer."""
        return self.columns * self.rows

    def node(self, layer: int, column: int, row: int) -> int:
        """The number of a node."""
        return layer * self.size + row * self.columns + column

    def place(self, node: int) -> tuple[int, int, int]:
        """Layer, column and row of a node."""
        layer, rest = divmod(node, self.size)
        row, column = divmod(rest, self.columns)
        return layer, column, row

    def nearest(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        """Column and row that are nearest to a place."""
        return round(x_mm / self.grid_mm), round(y_mm / self.grid_mm)

    def around(self, pad: Pad, reach_mm: float) -> Iterator[tuple[int, int]]:
        """Columns and rows closer to a pad than that."""
        far = max(pad.half_width_mm, pad.half_height_mm) + reach_mm
        first_column, first_row = (int((middle - far) / self.grid_mm) for middle in (pad.x_mm, pad.y_mm))
        last_column, last_row = (int((middle + far) / self.grid_mm) + 1 for middle in (pad.x_mm, pad.y_mm))
        for row in range(max(first_row, 0), min(last_row + 1, self.rows)):
            for column in range(max(first_column, 0), min(last_column + 1, self.columns)):
                if pad.distance_mm(column * self.grid_mm, row * self.grid_mm) < reach_mm - 1e-6:
                    yield column, row


class Ground:
    """Which nodes which net may use: pads keep all but their own net away, from tracks and, further, from vias."""

    def __init__(self, field: Field, pads: Sequence[Pad], widest_mm: float) -> None:
        self.field = field
        self._owners: defaultdict[int, set[str]] = defaultdict(set)
        self._via_owners: defaultdict[int, set[str]] = defaultdict(set)
        for number, pad in enumerate(pads):
            owner = pad.net or f"pad {number}"
            for column, row in field.around(pad, widest_mm / 2 + CLEARANCE_MM + MARGIN_MM):
                for layer in pad.layers:
                    self._owners[field.node(layer, column, row)].add(owner)
            for column, row in field.around(pad, VIA_MM / 2 + CLEARANCE_MM + MARGIN_MM):
                self._via_owners[field.node(0, column, row)].add(owner)

    def free(self, net: str) -> bytearray:
        """1 for each node that tracks of the net may use."""
        field = self.field
        inside = bytearray(LAYERS * field.size)
        for layer in range(LAYERS):
            for row in range(field.edge, field.rows - field.edge):
                start = field.node(layer, field.edge, row)
                inside[start : start + field.columns - 2 * field.edge] = b"\x01" * (field.columns - 2 * field.edge)
        return shut(inside, self._owners, net)

    def free_for_vias(self, net: str) -> bytearray:
        """1 for each node of one layer where the net may change layers."""
        return shut(bytearray(b"\x01" * self.field.size), self._via_owners, net)


def shut(nodes: bytearray, owners: dict[int, set[str]], net: str) -> bytearray:
    """The nodes without those that belong to others."""
    for node, names in owners.items():
        if names != {net}:
            nodes[node] = 0
    return nodes


class Net:
    """One net: its terminals, and its paths as they are at the moment."""

    def __init__(self, name: str, pads: Sequence[Pad], ground: Ground, *, wide: bool) -> None:
        self.name, self.wide, self.pads = name, wide, pads
        self.free, self.free_for_vias = ground.free(name), ground.free_for_vias(name)
        field = ground.field
        self.terminals = [
            [field.node(layer, *field.nearest(pad.x_mm, pad.y_mm)) for layer in pad.layers] for pad in pads
        ]
        for nodes in self.terminals:
            for node in nodes:
                self.free[node] = 1
        self.through = {nodes[0] for nodes in self.terminals if len(nodes) == LAYERS}
        self.paths: list[list[int]] = []

    def nodes(self) -> set[int]:
        """All nodes of its paths."""
        return {node for path in self.paths for node in path}

    def vias(self, size: int) -> set[int]:
        """The nodes of the first layer where its paths change layers outside a pad."""
        steps = (step for path in self.paths for step in pairwise(path))
        return {min(one, other) for one, other in steps if abs(one - other) == size} - self.through


class Router:
    """All nets on one field, and what they paid so far."""

    def __init__(self, ground: Ground, nets: Sequence[Net]) -> None:
        self.field, self.nets = ground.field, nets
        self._used = [0] * (LAYERS * self.field.size)
        self._history = [0.0] * (LAYERS * self.field.size)
        self._vias: Counter[int] = Counter()
        self._wide: Counter[int] = Counter()
        self._via_history: Counter[int] = Counter()
        self._pressure = PRESSURE

    def run(self) -> None:
        """Route until nobody shares a place with another; raises NotRouted."""
        todo = sorted(self.nets, key=lambda net: (net.name == "GND", len(net.terminals)))
        for _ in range(ROUNDS):
            for net in todo:
                self._lift(net)
                self._route(net)
                self._lay(net)
            todo = self._in_conflict()
            if not todo:
                return
            self._pressure *= PRESSURE_GROWS
        raise NotRouted(f"Not routed: {', '.join(net.name for net in todo)}.")

    def _count(self, net: Net, step: int) -> None:
        for node in net.nodes():
            self._used[node] += step
            if net.wide:
                self._wide[node % self.field.size] += step
        for node in net.vias(self.field.size):
            self._vias[node] += step

    def _lift(self, net: Net) -> None:
        self._count(net, -1)
        net.paths = []

    def _lay(self, net: Net) -> None:
        self._count(net, 1)

    def _in_conflict(self) -> list[Net]:
        """The nets that share a node, or have a via too near to another's via or wide track; all pay for it later."""
        shared = {node for node, count in enumerate(self._used) if count > 1}
        for node in shared:
            self._history[node] += 1
        found = []
        for net in self.nets:
            close = [node for node in net.vias(self.field.size) if self._crowded(net, node)]
            for node in close:
                self._via_history[node] += 2
            if close or not shared.isdisjoint(net.nodes()) or not net.paths:
                found.append(net)
        return found

    def _beside(self, node: int) -> tuple[int, int, int, int]:
        return node - 1, node + 1, node - self.field.columns, node + self.field.columns

    def _crowded(self, net: Net, node: int) -> int:
        """How many foreign vias, and wide tracks of others, are right beside a via."""
        own_vias, size = net.vias(self.field.size), self.field.size
        own_wide = Counter(each % size for each in net.nodes()) if net.wide else Counter[int]()
        return sum(
            self._vias[each] - (each in own_vias) + self._wide[each] - own_wide[each] for each in self._beside(node)
        )

    def _route(self, net: Net) -> None:
        """Grow a tree from terminal to terminal, each time to the nearest that is left."""
        tree = set(net.terminals[0])
        left = net.terminals[1:]
        while left:
            goals = {node: nodes for nodes in left for node in nodes}
            path = self._path(net, tree, goals)
            if path is None:
                raise NotRouted(f"There is no way at all for {net.name}.")
            net.paths.append(path)
            reached = goals[path[0]]
            left.remove(reached)
            tree.update(path, reached)

    def _path(self, net: Net, tree: Iterable[int], goals: dict[int, list[int]]) -> list[int] | None:
        """The cheapest path from the tree to a goal, goal first."""
        places = [self.field.place(node)[1:] for node in goals]
        box = (
            *(min(place[axis] for place in places) for axis in (0, 1)),
            *(max(place[axis] for place in places) for axis in (0, 1)),
        )
        cost = dict.fromkeys(tree, 0.0)
        before: dict[int, int] = {}
        waiting = [(0.0, 0.0, node) for node in cost]
        heapq.heapify(waiting)
        while waiting:
            _, paid, node = heapq.heappop(waiting)
            if paid > cost[node]:
                continue
            if node in goals:
                return walk_back(node, before)
            for following, price in self._steps(net, node):
                total = paid + price
                if total < cost.get(following, float("inf")):
                    cost[following] = total
                    before[following] = node
                    heapq.heappush(waiting, (total + self._rest(following, box), total, following))
        return None

    def _rest(self, node: int, box: tuple[int, ...]) -> float:
        row, column = divmod(node % self.field.size, self.field.columns)
        return max(box[0] - column, 0, column - box[2]) + max(box[1] - row, 0, row - box[3])

    def _steps(self, net: Net, node: int) -> Iterator[tuple[int, float]]:
        """Where a path may go from a node, and what that costs."""
        size, columns = self.field.size, self.field.columns
        along = 1.0 if node < size else 1.0 + AGAINST_THE_GRAIN
        across = 1.0 if node >= size else 1.0 + AGAINST_THE_GRAIN
        for following, length in (
            (node - 1, along),
            (node + 1, along),
            (node - columns, across),
            (node + columns, across),
        ):
            if net.free[following]:
                crowd = self._used[following] + (self._vias_beside(following % size) if net.wide else 0)
                yield following, length * (1 + self._history[following]) * (1 + self._pressure * crowd)
        other, ground = (node + size, node) if node < size else (node - size, node - size)
        if ground in net.through:
            yield other, 0.0
        elif net.free_for_vias[ground] and net.free[other]:
            crowd = self._used[node] + self._used[other] + self._vias_beside(ground) + self._wide_beside(ground)
            price = VIA_COST * (1 + self._history[other] + self._via_history[ground])
            yield other, price * (1 + self._pressure * crowd)

    def _vias_beside(self, node: int) -> int:
        return sum(self._vias[each] for each in self._beside(node))

    def _wide_beside(self, node: int) -> int:
        return sum(self._wide[each] for each in self._beside(node))


def walk_back(node: int, before: dict[int, int]) -> list[int]:
    """The path that led to a node, that node first."""
    path = [node]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path
