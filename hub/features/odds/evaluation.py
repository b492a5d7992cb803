"""The fitted evaluation of an edition: chances of all seats, and the turns left, from the figures of a position.

A small network scores each seat from its own figures, the mean and the best of the others', and those of the table; a
softmax over the seats still in makes chances of the scores. `bankhalter lab fit` fits it to games of bots; what it has
learned is a file beside the edition's tables. TD-Gammon judged positions in the same way (Tesauro 1995).
"""

import math
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from operator import mul
from typing import TypeAlias

import msgspec
from msgspec import Struct

from hub.features.odds.figures import Figures, PositionFigures, Vector
from hub.rules.game import Game
from hub.rules.slots import Rules

FILE = "evaluation.json"
CLIP = 6.0
"""No figure counts as further from its mean than so many standard deviations: nobody has learned what lies beyond."""

LEAK = 0.01
"""The slope of a hidden unit that is off, so that it can be learned on again."""

QUANTILES = (0.1, 0.5, 0.9)
"""Of the turns left: most evenings lie between the outer two, half of them below the middle one."""


class Weights(Struct, frozen=True):
    """What was learned. `hidden[n]` are the weights of a hidden unit, of its inputs in the order of `inputs`.

    `chance` makes a score of the hidden units of a seat, `left[n]` a quantile of the turns left of the mean of all
    seats' (as the logarithm of one turn more). `mean` and `scale` are those of each figure of a seat, `table_mean` and
    `table_scale` of each of the table. `landings` is by space how often a turn ends a move there.
    """

    landings: tuple[float, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    table_mean: tuple[float, ...]
    table_scale: tuple[float, ...]
    hidden: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]
    chance: tuple[float, ...]
    left: tuple[tuple[float, ...], ...]
    left_bias: tuple[float, ...]


class Tenth(Struct, frozen=True):
    """Of `count` seats whose chances lay in the same tenth: the mean of what was `said`, and how many won."""

    said: float
    won: float
    count: int


class Quality(Struct, frozen=True):
    """How good an evaluation is in games it was not fitted to: log loss, that of equal chances, calibration."""

    log_loss: float
    log_loss_of_equal: float
    tenths: tuple[Tenth, ...]


class Fitted(Struct, frozen=True):
    """The file of an edition. `digest` names the rules, tables and bots it was fitted to (`fitting.fit`)."""

    edition: str
    games: int
    digest: str
    quality: Quality
    weights: Weights


Chances: TypeAlias = tuple[float, ...]
"""By seat, the chance to win; 0 for those who are out."""


class Prospects(Struct, frozen=True, gc=False, array_like=True):
    """The chances, and quantiles of the turns of the table until the end; chances of 1 and 0 where it was played."""

    chances: Chances
    turns: tuple[float, ...]


def is_fitted(rules: Rules) -> bool:
    """Whether there is an evaluation of these rules: not for house rules, own tables and editions without one."""
    printing = rules.track.printing
    return not rules.agreed and not printing.digest and (files(printing.package) / FILE).is_file()


def evaluation_of(rules: Rules) -> Callable[[Game], Prospects] | None:
    """What judges positions with at least two seats, at the beginning of a turn, if it was fitted to these rules."""
    if not is_fitted(rules):
        return None
    weights = fitted_to(rules.track.printing.package).weights
    figures = Figures(rules, weights.landings)
    return lambda game: judge(figures.of(game), len(game.state.turns.out), weights)


@cache
def fitted_to(package: str) -> Fitted:
    """What was fitted to the edition in this package, as far as there is something."""
    return msgspec.json.decode((files(package) / FILE).read_bytes(), type=Fitted)


def as_text(fitted: Fitted) -> bytes:
    """The content of such a file: a line for each part, and for each hidden unit."""
    parts = msgspec.to_builtins(fitted)
    weights: dict[str, object] = parts.pop("weights")
    rows = [f'"{name}": {_line(value)}' for name, value in weights.items()]
    head = [f'"{name}": {_line(value)}' for name, value in parts.items()]
    return (",\n".join(["{" + head[0], *head[1:], '"weights": {' + rows[0], *rows[1:]]) + "}}\n").encode()


def _line(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text.replace("],[", "],\n[")


def inputs(seen: PositionFigures, weights: Weights) -> list[Vector]:
    """By seat still in: its figures, the mean and the greatest of the others', those of the table; all normalised."""
    own = [_normal(figures, weights.mean, weights.scale) for figures in seen.own]
    table = _normal(seen.table, weights.table_mean, weights.table_scale)
    found = []
    for place, figures in enumerate(own):
        others = [*zip(*own[:place], *own[place + 1 :], strict=True)]
        mean = [sum(column) / len(column) for column in others]
        found.append([*figures, *mean, *map(max, others), *table])
    return found


def _normal(figures: Vector, mean: Sequence[float], scale: Sequence[float]) -> Vector:
    normal = [(figure - middle) / width for figure, middle, width in zip(figures, mean, scale, strict=True)]
    return [-CLIP if figure < -CLIP else min(figure, CLIP) for figure in normal]


def judge(seen: PositionFigures, seats: int, weights: Weights) -> Prospects:
    """The chances of all `seats` of a position in which at least two are still in, and the turns left."""
    units = [_units(given, weights) for given in inputs(seen, weights)]
    scores = [sum(map(mul, unit, weights.chance)) for unit in units]
    most, chances = max(scores), [0.0] * seats
    powers = [math.exp(score - most) for score in scores]
    whole = sum(powers)
    for seat, power in zip(seen.seats, powers, strict=True):
        chances[seat] = power / whole
    mean = [sum(column) / len(column) for column in zip(*units, strict=True)]
    left = [sum(map(mul, row, mean)) + bias for row, bias in zip(weights.left, weights.left_bias, strict=True)]
    return Prospects(tuple(chances), tuple(sorted([math.expm1(min(max(one, 0.0), 7.0)) for one in left])))


def _units(given: Vector, weights: Weights) -> Vector:
    sums = [sum(map(mul, row, given)) + bias for row, bias in zip(weights.hidden, weights.bias, strict=True)]
    return [each if each > 0 else LEAK * each for each in sums]
