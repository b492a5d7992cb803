"""The feed: facts told as keys and figures. Sentences are the browsers' business.

A line's arguments are the fact's fields; lists become comma-separated numbers, a trade offer is flattened. Facts
that only steer (the agenda) are not told, and neither is the order of the decks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from hub.domain.agenda import AgendaSet
from hub.domain.facts import Fact
from hub.domain.history import Move, Redone, Undone
from hub.domain.ids import snake
from hub.domain.ledger import MoneyMoved
from hub.domain.offers import TradeOffered
from hub.domain.state import GameStarted
from hub.table.contract import FeedLine, Value, Why
from hub.table.storage import StoredEntry

UNTOLD = (AgendaSet,)
LINES_MAXIMUM = 60


def feed(entries: Sequence[StoredEntry], in_force: Iterable[int], rows: Mapping[str, str]) -> tuple[FeedLine, ...]:
    """The newest lines of a log, the oldest of them first. `in_force` are the moves that are not undone."""
    counted = set(in_force)
    newest: list[FeedLine] = []
    for stored in reversed(entries):
        newest.extend(reversed(list(_entry_lines(stored, stored.seq not in counted, rows))))
        if len(newest) >= LINES_MAXIMUM:
            break
    return tuple(reversed(newest[:LINES_MAXIMUM]))


def _entry_lines(stored: StoredEntry, undone: bool, rows: Mapping[str, str]) -> Iterator[FeedLine]:
    match stored.entry:
        case Move(facts=facts):
            for fact in facts:
                if not isinstance(fact, UNTOLD):
                    yield fact_line(stored.seq, fact, undone, rows)
        case Undone(moves=count):
            yield FeedLine(move=stored.seq, key="undone", args={"moves": count})
        case Redone():
            yield FeedLine(move=stored.seq, key="redone", args={})


def fact_line(move: int, fact: Fact, undone: bool, rows: Mapping[str, str]) -> FeedLine:
    """One fact as a line."""
    why = None
    if isinstance(fact, MoneyMoved):
        why = Why(rows.get(fact.purpose, ""), fact.purpose, fact.inputs)
    return FeedLine(move=move, key=snake(type(fact).__name__), args=_args(fact), why=why, undone=undone)


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
    """The fields of a struct as numbers and short texts; maps are left out."""
    plain: dict[str, Value] = {}
    for name, value in msgspec.structs.asdict(struct).items():
        if isinstance(value, bool):
            plain[name] = int(value)
        elif isinstance(value, int | str):
            plain[name] = value
        elif isinstance(value, tuple):
            plain[name] = ",".join(str(item) for item in value)
    return plain
