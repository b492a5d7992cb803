"""The position at the end of a record: what `--json` prints, and what expectations are compared with."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from hub.domain.custody import FREE
from hub.domain.facts import Fact
from hub.domain.ids import BANK, NOBODY, POT, Account, Holder, Seat, Space, seat_of
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
    """The position of a game after these facts."""
    deeds, turns, task = state.deeds, state.turns, state.agenda.task
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
        debts=_debts(state),
        owed={seat: owed for seat, owed in enumerate(state.credit.owed) if owed},
        on_turn=turns.seat,
        turn=turns.number,
        faces=turns.faces,
        winner=turns.winner,
        task=msgspec.to_builtins(task) if task is not None else None,
        shares={issuer: tuple(held) for issuer, held in enumerate(state.shares.holdings)},
        owed_reports=dict(state.shares.owed),
    )


def _debts(state: State) -> tuple[Debt, ...]:
    dues = [task.due for task in reversed(state.agenda.tasks) if isinstance(task, DebtPending)]
    return tuple(Debt(seat_of(due.payer), due.payee, due.amount, due.purpose) for due in dues)
