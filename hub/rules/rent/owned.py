"""What rents and buildings depend on: how much of a group somebody owns."""

from __future__ import annotations

from collections.abc import Sequence

from hub.domain.ids import Seat, Space
from hub.rules.game import Game


def plots(game: Game, seat: Seat, group: str) -> Sequence[Space]:
    """The deeds of a group that a seat owns, in track order."""
    return game.hand(seat).plots.get(group, ())


def owned_count(game: Game, seat: Seat, group: str) -> int:
    """How many deeds of a group a seat owns; mortgaged ones count (K19)."""
    return len(plots(game, seat, group))


def has_built(game: Game, seat: Seat, group: str) -> bool:
    """Whether any building of a seat stands in a group; another's buildings there are not its business (D30)."""
    return any(map(game.state.deeds.stage.__getitem__, plots(game, seat, group)))
