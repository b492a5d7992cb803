"""How a game begins: money for everybody, and the first turn to the highest throw (classic-01)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hub.domain.commands import StartGame, Throw
from hub.domain.ids import BANK
from hub.domain.state import GameStarted
from hub.domain.tasks import OpeningThrowPending
from hub.domain.tickets import TicketsShuffled
from hub.domain.turns import OpeningThrown, TurnBegan
from hub.rules.game import Game
from hub.rules.payments import pay
from hub.rules.ports import Action, Chance
from hub.rules.reasons import Reason, Rejected


@dataclass(frozen=True)
class HighestThrowStarts:
    """Everybody throws `dice_count` dice once, in seat order.

    The highest begins, tied seats throw again among themselves.
    """

    money: int
    dice_count: int = 2

    def actions(self) -> tuple[Action[Any], ...]:
        return (Action(StartGame, self.refuse, self.start),)

    def set_up(self, game: Game, seats: int, chance: Chance) -> StartGame:
        """The start command, with shuffled decks."""
        decks = {name: chance.shuffled(cards) for name, cards in game.rules.track.decks.items()}
        tickets = chance.shuffled(game.rules.track.tickets)
        return StartGame(seats, decks, house_rules=game.rules.agreed, tickets=tickets)

    def refuse(self, game: Game, command: StartGame) -> Rejected | None:
        least, most = game.rules.seats
        decks = game.rules.track.decks
        if game.state.turns.out:
            return Rejected(Reason.ALREADY_STARTED)
        if not least <= command.seats <= most:
            return Rejected(Reason.SEATS_OUT_OF_RANGE, {"least": least, "most": most})
        if {name: sorted(order) for name, order in command.decks.items()} != {n: sorted(c) for n, c in decks.items()}:
            return Rejected(Reason.DECK_INCOMPLETE)
        if sorted(command.tickets) != sorted(game.rules.track.tickets):
            return Rejected(Reason.DECK_INCOMPLETE)
        return None if command.house_rules == game.rules.agreed else Rejected(Reason.HOUSE_RULES_DIFFER)

    def start(self, game: Game, command: StartGame) -> None:
        rules = game.rules
        game.emit(GameStarted(command.seats, len(rules.track.spaces), command.decks, rules.stock))
        if command.tickets:
            game.emit(TicketsShuffled(command.tickets))
        for seat in range(command.seats):
            pay(game, BANK, seat, self.money, "start_money", {})
        game.ask(OpeningThrowPending(tuple(range(command.seats))))

    def dice(self, game: Game, task: OpeningThrowPending) -> int:
        return self.dice_count

    def thrown(self, game: Game, task: OpeningThrowPending, command: Throw) -> None:
        game.emit(OpeningThrown(command.seat, command.faces, command.source))
        thrown = (*task.thrown, (command.seat, sum(command.faces)))
        if len(task.seats) > 1:
            game.ask(OpeningThrowPending(task.seats[1:], thrown))
            return
        highest = max(total for _, total in thrown)
        tied = tuple(seat for seat, total in thrown if total == highest)
        if len(tied) > 1:
            game.ask(OpeningThrowPending(tied))
        else:
            game.emit(TurnBegan(tied[0], 1))
