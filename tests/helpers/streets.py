"""Groups of streets in a scene: their owner, their stages, and the bank's supply."""

BROWN = (1, 3)
LIGHT_BLUE = (6, 8, 9)
PINK = (11, 13, 14)
RED = (21, 23, 24)
DARK_BLUE = (37, 39)


def stages(scene, group=LIGHT_BLUE) -> list[int]:
    return [scene.game.state.deeds.stage[space] for space in group]


def stock(scene) -> tuple[int, int]:
    """The bank's houses and hotels."""
    held = scene.game.state.supply.stock
    return held["house"], held["hotel"]


def put(scene, seat: int, group: tuple[int, ...], *levels: int) -> None:
    """Give a seat a group, built to these stages out of the bank's supply."""
    scene.owns(seat, *group)
    for space, level in zip(group, levels, strict=True):
        scene.built(space, level)


def left(scene, houses: int, hotels: int = 12) -> None:
    """Set the bank's supply."""
    scene.game.state.supply.stock.update(house=houses, hotel=hotels)
