"""One game from the set-up to its end, played by bots through the same commands as people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hub.bots.ports import Bot
from hub.bots.sight import Sight
from hub.domain.commands import Command, SeatCommand, Throw
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat
from hub.domain.state import State
from hub.domain.tasks import asked
from hub.rules.chance import with_chance
from hub.rules.game import Game
from hub.rules.ports import Chance, Rules
from hub.rules.reasons import Rejected

COMMANDS_PER_TURN_MAXIMUM = 2_000
"""More commands than any turn needs; beyond it bots are going round in circles."""


class BotFault(Exception):
    """A bot did what it must not: an illegal command, silence where it was asked, or circles without end."""


@dataclass(slots=True)
class Match:
    """What became of one game. `stopped` is why it did not come to its end, None if it did."""

    throws: int = 0
    facts: int = 0
    commands: int = 0
    turns: int = 0
    winner: Seat = NOBODY
    stopped: str | None = None


Chooser = Callable[[Sight], SeatCommand | None]
Noted = Callable[[Game, Command, tuple[Fact, ...]], None]


class Player:
    """Plays a match. `noted` is called after each command with the facts it led to."""

    def __init__(self, rules: Rules, bots: Sequence[Bot], chance: Chance, noted: Noted | None = None) -> None:
        self.game = Game(rules)
        self.match = Match()
        self._chance, self._noted = chance, noted
        self._bots = list(bots)
        self._choosers: list[Chooser] = []
        self._sights: list[Sight] = []

    def wrap(self, around: Callable[[Bot], Bot]) -> None:
        """Put something around each bot before the match."""
        self._bots = [around(bot) for bot in self._bots]

    def play(self, turns_maximum: int) -> Match:
        """Play until somebody has won or the turns are used up. Raises BotFault."""
        game, match, turns = self.game, self.match, self.game.state.turns
        self._do(game.rules.opening.set_up(game, len(self._bots), self._chance))
        self._choosers = [bot.choose for bot in self._bots]
        self._sights = [Sight(game, seat) for seat in range(len(self._bots))]
        turn_began = match.commands
        while turns.winner == NOBODY and match.turns <= turns_maximum:
            self._next()
            if turns.number != match.turns:
                match.turns, turn_began = turns.number, match.commands
            elif match.commands - turn_began > COMMANDS_PER_TURN_MAXIMUM:
                raise BotFault(f"turn {turns.number} does not end")
        match.winner = turns.winner
        if match.winner == NOBODY:
            match.stopped = f"nobody has won after {turns_maximum} turns"
        return match

    def _next(self) -> None:
        """One command: of a seat with something to do beside the prompt, else of a seat that is asked."""
        state = self.game.state
        shares = state.shares
        if (state.offers.open or state.claims.open or shares.offers or shares.owed) and self._did_beside(state):
            return
        task = state.agenda.tasks[-1]
        seat: Seat | None = getattr(task, "seat", None)
        if seat is None:
            seat = asked(task)[0]
        command = self._choosers[seat](self._sights[seat])
        if command is None:
            raise BotFault(f"seat {seat} does not answer {type(task).__name__}")
        self._do(command)

    def _did_beside(self, state: State) -> bool:
        """One command of a seat with an offer to answer, a rent to ask for or a report to file."""
        seats = [offer.to for offer in state.offers.open.values()]
        seats += [due.payee for due in state.claims.open]
        seats += [offer.to for offer in state.shares.offers.values()]
        for seat in (*seats, *state.shares.owed):
            answer = self._choosers[seat](self._sights[seat])
            if answer is not None:
                self._do(answer)
                return True
        return False

    def _do(self, command: Command) -> None:
        match = self.match
        if type(command) in self.game.rules.chances:
            command = with_chance(self.game, command, self._chance)
            match.throws += type(command) is Throw
        decided = self.game.decide(command)
        if type(decided) is Rejected:
            raise BotFault(f"{command} was refused: {decided.reason.value}")
        match.commands += 1
        match.facts += len(decided)
        if self._noted is not None:
            self._noted(self.game, command, decided)
