"""Plays a record from its first line by deciding every command again, and stops at the first line that does not fit.

A set-up of a record becomes the corrections that lead to it, in an order in which each is possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar

import msgspec
from msgspec import UNSET

from hub.domain import corrections
from hub.domain.commands import Command, Draw, SealBid, StartGame, Throw
from hub.domain.decks import tickets_of
from hub.domain.facts import Fact
from hub.domain.ids import BANK, NOBODY, POT, Account, Seat, snake
from hub.domain.state import State, fold
from hub.domain.tasks import ThrowPending
from hub.records.expecting import check_expectation, check_setup, differences
from hub.records.lines import (
    BySeat,
    CommandLine,
    Expect,
    Header,
    Holders,
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
from hub.rules.game import Game, Reason, Rejected, with_chance
from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.table.game.chance import Dice
from hub.table.names import misnamed

T = TypeVar("T")


def corrections_for(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    """The corrections that lead to the set-up; `state` is updated after each."""
    for correction in _corrections(setup, state):
        yield msgspec.structs.replace(correction, reason=setup.reason)


def _corrections(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    """Owners before mortgages and buildings, pieces before jail; the turn comes last, since it closes open tasks."""
    yield from _deeds(setup, state)
    for seat, amount in by_seat(setup.balances):
        yield from _money(state, seat, amount)
    if setup.pot is not None:
        yield from _money(state, POT, setup.pot)
    for deck, holders in setup.release_cards.items():
        yield from _release_cards(state, deck, holders)
    for seat, count in by_seat(setup.tickets):
        change = count - len(tickets_of(state, seat))
        for _ in range(abs(change)):
            yield corrections.CorrectTicket(*((NOBODY, seat) if change > 0 else (seat, NOBODY)))
    for issuer, wanted in enumerate(setup.shares) if isinstance(setup.shares, list) else setup.shares.items():
        yield from _shares(state, issuer, wanted)
    yield from _pieces(setup, state)
    if (on_turn := setup.on_turn) is not None:
        turns, tasks = state.turns, state.agenda.tasks
        if turns.seat != on_turn or turns.faces or tasks != (ThrowPending(on_turn),):
            yield corrections.CorrectTurn(on_turn)


def by_seat(figures: BySeat) -> list[tuple[Seat, int]]:
    return list(enumerate(figures)) if isinstance(figures, list) else list(figures.items())


def _deeds(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    deeds = state.deeds
    for deed, owner in setup.owners.items():
        if _get(deeds.owner, deed) != owner:
            yield corrections.CorrectDeed(deed, owner)
    yield from _mortgages(setup, state)
    if any(_get(deeds.stage, deed) != stage for deed, stage in setup.buildings.items()):
        yield corrections.CorrectBuildings(setup.buildings)


def _mortgages(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    """The list is complete: deeds it does not name are redeemed before any are mortgaged."""
    if setup.mortgaged is UNSET:
        return
    mortgaged = state.deeds.mortgaged
    for deed in [deed for deed, held in enumerate(mortgaged) if held and deed not in setup.mortgaged]:
        yield corrections.CorrectMortgage(deed, mortgaged=False)
    for deed in setup.mortgaged:
        if not _get(mortgaged, deed):
            yield corrections.CorrectMortgage(deed, mortgaged=True)


def _money(state: State, account: Account, amount: int) -> Iterator[corrections.Correction]:
    """Money comes from the bank or goes back to it. A seat that does not exist is left to the rules to refuse."""
    known = -2 <= account < len(state.turns.out)
    change = amount - state.ledger.balances[account] if known else amount
    if change > 0:
        yield corrections.CorrectMoney(BANK, account, change)
    elif change < 0:
        yield corrections.CorrectMoney(account, BANK, -change)


def _release_cards(state: State, deck: str, holders: list[Seat]) -> Iterator[corrections.Correction]:
    """All holders of a deck's release cards: those not named give theirs back, before anybody gets one."""
    held, wanted = Counter(state.decks.held.get(deck, {}).values()), Counter(holders)
    for holder in (held - wanted).elements():
        yield corrections.CorrectReleaseCard(deck, holder, NOBODY)
    for holder in (wanted - held).elements():
        yield corrections.CorrectReleaseCard(deck, NOBODY, holder)


def _shares(state: State, issuer: Seat, wanted: Holders) -> Iterator[corrections.Correction]:
    """Holders return surplus shares to the issuer before the issuer distributes any.

    Raises MeaninglessLine if a list of all holders, with the bank last, does not add up to all shares.
    """
    held = state.shares.holdings[issuer] if 0 <= issuer < len(state.shares.holdings) else []
    if isinstance(wanted, list):
        if not held:
            raise MeaninglessLine(f"there are no shares of {issuer}")
        if sum(wanted) != sum(held):
            raise MeaninglessLine(f"shares of {issuer} are {sum(held)} in all, not {sum(wanted)}")
        wanted = dict(zip((*range(len(held) - 1), BANK), wanted, strict=True))
        del wanted[issuer]  # has the rest
    known = range(BANK, len(held) - 1)
    changes = {holder: count - (held[holder] if holder in known else 0) for holder, count in wanted.items()}
    for holder, change in sorted(changes.items(), key=lambda of: of[1]):
        if change:
            source, target = (issuer, holder) if change > 0 else (holder, issuer)
            yield corrections.CorrectShares(issuer, source, target, abs(change))


def _pieces(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    for seat, space in by_seat(setup.spaces):
        if _get(state.pieces.spaces, seat) != space:
            yield corrections.CorrectPiece(seat, space)
    for seat, missed in by_seat(setup.jail):
        if _get(state.custody.missed, seat) != missed:
            jailed = missed >= 0
            yield corrections.CorrectJail(seat, jailed, missed if jailed else 0)


def _get(values: Sequence[T], index: int) -> T | None:
    """The value at an index; None if it does not exist, since the rules refuse that with a reason."""
    return values[index] if 0 <= index < len(values) else None


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
