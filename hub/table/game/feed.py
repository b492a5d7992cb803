"""The feed: facts told as keys and figures. Sentences are the browsers' business.

A line's arguments are the fact's fields; lists become comma-separated numbers, a trade offer is flattened. Facts
that only steer (the agenda) are not told, and neither is the order of the decks and the tickets. A line whose fact is
not everybody's (`hub.domain.secrecy`) is told to those who may know it; a sealed bid is told to nobody, its reveal to
all.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

import msgspec

from hub.domain.agenda import AgendaSet
from hub.domain.bidding import BidHidden
from hub.domain.claims import RentAsked, RentClaimable
from hub.domain.facts import Fact
from hub.domain.history import Entry, Move, Redone, Undone
from hub.domain.ids import snake
from hub.domain.ledger import MoneyMoved
from hub.domain.offers import TradeOffered
from hub.domain.secrecy import circle_of
from hub.domain.state import GameStarted
from hub.domain.tickets import TicketsShuffled
from hub.table.ports.storage import StoredEntry
from hub.table.wire.audience import Audience
from hub.table.wire.contract import FeedLine, Value, Why

NOT_SHOWN = (AgendaSet, BidHidden, TicketsShuffled)
LINES_MAXIMUM = 40


class Feed:
    """The lines of a log, made once for each entry as it is noted."""

    def __init__(self, rows: Mapping[str, str]) -> None:
        self._rows = rows
        self._told: list[tuple[FeedLine, ...]] = []
        self._private: dict[int, dict[int, Fact]] = {}

    def note(self, stored: StoredEntry) -> None:
        """Tell the next entry of the log."""
        self._told.append(tuple(_entry_lines(stored, self._rows)))
        private = {line: fact for line, fact in enumerate(shown_facts(stored.entry)) if circle_of(fact) is not None}
        if private:
            self._private[len(self._told) - 1] = private

    def newest(self, in_force: Container[int], undos: Container[int], audience: Audience) -> tuple[FeedLine, ...]:
        """The newest lines that an audience may know, the oldest of them first.

        Only whole moves are told, since a page asks for what is older by the oldest move it has; of the newest move
        that has lines for this audience all of them, however many. Moves that are neither in force nor undos
        themselves are marked.
        """
        newest: list[FeedLine] = []
        for seq in range(len(self._told) - 1, -1, -1):
            lines = self._known(seq, audience) if seq in self._private else self._told[seq]
            if seq not in in_force and seq not in undos:
                lines = tuple(msgspec.structs.replace(line, undone=True) for line in lines)
            if newest and len(newest) + len(lines) > LINES_MAXIMUM:
                break
            newest.extend(reversed(lines))
        return tuple(reversed(newest))

    def _known(self, seq: int, audience: Audience) -> tuple[FeedLine, ...]:
        private = self._private[seq]
        return tuple(
            line
            for place, line in enumerate(self._told[seq])
            if place not in private or audience.may_know(private[place])
        )


def shown_facts(entry: Entry) -> Iterator[Fact]:
    """The facts of an entry that have a line each, in order."""
    if isinstance(entry, Move):
        yield from (fact for fact in entry.facts if not isinstance(fact, NOT_SHOWN))


def _entry_lines(stored: StoredEntry, rows: Mapping[str, str]) -> Iterator[FeedLine]:
    match stored.entry:
        case Move():
            for fact in shown_facts(stored.entry):
                yield fact_line(stored.seq, fact, rows)
        case Undone(moves=count):
            yield FeedLine(move=stored.seq, key="undone", args={"moves": count})
        case Redone():
            yield FeedLine(move=stored.seq, key="redone", args={})


def fact_line(move: int, fact: Fact, rows: Mapping[str, str]) -> FeedLine:
    """One fact as a line."""
    why, payment = None, fact.due if isinstance(fact, RentClaimable | RentAsked) else fact
    if isinstance(payment, MoneyMoved):
        why = Why(rows.get(payment.purpose, ""), payment.purpose, payment.inputs)
    return FeedLine(move=move, key=snake(type(fact).__name__), args=_args(fact), why=why)


def _args(fact: Fact) -> dict[str, Value]:
    match fact:
        case TradeOffered(offer=offer):
            return {
                "offer": offer.id,
                "seat": offer.seat,
                "to": offer.to,
                **{f"give_{name}": value for name, value in _plain(offer.give).items()},
                **{f"take_{name}": value for name, value in _plain(offer.take).items()},
            }
        case GameStarted(seats=seats):
            return {"seats": seats}
        case _:
            return _plain(fact)


def _plain(struct: Any) -> dict[str, Value]:
    """The fields of a struct as numbers and short texts, pairs as `1:5`; maps are left out."""
    plain: dict[str, Value] = {}
    for name, value in msgspec.structs.asdict(struct).items():
        if isinstance(value, bool):
            plain[name] = int(value)
        elif isinstance(value, int | str):
            plain[name] = value
        elif isinstance(value, msgspec.Struct):
            plain.update(_plain(value))
        elif isinstance(value, tuple):
            plain[name] = ",".join(":".join(map(str, item)) if isinstance(item, tuple) else str(item) for item in value)
    return plain
