"""A limited number of rounds, after which the seat with the most assets wins.

A round is over when the turn comes back to, or past, the seat that had the first one, even if that seat is out.
Decision 0015 says what counts, and why selling everything just before the end changes nothing.
"""

from hub.domain.ids import Seat, seat_of
from hub.domain.rounds import AssetsReckoned, RoundBegan
from hub.domain.turns import GameWon, Turns, solvent
from hub.rules.assets import estate_value
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.shares.price import guide_price


@part(sheet="round_limit")
class RoundLimit:
    """The step before the next turn, which ends the game after the last of `rounds` rounds."""

    rounds: int

    def enter(self, game: Game) -> None:
        turns = game.state.turns
        if not round_over(turns):
            return
        if turns.round < self.rounds:
            game.emit(RoundBegan(turns.round + 1, self.rounds))
        else:
            end_by_assets(game)


def round_over(turns: Turns) -> bool:
    """Whether the next seat to play begins a round: clockwise it is no farther from the first seat than this one."""
    count, first = len(turns.out), seat_of(turns.first)
    ahead = (seat % count for seat in range(turns.seat + 1, turns.seat + 1 + count))
    following = next((seat for seat in ahead if not turns.out[seat] and not turns.skips[seat]), turns.seat)
    return (following - first) % count <= (turns.seat - first) % count


def end_by_assets(game: Game) -> None:
    """The seat with the most assets wins; in a tie the one with more money, then the one later in turn order."""
    found = [assets(game, seat) for seat in solvent(game.state)]
    for reckoned in found:
        game.emit(reckoned)
    first, count = seat_of(game.state.turns.first), len(game.state.turns.out)
    game.emit(GameWon(max(found, key=lambda one: (one.total, one.cash, (one.seat - first) % count)).seat))


def assets(game: Game, seat: Seat) -> AssetsReckoned:
    """Money, deeds at the printed price less a mortgage, buildings at cost, shares at the guide price, less credit.

    All shares that a seat holds count, including its own, so that dealing at the guide price changes nothing.
    """
    state = game.state
    cash, estate, owed = state.ledger.balances[seat], estate_value(game, seat), state.credit.owed[seat]
    shares = sum(held[seat] * guide_price(game, issuer) for issuer, held in enumerate(state.shares.holdings))
    return AssetsReckoned(seat, cash, estate, shares, owed, cash + estate + shares - owed)
