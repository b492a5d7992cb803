"""What one finished game leaves for the hall of fame: who won, who paid rent to whom, and how much at most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from msgspec import Struct

from hub.domain.ids import NOBODY, Holder, Seat, seat_of
from hub.domain.ledger import MoneyMoved
from hub.domain.turns import GameWon
from hub.features.evening.figures import RENT
from hub.records.story import computers, moves_of
from hub.table.game.live import Played
from hub.table.interfaces.storage import GameRecord


class PaidRents(Struct, frozen=True):
    """What one seat paid another in rent: how often, and the highest with the deed's name as printed and in English."""

    payer: Seat
    payee: Seat
    times: int
    highest: int
    place: str
    english: str


class Fame(Struct, frozen=True):
    """A game that was won. `board` is what it was played on (`Rules.board`); computers are nobody to be praised."""

    record: GameRecord
    winner: Seat
    rents: tuple[PaidRents, ...]
    board: str
    computers: frozenset[Seat] = frozenset()


def fame_of(played: Played) -> Fame | None:
    """The results of a game, None as long as nobody has won it. Reads no more than it needs: it runs for all games."""
    winner: Holder = NOBODY
    paid: defaultdict[tuple[Seat, Seat], list[MoneyMoved]] = defaultdict(list)
    for _, move in moves_of(played):
        for fact in move.facts:
            if isinstance(fact, GameWon):
                winner = fact.seat
            elif isinstance(fact, MoneyMoved) and fact.purpose.startswith(RENT) and min(fact.payer, fact.payee) >= 0:
                paid[seat_of(fact.payer), seat_of(fact.payee)].append(fact)
    if winner == NOBODY:
        return None
    rents = tuple(_between_seats(played, paid))
    return Fame(played.record, seat_of(winner), rents, played.rules.board, computers(played))


def _between_seats(played: Played, paid: Mapping[tuple[Seat, Seat], list[MoneyMoved]]) -> Iterator[PaidRents]:
    for (payer, payee), found in paid.items():
        highest = max(found, key=lambda fact: fact.amount)
        space = played.rules.track.spaces[highest.inputs["deed"]]
        yield PaidRents(payer, payee, len(found), highest.amount, space.name, space.english or space.name)
