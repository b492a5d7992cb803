"""Learns the weights of an evaluation: stochastic gradients (Adam) over blocks of positions.

The same positions give the same weights: the order of everything follows from one seed. Another processor's library may
round differently in the last digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hub.features.odds.evaluation import CLIP, LEAK, QUANTILES, Weights
from hub.features.odds.fitting.samples import Floats, PositionBatch

UNITS = 32
BATCH = 512
RATE, RATE_AT_LAST = 2e-3, 1e-4
DECAY = 1e-3
TURNS_WEIGHT = 0.1
"""How much an error about the turns left counts beside one about the chances."""

DIGITS = 4
"""Significant digits of what is stored."""


@dataclass(frozen=True)
class Normal:
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
        """(positions, seats, inputs), as `hub.features.odds.evaluation.inputs` makes them of one position."""
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
        hidden, bias, chance, left, left_bias = [rounded(part).T.tolist() for part in self.parts]
        normal = self.normal
        figures = (normal.mean, normal.scale, normal.table_mean, normal.table_scale)
        mean, scale, table_mean, table_scale = [tuple(rounded(part).tolist()) for part in figures]
        return Weights(
            landings=tuple(landings),
            mean=mean,
            scale=scale,
            table_mean=table_mean,
            table_scale=table_scale,
            hidden=tuple(map(tuple, hidden)),
            bias=tuple(bias),
            chance=tuple(chance),
            left=tuple(map(tuple, left)),
            left_bias=tuple(left_bias),
        )


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
