"""A position: what a seat or an onlooker may know of a game. Hidden information is redrawn for each rollout.

Hidden information is put into a canonical form, so that games which differ only in it have the same position: unseen
cards and tickets are in the order of their numbers, seats with a sealed bid are asked for it again, there are no
maximums, and share offers between others are removed.
"""

import pickle
from dataclasses import dataclass
from functools import cached_property, lru_cache

import msgspec

from hub.domain.agenda import AgendaSet
from hub.domain.auctions import OpenBids
from hub.domain.decks import Decks
from hub.domain.ids import Seat
from hub.domain.state import State
from hub.domain.tasks import SealedAuctionRunning, Task
from hub.rules.game import Game
from hub.rules.handlers import Chance
from hub.rules.slots import Rules
from hub.table.game.chance import Dice


@dataclass(frozen=True, eq=False)
class Position:
    """The rules of a game and its state without secrets. Read-only; `drawn` returns copies.

    It can be pickled, since it is passed to other processes.
    """

    rules: Rules
    state: State

    @cached_property
    def _stored(self) -> bytes:
        return pickle.dumps(self.state, pickle.HIGHEST_PROTOCOL)

    @cached_property
    def packed(self) -> bytes:
        """The pickled position for another process; cached, since pickling takes time."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

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

    def __getstate__(self) -> tuple[Rules, State]:
        return self.rules, self.state

    def __setstate__(self, parts: tuple[Rules, State]) -> None:
        for name, part in zip(("rules", "state"), parts, strict=True):
            object.__setattr__(self, name, part)


@lru_cache(maxsize=2)
def unpacked(packed: bytes) -> Position:
    """Unpickle a position in a worker process; cached, since each is used for many portions."""
    position: Position = pickle.loads(packed)  # noqa: S301 our own bytes
    return position


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
