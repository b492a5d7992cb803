"""The engine: one game in the hands of the rules, how a command is judged and carried out, what may be done now.

Rules read `game.state`, record what happens with `emit` and ask people with `ask`. Each fact is folded into the
state as soon as it is emitted, so later rules of the same move see it. A handler is what a slot of an edition is made
of (`part`): it judges a command, carries it out and offers it. Each option is judged by the same `refuse` as the
command itself; a refusal (`Reason`) changes nothing and is never logged as an error. A move that fails half-way through
an assertion leaves the state inconsistent; its owner folds the log again (`hub.table.table`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar, dataclass_transform, final

from msgspec import Struct

from hub.domain.commands import AcceptTrade, Command, DeclineTrade, SeatCommand, WithdrawTrade
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.shares import AcceptShares, DeclineShares, WithdrawShares
from hub.domain.state import State
from hub.domain.tasks import AgendaSet, Task, asked

if TYPE_CHECKING:
    from hub.rules.slots import Rules

Reason = StrEnum(
    "Reason",
    """
    NOT_STARTED ALREADY_STARTED GAME_OVER NOT_IN_EDITION
    SEATS_OUT_OF_RANGE DECK_INCOMPLETE HOUSE_RULES_DIFFER TABLES_DIFFER
    NO_SUCH_SEAT SEAT_OUT NOT_NOW NOT_ASKED NOT_YOUR_TURN DICE_WRONG NO_SUCH_CARD NO_SUCH_SPACE OTHER_SIDE
    NOT_ENOUGH_MONEY BEYOND_MEANS OWES_MONEY OWES_NOTHING MONEY_CAN_BE_RAISED MONEY_NOT_A_MULTIPLE NO_RENT_OPEN
    BID_TOO_LOW BID_NOT_A_MULTIPLE ALREADY_LEADING ALREADY_BID NO_BID_MADE
    NOT_IN_JAIL IN_JAIL JUST_RELEASED NO_RELEASE_CARD RELEASE_CARD_KEPT NO_TICKET
    NO_SUCH_DEED NOT_OWNER DEED_SOLD DEED_UNSOLD ALREADY_MORTGAGED NOT_MORTGAGED
    GROUP_CLAIMED OTHER_GROUPS_FIRST NO_CLAIM NO_VISITOR JUST_BOUGHT
    GROUP_BUILT GROUP_INCOMPLETE GROUP_MORTGAGED FULLY_BUILT NOT_BUILT UNEVEN NO_SUCH_STAGE
    NO_STOCK TOO_MANY_BUILDINGS NO_PLACE OTHER_BUILDING BUILDINGS_CONTESTED MUST_PLACE
    TRADE_EMPTY TRADE_ONLY_MONEY TRADE_WITH_ONESELF TRADE_TWICE OFFER_GONE
    TOO_MANY_SHARES NO_SHARES_HELD OWN_SHARES REPORT_OWED_ALREADY
    AMOUNT_UNFIT TEXT_UNFIT NOTHING_TO_CORRECT
    """,
)
"""Keys of the rules' refusals, in small letters; the sentences are in the web locales (`reason.<key>`).

Refusals by the table for other reasons are `TableReason`s (`hub.table.wire.audience`).
"""


@final
class Rejected(Struct, frozen=True):
    """A command was refused because of `reason`; `details` are the figures in the sentence."""

    reason: Reason
    details: dict[str, int | str] = {}


T = TypeVar("T")


@dataclass_transform(frozen_default=True)
class Part(Struct, frozen=True):
    """What the slots of an edition are made of; its figures are its fields."""


def part(*, sheet: str | None) -> Callable[[T], T]:
    """Say how the rule sheet lists a part, or a function that is a reaction.

    `sheet` is the key of its sentence (`sheet.<key>` in the locales); None if another part says it, or nobody at the
    table has to know. A part that is not marked itself, whatever its base is, fails the tests of the rule sheet.
    """

    def marked(made: T) -> T:
        assert not isinstance(made, type) or issubclass(made, Part), f"{made.__name__} is no Part"
        made.sheet = sheet  # type: ignore[attr-defined]
        return made

    return marked


C = TypeVar("C")
Role: TypeAlias = Literal["ok", "cancel", "dice", "extra"]


class Chance(Protocol):
    """The source of dice and shuffles, which the table injects; the rules have none of their own."""

    def faces(self, count: int) -> tuple[int, ...]:
        """So many dice, each 1 to 6."""

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        """These card numbers in a random order."""

    def pick(self, count: int) -> int:
        """A number from 0 to `count` - 1."""


class Choice(Struct, frozen=True, gc=False):
    """One command that a seat may give, with the bounds of its amount, which goes up in units of `step`.

    `cost` is what the seat pays (negative: receives), without the levy on its `purpose`; `role` names the button of the
    console for it. `goal` is the space to which it sends the piece.
    """

    command: SeatCommand
    role: Role = "extra"
    cost: int = 0
    minimum: int | None = None
    maximum: int | None = None
    purpose: str = ""
    step: int = 1
    goal: Space | None = None


def nothing_asked(_game: Game, _task: Task, _seat: Seat) -> Iterable[Choice]:
    """The answers of a handler that closes no task."""
    return ()


def nothing_free(_game: Game, _seat: Seat) -> Iterable[Choice]:
    """The offers of a handler that is only ever an answer."""
    return ()


class Handler(Struct, Generic[C], frozen=True):
    """How one kind of command is judged and carried out.

    `refuse` is the only judge: the engine calls it before `perform`, and prompts call it for each choice they list.
    `perform` also gets the open task if it `closes` that.
    `answers` lists the choices for a seat that is asked by a task, `free` side questions. `chance` fills in
    what the table's chance decides about a command, before it is judged; None where chance has no part in it.
    """

    command: type[C]
    refuse: Callable[[Game, C], Rejected | None]
    perform: Callable[..., None]
    answers: Callable[[Game, Task, Seat], Iterable[Choice]] = nothing_asked
    free: Callable[[Game, Seat], Iterable[Choice]] = nothing_free
    chance: Callable[[Game, C, Chance], C] | None = None
    closes: bool = False


Handlers: TypeAlias = tuple[Handler[Any], ...]
"""The handlers of a slot; empty if it handles no command."""


STEPS_MAXIMUM = 2_000
"""More than any command can lead to; if there are more, two steps follow each other forever."""


class SortedHand:
    """`plots` are the `deeds` of one seat by group. Read-only.

    `buildable` are those that could be built on, mortgages aside, in track order of their groups, the `grounds`;
    `house_price_minimum` is the least price of a building there, 0 if there are none.
    """

    def __init__(self, rules: Rules, deeds: tuple[Space, ...]) -> None:
        self._rules, self.deeds = rules, deeds
        printed = rules.track.deeds
        plots: dict[str, list[Space]] = {}
        for space in deeds:
            plots.setdefault(printed[space].group, []).append(space)
        self.plots: Mapping[str, Sequence[Space]] = plots
        enough = rules.grounds
        self.grounds = [group for group, own in plots.items() if group in enough and len(own) >= enough[group]]
        self.buildable: Sequence[Space] = ()
        self.house_price_minimum = 0
        if self.grounds:
            self.grounds.sort(key=rules.track.groups.__getitem__)
            self.buildable = [space for group in self.grounds for space in plots[group]]
            self.house_price_minimum = min([printed[space].house_price for space in self.buildable])

    @cached_property
    def prices(self) -> int:
        """The sum of what is printed on all of them."""
        printed = self._rules.track.deeds
        return sum([printed[space].price for space in self.deeds])


class Game:
    """Rules, state and the move being made. `tasks` is the agenda while a move is made, the open task last."""

    def __init__(self, rules: Rules, state: State | None = None) -> None:
        self.rules = rules
        self._handlers, self._reactions, self._resumers = rules.handlers, rules.reactions_by_fact, rules.resumers
        self._hands = [SortedHand(rules, ())] * (rules.seats[1] + 1)
        self.restart(state or State())
        self.facts: list[Fact] = []
        self.tasks: list[Task] = []
        self.step = 0

    def restart(self, state: State) -> None:
        """Continue from another state; what was derived from the old one is discarded."""
        self.state = state
        self._accepted: Command | None = None

    def refuse(self, command: Command) -> Rejected | None:
        """The reason why a command cannot be carried out now, or None."""
        handler = self._handlers.get(type(command))
        rejected = Rejected(Reason.NOT_IN_EDITION) if handler is None else handler.refuse(self, command)
        if rejected is None:
            self._accepted = command
        return rejected

    def decide(self, command: Command) -> Rejected | tuple[Fact, ...]:
        """Carry out a command. Returns its facts, already folded; or the refusal, and nothing has changed."""
        handler = self._handlers.get(type(command))
        if handler is None:
            return Rejected(Reason.NOT_IN_EDITION)
        if command is not self._accepted and (rejected := handler.refuse(self, command)):
            return rejected
        self._accepted, agenda = None, self.state.agenda
        facts: list[Fact] = []
        self.facts = facts
        self.tasks, self.step = [*agenda.tasks], agenda.step
        if handler.closes:
            handler.perform(self, command, self.tasks.pop())
        else:
            handler.perform(self, command)
        if not (tasks := self.tasks) or type(tasks[-1]) in self._resumers:
            self._carry_on()
        now = AgendaSet(tuple(self.tasks), self.step)
        now.fold(self.state)
        return (*facts, now)

    def _carry_on(self) -> None:
        """Follow the turn plan until somebody is asked or the game is over."""
        plan, turns, resumers = self.rules.plan, self.state.turns, self._resumers
        for _ in range(STEPS_MAXIMUM):
            tasks = self.tasks
            if not tasks and turns.winner == NOBODY:
                step = self.step
                self.step = step + 1
                plan[step].enter(self)
            elif tasks and type(tasks[-1]) in resumers:
                task = tasks.pop()
                resumers[type(task)].resume(self, task)
            else:
                return
        raise AssertionError("a move without end")

    def emit(self, fact: Fact) -> None:
        """Record a fact of this move, fold it, and let the edition react."""
        self.facts.append(fact)
        fact.fold(self.state)
        for react in self._reactions[type(fact)]:
            react(self, fact)

    def hand(self, seat: Seat) -> SortedHand:
        """The deeds of a seat by group, sorted again only once they have changed."""
        known, deeds = self._hands[seat], self.state.deeds.hands[seat]
        if known.deeds is not deeds:
            known = self._hands[seat] = SortedHand(self.rules, deeds)
        return known

    def accept(self, command: Command) -> None:
        """Carry out this command without judging it: whoever made it knows that it is allowed."""
        self._accepted = command

    def ask(self, task: Task) -> None:
        """Open a task; all others wait until it is closed."""
        self.tasks.append(task)

    def close_task(self) -> Task:
        return self.tasks.pop()

    def drop_tasks(self, seat: Seat) -> None:
        """Close all tasks that wait for a seat that is out."""
        self.tasks = [task for task in self.tasks if task.seat != seat]


def with_chance(game: Game, command: C, chance: Chance) -> C:
    """The command with its random parts filled in; most commands have none and are unchanged."""
    fill = game.rules.chances.get(type(command))
    filled: C = command if fill is None else fill(game, command, chance)
    return filled


def choices(game: Game, seat: Seat) -> Iterator[tuple[Choice, Rejected | None]]:
    """The answers of a seat to the open task, each with the reason for which it would be refused now, if any."""
    task = game.state.agenda.task
    if task is None or seat not in asked(task):
        return
    for handler in game.rules.answering:
        for choice in handler.answers(game, task, seat):
            yield choice, handler.refuse(game, choice.command)


def free_choices(game: Game, seat: Seat) -> Iterator[tuple[Choice, Rejected | None]]:
    """What a seat may do besides answering the prompt: side questions."""
    for handler in game.rules.offering:
        for choice in handler.free(game, seat):
            yield choice, handler.refuse(game, choice.command)


def answers_to_offers(state: State) -> Iterator[SeatCommand]:
    """The answers of both sides to each open offer, whether they are possible now or not."""
    for offer in state.offers.open.values():
        yield from (AcceptTrade(offer.to, offer.id), DeclineTrade(offer.to, offer.id))
        yield WithdrawTrade(offer.seat, offer.id)
    for shares in state.shares.offers.values():
        yield from (AcceptShares(shares.to, shares.id), DeclineShares(shares.to, shares.id))
        yield WithdrawShares(shares.seat, shares.id)
