"""An end that is agreed on while playing: after so many rounds, or after the round that is played at a certain time.

The rules know no clock: that the time has come is said by the hub, with a command (`hub.features.bedtime`).
"""

from hub.domain.rounds import AgreeEnd, CallLastRound, EndAgreed, RoundPlayed
from hub.rules.asking import closed
from hub.rules.game import Game
from hub.rules.handlers import Handler, Handlers
from hub.rules.house_rules.rounds import end_by_assets, round_over
from hub.rules.reasons import Reason, Rejected

ROUNDS_MAXIMUM = 60
LAST = 1


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
