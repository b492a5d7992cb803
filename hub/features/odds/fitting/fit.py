"""Fits the evaluation of an edition: has games played, learns from nine of ten, and says how good it is on the tenth.

The same edition, seed and number of games give the same file, whatever processes play the games; another processor's
library may round differently in the last digits. It learns by stochastic gradients (Adam) over the positions of all
games as arrays, in one block for each number of seats that are still in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import asdict
from numpy.typing import NDArray

from hub.features.odds.fitting.games import FitGame, Shot, landings, play
from hub.features.odds.position import CLIP, LEAK, QUANTILES, Fitted, Quality, Tenth, Weights, packed
from hub.rules.slots import Rules
from hub.simulation.workers import Players

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


SEED = "fit"
GAMES_AT_ONCE = 20
"""How many games a process plays before it sends them back."""

DIGEST_GAMES, DIGEST_LENGTH = 24, 16
"""The games by which it is noticed that rules, tables, bots or figures have changed since."""

HELD_BACK = 10
"""One of so many games is not learned from, but used to say how good the evaluation is."""

PASSES = 4
LOOKS_AHEAD = (0.8, 0.6)
"""Learns from who won, then again and again from what it thought of the following positions (`look_ahead`)."""

THOUGHTS_AT_ONCE = 4_096
SHOWN_FROM = 500
"""A tenth of the chances is reported if so many seats had such a chance."""


def fit(rules: Rules, games: int, players: Players, progress: Callable[[int], None]) -> Fitted:
    """Play so many games and learn from them; `progress` gets how many have been played. Raises as the executor."""
    where = landings(rules, SEED)
    played = list[FitGame]()
    handfuls = (range(at, min(at + GAMES_AT_ONCE, games)) for at in range(0, games, GAMES_AT_ONCE))
    given = packed((rules, where))
    for found in players.in_order((play, given, SEED, numbers) for numbers in handfuls):
        played += found
        progress(len(played))
    blocks = blocks_of(played)
    learned = [block.part(block.game % HELD_BACK != 0) for block in blocks]
    unseen = [block.part(block.game % HELD_BACK == 0) for block in blocks]
    normal = Normal.of(learned)
    network = LearningNetwork(normal, seed=0)
    train(network, learned, PASSES)
    winners = np.array([game.winner for game in played])
    for trust in LOOKS_AHEAD:
        look_ahead(learned, thoughts(network, learned), winners, trust)
        train(network, learned, PASSES)
    weights = network.weights(where)
    return Fitted(rules.id, games, digest(rules, where), quality(network, unseen, winners), weights)


def digest(rules: Rules, where: Sequence[float]) -> str:
    """A short name of what an evaluation depends on: the tables, and how bots play by the rules and bots of today.

    It is that of some games, position by position, so it is the same as long as the same seeds lead to the same games.
    """
    tables = msgspec.json.encode(dict(sorted(rules.track.printing.texts.items())))
    played = msgspec.msgpack.encode(play(packed((rules, where)), SEED, range(DIGEST_GAMES)))
    return hashlib.sha256(tables + played).hexdigest()[:DIGEST_LENGTH]


def thoughts(network: LearningNetwork, blocks: Sequence[PositionBatch]) -> list[Floats]:
    """The chances of all positions of each block."""
    found = []
    for block in blocks:
        places = np.arange(len(block.left)) // THOUGHTS_AT_ONCE
        parts = [network.think(block.part(places == part)) for part in range(places[-1] + 1)] if len(places) else []
        found.append(np.concatenate([chances for chances, _ in parts]) if parts else block.target)
    return found


def quality(network: LearningNetwork, unseen: Sequence[PositionBatch], winners: np.ndarray) -> Quality:
    """How good the chances are in games that were not learned from."""
    said, won, uniform = [], [], []
    for block, chances in zip(unseen, thoughts(network, unseen), strict=True):
        said.append(chances.ravel())
        won.append(who_won(block, winners).ravel() > 0)
        uniform.append(np.full(len(block.left), np.log(block.seats.shape[1])))
    chances, happened = np.concatenate(said), np.concatenate(won)
    tenths = []
    for tenth in range(10):
        of_it = (chances * 10).astype(int) == tenth
        if of_it.sum() >= SHOWN_FROM:
            counted = float(chances[of_it].mean()), float(happened[of_it].mean())
            tenths.append(Tenth(round(counted[0], 3), round(counted[1], 3), int(of_it.sum())))
    loss = float(-np.log(np.maximum(chances[happened], 1e-9)).mean())
    return Quality(round(loss, 3), round(float(np.concatenate(uniform).mean()), 3), tuple(tenths))
