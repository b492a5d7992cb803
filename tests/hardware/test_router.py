"""The router: it connects every terminal, keeps its distances, gives way, and says what it cannot do."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hardware.pcb import router

FIELD = router.Field(columns=30, rows=30, grid_mm=0.635, edge=1)
WIDEST_MM = 0.4


def pad(net: str, column: int, row: int, layers: tuple[int, ...] = (0, 1)) -> router.Pad:
    """A round pad of 1.4 mm on the grid."""
    return router.Pad(net, column * 0.635, row * 0.635, 0.7, 0.7, is_round=True, layers=layers)


def routed(*pads: router.Pad, wide: frozenset[str] = frozenset()) -> dict[str, router.Net]:
    ground = router.Ground(FIELD, pads, WIDEST_MM)
    names = sorted({each.net for each in pads if each.net})
    nets = [router.Net(name, [each for each in pads if each.net == name], ground, wide=name in wide) for name in names]
    router.Router(ground, nets).run()
    return {net.name: net for net in nets}


def joins(net: router.Net) -> bool:
    """Whether the paths of a net lead from each of its pads to each other; a pad joins the layers it is on."""
    steps = [step for path in net.paths for step in pairwise(path)]
    steps += [step for nodes in net.terminals for step in pairwise(nodes)]
    reached = {net.terminals[0][0]}
    for _ in steps:
        reached |= {other for one, two in steps for here, other in ((one, two), (two, one)) if here in reached}
    return all(nodes[0] in reached for nodes in net.terminals)


def test_two_pads_are_joined():
    """A path leads from pad to pad in steps of one node."""
    net = routed(pad("A", 3, 3), pad("A", 20, 3))["A"]
    assert joins(net)
    assert len(net.paths[0]) == 18


def test_many_terminals_make_a_tree():
    """A net with five terminals gets four paths, and all hang together."""
    net = routed(*(pad("A", 4 + 5 * step, 4 + 4 * (step % 3)) for step in range(5)))["A"]
    assert len(net.paths) == 4
    assert joins(net)


def test_crossing_nets_use_both_layers_and_never_one_place():
    """Two nets that cross between pads of one layer change layers, and share no node."""
    nets = routed(pad("A", 3, 15, (0,)), pad("A", 26, 15, (0,)), pad("B", 15, 3, (0,)), pad("B", 15, 26, (0,)))
    assert all(joins(net) for net in nets.values())
    assert nets["A"].nodes().isdisjoint(nets["B"].nodes())
    assert any(net.vias(FIELD.size) for net in nets.values())


def test_tracks_keep_their_distance_from_foreign_pads():
    """No node of a net is closer to a pad of another than clearance and half the widest track."""
    foreign = [pad("B", 14, row) for row in range(4, 26, 7)]
    net = routed(pad("A", 4, 15), pad("A", 25, 15), *foreign)["A"]
    places = [FIELD.place(node) for node in net.nodes()]
    nearest_mm = min(each.distance_mm(column * 0.635, row * 0.635) for each in foreign for _, column, row in places)
    assert nearest_mm >= router.CLEARANCE_MM + WIDEST_MM / 2


def test_vias_keep_their_distance_from_wide_tracks():
    """No via is right beside a wide track or a via of another net."""
    pads = [
        pad(name, column, row, (0,)) for name, column in zip("ABCD", (12, 14, 16, 18), strict=True) for row in (4, 25)
    ]
    nets = routed(*pads, pad("W", 3, 15, (0,)), pad("W", 26, 15, (0,)), wide=frozenset("W"))
    wide = {node % FIELD.size for node in nets["W"].nodes()}
    vias = {name: net.vias(FIELD.size) for name, net in nets.items()}
    assert sum(map(len, vias.values())) > 0
    for name, nodes in vias.items():
        foreign = {each for other, found in vias.items() if other != name for each in found}
        for node in nodes:
            beside = {node - 1, node + 1, node - FIELD.columns, node + FIELD.columns}
            assert beside.isdisjoint(foreign)
            assert name == "W" or beside.isdisjoint(wide)


def test_a_net_that_is_walled_in_is_named():
    """Where no way leads out, the net is named instead of a silent gap."""
    wall = [pad(f"X{row}", 15, row) for row in range(0, 30, 2)]
    with pytest.raises(router.NotRouted, match="A"):
        routed(pad("A", 5, 15), pad("A", 25, 15), *wall)
