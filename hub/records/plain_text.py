"""A position as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hub.domain.ids import BANK, NOBODY, Account, Space
from hub.records.position import RecordPosition
from hub.rules.slots import Rules


def as_text(rules: Rules, position: RecordPosition) -> str:
    """Balances, places, deeds, money of the bank, debts, and what the table waits for."""
    return "\n".join(_lines(rules, position))


def _lines(rules: Rules, position: RecordPosition) -> Iterator[str]:
    house_rules = f" with {', '.join(position.house_rules)}" if position.house_rules else ""
    yield f"Edition {position.edition}{house_rules}: {position.commands} commands, {position.facts} facts."
    yield ""
    yield from _table(("Seat", "Player", "Balance", "Space", ""), _seats(rules, position))
    yield ""
    yield f"Bank: {position.bank:,}   Pot: {position.pot:,}"
    if position.stock:
        yield "Stock: " + ", ".join(f"{kind} {count}" for kind, count in position.stock.items())
    yield ""
    if position.owners:
        yield from _table(("Deed", "", "Owner", ""), _deeds(rules, position))
        yield ""
    if position.shares:
        yield from _table(("Shares of", *position.seats, "the bank"), _shares(position))
        yield ""
    for debt in position.debts:
        creditor = _name(position, debt.creditor)
        yield f"Debt: {_name(position, debt.debtor)} owes {creditor} {debt.amount:,} ({debt.purpose})."
    for seat, owed in position.owed.items():
        yield f"Credit: {_name(position, seat)} owes the bank {owed:,}."
    yield _turn(position)
    if position.task is not None:
        yield f"Open prompt: {_task(position.task)}."


def _seats(rules: Rules, position: RecordPosition) -> Iterator[tuple[str, ...]]:
    for seat, name in enumerate(position.seats):
        space = position.spaces[seat]
        remarks = ["out"] if seat in position.out else []
        if seat in position.jail:
            remarks.append(f"in jail, {position.jail[seat]} missed")
        remarks += [f"release card ({deck})" for deck, held in position.release_cards.items() if seat in held]
        if held := position.tickets.get(seat, 0):
            remarks.append("1 ticket" if held == 1 else f"{held} tickets")
        place = f"{space} {_space(rules, space)}"
        yield str(seat), name, f"{position.balances[seat]:,}", place, ", ".join(remarks)


def _deeds(rules: Rules, position: RecordPosition) -> Iterator[tuple[str, ...]]:
    for deed, owner in position.owners.items():
        height = position.buildings.get(deed, 0)
        buildings = rules.ladders[rules.track.deeds[deed].kind].stages[height] if height else {}
        remarks = [f"{count} {kind}" for kind, count in buildings.items()]
        if deed in position.mortgaged:
            remarks.append("mortgaged")
        yield str(deed), _space(rules, deed), position.seats[owner], ", ".join(remarks)


def _shares(position: RecordPosition) -> Iterator[tuple[str, ...]]:
    for issuer, held in position.shares.items():
        if any(held):
            yield position.seats[issuer], *map(str, held)


def _turn(position: RecordPosition) -> str:
    if position.winner != NOBODY:
        return f"Turn {position.turn}: {_name(position, position.winner)} has won."
    if position.on_turn == NOBODY:
        return "The first turn has not begun."
    return f"Turn {position.turn}: it is the turn of {_name(position, position.on_turn)}."


def _task(task: dict[str, Any]) -> str:
    """A task with its plain figures; debts are listed separately."""
    figures = ", ".join(f"{name} {value}" for name, value in task.items() if not isinstance(value, dict | str))
    return f"{task['task']} ({figures})" if figures else str(task["task"])


def _name(position: RecordPosition, account: Account) -> str:
    return position.seats[account] if account >= 0 else "the bank" if account == BANK else "the pot"


def _table(head: Sequence[str], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    """Text in columns as wide as their content."""
    table = [tuple(head), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(head))]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _space(rules: Rules, space: Space) -> str:
    """The name of a space in the language of this text."""
    printed = rules.track.spaces[space]
    return printed.english or printed.name
