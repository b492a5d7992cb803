"""Fits the evaluation of an edition: has games played, learns from nine of ten, and says how good it is on the tenth.

The same edition, seed and number of games give the same file, whatever processes play the games.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np

from hub.features.odds.fitting.games import FitGame, landings, play
from hub.features.odds.fitting.network import (
    Floats,
    LearningNetwork,
    Normal,
    PositionBatch,
    blocks_of,
    look_ahead,
    train,
    who_won,
)
from hub.features.odds.position import Fitted, Quality, Tenth, packed
from hub.rules.slots import Rules
from hub.simulation.workers import Players

SEED = "fit"
GAMES_AT_ONCE = 20
"""How many games a process plays before it sends them back."""

DIGEST_GAMES, DIGEST_LENGTH = 24, 16
"""The games by which it is noticed that rules, tables, bots or figures have changed since."""

HELD_BACK = 10
"""One of so many games is not learned from, but used to say how good the evaluation is."""

PASSES = 4
LOOKS_AHEAD = (0.8, 0.6)
"""Learns from who won, then again and again from what it thought of the following positions (`samples.look_ahead`)."""

THOUGHTS_AT_ONCE = 4_096
SHOWN_FROM = 500
"""A tenth of the chances is reported if so many seats had such a chance."""


def fit(rules: Rules, games: int, players: Players, progress: Callable[[int], None]) -> Fitted:
    """Play so many games and learn from them; `progress` gets how many have been played. Raises as the executor."""
    where = landings(rules, SEED)
    played = list[FitGame]()
    for found in _played(packed((rules, where)), games, players):
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


def _played(given: bytes, games: int, players: Players) -> Iterator[list[FitGame]]:
    """The games by their numbers, whichever process is done first."""
    handfuls = [range(at, min(at + GAMES_AT_ONCE, games)) for at in range(0, games, GAMES_AT_ONCE)]
    with players.beginning():  # this begins processes
        asked = [players.executor.submit(play, given, SEED, numbers) for numbers in handfuls]
    for found in asked:
        yield found.result()


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
