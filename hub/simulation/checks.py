"""What holds in every position of every game, and whether a game can be rebuilt from its facts alone.

Each finding is a violation: a kind (money, deeds, buildings, shares, replay, secrecy, bot, engine) and what was seen.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from hub.bots.sight import Bot, Sight
from hub.domain.commands import Command, SeatCommand
from hub.domain.facts import Fact
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.state import State, fold
from hub.domain.tasks import AuctionRunning, Lot, SealedAuctionRunning
from hub.domain.unions import AnyFact
from hub.rules.game import Game
from hub.rules.slots import Rules

FACTS = msgspec.json.Decoder(tuple[AnyFact, ...])


class Violation(Struct, frozen=True):
    """What was wrong in game `game` after its command number `command`."""

    game: int
    command: int
    kind: str
    what: str


class Observer:
    """Watches one match: every position as it comes, the replay at the end. Stops looking after the first finding."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.violations: list[Violation] = []
        self.facts: list[Fact] = []
        self._commands = 0

    def noted(self, game: Game, _command: Command, facts: tuple[Fact, ...]) -> None:
        self._commands += 1
        self.facts.extend(facts)
        if not self.violations:
            for kind, what in (*_reasons(game.rules, facts), *position(game.rules, game.state)):
                self.found(kind, what)

    def ended(self, game: Game) -> None:
        if fold(FACTS.decode(msgspec.json.encode(self.facts))) != game.state:
            self.found("replay", "the stored facts fold to another state")

    def found(self, kind: str, what: str, commands: int | None = None) -> None:
        """Note a finding, after so many commands (those that were checked)."""
        self.violations.append(Violation(self.number, self._commands if commands is None else commands, kind, what))


def position(rules: Rules, state: State) -> Iterator[tuple[str, str]]:
    """What is wrong with a position, as (kind, what)."""
    yield from _money(state)
    yield from _deeds(rules, state)
    yield from _buildings(rules, state)
    if state.open_bids.maxima or state.bids.hidden:
        yield from _secrets(state)
    if state.shares.issued:
        yield from _shares(state)


def _reasons(rules: Rules, facts: tuple[Fact, ...]) -> Iterator[tuple[str, str]]:
    """Every payment is explained to whoever pays: its purpose has a row of the rulebook."""
    for fact in facts:
        if isinstance(fact, MoneyMoved) and fact.purpose not in rules.rows:
            yield "money", f"`rows` of {rules.id} names no row for a payment for {fact.purpose!r}"


def _money(state: State) -> Iterator[tuple[str, str]]:
    balances = state.ledger.balances
    if sum(balances):
        yield "money", f"all accounts together hold {sum(balances)}"
    if any(balance < 0 for balance in balances[:BANK]):
        yield "money", f"an account is below zero: {balances}"


def _deeds(rules: Rules, state: State) -> Iterator[tuple[str, str]]:
    deeds = state.deeds
    for deed, owner in enumerate(deeds.owner):
        if owner == NOBODY:
            if deeds.mortgaged[deed] or deeds.stage[deed]:
                yield "deeds", f"deed {deed} of the bank is mortgaged or built"
        elif deed not in rules.track.deeds:
            yield "deeds", f"space {deed} is no deed and has an owner"
        elif state.turns.out[owner]:
            yield "deeds", f"deed {deed} belongs to seat {owner}, which is out"
    for deck, pile in state.decks.piles.items():
        if sorted([*pile, *state.decks.held[deck]]) != sorted(rules.track.decks[deck]):
            yield "deeds", f"the cards of deck {deck} are not complete"


def _buildings(rules: Rules, state: State) -> Iterator[tuple[str, str]]:
    stage, deeds = state.deeds.stage, rules.track.deeds
    built = [rules.ladders[deeds[space].kind].stages[height] for space, height in enumerate(stage) if height]
    for kind, total in rules.stock.items():
        standing = sum(buildings.get(kind, 0) for buildings in built)
        stock = state.supply.stock[kind]
        if stock < 0 or stock + standing != total:
            yield "buildings", f"{stock} of kind {kind} with the bank and {standing} on the track are not {total}"
    if [len(paid) for paid in state.deeds.paid] != stage:
        yield "buildings", "not every stage has what was paid for it, or something without a stage has"
    for group, spaces in rules.track.groups.items():
        ladder = rules.ladders.get(deeds[spaces[0]].kind)
        if ladder is None or ladder.alone or not any(stage[space] for space in spaces):
            continue
        for owner in {state.deeds.owner[space] for space in spaces if stage[space]}:
            own = [stage[space] for space in spaces if state.deeds.owner[space] == owner]
            if len(own) < len(spaces) - ladder.missing:
                yield "buildings", f"group {group} is built by seat {owner}, which has only {len(own)} deeds of it"
            # completing a built group brings a deed that is stages behind (mega-15)
            if (ladder.others or not ladder.missing) and not ladder.fits(own):
                yield "buildings", f"group {group} is not built evenly: {own}"


def _shares(state: State) -> Iterator[tuple[str, str]]:
    """All shares of a seat in the game are somewhere, none of a seat that is out, which holds none either."""
    for issuer, held in enumerate(state.shares.holdings):
        total = 0 if state.turns.out[issuer] else state.shares.issued
        if sum(held) != total or min(held) < 0:
            yield "shares", f"shares of seat {issuer} are held as {held}"
        if any(held[holder] for holder, out in enumerate(state.turns.out) if out):
            yield "shares", f"somebody who is out holds shares of seat {issuer}: {held}"


def _secrets(state: State) -> Iterator[tuple[str, str]]:
    """Nothing secret outlasts its auction."""
    tasks = state.agenda.tasks
    if state.bids.hidden and not any(isinstance(task, SealedAuctionRunning) for task in tasks):
        yield "secrecy", "there are sealed bids and no auction runs"
    for seat, (lot, _) in state.open_bids.maxima.items():
        if not any(isinstance(task, AuctionRunning) and task.lot == lot and seat in task.bidders for task in tasks):
            yield "secrecy", f"seat {seat} has a maximum and is in no auction of its lot"


class Peeked(Exception):
    """A bot looked at what it must not know."""


class Sealed(dict[Any, Any]):
    """What nobody may look into: decks, the bids of others."""

    def _peeked(self, *_arguments: object) -> NoReturn:
        raise Peeked("a bot looked at what is hidden")

    __getitem__ = __iter__ = __len__ = __contains__ = __eq__ = get = items = keys = values = _peeked
    __hash__ = None


def own(maxima: dict[Seat, tuple[Lot, int]], seat: Seat) -> dict[Seat, tuple[Lot, int]]:
    return {seat: maxima[seat]} if seat in maxima else {}


class Blindfolded(Bot):
    """A bot whose game is without decks, sealed bids and the maxima of others while it chooses."""

    def __init__(self, bot: Bot, state: State) -> None:
        self._bot, self._state = bot, state

    def choose(self, sight: Sight) -> SeatCommand | None:
        """Choose without them. Raises Peeked."""
        decks, bids, open_bids = self._state.decks, self._state.bids, self._state.open_bids
        piles, decks.piles = decks.piles, Sealed()
        hidden, bids.hidden = bids.hidden, Sealed()
        maxima, open_bids.maxima = open_bids.maxima, own(open_bids.maxima, sight.seat)
        covered = decks.piles, bids.hidden, open_bids.maxima

        @contextmanager
        def unveiled() -> Iterator[None]:
            decks.piles, bids.hidden, open_bids.maxima = piles, hidden, maxima
            try:
                yield
            finally:
                decks.piles, bids.hidden, open_bids.maxima = covered

        sight.unveiled = unveiled
        try:
            return self._bot.choose(sight)
        finally:
            decks.piles, bids.hidden, open_bids.maxima = piles, hidden, maxima
