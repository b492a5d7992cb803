"""One game from the set-up to its end, played by bots through the same commands as people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hub.bots.interfaces import Bot
from hub.bots.sight import Sight
from hub.domain.commands import Command, Throw
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Holder
from hub.domain.side_questions import seats_with_side_questions
from hub.domain.state import State
from hub.domain.tasks import asked
from hub.rules.game import Game
from hub.rules.handlers import Chance
from hub.rules.reasons import Rejected
from hub.rules.slots import Rules

COMMANDS_PER_TURN_MAXIMUM = 2_000
"""More commands than any turn needs; beyond it bots are going round in circles."""


class BotFault(Exception):
    """A bot did what it must not: an illegal command, silence where it was asked, or circles without end."""


@dataclass(slots=True)
class MatchResult:
    """What became of one game. `stopped` is why it did not come to its end, None if it did."""

    throws: int = 0
    facts: int = 0
    commands: int = 0
    turns: int = 0
    winner: Holder = NOBODY
    stopped: str | None = None


Noted = Callable[[Game, Command, tuple[Fact, ...]], None]


class Player:
    """Plays a match, from `state` on if there is one. `noted` is called after each command with its facts."""

    def __init__(
        self,
        rules: Rules,
        bots: Sequence[Bot],
        chance: Chance,
        noted: Noted | None = None,
        state: State | None = None,
    ) -> None:
        self.game = Game(rules, state)
        self.match = MatchResult()
        self._chance, self._noted = chance, noted
        self._chances, self._bots = rules.chances, list(bots)

    def wrap(self, around: Callable[[Bot], Bot]) -> None:
        """Wrap each bot in something before the match."""
        self._bots = [around(bot) for bot in self._bots]

    def play(self, turns_maximum: int) -> MatchResult:
        """Play a new game until somebody has won or the turns are used up. Raises BotFault."""
        self.carry_out(self.game.rules.opening.set_up(self.game, len(self._bots), self._chance))
        return self.play_on(turns_maximum)

    def play_on(self, turns_maximum: int) -> MatchResult:
        """Play until somebody has won or turn number `turns_maximum` is over. Raises BotFault."""
        turns, match = self.game.state.turns, self.match
        try:
            self._follow(turns_maximum)
        finally:
            match.turns = turns.number
        match.winner = turns.winner
        if match.winner == NOBODY:
            match.stopped = f"nobody has won after {turns_maximum} turns"
        return match

    def _follow(self, turns_maximum: int) -> None:
        """Carry out what bots say: side questions come first, then the seat that is asked."""
        state, bots, carry_out = self.game.state, self._bots, self.carry_out
        choosers, answers = [bot.choose for bot in bots], [bot.by_task() for bot in bots]
        sights = [Sight(self.game, seat) for seat in range(len(bots))]
        turns, agenda, shares = state.turns, state.agenda, state.shares
        offers, requests, share_offers, owed = state.offers.open, state.rent_requests.open, shares.offers, shares.owed
        while turns.winner == NOBODY and (number := turns.number) <= turns_maximum:
            for _ in range(COMMANDS_PER_TURN_MAXIMUM):
                command = None
                if offers or requests or share_offers or owed:
                    chosen = (choosers[seat](sights[seat]) for seat in seats_with_side_questions(state))
                    command = next((one for one in chosen if one is not None), None)
                if command is None:
                    task = agenda.task
                    assert task is not None, "somebody is asked until the game is over"
                    seat = task.seat
                    if seat == NOBODY:
                        seat = asked(task)[0]
                    command = answers[seat][type(task)](sights[seat], task)
                    if command is None:
                        raise BotFault(f"seat {seat} does not answer {type(task).__name__}")
                carry_out(command)
                if turns.number != number or turns.winner != NOBODY:
                    break
            else:
                raise BotFault(f"turn {number} does not end")

    def carry_out(self, command: Command) -> None:
        """Carry out a command, with its random parts filled in. Raises BotFault if the rules refuse it."""
        game, match = self.game, self.match
        fill = self._chances.get(type(command))
        if fill is not None:
            command = fill(game, command, self._chance)
            match.throws += type(command) is Throw
        decided = game.decide(command)
        if type(decided) is Rejected:
            raise BotFault(f"{command} was refused: {decided.reason.value}")
        match.commands += 1
        match.facts += len(decided)
        if self._noted is not None:
            self._noted(game, command, decided)
