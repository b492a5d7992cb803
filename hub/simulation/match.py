"""One game from the set-up to its end, played by bots through the same commands as people."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hub.bots.sight import Bot, Sight
from hub.domain.commands import Command, SeatCommand, Throw
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Holder
from hub.domain.state import State, seats_with_side_questions
from hub.domain.tasks import asked
from hub.rules.game import Chance, Game, Rejected
from hub.rules.slots import Rules

COMMANDS_PER_TURN_MAXIMUM = 2_000
"""More commands than any turn needs; beyond it bots are going round in circles."""

BEFORE = -1
"""No turn has this number; all come later."""


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

    def carry_out(self, command: Command) -> None:
        """Carry out one command, with its random parts filled in. Raises BotFault if the rules refuse it."""
        self._follow(BEFORE, command)

    def play_on(self, turns_maximum: int) -> MatchResult:
        """Play until somebody has won or turn number `turns_maximum` is over. Raises BotFault."""
        turns, match = self.game.state.turns, self.match
        try:
            if turns.winner == NOBODY and turns.number <= turns_maximum:
                self._follow(turns_maximum)
        finally:
            match.turns = turns.number
        match.winner = turns.winner
        if match.winner == NOBODY:
            match.stopped = f"nobody has won after {turns_maximum} turns"
        return match

    def _follow(self, turns_maximum: int, first: Command | None = None) -> None:
        """Carry out the `first` command, then what bots say: side questions, then the seat that is asked."""
        game, match, bots, chance, noted = self.game, self.match, self._bots, self._chance, self._noted
        state, decide, chances = game.state, game.decide, self._chances
        sights, answers = [Sight(game, seat) for seat in range(len(bots))], [bot.by_task() for bot in bots]
        turns, agenda, shares = state.turns, state.agenda, state.shares
        offers, requests, share_offers, owed = state.offers.open, state.rent_requests.open, shares.offers, shares.owed
        number, most, command = BEFORE, match.commands + COMMANDS_PER_TURN_MAXIMUM, first
        while True:
            pending = offers or requests or share_offers or owed
            command = command or (self._side_answer(sights) if pending else None)
            if command is None:
                task = agenda.task
                assert task is not None, "somebody is asked until the game is over"
                seat = seat if (seat := task.seat) != NOBODY else asked(task)[0]
                command = answers[seat][type(task)](sights[seat], task)
                if command is None:
                    raise BotFault(f"seat {seat} does not answer {type(task).__name__}")
            fill = chances.get(type(command))
            if fill is not None:
                command = fill(game, command, chance)
                match.throws += type(command) is Throw
            decided = decide(command)
            if type(decided) is Rejected:
                raise BotFault(f"{command} was refused: {decided.reason.value}")
            match.commands += 1
            match.facts += len(decided)
            if noted is not None:
                noted(game, command, decided)
            if turns.number != number or agenda.task is None:
                if turns.number > turns_maximum or turns.winner != NOBODY:
                    return
                number, most = turns.number, match.commands + COMMANDS_PER_TURN_MAXIMUM
            if match.commands == most:
                raise BotFault(f"turn {number} does not end")
            command = None

    def _side_answer(self, sights: Sequence[Sight]) -> SeatCommand | None:
        """What the first seat says that answers a side question."""
        for seat in seats_with_side_questions(self.game.state):
            command = self._bots[seat].choose(sights[seat])
            if command is not None:
                return command
        return None
