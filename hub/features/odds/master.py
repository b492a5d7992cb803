"""The master: a bot that compares its possible answers by rollouts, and gives the one that wins most often.

It departs from what a sensible bot would do only for something that is clearly better. Obvious answers are given at
once; everything else is a dilemma, which takes a moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack

from hub.bots import sensible
from hub.bots.sight import Bot, Sight
from hub.domain.commands import AcceptTrade, Advance, AskRent, DeclineTrade, Draw, OfferTrade, SeatCommand
from hub.domain.ids import Seat
from hub.domain.shares import AcceptShares, DeclineShares, FileReport
from hub.features.odds.candidates import answers_to, candidates
from hub.features.odds.comparing import Arena, Compared, InThisProcess, compare
from hub.features.odds.outlook import Budget, never, usual_jobs
from hub.features.odds.position import Position, is_fitted, seen_by
from hub.rules.slots import Rules
from hub.simulation.workers import GivenUp, Workers, WorkersLost
from hub.table.automatic.bots import Chooser, MoreBots

ROLLOUTS_EACH, SECONDS = 12, 1.0
"""What a decision may cost for each possible answer, and in all."""

TO_THE_END = Budget(48, SECONDS)
"""What it may cost where rollouts have to be played to their end."""

PATIENCE_S = 10
"""How long a table waits for these processes, which give way to all others, on a computer that is too busy for them."""

ENOUGH = 0.5
"""Standard errors by which something must be better than what a sensible bot would do."""

IDEAS_PER_TURN = 12
"""How many decisions it thinks about in one turn; then it goes on like a sensible bot, which always finishes."""

PLAIN = (Advance, Draw, AskRent, FileReport, AcceptShares, DeclineShares)
"""What is not thought about: there is nothing else to do, or it is a matter between two."""

TURNS_BETWEEN_OFFERS = 24
"""Whoever did not take an offer gets no other within so many turns of the table, besides a sensible bot's."""


class Dilemma:
    """A decision of `seat` in a position as it knows it; a sensible bot would do what is `usual`.

    Creating one is quick; thinking takes time.
    """

    def __init__(self, position: Position, seat: Seat, usual: SeatCommand, master: Master, luck: str) -> None:
        self._position, self._seat, self._usual, self._master, self._luck = position, seat, usual, master, luck

    def think(self, unwanted: Callable[[], bool] = never) -> SeatCommand | None:
        """The chosen command, None once `unwanted`. The usual one if the processes are killed or get no time."""
        began_s = time.monotonic()
        try:
            return self._thought(lambda: unwanted() or time.monotonic() - began_s > PATIENCE_S)
        except GivenUp:
            return None if unwanted() else self._usual
        except WorkersLost:
            return self._usual

    def _thought(self, given_up: Callable[[], bool]) -> SeatCommand:
        position, seat, command = self._position, self._seat, self._usual
        answers = self._master.answers(position, seat, command)
        if len(answers) > 1:
            fitted = is_fitted(position.rules)
            budget = Budget(ROLLOUTS_EACH * len(answers), SECONDS) if fitted else TO_THE_END
            arena = Arena(self._master.workers, position, answers, self._luck, given_up)
            command = chosen(compare(arena, answers, seat, budget), command, seat)
        self._master.note(command)
        return command


def chosen(found: list[Compared], usual: SeatCommand, seat: Seat) -> SeatCommand:
    """The best answer, unless the usual one is about as good."""
    best = found[0]
    known = next(one for one in found if one.command == usual)
    return best.command if best is not known and best.is_better(known, seat, ENOUGH) else usual


class Master(Bot):
    """Plays one seat of one game; `seed` is that of its rollouts, which `workers` play."""

    def __init__(self, bot: Bot, seed: str, workers: Workers) -> None:
        self._sensible, self._seed, self.workers = bot, seed, workers
        self._turn, self._ideas = -1, 0
        self._offered: dict[Seat, tuple[int, OfferTrade]] = {}

    def choose(self, sight: Sight) -> SeatCommand | None:
        found = self.consider(sight)
        return found.think() if isinstance(found, Dilemma) else found

    def consider(self, sight: Sight) -> SeatCommand | Dilemma | None:
        """A command if it is obvious, else a dilemma; None if there is nothing to do. Takes only a moment."""
        usual, task = self._sensible.choose(sight), sight.task
        if usual is None or task is None or isinstance(usual, PLAIN):
            return usual
        if sight.turns.number != self._turn:
            self._turn, self._ideas = sight.turns.number, 0
        if self._ideas >= IDEAS_PER_TURN:
            return usual
        self._ideas += 1
        return Dilemma(sight.known(seen_by), sight.seat, usual, self, f"{self._seed}/{self._turn}/{self._ideas}")

    def answers(self, position: Position, seat: Seat, usual: SeatCommand) -> tuple[SeatCommand, ...]:
        """The possible answers, the usual one first; without other offers to those who did not take one lately."""
        if isinstance(usual, AcceptTrade | DeclineTrade):
            others = answers_to(position, seat, usual.offer)
        else:
            others = candidates(position, seat, shrewd=True)
        return tuple(dict.fromkeys((usual, *[one for one in others if not self._is_tired(position, one)])))

    def note(self, command: SeatCommand) -> None:
        """Remember a command that was played, so that nobody is pestered with offers."""
        if isinstance(command, OfferTrade):
            self._offered[command.to] = self._turn, command

    def _is_tired(self, position: Position, command: SeatCommand) -> bool:
        """Whether it is an offer to a seat that was made one lately, and did not take it."""
        if not isinstance(command, OfferTrade) or command.to not in self._offered:
            return False
        (turn, offer), hands = self._offered[command.to], position.state.deeds.hands
        taken = {*offer.take.deeds} <= {*hands[offer.seat]} and {*offer.give.deeds} <= {*hands[offer.to]}
        return not taken and self._turn - turn < TURNS_BETWEEN_OFFERS


def master(rules: Rules, workers: Workers | None = None) -> Callable[[str], Master]:
    """A factory of masters for the seats of a game, from the seed of their rollouts.

    Without `workers` they think in this process: for whole games of bots, never in a hub.
    """
    make = sensible(rules)
    return lambda seed: Master(make(seed), seed, workers or InThisProcess(jobs=1))


PLAYERS: Mapping[str, Callable[[Rules], Callable[[str], Bot]]] = {"master": master}
"""The kind of bot that odds add to those of `hub.bots`: what makes one for a seat; the text seeds its luck."""


def table_bots(closing: ExitStack) -> MoreBots:
    """Masters for a table. Processes begin with the first dilemma, rest while no bot plays, and end with `closing`."""
    workers = Workers(usual_jobs())
    closing.callback(workers.close)

    def chooser(rules: Rules, seed: str) -> Chooser:
        """What chooses for one seat of one game."""
        bot = master(rules, workers)(seed)
        return lambda game, seat: bot.consider(Sight(game, seat))

    return MoreBots({"master": chooser}, workers.close)
