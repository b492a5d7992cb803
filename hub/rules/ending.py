"""How a game ends: the last solvent player wins (classic-32), or the richest after the last round.

Rounds are limited by a house rule, or by an end that is agreed on while playing: after so many rounds, or after the one
that is played at a certain time. The rules know no clock: that the time has come is said by the hub, with a command
(`hub.features.bedtime`). A round is over when the turn comes back to, or past, the seat that had the first one, even if
that seat is out. Decision 0015 says what counts, and why selling everything just before the end changes nothing.
"""

from hub.domain.facts import Fact
from hub.domain.ids import Seat, seat_of
from hub.domain.turns import (
    AgreeEnd,
    AssetsReckoned,
    CallLastRound,
    EndAgreed,
    GameWon,
    RoundBegan,
    RoundPlayed,
    Turns,
    solvent,
)
from hub.rules.asking import closed
from hub.rules.assets import estate_value, net_worth, shares_value
from hub.rules.game import Game, Handler, Handlers, Part, Reason, Rejected, part

ROUNDS_MAXIMUM = 60
LAST = 1


@part(sheet="last_solvent_wins")
def last_solvent_wins(game: Game, fact: Fact) -> None:
    """Reaction to a fact that puts a seat out: with one seat left the game is over."""
    left = solvent(game.state)
    if len(left) == 1:
        game.emit(GameWon(left[0]))
        game.tasks.clear()


@part(sheet="round_limit")
class RoundLimit(Part):
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
    """What the net worth of a seat consists of."""
    cash, owed = game.state.ledger.balances[seat], game.state.credit.owed[seat]
    return AssetsReckoned(seat, cash, estate_value(game, seat), shares_value(game, seat), owed, net_worth(game, seat))


def handlers() -> Handlers:
    """What is said of the end. Nobody is asked for it, so it can be said at any time."""
    return Handler(AgreeEnd, _refuse_end, _agree_end), Handler(CallLastRound, _refuse_call, _call_last_round)


def ends_now(game: Game) -> bool:
    """Whether the game ends as agreed instead of the next turn. Counts the round that is over, if more are to come."""
    turns = game.state.turns
    if not round_over(turns):
        return False
    if turns.rounds_left > LAST:
        game.emit(RoundPlayed(turns.rounds_left - 1))
        return False
    end_by_assets(game)
    return True


def _refuse_end(game: Game, command: AgreeEnd) -> Rejected | None:
    if ended := closed(game):
        return Rejected(ended)
    possible = 0 <= command.rounds <= ROUNDS_MAXIMUM and command.at_ms >= 0 and not (command.rounds and command.at_ms)
    turns = game.state.turns
    known = (command.rounds, command.at_ms) == (turns.rounds_left, turns.bedtime_ms)
    return None if possible and not known else Rejected(Reason.NOT_NOW)


def _agree_end(game: Game, command: AgreeEnd) -> None:
    game.emit(EndAgreed(command.rounds, command.at_ms))


def _refuse_call(game: Game, _command: CallLastRound) -> Rejected | None:
    return None if game.state.turns.bedtime_ms and not closed(game) else Rejected(closed(game) or Reason.NOT_NOW)


def _call_last_round(game: Game, _command: CallLastRound) -> None:
    game.emit(EndAgreed(LAST, 0))
