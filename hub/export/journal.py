"""Every payment with the rule behind it, its formula and the figures that went in."""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.ledger import MoneyMoved
from hub.export.sheets import MOVE, TIME, TURN, Cell, Column, Sheet, fixed, local_time
from hub.export.story import Story
from hub.export.words import Teller

COLUMNS = fixed(
    MOVE,
    TURN,
    TIME,
    Column("payer"),
    Column("payee"),
    Column("amount", "money"),
    Column("told"),
    Column("purpose"),
    Column("row"),
    Column("formula"),
    Column("inputs"),
)


def rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per payment, in order."""
    for told in story.facts:
        fact = told.fact
        if isinstance(fact, MoneyMoved):
            yield (
                told.move,
                told.turn,
                local_time(told.at_ms),
                tell.account(fact.payer),
                tell.account(fact.payee),
                fact.amount,
                tell.payment(fact),
                fact.purpose,
                story.rules.rows.get(fact.purpose, ""),
                tell.formula(fact),
                "; ".join(f"{name} {value}" for name, value in fact.inputs.items()),
            )


JOURNAL = Sheet("journal", COLUMNS, rows)
