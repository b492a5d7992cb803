"""The positions of many games as arrays, in one block for each number of seats that are still in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from hub.features.odds.fitting.games import FitGame, Shot

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]


@dataclass
class PositionBatch:
    """Positions with equally many seats in: (positions, seats, figures) and (positions, table figures).

    `target` (positions, seats) is what the chances should be, at first 1 for who won. `left` is how many turns it took
    from there. `game` and `seats` (of the table, by place in the block) say where each comes from.
    """

    own: Floats
    table: Floats
    target: Floats
    left: Floats
    game: Numbers
    seats: Numbers

    def part(self, chosen: NDArray[np.bool_]) -> PositionBatch:
        """Only some of the positions."""
        return PositionBatch(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))


def blocks_of(games: Sequence[FitGame]) -> list[PositionBatch]:
    """All positions, in the order of games within each block."""
    shots = [
        (number, game, shot) for number, game in enumerate(games) for shot in game.shots if game.winner in shot.seats
    ]
    shots.sort(key=lambda one: len(one[2].seats))  # stable: games stay in order
    return [_block([*found]) for _, found in groupby(shots, key=lambda one: len(one[2].seats))]


def _block(shots: Sequence[tuple[int, FitGame, Shot]]) -> PositionBatch:
    seats = [shot.seats for _, _, shot in shots]
    count = len(seats[0])
    own = np.frombuffer(b"".join([shot.own for _, _, shot in shots]), np.float32)
    return PositionBatch(
        own.reshape(len(shots), count, -1),
        np.frombuffer(b"".join([shot.table for _, _, shot in shots]), np.float32).reshape(len(shots), -1),
        np.array([[seat == game.winner for seat in shot.seats] for _, game, shot in shots], np.float32),
        np.array([game.turns - shot.turn for _, game, shot in shots], np.float32),
        np.array([number for number, _, _ in shots]),
        np.array(seats),
    )


def who_won(block: PositionBatch, winners: Numbers) -> Floats:
    """(positions, seats): 1 for who won the game in the end, given the winners of all games."""
    won: Floats = (block.seats == winners[block.game][:, None]).astype(np.float32)
    return won


def look_ahead(blocks: Sequence[PositionBatch], thoughts: Sequence[Floats], winners: Numbers, trust: float) -> None:
    """Set the targets to what was thought of the positions that followed, and in the end to who won.

    `trust` says how far ahead counts: that much the target of the next position, the rest what was thought of that
    position itself (TD(lambda) with lambda = `trust`). The position that follows tells more than who won in the end,
    which is half luck.
    """
    rows = [
        (int(game), -float(left), at, place)
        for at, block in enumerate(blocks)
        for place, (game, left) in enumerate(zip(block.game, block.left, strict=True))
    ]
    rows.sort()
    seats = max(block.seats.max(initial=0) for block in blocks) + 1
    before, target = -1, np.zeros(seats, np.float32)
    for game, _, at, place in reversed(rows):  # of each game the last position first
        block = blocks[at]
        there = block.seats[place]
        if game != before:
            before, target = game, np.zeros(seats, np.float32)
            target[winners[game]] = 1
        block.target[place] = target[there]
        thought = np.zeros(seats, np.float32)
        thought[there] = thoughts[at][place]
        target = trust * target + (1 - trust) * thought
