"""Groups of streets in a scene: whose they are, how far they are built, and what the bank has left."""

from __future__ import annotations

BROWN = (1, 3)
LIGHT_BLUE = (6, 8, 9)
PINK = (11, 13, 14)
RED = (21, 23, 24)


def stages(scene, group=LIGHT_BLUE) -> list[int]:
    """How far the streets of a group are built."""
    return [scene.game.state.deeds.stage[space] for space in group]


def stock(scene) -> tuple[int, int]:
    """Houses and hotels with the bank."""
    held = scene.game.state.supply.stock
    return held["house"], held["hotel"]


def put(scene, seat: int, group: tuple[int, ...], *levels: int) -> None:
    """A seat owns a group that is built to these stages, out of the stock."""
    scene.owns(seat, *group)
    for space, level in zip(group, levels, strict=True):
        scene.built(space, level)


def left(scene, houses: int, hotels: int = 12) -> None:
    """The bank has only so many left."""
    scene.game.state.supply.stock.update(house=houses, hotel=hotels)
