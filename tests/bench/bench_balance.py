"""Measures how fair and how long an edition is: what groups earn, how often who begins wins, how many rounds.

Run it from the clone: `python tests/bench/bench_balance.py [--edition E] [--games N] [--seats 2 3 4] [--seed S]`.
The return of a group is all rents paid for its deeds, divided by all that was paid for them: prices, commissions and
buildings, less what sales brought back. It is given in proportion to the mean of all groups. The same seed gives the
same figures everywhere.
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Iterable
from itertools import product

import msgspec
from msgspec import Struct

from hub.bots import BOTS
from hub.domain.commands import Command
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.ledger import MoneyMoved
from hub.domain.turns import TurnBegan
from hub.editions import EDITIONS
from hub.rules.game import Game
from hub.rules.slots import Rules
from hub.simulation.match import Player
from hub.table.game.chance import Dice

RENT = ("rent_street", "rent_station", "rent_utility")
SPENT = ("purchase", "commission", "building")
BACK = ("deed_sale", "building_sale")
ROUNDS_MAXIMUM = 1_000


class Balance(Struct, kw_only=True):
    """What a series came to. `returns` are to the mean of the groups, weighted by what was spent on them.

    `beginner_percent` is how many of the games that ended were won by the seat that had the first turn.
    """

    edition: str
    bots: str
    seats: int
    games: int
    unfinished: int
    rounds_median: float
    beginner_percent: float
    returns: dict[str, float]


class Series:
    """What was spent on each deed and what it earned, and who began and who won, over many games."""

    def __init__(self, rules: Rules, kind: str, seats: int) -> None:
        self._rules, self._kind, self._seats, self._make = rules, kind, seats, BOTS[kind](rules)
        self._spent: Counter[Space] = Counter()
        self._earned: Counter[Space] = Counter()
        self._rounds: list[float] = []
        self._games = self._won_by_beginner = 0
        self._beginner: Seat = NOBODY

    def play(self, name: str) -> None:
        """One more game; its name is its luck."""
        bots = [self._make(f"{name}/{seat}") for seat in range(self._seats)]
        match = Player(self._rules, bots, Dice(name), self._noted).play(ROUNDS_MAXIMUM * self._seats)
        self._games += 1
        if match.stopped is None:
            self._rounds.append(match.turns / self._seats)
            self._won_by_beginner += match.winner == self._beginner

    def balance(self) -> Balance:
        ended = len(self._rounds)
        return Balance(
            edition=self._rules.id,
            bots=self._kind,
            seats=self._seats,
            games=self._games,
            unfinished=self._games - ended,
            rounds_median=statistics.median(self._rounds) if ended else 0.0,
            beginner_percent=round(100 * self._won_by_beginner / max(1, ended), 1),
            returns=self._returns(),
        )

    def _noted(self, _game: Game, _command: Command, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            if type(fact) is TurnBegan and fact.number == 1:
                self._beginner = fact.seat
            elif type(fact) is MoneyMoved and "deed" in fact.inputs:
                self._paid(fact)

    def _paid(self, fact: MoneyMoved) -> None:
        deed = fact.inputs["deed"]
        if fact.purpose in RENT:
            self._earned[deed] += fact.amount
        elif fact.purpose in SPENT:
            self._spent[deed] += fact.amount
        elif fact.purpose in BACK:
            self._spent[deed] -= fact.amount

    def _returns(self) -> dict[str, float]:
        mean = self._earned.total() / max(1, self._spent.total())
        return {name: round(self._return(deeds) / mean, 2) for name, deeds in self._rules.track.groups.items()}

    def _return(self, deeds: Iterable[Space]) -> float:
        return sum(self._earned[deed] for deed in deeds) / max(1, sum(self._spent[deed] for deed in deeds))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fair and how long an edition is.")
    parser.add_argument("--edition", default="euronopoly", choices=list(EDITIONS))
    parser.add_argument("--games", type=int, default=2_000, metavar="N", help="games of each setting (2000)")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], metavar="P", help="players (2 3 4)")
    parser.add_argument("--bots", nargs="+", default=["sensible", "bold"], choices=list(BOTS), help="kinds of players")
    parser.add_argument("--seed", default="final", metavar="S", help="the luck of the series (final)")
    options = parser.parse_args()
    for kind, seats in product(options.bots, options.seats):
        series = Series(EDITIONS[options.edition], kind, seats)
        for number in range(options.games):
            series.play(f"{options.seed}/{number}")
        print(msgspec.json.encode(series.balance()).decode(), flush=True)


if __name__ == "__main__":
    main()
