"""Who had how much at the end of each turn; the last row is the turn that runs, or the end of the game.

Over all accounts a row adds up to zero, and from one row to the next each account changes by its payments in the
journal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from hub.domain.ids import BANK, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.turns import TurnBegan
from hub.export.sheets import TIME, TURN, Cell, Column, Sheet, local_time
from hub.export.story import Story
from hub.export.words import Teller


def columns(story: Story) -> Sequence[Column]:
    """One for each seat, then the pot and the bank."""
    seats = [Column(f"seat_{seat}", "money", name) for seat, name in enumerate(story.record.names)]
    return [TURN, Column("on_turn"), TIME, *seats, Column("pot", "money"), Column("bank", "money")]


def rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per turn; turn 0 is what everybody began with."""
    balances, on_turn = [0] * (len(story.record.names) + 2), ""
    for turn, facts in groupby(story.facts, lambda told: told.turn):
        at_ms = 0
        for told in facts:
            at_ms = told.at_ms
            if isinstance(told.fact, TurnBegan):
                on_turn = tell.account(told.fact.seat)
            elif isinstance(told.fact, MoneyMoved):
                balances[told.fact.payer] -= told.fact.amount
                balances[told.fact.payee] += told.fact.amount
        yield turn, on_turn, local_time(at_ms), *balances[:POT], balances[POT], balances[BANK]


BALANCES = Sheet("balances", columns, rows)
