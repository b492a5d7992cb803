"""How a game begins: decks, money and pieces, and who has the first turn (classic-01, mpmp-01) [P20]."""

from typing import Self

from msgspec.structs import replace

from hub.domain.commands import StartGame, Throw
from hub.domain.decks import TicketsShuffled
from hub.domain.ids import BANK
from hub.domain.state import GameStarted
from hub.domain.tasks import OpeningThrowPending
from hub.domain.turns import OpeningThrown, TurnBegan
from hub.rules.game import Chance, Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.payments import pay


class Dealing(Part):
    """Decks and tickets are shuffled, and everybody has `money` from the bank; subclasses say who begins."""

    money: int

    def handlers(self) -> Handlers:
        return (Handler(StartGame, self.refuse, self.start),)

    def dealing(self, money: int) -> Self:
        return replace(self, money=money)

    def set_up(self, game: Game, seats: int, chance: Chance) -> StartGame:
        track = game.rules.track
        decks = {name: chance.shuffled(cards) for name, cards in game.rules.cards.piles(track).items()}
        tickets = chance.shuffled(track.tickets)
        return StartGame(seats, decks, 0, game.rules.agreed, tickets, track.printing.digest)

    def refuse(self, game: Game, command: StartGame) -> Rejected | None:
        """Refuse a second start, too few or too many seats, incomplete decks, other house rules or tables."""
        least, most = game.rules.seats
        if game.state.turns.out:
            return Rejected(Reason.ALREADY_STARTED)
        if not least <= command.seats <= most:
            return Rejected(Reason.SEATS_OUT_OF_RANGE, {"least": least, "most": most})
        piles = game.rules.cards.piles(game.rules.track)
        if {name: sorted(order) for name, order in command.decks.items()} != {n: sorted(c) for n, c in piles.items()}:
            return Rejected(Reason.DECK_INCOMPLETE)
        if sorted(command.tickets) != sorted(game.rules.track.tickets):
            return Rejected(Reason.DECK_INCOMPLETE)
        if command.tables != game.rules.track.printing.digest:
            return Rejected(Reason.TABLES_DIFFER)
        return None if command.house_rules == game.rules.agreed else Rejected(Reason.HOUSE_RULES_DIFFER)

    def start(self, game: Game, command: StartGame) -> None:
        game.emit(GameStarted(command.seats, len(game.rules.track.spaces), command.decks, dict(game.rules.stock)))
        if command.tickets:
            game.emit(TicketsShuffled(command.tickets))
        for seat in range(command.seats):
            pay(game, BANK, seat, self.money, "start_money", {})


@part(sheet="highest_throw_starts")
class HighestThrowStarts(Dealing):
    """Everybody throws `dice_count` dice once, in seat order; the highest begins, tied seats throw again."""

    dice_count: int = 2

    def start(self, game: Game, command: StartGame) -> None:
        super().start(game, command)
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


@part(sheet="first_by_chance")
class FirstByChance(Dealing):
    """Chance picks the first seat when the game is set up; nobody throws for it."""

    def set_up(self, game: Game, seats: int, chance: Chance) -> StartGame:
        first = chance.pick(seats)  # before the shuffles, so that old seeds still play the same games
        return replace(super().set_up(game, seats, chance), first=first)

    def refuse(self, game: Game, command: StartGame) -> Rejected | None:
        rejected = super().refuse(game, command)
        if rejected is None and not 0 <= command.first < command.seats:
            return Rejected(Reason.NO_SUCH_SEAT)
        return rejected

    def start(self, game: Game, command: StartGame) -> None:
        super().start(game, command)
        game.emit(TurnBegan(command.first, 1))
