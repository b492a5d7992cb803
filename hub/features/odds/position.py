"""A position: what a seat or an onlooker may know of a game; playing it on by rules and bots, judging where it leads.

Hidden information is put into a canonical form, so that games which differ only in it have the same position: unseen
cards and tickets are in the order of their numbers, seats with a sealed bid are asked for it again, there are no
maximums, and share offers between others are removed. It is redrawn for each rollout.

Where an evaluation was fitted to the rules in force, a rollout is played for a few rounds and what it reaches is judged
(a truncated rollout); elsewhere it is played to its end. An evaluation is a small network that scores each seat from
its own figures, the mean and the best of the others', and those of the table; a softmax over the seats still in makes
chances of the scores. `bankhalter lab fit` fits it to games of bots; what it has learned is a file beside the edition's
tables. TD-Gammon judged positions in the same way (Tesauro 1995).
"""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from operator import mul
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from hub.bots import sensible
from hub.domain.auctions import OpenBids
from hub.domain.commands import SeatCommand
from hub.domain.decks import Decks
from hub.domain.ids import NOBODY, Seat
from hub.domain.state import State, seats_with_side_questions
from hub.domain.tasks import AgendaSet, SealedAuctionRunning, Task, ThrowPending
from hub.features.odds.figures import Figures, PositionFigures, Vector
from hub.rules.ending import end_by_assets
from hub.rules.game import Chance, Game
from hub.rules.slots import Rules
from hub.simulation.match import BotFault, Player
from hub.table.game.chance import Dice

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


TURNS_MAXIMUM = 500
"""A rollout that is not over after so many turns is won by the seat with the most assets (ODDS.md)."""

ROUNDS = 2
"""After so many rounds a rollout is judged: further on costs more and says hardly more."""

EVALUATION, TO_THE_END = "evaluation", "played to the end"
"""How the ways of playing are called where results are shown."""


@dataclass(frozen=True, eq=False)
class Position:
    """The rules of a game and its state without secrets. Read-only; `copied` and `drawn` return copies of the state."""

    rules: Rules
    state: State

    def __reduce__(self) -> tuple[type[Position], tuple[Rules, State]]:
        return Position, (self.rules, self.state)

    @cached_property
    def packed(self) -> bytes:
        return packed(self)

    @cached_property
    def _stored(self) -> bytes:
        return packed(self.state)

    def copied(self) -> State:
        """A copy of the state, which may be changed."""
        state: State = pickle.loads(self._stored)  # noqa: S301 our own bytes
        return state

    def drawn(self, chance: Chance) -> State:
        """A possible full state, with hidden information drawn from `chance`."""
        state = self.copied()
        for deck, pile in state.decks.piles.items():
            unseen = unseen_cards(state.decks, deck)
            pile[:unseen] = chance.shuffled(pile[:unseen])
        state.tickets.pile[:] = chance.shuffled(state.tickets.pile)
        return state


def packed(given: object) -> bytes:
    """Something as processes get it: pickling takes time, so it is done once for many calls."""
    return pickle.dumps(given, pickle.HIGHEST_PROTOCOL)


@lru_cache(maxsize=2)
def unpacked(given: bytes) -> Any:
    """What was packed; cached, since each process needs the same for many calls."""
    return pickle.loads(given)  # noqa: S301 our own bytes


def seen_by(rules: Rules, state: State, seat: Seat | None) -> Position:
    """The position as `seat` knows it, or as an onlooker (None) does. Does not change `state`."""
    copied = Position(rules, state).copied()
    for deck, pile in copied.decks.piles.items():
        unseen = unseen_cards(copied.decks, deck)
        pile[:unseen] = sorted(pile[:unseen])
    copied.tickets.pile.sort()
    _forget_bids(copied, seat)
    copied.open_bids = OpenBids()
    offers = copied.shares.offers
    copied.shares.offers = {number: offer for number, offer in offers.items() if seat in (offer.seat, offer.to)}
    return Position(rules, copied)


def beginning(rules: Rules, seats: int) -> Position:
    """The position at the beginning of a game, in which nothing is hidden but the order of cards."""
    game = Game(rules)
    game.decide(rules.opening.set_up(game, seats, Dice("whatever lies on top, nobody has seen it")))
    return seen_by(rules, game.state, None)


def unseen_cards(decks: Decks, deck: str) -> int:
    """How many cards on top of a pile are unseen; drawn cards went back under it in an order that all could see."""
    return max(0, len(decks.piles[deck]) - decks.drawn.get(deck, 0))


def _forget_bids(state: State, seat: Seat | None) -> None:
    """Remove sealed bids that this seat does not know, so that they are asked for again."""
    unknown = state.bids.hidden.keys() - {seat}
    for bidder in unknown:
        del state.bids.hidden[bidder]
    if unknown:
        tasks = tuple([_asked_again(task, unknown) for task in state.agenda.tasks])
        AgendaSet(tasks, state.agenda.step).fold(state)


def _asked_again(task: Task, unknown: set[Seat]) -> Task:
    if not isinstance(task, SealedAuctionRunning):
        return task
    waiting = tuple([bidder for bidder in task.bidders if bidder in task.waiting or bidder in unknown])
    commitments = tuple([bid for bid in task.commitments if bid[0] not in unknown])
    return msgspec.structs.replace(task, waiting=waiting, commitments=commitments)


class Playing:
    """Plays one position on, after the command `first` if there is one. `rounds` is None to play to the end always."""

    def __init__(self, position: Position, first: SeatCommand | None = None, rounds: int | None = ROUNDS) -> None:
        self._position, self._first, self._make = position, first, sensible(position.rules)
        self._evaluation = None if rounds is None else evaluation_of(position.rules)
        self._rounds = rounds or 0

    def rollouts(self, seed: str, numbers: range) -> list[Prospects]:
        """Play on, once for each of these numbers; the same seed and number give the same rollout everywhere."""
        return [self._rollout(f"{seed}/{number}") for number in numbers]

    def _rollout(self, luck: str) -> Prospects:
        position, chance = self._position, Dice(luck)
        state = position.drawn(chance)
        began, seats = state.turns.number, len(state.turns.out)
        player = Player(position.rules, [self._make(f"{luck}/{seat}") for seat in range(seats)], chance, state=state)
        if self._first is not None:
            player.carry_out(self._first)
        with suppress(BotFault):  # a question no bot is ready for: people may have led there
            player.play_on(self._last_turn(state))
        played = state.turns.number - began
        if state.turns.winner == NOBODY and self._evaluation is not None:
            judged = self._evaluation(player.game)
            return Prospects(judged.chances, tuple([played + turns for turns in judged.turns]))
        if state.turns.winner == NOBODY:
            end_by_assets(player.game)
        won = tuple([float(seat == state.turns.winner) for seat in range(seats)])
        return Prospects(won, (played, played, played))

    def _last_turn(self, state: State) -> int:
        """The last turn that is played. A turn that has begun is always played to its end before anything is judged."""
        turns = state.turns
        if self._evaluation is None:
            return turns.number + TURNS_MAXIMUM - 1
        ahead = self._rounds * turns.out.count(False)
        return turns.number + ahead - 1 if ahead or is_quiet(state) else turns.number


@lru_cache(maxsize=16)
def _playing(position: bytes, first: SeatCommand | None, rounds: int) -> Playing:
    return Playing(unpacked(position), first, rounds)


def play(position: bytes, first: SeatCommand | None, rounds: int, seed: str, numbers: range) -> list[list[Prospects]]:
    """In a process: the rollouts of a packed position."""
    return [_playing(position, first, rounds).rollouts(seed, numbers)]


def way_of(rules: Rules) -> str:
    """How positions of these rules are played on, for where results are shown."""
    return EVALUATION if is_fitted(rules) else TO_THE_END


def is_quiet(state: State) -> bool:
    """Whether a turn has just begun and nothing else is open: evaluations were fitted to such positions."""
    task, turns = state.agenda.task, state.turns
    return isinstance(task, ThrowPending) and not turns.faces and not seats_with_side_questions(state)
