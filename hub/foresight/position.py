"""A position: what a seat, or an onlooker, may know of a game. Made from its state, drawn again for each rollout.

What nobody may look at is put into a form that tells nothing, so that two games which differ only there are the same
position: unseen cards and tickets lie in the order of their numbers, whoever made a bid that is not revealed is asked
for it again, nobody has the hub bid for them, and offers of shares between others are not there.
"""

from __future__ import annotations

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
    """An edition as it is played, and the state of a game without its secrets. Only to be read; `drawn` gives copies.

    It is handed to other processes, so it must be possible to pickle it.
    """

    rules: Rules
    state: State

    @cached_property
    def _stored(self) -> bytes:
        return pickle.dumps(self.state, pickle.HIGHEST_PROTOCOL)

    @cached_property
    def packed(self) -> bytes:
        """For another process; packed once, since packing costs the caller time."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

    def copied(self) -> State:
        """The state, for somebody who changes it."""
        state: State = pickle.loads(self._stored)  # noqa: S301 our own bytes
        return state

    def drawn(self, chance: Chance) -> State:
        """The state of one game that this may be: what is not known, as `chance` has it."""
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
    """In another process: a position that was packed; what is asked about it comes in many portions."""
    position: Position = pickle.loads(packed)  # noqa: S301 our own bytes
    return position


def seen_by(rules: Rules, state: State, seat: Seat | None) -> Position:
    """What `seat` may know of a game; an onlooker (None) knows what lies open on the table. `state` stays as it is."""
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
    """A game of so many before its first throw, which everybody can know all of."""
    game = Game(rules)
    game.decide(rules.opening.set_up(game, seats, Dice("whatever lies on top, nobody has seen it")))
    return seen_by(rules, game.state, None)


def unseen_cards(decks: Decks, deck: str) -> int:
    """How many cards on top of a pile nobody has seen: what was drawn went back under it, for all to remember."""
    return max(0, len(decks.piles[deck]) - decks.drawn.get(deck, 0))


def _forget_bids(state: State, seat: Seat | None) -> None:
    """Who made a sealed bid that this seat does not know is asked for it again."""
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
