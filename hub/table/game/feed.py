"""The feed: facts as keys and figures, which browsers turn into sentences.

A line's arguments are the fact's fields; lists become comma-separated numbers, and a trade offer is flattened. The
number of a share offer is left out, since it would reveal how many offers others have made. Facts that only control
the game (the agenda) are not shown, and neither is the order of decks and tickets. A line whose fact is not public
(`hub.domain.secrecy`) is shown to its circle; sealed bids and maximums are shown to nobody, a reveal to everybody.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from hub.domain.auctions import BidHidden, MaximumHidden, MaximumTakenBack
from hub.domain.decks import TicketsShuffled
from hub.domain.facts import Fact
from hub.domain.history import Entry, Move, Redone, Undone
from hub.domain.ids import snake
from hub.domain.ledger import MoneyMoved, RentAsked, RentRequestable, RentsLapsed
from hub.domain.offers import TradeOffered
from hub.domain.secrecy import circle_of
from hub.domain.shares import ShareOfferClosed, SharesOffered
from hub.domain.state import GameStarted
from hub.domain.tasks import AgendaSet
from hub.domain.turns import OpeningThrown, TurnBegan
from hub.table.game.shown import ShownLog
from hub.table.interfaces.storage import StoredEntry
from hub.table.wire.audience import Audience
from hub.table.wire.contract import Explanation, FeedLine, Value

NOT_SHOWN = (AgendaSet, BidHidden, MaximumHidden, MaximumTakenBack, RentsLapsed, TicketsShuffled)
LINES_MAXIMUM = 40
ENTRIES_KEPT = 128


class Feed:
    """The lines of a log, computed on demand; those of the newest entries are cached."""

    def __init__(self, rows: Mapping[str, str], entries: Sequence[StoredEntry]) -> None:
        self._rows, self._entries = rows, entries
        self._shown: dict[int, tuple[tuple[FeedLine, ...], dict[int, Fact]]] = {}

    def newest(self, in_force: Container[int], undos: Container[int], log: ShownLog) -> tuple[FeedLine, ...]:
        """The newest lines that an audience is shown, oldest first.

        Only whole moves are returned, since a page requests older lines by the oldest move it has; the newest move
        with lines for this audience is returned whole, however long. Moves that are neither in force nor undos are
        marked as undone.
        """
        newest: list[FeedLine] = []
        for seq in range(len(self._entries) - 1, -1, -1):
            if not log.shows(seq):
                continue
            lines = tuple(_numbered(line, log, seq) for line in self._known(seq, log.audience))
            if seq not in in_force and seq not in undos:
                lines = tuple(msgspec.structs.replace(line, undone=True) for line in lines)
            if newest and len(newest) + len(lines) > LINES_MAXIMUM:
                break
            newest.extend(reversed(lines))
        return tuple(reversed(newest))

    def _known(self, seq: int, audience: Audience) -> tuple[FeedLine, ...]:
        lines, private = self._lines(seq)
        if not private:
            return lines
        return tuple(
            line for place, line in enumerate(lines) if place not in private or audience.may_know(private[place])
        )

    def _lines(self, seq: int) -> tuple[tuple[FeedLine, ...], dict[int, Fact]]:
        """The lines of an entry, and the facts behind those that are not public, by index of the line."""
        if seq not in self._shown:
            stored = self._entries[seq]
            private = {line: fact for line, fact in enumerate(shown_facts(stored.entry)) if circle_of(fact) is not None}
            self._shown[seq] = tuple(_entry_lines(stored, self._rows)), private
            if len(self._shown) > ENTRIES_KEPT:
                del self._shown[min(self._shown)]
        return self._shown[seq]


def _numbered(line: FeedLine, log: ShownLog, seq: int) -> FeedLine:
    """A line with entry number, and count and first of undone moves, as the audience of `log` counts them."""
    if seq in log.undone:
        moves, first = log.undone[seq]
        line = msgspec.structs.replace(line, args={"moves": moves, "first": first})
    number = log.number(seq)
    return line if number == line.move else msgspec.structs.replace(line, move=number)


def shown_facts(entry: Entry) -> Iterator[Fact]:
    """The facts of an entry that have a line each, in order."""
    if isinstance(entry, Move):
        yield from (fact for fact in entry.facts if not isinstance(fact, NOT_SHOWN))


def _entry_lines(stored: StoredEntry, rows: Mapping[str, str]) -> Iterator[FeedLine]:
    match stored.entry:
        case Move():
            yield from (line for _, line in shown_lines(stored.seq, stored.entry, rows))
        case Undone(moves=count):
            yield FeedLine(move=stored.seq, key="undone", args={"moves": count})
        case Redone():
            yield FeedLine(move=stored.seq, key="redone", args={})


def shown_lines(seq: int, move: Move, rows: Mapping[str, str]) -> Iterator[tuple[Fact, FeedLine]]:
    """The shown facts of a move, each with its line; the line of a game's first turn says why that seat begins."""
    thrown = any(isinstance(fact, OpeningThrown) for fact in move.facts)
    for fact in shown_facts(move):
        line = fact_line(seq, fact, rows)
        if isinstance(fact, TurnBegan) and fact.number == 1:
            line = msgspec.structs.replace(line, args={**line.args, "by": "throw" if thrown else "chance"})
        yield fact, line


def fact_line(move: int, fact: Fact, rows: Mapping[str, str]) -> FeedLine:
    explanation, payment = None, fact.due if isinstance(fact, RentRequestable | RentAsked) else fact
    if isinstance(payment, MoneyMoved):
        explanation = Explanation(rows.get(payment.purpose, ""), payment.purpose, payment.inputs)
    return FeedLine(move=move, key=snake(type(fact).__name__), args=_args(fact), explanation=explanation)


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
        case SharesOffered() | ShareOfferClosed():
            return {name: value for name, value in _plain(fact).items() if name not in {"id", "offer"}}
        case GameStarted(seats=seats):
            return {"seats": seats}
        case _:
            return _plain(fact)


def _plain(struct: Any) -> dict[str, Value]:
    """The fields of a struct as numbers and short strings, pairs as `1:5`; maps are left out."""
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
