"""What rents depend on: how much of a group somebody owns."""

from __future__ import annotations

from hub.domain.ids import Seat
from hub.rules.game import Game


def owned_count(game: Game, seat: Seat, group: str) -> int:
    """How many deeds of a group a seat owns; mortgaged ones count (K19)."""
    owner = game.state.deeds.owner
    return sum(owner[space] == seat for space in game.rules.track.groups[group])


def has_mortgage(game: Game, group: str) -> bool:
    """Whether any deed of a group is mortgaged."""
    mortgaged = game.state.deeds.mortgaged
    return any(mortgaged[space] for space in game.rules.track.groups[group])


def is_built(game: Game, group: str) -> bool:
    """Whether any building stands in a group."""
    stage = game.state.deeds.stage
    return any(stage[space] for space in game.rules.track.groups[group])
