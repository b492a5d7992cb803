"""Who had how much at the end of each turn; the last row is the turn that runs, or the end of the game.

All accounts of a row add up to zero, and from one row to the next each account changes by its payments in the journal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hub.domain.ids import BANK, NOBODY, POT
from hub.features.export.sheets import TIME, TURN, Column, Sheet
from hub.features.export.teller import Teller
from hub.records.story import Story
from hub.spreadsheet import Cell, local_time


def columns(story: Story) -> Sequence[Column]:
    """One for each seat, then the pot and the bank."""
    seats = [Column(f"seat_{seat}", "money", name) for seat, name in enumerate(story.record.names)]
    return [TURN, Column("on_turn"), TIME, *seats, Column("pot", "money"), Column("bank", "money")]


def rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per turn; turn 0 is what everybody began with."""
    for end in story.turns:
        on_turn = "" if end.seat == NOBODY else tell.account(end.seat)
        yield end.turn, on_turn, local_time(end.at_ms), *end.balances[:POT], end.balances[POT], end.balances[BANK]


BALANCES = Sheet("balances", columns, rows)
