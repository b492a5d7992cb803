"""Every payment with its rule, its formula and the figures in it."""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.ledger import MoneyMoved
from hub.export.sheets import MOVE, TIME, TURN, Cell, Sheet, fixed, local_time, money
from hub.export.story import Story
from hub.export.words import Teller

COLUMNS = fixed(MOVE, TURN, TIME, "payer", "payee", money("amount"), "happened", "purpose", "row", "formula", "inputs")


def rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per payment, in order."""
    for shown in story.facts:
        fact = shown.fact
        if isinstance(fact, MoneyMoved):
            yield (
                shown.move,
                shown.turn,
                local_time(shown.at_ms),
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
