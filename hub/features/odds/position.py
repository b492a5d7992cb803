"""A position: what a seat or an onlooker may know of a game; and playing it on, by the rules and the bots of tables.

Hidden information is put into a canonical form, so that games which differ only in it have the same position: unseen
cards and tickets are in the order of their numbers, seats with a sealed bid are asked for it again, there are no
maximums, and share offers between others are removed. It is redrawn for each rollout.

Where an evaluation was fitted to the rules in force, a rollout is played for a few rounds and what it reaches is judged
(a truncated rollout); elsewhere it is played to its end.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from hub.bots import sensible
from hub.domain.auctions import OpenBids
from hub.domain.commands import SeatCommand
from hub.domain.decks import Decks
from hub.domain.ids import NOBODY, Seat
from hub.domain.state import State, seats_with_side_questions
from hub.domain.tasks import AgendaSet, SealedAuctionRunning, Task, ThrowPending
from hub.features.odds.evaluation import Prospects, evaluation_of, is_fitted
from hub.rules.ending import end_by_assets
from hub.rules.game import Chance, Game
from hub.rules.slots import Rules
from hub.simulation.match import BotFault, Player
from hub.table.game.chance import Dice

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
