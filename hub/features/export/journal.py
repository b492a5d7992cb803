"""Every payment with its rule, its formula and the figures in it."""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.ledger import MoneyMoved
from hub.features.export.sheets import MOVE, TIME, TURN, Sheet, fixed, money
from hub.features.export.teller import Teller
from hub.records.story import Story
from hub.spreadsheet import Cell, local_time

COLUMNS = fixed(MOVE, TURN, TIME, "payer", "payee", money("amount"), "happened", "purpose", "row", "formula", "inputs")


def rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
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
