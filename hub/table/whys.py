"""Why an option costs what it costs: the payments it would lead to, decided on a copy of the game and then forgotten.

Asked by `hub.server.explaining` away from the table's own thread. Only what is on offer with an amount is foretold, and
nothing that chance decides: nobody learns a card, a throw or a sealed bid before its time.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.history import effective_facts
from hub.domain.ledger import MoneyMoved
from hub.domain.state import fold
from hub.rules.game import Game
from hub.rules.ports import Choice
from hub.rules.prompts import choices, free_choices
from hub.rules.reasons import Rejected
from hub.table.audience import Audience
from hub.table.contract import FeedLine
from hub.table.feed import fact_line
from hub.table.live import Played
from hub.table.options import seats_of


class Payments(Struct, frozen=True):
    """What would be paid, in order; each line with its why. Nothing if the money moves only later."""

    payments: tuple[FeedLine, ...]


def payments_of(played: Played, command: SeatCommand, audience: Audience) -> Payments | Rejected | None:
    """What a command would pay just now; why it is refused; None if this audience is offered no such amount."""
    game = Game(played.rules, fold(effective_facts([stored.entry for stored in played.entries])))
    if type(command) in played.rules.chances or not any(_amounts(game, audience, command)):
        return None
    decided = game.decide(command)
    if isinstance(decided, Rejected):
        return decided
    paid = (fact for fact in decided if isinstance(fact, MoneyMoved) and audience.may_know(fact))
    return Payments(tuple(fact_line(0, fact, played.rules.rows) for fact in paid))


def _amounts(game: Game, audience: Audience, command: SeatCommand) -> Iterator[bool]:
    """For each choice of the asking seat whether it is this command with an amount."""
    if command.seat in seats_of(game, audience):
        for offered in (choices, free_choices):
            for choice, _ in offered(game, command.seat):
                yield choice.cost != 0 and _means(choice, command)


def _means(choice: Choice, command: SeatCommand) -> bool:
    """Whether a command is this choice, with whatever amount where one may be chosen."""
    if type(choice.command) is not type(command):
        return False
    if choice.maximum is None:
        return choice.command == command
    amount = msgspec.structs.asdict(command)["amount"]
    return bool(msgspec.structs.replace(choice.command, amount=amount) == command)
