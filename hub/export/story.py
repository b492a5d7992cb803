"""What a game told everybody, in order: the facts in force, each with its move, its turn and its time.

Moves that were taken back are left out, so that the sheets add up. Sheets read facts and nothing else of a log; what
was asked for and who asked stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hub.domain.facts import Fact
from hub.domain.history import Move, effective
from hub.domain.turns import TurnBegan
from hub.rules.ports import Rules
from hub.table.live import Played
from hub.table.storage import GameRecord


class Told(Struct, frozen=True):
    """A fact: `move` is its place in the log, `turn` counts from 1 (0 before the first), `at_ms` is wall clock."""

    move: int
    turn: int
    at_ms: int
    fact: Fact


class Story(Struct, frozen=True):
    """A game as the sheets read it."""

    record: GameRecord
    rules: Rules
    facts: tuple[Told, ...]


def story_of(played: Played) -> Story:
    """The facts in force of a log."""
    return Story(played.record, played.rules, tuple(_told(played)))


def _told(played: Played) -> Iterator[Told]:
    turn = 0
    for index in effective(stored.entry for stored in played.entries).moves:
        stored = played.entries[index]
        assert isinstance(stored.entry, Move)
        for fact in stored.entry.facts:
            if isinstance(fact, TurnBegan):
                turn = fact.number
            yield Told(stored.seq, turn, stored.at_ms, fact)
