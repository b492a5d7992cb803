"""Learns the weights of an evaluation: stochastic gradients (Adam) over the positions of many games as arrays.

The positions are in one block for each number of seats that are still in. The same positions give the same weights: the
order of everything follows from one seed. Another processor's library may round differently in the last digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import asdict
from numpy.typing import NDArray

from hub.features.odds.fitting.games import FitGame, Shot
from hub.features.odds.position import CLIP, LEAK, QUANTILES, Weights

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

UNITS = 32
BATCH = 512
RATE, RATE_AT_LAST = 2e-3, 1e-4
DECAY = 1e-3
TURNS_WEIGHT = 0.1
"""How much an error about the turns left counts beside one about the chances."""

DIGITS = 4
"""Significant digits of what is stored."""


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


class Normal(Struct, frozen=True):
    """How figures are normalised: those of seats and those of the table."""

    mean: Floats
    scale: Floats
    table_mean: Floats
    table_scale: Floats

    @classmethod
    def of(cls, blocks: Sequence[PositionBatch]) -> Normal:
        """As these positions have them."""
        own = np.concatenate([block.own.reshape(-1, block.own.shape[2]) for block in blocks])
        table = np.concatenate([block.table for block in blocks])
        found = [own.mean(0), own.std(0) + 1e-3, table.mean(0), table.std(0) + 1e-3]
        return cls(*[rounded(one).astype(np.float32) for one in found])

    def inputs(self, block: PositionBatch) -> Floats:
        """(positions, seats, inputs), as `hub.features.odds.position.inputs` makes them of one position."""
        own = np.clip((block.own - self.mean) / self.scale, -CLIP, CLIP)
        table = np.clip((block.table - self.table_mean) / self.table_scale, -CLIP, CLIP)
        count = own.shape[1]
        mean = (own.sum(1, keepdims=True) - own) / (count - 1)
        ranked = np.sort(own, axis=1)
        first, second = ranked[:, -1:], ranked[:, -2:-1]
        is_first = (own >= first) & (np.cumsum(own >= first, axis=1) == 1)
        best = np.where(is_first, second, first)
        beside = np.broadcast_to(table[:, None], (*own.shape[:2], table.shape[1]))
        return np.concatenate([own, mean, best, beside], axis=2, dtype=np.float32)


class LearningNetwork:
    """The weights while they are learned."""

    def __init__(self, normal: Normal, seed: int) -> None:
        self.normal, self.luck = normal, np.random.default_rng(seed)
        draw, inputs = self.luck.normal, 3 * len(normal.mean) + len(normal.table_mean)
        self.parts: list[Floats] = [
            draw(0, (2 / inputs) ** 0.5, (inputs, UNITS)).astype(np.float32),
            np.zeros(UNITS, np.float32),
            draw(0, 0.05, UNITS).astype(np.float32),
            draw(0, 0.05, (UNITS, len(QUANTILES))).astype(np.float32),
            np.array([3.5, 4.5, 5.0], np.float32),
        ]
        self.begin()

    def begin(self) -> None:
        """Forget in which direction it was going, but nothing that was learned."""
        self._means = [np.zeros_like(part) for part in self.parts]
        self._squares = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def think(self, block: PositionBatch) -> tuple[Floats, Floats]:
        """The chances (positions, seats), and the logarithms of turns left (positions, quantiles)."""
        _, _, chances, left = self._forward(self.normal.inputs(block))
        return chances, left

    def _forward(self, given: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        hidden, bias, chance, left, left_bias = self.parts
        sums = given @ hidden + bias
        units = np.where(sums > 0, sums, LEAK * sums)
        scores = units @ chance
        scores -= scores.max(1, keepdims=True)
        powers = np.exp(scores)
        return sums, units, powers / powers.sum(1, keepdims=True), units.mean(1) @ left + left_bias

    def learn(self, block: PositionBatch, rate: float) -> None:
        """One step down the gradient of cross entropy (chances) and pinball loss (quantiles of turns left)."""
        hidden, _, chance, left, _ = self.parts
        given, target, turns = self.normal.inputs(block), block.target, np.log1p(block.left)
        count, seats = target.shape
        sums, units, chances, lefts = self._forward(given)
        by_score = (chances - target) / count
        quantiles = np.array(QUANTILES, np.float32)
        by_left = TURNS_WEIGHT * np.where(turns[:, None] > lefts, -quantiles, 1 - quantiles).astype(np.float32) / count
        by_unit = by_score[..., None] * chance + ((by_left @ left.T) / seats)[:, None]
        by_sum = by_unit * np.where(sums > 0, np.float32(1), np.float32(LEAK))
        flat = by_sum.reshape(-1, by_sum.shape[2])
        self._step(
            [
                given.reshape(-1, given.shape[2]).T @ flat + DECAY * hidden,
                flat.sum(0),
                np.einsum("ns,nsh->h", by_score, units),
                units.mean(1).T @ by_left,
                by_left.sum(0),
            ],
            rate,
        )

    def _step(self, gradients: Sequence[NDArray[np.floating]], rate: float) -> None:
        self._steps += 1
        for place, gradient in enumerate(gradients):
            mean, square = self._means[place], self._squares[place]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            unbiased = mean / (1 - 0.9**self._steps)
            self.parts[place] -= rate * unbiased / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)

    def weights(self, landings: Sequence[float]) -> Weights:
        names = ("hidden", "bias", "chance", "left", "left_bias")
        learned = {name: rounded(part).T.tolist() for name, part in zip(names, self.parts, strict=True)}
        normal = {name: rounded(part).tolist() for name, part in asdict(self.normal).items()}
        return msgspec.convert({"landings": [*landings], **normal, **learned}, Weights)


def train(network: LearningNetwork, blocks: Sequence[PositionBatch], passes: int) -> None:
    """Go over all positions so many times, with smaller and smaller steps."""
    network.begin()
    for number in range(passes):
        rate = RATE_AT_LAST + (RATE - RATE_AT_LAST) * (1 - number / passes)
        for block in _batches(blocks, network.luck):
            network.learn(block, rate)


def _batches(blocks: Sequence[PositionBatch], luck: np.random.Generator) -> Iterator[PositionBatch]:
    parts = []
    for block in blocks:
        order = luck.permutation(len(block.left))
        parts += [(block, order[at : at + BATCH]) for at in range(0, len(order), BATCH)]
    for number in luck.permutation(len(parts)):
        block, chosen = parts[number]
        yield block.part(chosen)


def rounded(values: Floats) -> NDArray[np.float64]:
    """To the digits that are stored."""
    return np.array([float(f"{value:.{DIGITS}g}") for value in values.ravel()]).reshape(values.shape)
