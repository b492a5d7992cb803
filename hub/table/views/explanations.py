"""Why options cost what they cost: the payments they would lead to, decided on copies of the game and then forgotten.

Asked by `hub.server.http.explanations` away from the table's own thread. Only options with an amount are
predicted, and nothing that chance decides: nobody learns a card, a throw or a sealed bid before its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import msgspec
from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.history import effective_facts
from hub.domain.ids import Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.state import State, fold
from hub.rules.game import Game
from hub.rules.handlers import Choice
from hub.rules.prompts import choices, free_choices
from hub.rules.reasons import Rejected
from hub.rules.slots import Rules
from hub.table.game.feed import fact_line
from hub.table.game.live import Played
from hub.table.views.options import seats_of
from hub.table.wire.audience import Audience
from hub.table.wire.contract import FeedLine
from hub.table.wire.refusals import TableReason


class Payments(Struct, frozen=True):
    """What an option would pay, in order; each line with its explanation. Nothing if the money moves only later.

    `refused` says why the option cannot be taken, `details` are figures for that sentence.
    """

    payments: tuple[FeedLine, ...] = ()
    refused: str | None = None
    details: dict[str, int | str] = {}


class Explanations(Struct, frozen=True):
    """For each option asked about, in that order, what it would pay."""

    answers: tuple[Payments, ...]


def explain(played: Played, commands: Sequence[SeatCommand], audience: Audience) -> Explanations | None:
    """What commands would pay just now, each by itself; None if chance decides one of them. The log is folded once."""
    rules = played.rules
    if any(type(command) in rules.chances for command in commands):
        return None
    state = fold(effective_facts([stored.entry for stored in played.entries]))
    game = Game(rules, state)
    asking = {command.seat for command in commands}
    offered = {seat: _with_amounts(game, seat) for seat in seats_of(game, audience) if seat in asking}
    return Explanations(
        tuple(
            _payments(rules, state, command, audience)
            if any(_means(choice, command) for choice in offered.get(command.seat, ()))
            else Payments(refused=TableReason.NOT_ALLOWED.value)
            for command in commands
        )
    )


def _payments(rules: Rules, state: State, command: SeatCommand, audience: Audience) -> Payments:
    decided = Game(rules, deepcopy(state)).decide(command)
    if isinstance(decided, Rejected):
        return Payments(refused=decided.reason.value, details=decided.details)
    paid = (fact for fact in decided if isinstance(fact, MoneyMoved) and audience.may_know(fact))
    return Payments(tuple(fact_line(0, fact, rules.rows) for fact in paid))


def _with_amounts(game: Game, seat: Seat) -> list[Choice]:
    """The choices of a seat that have an amount."""
    return [choice for found in (choices, free_choices) for choice, _ in found(game, seat) if choice.cost != 0]


def _means(choice: Choice, command: SeatCommand) -> bool:
    """Whether a command is this choice, with any amount where one may be chosen."""
    if type(choice.command) is not type(command):
        return False
    if choice.maximum is None:
        return choice.command == command
    amount = msgspec.structs.asdict(command)["amount"]
    return bool(msgspec.structs.replace(choice.command, amount=amount) == command)
