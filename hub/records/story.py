"""What a game showed everybody, in order: the facts in force, each with its move, its turn and its time; its auctions.

Moves that were taken back are left out, so that the sheets add up, and so are sealed bids that are not revealed yet,
with all that came after them. Sheets read nothing but facts; what was asked for, and by whom, stays in the log.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from msgspec import Struct

from hub.domain.auctions import (
    AuctionClosed,
    AuctionOpened,
    BidPassed,
    BidPlaced,
    BidsRevealed,
    SealedAuctionClosed,
    SealedAuctionOpened,
    SealedAuctionVoided,
)
from hub.domain.commands import SeatCommand
from hub.domain.facts import Fact
from hub.domain.history import Move, effective
from hub.domain.ids import NOBODY, Holder, Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.secrecy import circle_of, shown_moves
from hub.domain.tasks import Lot
from hub.domain.turns import TurnBegan
from hub.rules.slots import Rules
from hub.table.game.live import Played
from hub.table.game.shown import EVERYBODY
from hub.table.interfaces.storage import GameRecord, StoredEntry

BOT = "bot-"
"""How the requests of bots begin (`hub.table.automatic.bots`)."""

Outcome = Literal["running", "sold", "unsold", "dropped"]


class ShownFact(Struct, frozen=True):
    """A fact: `move` is its place in the log, `turn` counts from 1 (0 before the first), `at_ms` is wall clock."""

    move: int
    turn: int
    at_ms: int
    fact: Fact


class TurnEnd(Struct, frozen=True):
    """How a turn of `seat` ended: `balances` of the seats, then of the pot and the bank, as in a ledger."""

    turn: int
    seat: Holder
    at_ms: int
    balances: tuple[int, ...]


class Story(Struct, frozen=True):
    """A game as the sheets read it: `facts` are those that everybody may know (`hub.domain.secrecy`).

    `turns` includes the current one; balances are open, also where the payment behind a change is not.
    """

    record: GameRecord
    rules: Rules
    facts: tuple[ShownFact, ...]
    turns: tuple[TurnEnd, ...]


def story_of(played: Played) -> Story:
    """What everybody may know of a log: what is in force, up to a round of sealed bids that is not revealed."""
    played = played.shown_to(EVERYBODY)
    facts = tuple(_shown_facts(played))
    turns = tuple(_turns(facts, len(played.record.names)))
    return Story(played.record, played.rules, tuple(shown for shown in facts if circle_of(shown.fact) is None), turns)


def moves_of(played: Played) -> tuple[tuple[StoredEntry, Move], ...]:
    """The moves in force that may leave the hub, in order, each with how it is stored."""
    in_force = [played.entries[index] for index in effective(stored.entry for stored in played.entries).moves]
    moves = [stored.entry for stored in in_force if isinstance(stored.entry, Move)]
    return tuple(zip(in_force, shown_moves(moves), strict=False))


def undos_in(played: Played) -> int:
    """How often something was taken back or made again."""
    return sum(not isinstance(stored.entry, Move) for stored in played.entries)


def _shown_facts(played: Played) -> Iterator[ShownFact]:
    turn = 0
    for stored, move in moves_of(played):
        for fact in move.facts:
            if isinstance(fact, TurnBegan):
                turn = fact.number
            yield ShownFact(stored.seq, turn, stored.at_ms, fact)


def _turns(facts: Iterable[ShownFact], seats: int) -> Iterator[TurnEnd]:
    balances = [0] * (seats + 2)
    on_turn: Holder = NOBODY
    for turn, during in groupby(facts, lambda shown: shown.turn):
        at_ms = 0
        for shown in during:
            at_ms = shown.at_ms
            if isinstance(shown.fact, TurnBegan):
                on_turn = shown.fact.seat
            elif isinstance(shown.fact, MoneyMoved):
                balances[shown.fact.payer] -= shown.fact.amount
                balances[shown.fact.payee] += shown.fact.amount
        yield TurnEnd(turn, on_turn, at_ms, tuple(balances))


def computers(played: Played) -> frozenset[Seat]:
    """The seats that a computer played most of the time."""
    by_people: Counter[Seat] = Counter()
    for stored, move in moves_of(played):
        if isinstance(move.command, SeatCommand):
            by_people[move.command.seat] += -1 if stored.request.startswith(BOT) else 1
    return frozenset(seat for seat, more in by_people.items() if more < 0)


@dataclass
class Sale:
    """One auction: `bids` are (when, who, how much), None for somebody who dropped out."""

    opened: ShownFact
    lot: Lot
    bids: list[tuple[ShownFact, int, int | None]] = field(default_factory=list)
    outcome: Outcome = "running"
    winner: Holder = NOBODY
    price: int = 0


def sales(story: Story) -> list[Sale]:
    """All auctions in the order they were opened. One that is opened again after a correction drops the first."""
    found: list[Sale] = []
    running: list[tuple[Lot, Sale]] = []
    for shown in story.facts:
        fact = shown.fact
        if not isinstance(fact, AuctionOpened | BidPlaced | BidPassed | AuctionClosed):
            continue
        here = next((sale for lot, sale in running if lot == fact.lot), None)
        if isinstance(fact, AuctionOpened):
            if here is not None:
                here.outcome = "dropped"
            running = [(lot, sale) for lot, sale in running if lot != fact.lot]
            found.append(Sale(shown, fact.lot))
            running.append((fact.lot, found[-1]))
            continue
        if here is None:  # a correction of the turn also closes auctions whose turn never came
            continue
        _add(here, shown, fact)
        if isinstance(fact, AuctionClosed):
            running = [(lot, sale) for lot, sale in running if sale is not here]
    return found


def _add(sale: Sale, shown: ShownFact, fact: BidPlaced | BidPassed | AuctionClosed) -> None:
    match fact:
        case BidPlaced(seat=seat, amount=amount):
            sale.bids.append((shown, seat, amount))
        case BidPassed(seat=seat):
            sale.bids.append((shown, seat, None))
        case AuctionClosed(seat=seat, amount=amount):
            sale.winner, sale.price = seat, amount
            sale.outcome = "unsold" if seat == NOBODY else "sold"


@dataclass
class SealedSale:
    """One auction with its reveals, as far as it went."""

    opened: ShownFact
    fact: SealedAuctionOpened
    reveals: list[tuple[ShownFact, BidsRevealed]] = field(default_factory=list)
    closed: SealedAuctionClosed | None = None
    outcome: Outcome = "running"


def sealed_sales(story: Story) -> list[SealedSale]:
    """All auctions with sealed bids in the order they were opened."""
    found: dict[int, SealedSale] = {}
    for shown in story.facts:
        match shown.fact:
            case SealedAuctionOpened() as fact:
                found[fact.auction] = SealedSale(shown, fact)
            case BidsRevealed() as fact:
                found[fact.auction].reveals.append((shown, fact))
            case SealedAuctionClosed() as fact:
                found[fact.auction].closed = fact
                found[fact.auction].outcome = "unsold" if fact.seat == NOBODY else "sold"
            case SealedAuctionVoided() as fact:
                found[fact.auction].outcome = "dropped"
    return list(found.values())
