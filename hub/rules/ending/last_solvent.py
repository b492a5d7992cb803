"""The last solvent player wins (classic-32)."""

from hub.domain.facts import Fact
from hub.domain.turns import GameWon, solvent
from hub.rules.game import Game
from hub.rules.parts import part


@part(sheet="last_solvent_wins")
def last_solvent_wins(game: Game, fact: Fact) -> None:
    """Reaction to a fact that puts a seat out: with one seat left the game is over."""
    left = solvent(game.state)
    if len(left) == 1:
        game.emit(GameWon(left[0]))
        game.tasks.clear()
