"""Many games in a row with one seed, and the sum of what became of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from hub.bots import BOTS
from hub.bots.ports import Bot
from hub.rules.ports import Chance, Rules
from hub.simulation.checks import Blindfolded, Observer, Peeked, Violation
from hub.simulation.match import BotFault, Match, Player
from hub.table.chance import Dice


@dataclass(frozen=True)
class Plan:
    """`bots` names the kind of player at each seat; game number n of the same seed is the same everywhere."""

    rules: Rules
    bots: tuple[str, ...]
    seed: str
    rounds_maximum: int
    check: bool
    makers: Mapping[str, Callable[[str], Bot]] = field(init=False)

    def __post_init__(self) -> None:
        makers = {kind: BOTS[kind](self.rules) for kind in self.bots}
        object.__setattr__(self, "makers", makers)


class Tally(Struct, kw_only=True):
    """What `bankhalter simulate --json` prints. Speeds are of the playing, checks included."""

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

    def add(self, match: Match, violations: Sequence[Violation], seconds: float) -> None:
        """Count one more game."""
        self.games += 1
        self.finished += match.stopped is None
        self.unfinished += match.stopped is not None
        self.throws += match.throws
        self.facts += match.facts
        self.commands += match.commands
        self.turns += match.turns
        if match.winner >= 0:
            self.wins[match.winner] += 1
        self.seconds += seconds
        self.throws_per_second = round(self.throws / self.seconds, 1)
        self.games_per_second = round(self.games / self.seconds, 2)
        self.violations.extend(violations)


def play_series(plan: Plan, numbers: Sequence[int]) -> Iterator[Tally]:
    """Play the games with these numbers; the running tally after each."""
    tally = Tally(edition=plan.rules.id, seed=plan.seed, bots=plan.bots, wins=[0] * len(plan.bots))
    for number in numbers:
        began = time.perf_counter()
        match, violations = play_one(plan, number)
        tally.add(match, violations, time.perf_counter() - began)
        yield tally


def play_one(plan: Plan, number: int) -> tuple[Match, list[Violation]]:
    """One game of a series, with what was found if it is to be checked. A fault of a bot ends it, and is told."""
    chance = Dice(f"{plan.seed}/{number}")
    observer = Observer(number)
    player = _player(plan, number, chance, observer)
    try:
        player.play(plan.rounds_maximum * len(plan.bots))
    except Peeked as peeked:
        observer.found("secrecy", str(peeked))
        player.match.stopped = str(peeked)
    except BotFault as fault:
        observer.found("bot", str(fault))
        player.match.stopped = str(fault)
    if plan.check:
        observer.ended(player.game)
    return player.match, observer.violations


def _player(plan: Plan, number: int, chance: Chance, observer: Observer) -> Player:
    bots = [plan.makers[kind](f"{plan.seed}/{number}/{seat}") for seat, kind in enumerate(plan.bots)]
    if not plan.check:
        return Player(plan.rules, bots, chance)
    player = Player(plan.rules, bots, chance, observer.noted)
    player.wrap(lambda bot: Blindfolded(bot, player.game.state))
    return player
