"""Which seats people played, and which a computer."""

from __future__ import annotations

from collections import Counter

from hub.domain.commands import SeatCommand
from hub.domain.ids import Seat
from hub.records.story import moves_of
from hub.table.game.live import Played

BOT = "bot-"
"""How the requests of bots begin (`hub.table.automatic.bots`)."""


def computers(played: Played) -> frozenset[Seat]:
    """The seats that a computer played most of the time."""
    by_people: Counter[Seat] = Counter()
    for stored, move in moves_of(played):
        if isinstance(move.command, SeatCommand):
            by_people[move.command.seat] += -1 if stored.request.startswith(BOT) else 1
    return frozenset(seat for seat, more in by_people.items() if more < 0)
