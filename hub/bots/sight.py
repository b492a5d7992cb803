"""What one seat can see of a game: everything open on the table, and nothing else.

The order of decks and sealed bids is hidden; the rules themselves decide what a seat may do. A sight holds the slices
of one state, so a new one has to be made when the state of its game is replaced (undo).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, TypeAlias, TypeVar

from hub.domain.commands import SeatCommand
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.state import State
from hub.domain.tasks import Task
from hub.rules.asking import is_free_moment
from hub.rules.assets import guide_price
from hub.rules.game import Choice, Game, answers_to_offers, choices, free_choices
from hub.rules.moving import pips_of_move
from hub.rules.slots import Rules
from hub.rules.track import Track

C = TypeVar("C", bound=SeatCommand)
T = TypeVar("T")


class Sight:
    """The open state, and the options of `seat` as the rules judge them. Read only."""

    def __init__(self, game: Game, seat: Seat) -> None:
        state = game.state
        self._game, self.seat = game, seat
        self.unveiled: Callable[[], AbstractContextManager[object]] = nullcontext
        self.ledger, self.pieces, self.turns, self.custody = state.ledger, state.pieces, state.turns, state.custody
        self.deeds, self.supply, self.offers, self.agenda = state.deeds, state.supply, state.offers, state.agenda
        self.shares, self.rent_requests = state.shares, state.rent_requests

    def known(self, look: Callable[[Rules, State, Seat], T]) -> T:
        """Call `look` with the full state; it must ignore what the seat does not know."""
        with self.unveiled():
            return look(self._game.rules, self._game.state, self.seat)

    @property
    def track(self) -> Track:
        return self._game.rules.track

    @property
    def task(self) -> Task | None:
        return self.agenda.task

    @property
    def money(self) -> int:
        """The seat's cash."""
        return self.ledger.balances[self.seat]

    @property
    def others(self) -> list[Seat]:
        """The other seats still in the game."""
        return [seat for seat, out in enumerate(self.turns.out) if not out and seat != self.seat]

    @property
    def hand(self) -> tuple[Space, ...]:
        """The seat's deeds in track order."""
        return self.deeds.hands[self.seat]

    @property
    def plots(self) -> Mapping[str, Sequence[Space]]:
        """The seat's deeds by group."""
        return self._game.hand(self.seat).plots

    @property
    def unsold(self) -> int:
        """How many deeds the bank still has."""
        return len(self._game.rules.track.deeds) - sum(map(len, self.deeds.hands))

    @property
    def owed(self) -> int:
        """The seat's debt to the bank."""
        return self._game.state.credit.owed[self.seat]

    @property
    def unit(self) -> int:
        """The smallest unit in which players pay each other."""
        return self._game.rules.trade.unit

    @property
    def release_cards(self) -> Mapping[str, Mapping[int, Seat]]:
        """Who holds which release cards, by deck."""
        return self._game.state.decks.held

    @property
    def tickets(self) -> bool:
        return self.seat in self._game.state.tickets.held.values()

    @property
    def requestable_rents(self) -> list[Space]:
        """The seat's deeds whose rent somebody owes if it is asked for in time."""
        return [due.inputs["deed"] for due in self.rent_requests.open if due.payee == self.seat]

    @property
    def pause(self) -> bool:
        """Whether people may trade, build and redeem now."""
        return is_free_moment(self._game)

    def guide_price(self, issuer: Seat) -> int:
        """The present guide price of a share of this issuer."""
        return guide_price(self._game, issuer)

    def may(self, command: SeatCommand) -> bool:
        """Whether the rules accept a command now."""
        return self._game.refuse(command) is None

    def allowed(self, command: C) -> C | None:
        """The command if the rules accept it now, else None."""
        return command if self.may(command) else None

    def answers(self) -> list[Choice]:
        """How the seat can answer the open task; empty if it is not asked, or has to raise money first."""
        return [choice for choice, rejected in choices(self._game, self.seat) if rejected is None]

    def free(self) -> list[Choice]:
        """What the seat can do besides answering the prompt."""
        return [choice for choice, rejected in free_choices(self._game, self.seat) if rejected is None]

    def answers_to_offers(self) -> list[SeatCommand]:
        """What the seat can do about open offers, its own and those made to it."""
        mine = [command for command in answers_to_offers(self._game.state) if command.seat == self.seat]
        return [command for command in mine if self.may(command)]

    def offered(self, kind: type[SeatCommand]) -> Iterable[Choice]:
        """The side options of one kind, whether or not the rules accept them now."""
        handler = self._game.rules.handlers.get(kind)
        return () if handler is None else handler.free(self._game, self.seat)

    def free_of(self, kind: type[SeatCommand]) -> Iterator[Choice]:
        """The side options of one kind that the rules accept now."""
        return (choice for choice in self.offered(kind) if self.may(choice.command))

    def rent_due(self, space: Space) -> int:
        """The rent that this seat would owe on a space after the last throw; 0 on its own and on mortgaged deeds."""
        deed, owner = self.track.deeds.get(space), self.deeds.owner[space]
        if deed is None or owner in {NOBODY, self.seat} or self.deeds.mortgaged[space]:
            return 0
        return self._game.rules.rents[deed.kind].expected(self._game, deed, owner, pips_of_move(self._game))

    def listed(self, kind: type[SeatCommand]) -> Iterable[Choice]:
        """The answers of one kind to the open task, whether or not the rules accept them now."""
        handler, task = self._game.rules.handlers.get(kind), self.task
        return () if handler is None or task is None else handler.answers(self._game, task, self.seat)

    def answer_of(self, kind: type[SeatCommand]) -> Choice | None:
        """The first answer of one kind that the seat can give to the open task."""
        return next((choice for choice in self.listed(kind) if self.may(choice.command)), None)


Answer: TypeAlias = Callable[[Sight, Any], SeatCommand | None]


class Bot(Protocol):
    """Plays one seat of one game."""

    def choose(self, sight: Sight) -> SeatCommand | None:
        """The command that the seat plays now; None for none, which is never returned by a seat that is asked.

        Called whenever the seat is asked, and at free moments, for example when an offer is open.
        """

    def by_task(self) -> Mapping[type[Task], Answer]:
        """How a seat answers each kind of task that asks it, while it has no side question."""
        return defaultdict(lambda: lambda sight, _task: self.choose(sight))
