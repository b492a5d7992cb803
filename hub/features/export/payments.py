"""Two sheets on money: who had how much at the end of each turn, and every payment with its rule and its formula.

All accounts of a row add up to zero, and from one row to the next each account changes by its payments in the journal.
The last row is the turn that runs, or the end of the game.
"""

from collections.abc import Iterator, Sequence

from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.ledger import MoneyMoved
from hub.features.export.sheets import MOVE, TIME, TURN, Column, Sheet, fixed, for_programs, money
from hub.features.export.teller import Teller
from hub.records.story import Story
from hub.spreadsheet import Cell, local_time

JOURNAL_COLUMNS = fixed(
    MOVE,
    TURN,
    TIME,
    "payer",
    "payee",
    money("amount"),
    "happened",
    "formula",
    *map(for_programs, ("purpose", "row", "inputs")),
)


def balance_columns(story: Story) -> Sequence[Column]:
    """One for each seat, then the pot and the bank."""
    seats = [Column(f"seat_{seat}", "money", name) for seat, name in enumerate(story.record.names)]
    return [TURN, Column("on_turn"), TIME, *seats, Column("pot", "money"), Column("bank", "money")]


def balance_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One per turn; turn 0 is what everybody began with."""
    for end in story.turns:
        on_turn = "" if end.seat == NOBODY else tell.account(end.seat)
        yield end.turn, on_turn, local_time(end.at_ms), *end.balances[:POT], end.balances[POT], end.balances[BANK]


BALANCES = Sheet("balances", balance_columns, balance_rows)


def journal_rows(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
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
                tell.formula(fact),
                fact.purpose,
                story.rules.rows.get(fact.purpose, ""),
                "; ".join(f"{name} {value}" for name, value in fact.inputs.items()),
            )


JOURNAL = Sheet("journal", JOURNAL_COLUMNS, journal_rows)
