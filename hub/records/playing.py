"""Plays a record from its first line by deciding every command again, and stops at the first line that does not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec
from msgspec import UNSET

from hub.domain.commands import Command, Draw, SealBid, StartGame, Throw
from hub.domain.facts import Fact
from hub.domain.ids import snake
from hub.domain.state import fold
from hub.records.expecting import check_expectation, check_setup, differences
from hub.records.lines import (
    CommandLine,
    Expect,
    Header,
    Line,
    MeaninglessLine,
    RecordFault,
    Setup,
    Take,
    header_of,
    line_of,
    numbered,
)
from hub.records.position import RecordPosition, position_of
from hub.records.setting_up import corrections_for
from hub.rules.game import Game, Reason, Rejected, with_chance
from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.table.game.chance import Dice
from hub.table.names import misnamed

BY_CHANCE: Mapping[type, tuple[str, str]] = {
    Throw: ("throw", "faces"), Draw: ("draw", "card"), SealBid: ("sealed bid", "nonce"),
}  # fmt: skip
"""Commands as a sentence calls them, and their fields that chance decides."""

ACCEPTED, REFUSED = "accepted", "refused"
"""The outcome of a command, in the words of a fault that has no reason."""

Noted = Callable[[Game, Command, tuple[Fact, ...]], None]


class PrintedOrder:
    """Chance in a record without a seed: decks are in their printed order; dice have to be written down."""

    def faces(self, count: int) -> tuple[int, ...]:
        """Not possible: faces have to be in the record."""
        raise AssertionError("a throw without faces is refused before")

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(cards))

    def pick(self, count: int) -> int:
        return 0


def replay(text: Iterable[str], editions: Mapping[str, Rules], noted: Noted = lambda *_played: None) -> Replay:
    """Play these lines to the end. `noted` is called after each accepted command. Raises RecordFault."""
    lines = numbered(text)
    number, first = next(lines, (0, None))
    if first is None:
        raise RecordFault(0, "there is no line in this record")
    played = Replay(number, header_of(number, first), editions, noted)
    for number, found in lines:
        line = line_of(number, found)
        if line is not None:
            played.take(number, line)
    return played


class Replay:
    """A game as far as its record was played; `moves` are the commands in force with their facts."""

    def __init__(self, number: int, header: Header, editions: Mapping[str, Rules], noted: Noted) -> None:
        self.game = Game(_rules(number, header, editions))
        self.moves: list[tuple[Command, tuple[Fact, ...]]] = []
        self._noted = noted
        self._chance = Dice(header.seed) if header.seed is not None else None
        names = header.seats
        self.names = tuple(names) if isinstance(names, list) else tuple(f"seat {seat}" for seat in range(names))
        if isinstance(names, list) and (wrong := misnamed(names)):
            raise RecordFault(number, wrong)
        self.play(number, self._start(number, header))

    def take(self, number: int, line: Line) -> None:
        match line:
            case CommandLine(command=command, refused=None):
                self.play(number, command)
            case CommandLine(command=command, refused=str() | True as reason):
                self._refuse(number, command, reason)
            case Setup():
                self._set_up(number, line)
            case Expect():
                self._expect(number, line)
            case Take(moves=count):
                self._take_back(number, count)

    def play(self, number: int, command: Command) -> None:
        """Decide one command, which must be accepted. Raises RecordFault."""
        rejected = self.game.refuse(command)
        if rejected is not None:
            text = f"{_named(command)} is refused: {_why(rejected)}"
            raise RecordFault(number, text, ACCEPTED, rejected.reason)
        command = self._with_chance(number, command)
        try:
            decided = self.game.decide(command)
        except AssertionError as error:
            raise RecordFault(number, f"{_named(command)} broke the rules' own assumptions: {error!r}") from error
        assert not isinstance(decided, Rejected), "it was possible a moment ago"
        self.moves.append((command, decided))
        self._noted(self.game, command, decided)

    def position(self) -> RecordPosition:
        return position_of(self.game.rules, self.names, self.game.state, len(self.moves) - 1, self.facts())

    def facts(self) -> list[Fact]:
        """Everything that happened and was not undone."""
        return [fact for _, facts in self.moves for fact in facts]

    def _start(self, number: int, header: Header) -> StartGame:
        start = self.game.rules.opening.set_up(self.game, len(self.names), self._chance or PrintedOrder())
        decks = dict(start.decks)
        for deck, top in header.decks.items():
            if deck not in decks:
                raise RecordFault(number, f"there is no deck {deck!r}")
            decks[deck] = _topped(number, f"cards of deck {deck!r}", top, decks[deck])
        first = start.first if header.first is UNSET else header.first
        tickets = _topped(number, "tickets", header.tickets, start.tickets)
        return msgspec.structs.replace(start, decks=decks, tickets=tickets, first=first)

    def _with_chance(self, number: int, command: Command) -> Command:
        """What the record says is kept; what it leaves to chance needs a seed."""
        if type(command) not in self.game.rules.chances:
            return command
        called, field = BY_CHANCE.get(type(command), (_named(command), "chance"))
        if getattr(command, field, None):
            return command
        if self._chance is None:
            raise RecordFault(number, f"a {called} needs its {field}, or the header a seed")
        return with_chance(self.game, command, self._chance)

    def _refuse(self, number: int, command: Command, reason: str | Literal[True]) -> None:
        if reason is not True and reason not in list(Reason):
            raise RecordFault(number, f"there is no reason {reason!r}")
        expected = REFUSED if reason is True else reason
        rejected = self.game.refuse(command)
        if rejected is None:
            for_what = "" if reason is True else f": {reason}"
            text = f"{_named(command)} is possible, expected to be refused{for_what}"
            raise RecordFault(number, text, expected, ACCEPTED)
        if reason is not True and rejected.reason != reason:
            text = f"{_named(command)} is refused: {_why(rejected)}, expected {reason}"
            raise RecordFault(number, text, expected, rejected.reason)

    def _set_up(self, number: int, setup: Setup) -> None:
        try:
            check_setup(setup, self.game)
            for correction in corrections_for(setup, self.game.state):
                self.play(number, correction)
        except MeaninglessLine as meaningless:
            raise RecordFault(number, str(meaningless)) from meaningless

    def _expect(self, number: int, expect: Expect) -> None:
        try:
            check_expectation(expect, self.game)
            difference = next(differences(expect, self.position(), self.game), None)
        except MeaninglessLine as meaningless:
            raise RecordFault(number, str(meaningless)) from meaningless
        if difference is not None:
            raise RecordFault(number, difference.text, difference.expected, difference.found)

    def _take_back(self, number: int, count: int) -> None:
        """Undo moves; the start of the game stays."""
        if not 0 < count < len(self.moves):
            raise RecordFault(number, f"{count} moves cannot be taken back, only 1 to {len(self.moves) - 1}")
        del self.moves[-count:]
        self.game.restart(fold(self.facts()))


def _rules(number: int, header: Header, editions: Mapping[str, Rules]) -> Rules:
    rules = editions.get(header.edition)
    if rules is None:
        raise RecordFault(number, f"there is no edition {header.edition!r}; there are: {', '.join(editions)}")
    try:
        return rules.with_tables(header.tables).with_house_rules(header.house_rules)
    except TableError as error:
        raise RecordFault(number, f"tables: {error}") from error
    except KeyError as error:
        raise RecordFault(number, f"edition {header.edition} has no house rule {error}") from error


def _topped(number: int, named: str, top: list[int], pile: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(top)) != len(top) or not set(top) <= set(pile):
        raise RecordFault(number, f"the {named} are {sorted(pile)}, each once")
    return (*top, *(card for card in pile if card not in top))


def _named(command: Command) -> str:
    seat = getattr(command, "seat", None)
    name = snake(type(command).__name__)
    return name if seat is None else f"{name} of seat {seat}"


def _why(rejected: Rejected) -> str:
    details = ", ".join(f"{name} {value}" for name, value in rejected.details.items())
    return f"{rejected.reason} ({details})" if details else str(rejected.reason)
