"""What rents and buildings depend on: how much of a group somebody owns.

Asked so often that the loops are left to `map`, which is several times as fast as a generator.
"""

from __future__ import annotations

from collections.abc import Sequence

from hub.domain.ids import NOBODY, Seat, Space
from hub.rules.game import Game


def owned_count(game: Game, seat: Seat, group: str) -> int:
    """How many deeds of a group a seat owns; mortgaged ones count (K19)."""
    owner = game.state.deeds.owner
    return [*map(owner.__getitem__, game.rules.track.groups[group])].count(seat)


def whole_owner(game: Game, spaces: Sequence[Space]) -> Seat:
    """Who owns all of these deeds; NOBODY if there is no such seat."""
    owners = [*map(game.state.deeds.owner.__getitem__, spaces)]
    return owners[0] if owners.count(owners[0]) == len(owners) else NOBODY


def has_mortgage(game: Game, group: str) -> bool:
    """Whether any deed of a group is mortgaged."""
    mortgaged = game.state.deeds.mortgaged
    return True in map(mortgaged.__getitem__, game.rules.track.groups[group])


def is_built(game: Game, group: str) -> bool:
    """Whether any building stands in a group."""
    stage = game.state.deeds.stage
    return any(map(stage.__getitem__, game.rules.track.groups[group]))
