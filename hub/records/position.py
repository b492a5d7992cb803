"""The position at the end of a record: what `--json` prints, and what expectations are compared with."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hub.domain.facts import Fact
from hub.domain.ids import BANK, NOBODY, POT, Account, Holder, Seat, Space, seat_of
from hub.domain.pieces import FREE
from hub.domain.state import State
from hub.domain.tasks import DebtPending
from hub.rules.slots import Rules

DIGEST_LENGTH = 16


class Debt(Struct, frozen=True):
    """A payment that waits for money."""

    debtor: Seat
    creditor: Account
    amount: int
    purpose: str


class RecordPosition(Struct, frozen=True, kw_only=True):
    """Lists are by seat; maps name only what has changed since the beginning.

    `jail` counts missed throws of those in jail, `tickets` those in each hand; `owners` and `buildings` are by deed,
    `task` is the open prompt, `shares` lists the holders of each issuer with the bank last, `owed_reports` says since
    which turn one is owed, `owed` what seats owe the bank.
    `facts` counts what happened and `digest` is a hash of it.
    """

    edition: str
    house_rules: tuple[str, ...]
    seats: tuple[str, ...]
    commands: int
    facts: int
    digest: str
    balances: tuple[int, ...]
    pot: int
    bank: int
    owners: dict[Space, Seat]
    mortgaged: tuple[Space, ...]
    buildings: dict[Space, int]
    stock: dict[str, int]
    spaces: tuple[Space, ...]
    jail: dict[Seat, int]
    release_cards: dict[str, tuple[Seat, ...]]
    tickets: dict[Seat, int]
    out: tuple[Seat, ...]
    debts: tuple[Debt, ...]
    owed: dict[Seat, int]
    on_turn: Holder
    turn: int
    faces: tuple[int, ...]
    winner: Holder
    task: dict[str, Any] | None
    shares: dict[Seat, tuple[int, ...]] = {}
    owed_reports: dict[Seat, int] = {}


def digest_of(facts: Iterable[Fact]) -> str:
    """A hash of a sequence of facts: equal only if they all are, in order."""
    digest, encoder = hashlib.sha256(), msgspec.json.Encoder()
    for fact in facts:
        digest.update(encoder.encode(fact))
    return digest.hexdigest()[:DIGEST_LENGTH]


def position_of(rules: Rules, names: tuple[str, ...], state: State, commands: int, facts: list[Fact]) -> RecordPosition:
    deeds, turns, task = state.deeds, state.turns, state.agenda.task
    dues = [task.due for task in reversed(state.agenda.tasks) if isinstance(task, DebtPending)]
    return RecordPosition(
        edition=rules.id,
        house_rules=rules.agreed,
        seats=names,
        commands=commands,
        facts=len(facts),
        digest=digest_of(facts),
        balances=tuple(state.ledger.balances[: len(names)]),
        pot=state.ledger.balances[POT],
        bank=state.ledger.balances[BANK],
        owners={deed: owner for deed, owner in enumerate(deeds.owner) if owner != NOBODY},
        mortgaged=tuple(deed for deed, mortgaged in enumerate(deeds.mortgaged) if mortgaged),
        buildings={deed: stage for deed, stage in enumerate(deeds.stage) if stage},
        stock=dict(state.supply.stock),
        spaces=tuple(state.pieces.spaces),
        jail={seat: missed for seat, missed in enumerate(state.custody.missed) if missed != FREE},
        release_cards={deck: tuple(sorted(held.values())) for deck, held in state.decks.held.items() if held},
        tickets=dict(sorted(Counter(state.tickets.held.values()).items())),
        out=tuple(seat for seat, out in enumerate(turns.out) if out),
        debts=tuple(Debt(seat_of(due.payer), due.payee, due.amount, due.purpose) for due in dues),
        owed={seat: owed for seat, owed in enumerate(state.credit.owed) if owed},
        on_turn=turns.seat,
        turn=turns.number,
        faces=turns.faces,
        winner=turns.winner,
        task=msgspec.to_builtins(task) if task is not None else None,
        shares={issuer: tuple(held) for issuer, held in enumerate(state.shares.holdings)},
        owed_reports=dict(state.shares.owed),
    )


def as_text(rules: Rules, position: RecordPosition) -> str:
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
