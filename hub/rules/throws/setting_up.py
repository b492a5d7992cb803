"""What every opening does: the decks and tickets, the money, the pieces on the start space."""

from hub.domain.commands import StartGame
from hub.domain.ids import BANK, Seat
from hub.domain.state import GameStarted
from hub.domain.tickets import TicketsShuffled
from hub.rules.game import Game
from hub.rules.handlers import Chance
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected


def start_command(game: Game, seats: int, chance: Chance, first: Seat = 0) -> StartGame:
    """The start command, with shuffled decks and tickets."""
    piles = game.rules.cards.piles(game.rules.track)
    decks = {name: chance.shuffled(cards) for name, cards in piles.items()}
    track = game.rules.track
    tickets = chance.shuffled(track.tickets)
    return StartGame(seats, decks, first, game.rules.agreed, tickets, track.printing.digest)


def refuse_start(game: Game, command: StartGame) -> Rejected | None:
    """Refuse a second start, too few or too many seats, decks that are not complete, other house rules or tables."""
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


def deal_out(game: Game, command: StartGame, money: int) -> None:
    """The game has started, and everybody has `money` from the bank."""
    game.emit(GameStarted(command.seats, len(game.rules.track.spaces), command.decks, dict(game.rules.stock)))
    if command.tickets:
        game.emit(TicketsShuffled(command.tickets))
    for seat in range(command.seats):
        pay(game, BANK, seat, money, "start_money", {})
