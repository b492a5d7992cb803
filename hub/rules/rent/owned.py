"""What rents and buildings depend on: how much of a group somebody owns."""

from collections.abc import Sequence

from hub.domain.ids import Seat, Space
from hub.rules.game import Game
from hub.rules.track import Deed


def plots(game: Game, seat: Seat, group: str) -> Sequence[Space]:
    """The deeds of a group that a seat owns, in track order."""
    return game.hand(seat).plots.get(group, ())


def by_count(game: Game, deed: Deed, owner: Seat) -> tuple[int, int]:
    """How many deeds of its group the owner has, mortgaged ones too (K19), and what is printed for that many."""
    count = len(plots(game, owner, deed.group))
    return count, deed.rents[count - 1]


def stands_in_the_way(game: Game, seat: Seat, deed: Deed) -> bool:
    """Whether buildings bar mortgage and sale of a seat's deed: any in its group, on a station only its own (D10)."""
    ladder = game.rules.ladders.get(deed.kind)
    if ladder is not None and ladder.alone:
        return game.state.deeds.stage[deed.space] > 0
    return has_built(game, seat, deed.group)


def has_built(game: Game, seat: Seat, group: str) -> bool:
    """Whether any building of a seat stands in a group; buildings of other owners there do not matter (D30)."""
    built = filter(game.state.deeds.stage.__getitem__, game.rules.track.groups[group])
    return seat in map(game.state.deeds.owner.__getitem__, built)
