"""Many games in a row with one seed, and the sum of what became of them."""

import traceback
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field

from hub.bots import BOTS
from hub.bots.sight import Bot
from hub.domain.ids import NOBODY
from hub.rules.game import Chance
from hub.rules.slots import Rules
from hub.simulation.checks import Blindfolded, Observer, Peeked, Violation
from hub.simulation.match import BotFault, MatchResult, Player
from hub.table.game.chance import Dice


class Plan(Struct, frozen=True, dict=True):
    """`bots` names the kind of player at each seat; game number n of the same seed is the same everywhere.

    `kinds` makes players by name.
    """

    rules: Rules
    bots: tuple[str, ...]
    seed: str
    rounds_maximum: int
    check: bool
    kinds: Mapping[str, Callable[[Rules], Callable[[str], Bot]]] = field(default_factory=lambda: BOTS)

    @cached_property
    def makers(self) -> Mapping[str, Callable[[str], Bot]]:
        return {kind: self.kinds[kind](self.rules) for kind in self.bots}


class Stopped(Struct, frozen=True):
    """A game that did not come to its end: its number in the series, how many turns it had, and why."""

    game: int
    turns: int
    why: str


class Tally(Struct, kw_only=True):
    """What `bankhalter simulate --json` prints.

    `seconds` passed on the clock while games were played and checked, however many processes did it; speeds refer to
    them. All other figures depend on the series alone. `stopped` names the unfinished games.
    """

    edition: str
    seed: str
    bots: tuple[str, ...]
    games: int = 0
    finished: int = 0
    unfinished: int = 0
    throws: int = 0
    facts: int = 0
    commands: int = 0
    turns: int = 0
    wins: list[int]
    seconds: float = 0.0
    throws_per_second: float = 0.0
    games_per_second: float = 0.0
    violations: list[Violation] = []
    stopped: list[Stopped] = []

    def add(self, number: int, match: MatchResult, violations: list[Violation], seconds: float) -> None:
        """Count one more game, `seconds` after the first one began."""
        self.games += 1
        self.finished += match.stopped is None
        if match.stopped is not None:
            self.unfinished += 1
            self.stopped.append(Stopped(number, match.turns, match.stopped))
        self.throws += match.throws
        self.facts += match.facts
        self.commands += match.commands
        self.turns += match.turns
        if match.winner != NOBODY:
            self.wins[match.winner] += 1
        self.seconds = seconds
        self.throws_per_second = round(self.throws / self.seconds, 1)
        self.games_per_second = round(self.games / self.seconds, 2)
        self.violations.extend(violations)


def play_one(plan: Plan, number: int) -> tuple[MatchResult, list[Violation]]:
    """One game of a series, with what a check found; a fault of a bot or the engine is a finding and ends this game."""
    chance = Dice(f"{plan.seed}/{number}")
    observer = Observer(number)
    player = _player(plan, number, chance, observer)
    try:
        player.play(plan.rounds_maximum * len(plan.bots))
    except Peeked as peeked:
        observer.found("secrecy", str(peeked), player.match.commands)
        player.match.stopped = str(peeked)
    except BotFault as fault:
        observer.found("bot", str(fault), player.match.commands)
        player.match.stopped = str(fault)
    except Exception as error:  # noqa: BLE001 whatever it is, it names the game and the command that bring it back
        observer.found("engine", sentence_of(error), player.match.commands)
        player.match.stopped = sentence_of(error)
        return player.match, observer.violations
    if plan.check:
        observer.ended(player.game)
    return player.match, observer.violations


def sentence_of(error: Exception) -> str:
    """An error with the line that raised it."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{error!r} in {Path(at.filename).name}, line {at.lineno}"


def _player(plan: Plan, number: int, chance: Chance, observer: Observer) -> Player:
    bots = [plan.makers[kind](f"{plan.seed}/{number}/{seat}") for seat, kind in enumerate(plan.bots)]
    if not plan.check:
        return Player(plan.rules, bots, chance)
    player = Player(plan.rules, bots, chance, observer.noted)
    player.wrap(lambda bot: Blindfolded(bot, player.game.state))
    return player
