"""Explains the cost of options by the payments they would lead to, decided on copies of the game that are discarded.

Called by `hub.server.http.api` without the table's lock. Only options with an amount are predicted, and none
that involves chance: nobody learns a card, a throw or a sealed bid before its time.
"""

from collections.abc import Sequence
from copy import deepcopy

import msgspec
from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.history import effective_facts
from hub.domain.ledger import MoneyMoved
from hub.domain.state import State, fold
from hub.rules.game import Choice, Game, Rejected, choices, free_choices
from hub.rules.slots import Rules
from hub.table.game.feed import fact_line
from hub.table.game.live import Played
from hub.table.views.options import seats_of
from hub.table.wire.audience import Audience, TableReason
from hub.table.wire.contract import FeedLine


class Payments(Struct, frozen=True):
    """The payments of an option, in order, each line with its explanation; none if money only moves later.

    `refused` says why the option cannot be taken, `details` are figures for that sentence.
    """

    payments: tuple[FeedLine, ...] = ()
    refused: str | None = None
    details: dict[str, int | str] = {}


class Explanations(Struct, frozen=True):
    """The payments of each option that was asked about, in the same order."""

    answers: tuple[Payments, ...]


def explain(played: Played, commands: Sequence[SeatCommand], audience: Audience) -> Explanations | None:
    """The payments of each command by itself; None if one of them involves chance. Folds the log once."""
    rules = played.rules
    if any(type(command) in rules.chances for command in commands):
        return None
    state = fold(effective_facts([stored.entry for stored in played.entries]))
    game = Game(rules, state)
    asking = {command.seat for command in commands}
    offered = {
        seat: [choice for found in (choices, free_choices) for choice, _ in found(game, seat) if choice.cost != 0]
        for seat in seats_of(game, audience)
        if seat in asking
    }
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


def _means(choice: Choice, command: SeatCommand) -> bool:
    """Whether a command is an instance of this choice, with any amount where one may be chosen."""
    if type(choice.command) is not type(command):
        return False
    if choice.maximum is None:
        return choice.command == command
    amount = msgspec.structs.asdict(command)["amount"]
    return bool(msgspec.structs.replace(choice.command, amount=amount) == command)
