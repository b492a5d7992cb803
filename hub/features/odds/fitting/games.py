"""Games of bots for an evaluation to learn from: the figures of some positions of each, who won it and when.

A game follows from the seed and its number alone. In some of them seats play at random for a while, so that positions
are known that sensible bots would not get into; only what comes after that is learned from.
"""

import random
from array import array
from contextlib import suppress

from msgspec import Struct

from hub.bots import random_legal, sensible
from hub.bots.sensible.player import ONE_ANSWER
from hub.bots.sight import Bot, Sight
from hub.domain.commands import Command, SeatCommand
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, seat_of
from hub.domain.pieces import PieceMoved
from hub.domain.state import State, seats_with_side_questions
from hub.features.odds.figures import Figures
from hub.features.odds.position import TURNS_MAXIMUM, beginning, unpacked
from hub.rules.ending import end_by_assets
from hub.rules.game import Game
from hub.rules.slots import Rules
from hub.simulation.match import BotFault, Player
from hub.table.game.chance import Dice

SEATS = (2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7, 8)
"""How many play, as often as families do; editions for fewer leave out the rest."""

TURNS_BETWEEN = 10
"""From one position to the next there are 1 to so many turns of the table."""

WHIMSICAL_GAMES, WHIMSICAL_SEATS, WHIMS_UNTIL = 0.3, 0.5, (8, 80)
"""In how many games how many seats play at random at first, and until which turn."""

COUNTED_GAMES = 60
"""From how many games it is known how often a piece lands on each space."""


class Shot(Struct, array_like=True):
    """A position of a game: its turn, the seats that are in, their figures one after the other, those of the table."""

    turn: int
    seats: tuple[Seat, ...]
    own: bytes
    table: bytes


class FitGame(Struct, array_like=True):
    """One game: how many played, the positions, who won, and in which turn."""

    seats: int
    shots: tuple[Shot, ...]
    winner: Seat
    turns: int


class Whimsical(Bot):
    """Plays at random until turn number `until` begins; sensibly from then on, and where there is nothing to choose."""

    def __init__(self, whims: Bot, sense: Bot, until: int) -> None:
        self._whims, self._sense, self._until = whims, sense, until

    def choose(self, sight: Sight) -> SeatCommand | None:
        is_asked_besides = sight.known(lambda _rules, state, _seat: bool(seats_with_side_questions(state)))
        chooses = type(sight.task) not in ONE_ANSWER or is_asked_besides
        bot = self._whims if sight.turns.number < self._until and chooses else self._sense
        return bot.choose(sight)


def play(given: bytes, seed: str, numbers: range) -> list[FitGame]:
    """The games with these numbers that came to an end. Runs in a process; `given` are packed rules and landings."""
    rules, landings = unpacked(given)
    figures = Figures(rules, landings)
    found = [_played(rules, figures, f"{seed}/{number}") for number in numbers]
    return [game for game in found if game is not None]


def landings(rules: Rules, seed: str) -> list[float]:
    """By space, how often a turn of one seat ends a move there."""
    counted, turns = [0] * len(rules.track.spaces), 0

    def count(_game: Game, _command: Command, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            if isinstance(fact, PieceMoved):
                counted[fact.space] += 1

    for number in range(COUNTED_GAMES):
        state, bots, _ = _begun(rules, luck := f"{seed}/landings/{number}")
        with suppress(BotFault):
            Player(rules, bots, Dice(luck), count, state).play_on(TURNS_MAXIMUM)
        turns += state.turns.number
    return [round(count / turns, 4) for count in counted]


def _begun(rules: Rules, luck: str) -> tuple[State, list[Bot], int]:
    """The beginning of a game, its bots, and the first turn in which all of them are sensible."""
    chance = random.Random(luck)
    seats = chance.choice([count for count in SEATS if count <= rules.seats[1]])
    state = beginning(rules, seats).drawn(Dice(luck))
    bots, until = [sensible(rules)(f"{luck}/{seat}") for seat in range(seats)], 0
    if chance.random() < WHIMSICAL_GAMES:
        until, whims = chance.randint(*WHIMS_UNTIL), random_legal(rules)
        bots = [
            Whimsical(whims(f"{luck}/whims/{seat}"), bot, until) if chance.random() < WHIMSICAL_SEATS else bot
            for seat, bot in enumerate(bots)
        ]
    return state, bots, until


def _played(rules: Rules, figures: Figures, luck: str) -> FitGame | None:
    state, bots, until = _begun(rules, luck)
    player, chance = Player(rules, bots, Dice(f"{luck}/dice"), state=state), random.Random(f"{luck}/shots")
    turns, shots = state.turns, list[Shot]()
    try:
        while turns.winner == NOBODY and turns.number < TURNS_MAXIMUM:
            player.play_on(max(until - 1, turns.number + chance.randrange(TURNS_BETWEEN)))
            if turns.winner == NOBODY:
                seen = figures.of(player.game)
                own = array("f", [figure for row in seen.own for figure in row])
                shots.append(Shot(turns.number, tuple(seen.seats), own.tobytes(), array("f", seen.table).tobytes()))
    except BotFault:
        return None
    if turns.winner == NOBODY:
        end_by_assets(player.game)
    return FitGame(len(turns.out), tuple(shots), seat_of(turns.winner), turns.number)
