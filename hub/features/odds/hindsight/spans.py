"""Cuts a game into spans: throws, cards, and decisions that differ from those of rollouts; and plays these rollouts.

Rollouts assume sensible bots. Where people did what such a bot would have done, the odds before and after are equal by
definition, so nothing needs to be measured there. Only the rest can have moved the odds.

What worker processes call takes the packed game, which each process unpacks only once.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hub.bots import sensible
from hub.bots.sight import Bot, Sight
from hub.domain import commands as say
from hub.domain.auctions import TakeBackBid
from hub.domain.commands import Command, SeatCommand, Throw
from hub.domain.corrections import Correction
from hub.domain.history import Move
from hub.domain.ids import Seat, Space
from hub.domain.offers import TradeOffered
from hub.domain.shares import AcceptShares, SharesOffered
from hub.domain.state import fold, seats_with_side_questions
from hub.domain.tasks import asked
from hub.features.odds.contract import Turned
from hub.features.odds.position import Chances, Playing, Prospects, seen_by, unpacked
from hub.rules.game import Game, with_chance
from hub.rules.slots import Rules
from hub.table.game.chance import Dice

CHANCE: dict[type[Command], Turned] = {Throw: "throw", say.Draw: "card"}
ABOUT: dict[Turned, tuple[type[Command], ...]] = {
    "purchase": (say.Buy, say.BuyRemote),
    "declined": (say.Decline,),
    "auction": (say.PlaceBid, say.PassBid, say.SealBid, say.AbstainBid, TakeBackBid),
    "building": (say.Build, say.WantBuildings, say.PlaceBuilding, say.CatchUp),
    "deal": (say.AcceptTrade, AcceptShares),
}
DECISIONS = {command: kind for kind, commands in ABOUT.items() for command in commands}
"""What a command is about; others are plain decisions."""

FACES = 6


class Span(Struct, frozen=True):
    """Moves from `first` up to but excluding `end`, of those in force, that may have moved the odds.

    `seats` threw or decided. `thrown`: rollouts of the position before it start with the throw or the card, with
    nothing before it. `missed` is what was left `undone`, for which of the `deeds`.
    """

    kind: Turned
    first: int
    end: int
    seats: tuple[Seat, ...]
    turn: int
    thrown: bool = False
    missed: Turned = "decision"
    deeds: tuple[Space, ...] = ()

    @property
    def is_chance(self) -> bool:
        """Whether it was decided by dice or cards."""
        return self.kind in CHANCE.values()


class WatchedMove(Struct, frozen=True):
    """One move, its turn, and what the first bot to act would have done instead."""

    number: int
    move: Move
    turn: int
    expected: SeatCommand | None

    @property
    def is_usual(self) -> bool:
        """Whether rollouts would do the same, chance aside; never for sealed bids, which are scattered."""
        command, expected = self.move.command, self.expected
        if type(command) is not type(expected) or isinstance(command, say.SealBid):
            return False
        if type(command) in CHANCE:
            return getattr(command, "seat", None) == expected.seat
        return command == expected


def spans_of(rules: Rules, moves: Sequence[Move]) -> list[Span]:
    """The spans of a game in order, without those that cannot have moved the odds."""
    cutting = _Cutting()
    for step in steps(rules, moves):
        cutting.take(step)
    return cutting.spans


def steps(rules: Rules, moves: Sequence[Move]) -> Iterator[WatchedMove]:
    """Each move with what sensible bots would have done instead; they are newly created each time, as in a rollout."""
    game, make = Game(rules), sensible(rules)
    for number, move in enumerate(moves):
        expected = _expected(game, make) if isinstance(move.command, SeatCommand) else None
        yield WatchedMove(number, move, game.state.turns.number, expected)
        for fact in move.facts:
            fact.fold(game.state)


def _expected(game: Game, make: Callable[[str], Bot]) -> SeatCommand | None:
    """The next command of bots, in the order of rollouts: side questions first, then the seat that is asked."""
    state = game.state
    for seat in seats_with_side_questions(state):
        answer = make("").choose(Sight(game, seat))
        if answer is not None:
            return answer
    task = state.agenda.task
    seats = asked(task) if task is not None else ()
    return make("").choose(Sight(game, seats[0])) if seats else None


class _Cutting:
    """The spans so far, with what is needed to recognise moves that belong together."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self._offered: dict[tuple[type[SeatCommand], int], tuple[int, Seat]] = {}
        self._auction_from, self._auction_to, self._chance_at = 0, -1, 0

    def take(self, step: WatchedMove) -> None:
        command, number = step.move.command, step.number
        self._note_offers(step)
        if isinstance(command, Correction):
            self.spans.append(Span("correction", number, number + 1, (), step.turn))
        elif isinstance(command, SeatCommand) and type(command) in CHANCE:
            self._throw(step, command)
        elif isinstance(command, SeatCommand):
            kind = DECISIONS.get(type(command), "decision")
            if kind == "auction":
                self._bid(step, command.seat)
            elif isinstance(command, say.AcceptTrade | AcceptShares):
                self._deal(step, type(command), command.seat, command.offer)
            elif not step.is_usual:
                self._decide(Span(kind, number, number + 1, (command.seat,), step.turn))

    def _note_offers(self, step: WatchedMove) -> None:
        for fact in step.move.facts:
            if isinstance(fact, TradeOffered | SharesOffered):
                trade = isinstance(fact, TradeOffered)
                accept: type[SeatCommand] = say.AcceptTrade if trade else AcceptShares
                self._offered[accept, fact.offer.id] = step.number, fact.offer.seat

    def _throw(self, step: WatchedMove, command: SeatCommand) -> None:
        """Add a throw; if a bot would have done something before it, leaving that undone is a separate decision."""
        number, expected = step.number, step.expected
        undone = expected is not None and not step.is_usual
        if undone and expected is not None:
            self.spans.append(_undone(step, expected))
        kind = CHANCE[type(command)]
        self.spans.append(Span(kind, number, number + 1, (command.seat,), step.turn, thrown=undone))
        self._chance_at = number

    def _bid(self, step: WatchedMove, seat: Seat) -> None:
        """Add a bid: an auction is one span, decided by the seats that bid otherwise than a bot."""
        number = step.number
        if self._auction_to != number:
            self._auction_from = number
        self._auction_to = number + 1
        last = self.spans[-1] if self.spans else None
        if last is not None and last.kind == "auction" and last.first == self._auction_from:
            seats = last.seats if step.is_usual or seat in last.seats else (*last.seats, seat)
            self.spans[-1] = replace(last, end=number + 1, seats=seats)
        elif not step.is_usual:
            self.spans.append(Span("auction", self._auction_from, number + 1, (seat,), step.turn))

    def _deal(self, step: WatchedMove, accept: type[SeatCommand], seat: Seat, offer: int) -> None:
        """Add an accepted offer: one span from the offer on, if only these two have acted since."""
        offered_at, other = self._offered.get((accept, offer), (step.number, seat))
        seats = tuple(dict.fromkeys((other, seat)))
        within = [span for span in self.spans if span.first >= offered_at]
        if offered_at <= self._chance_at or any(not {*span.seats} <= {*seats} for span in within):
            offered_at, within = step.number, []
        if within or not step.is_usual:
            del self.spans[len(self.spans) - len(within) :]
            self.spans.append(Span("deal", offered_at, step.number + 1, seats, step.turn))

    def _decide(self, span: Span) -> None:
        """Add a decision; merged with the previous span if the same seat did the same there."""
        last = self.spans[-1] if self.spans else None
        if last is not None and last.end == span.first and replace(last, first=span.first, end=span.end) == span:
            self.spans[-1] = replace(last, end=span.end)
        else:
            self.spans.append(span)


def _undone(step: WatchedMove, expected: SeatCommand) -> Span:
    deed: Space | None = getattr(expected, "deed", None)
    missed = DECISIONS.get(type(expected), "decision")
    deeds: tuple[Space, ...] = () if deed is None else (deed,)
    if isinstance(expected, say.OfferTrade):
        deeds, missed = (*expected.take.deeds, *expected.give.deeds), "deal"
    return Span("undone", step.number, step.number, (expected.seat,), step.turn, missed=missed, deeds=deeds)


class FinishedGame(Struct, frozen=True):
    """A game that is over: its name, how long its log is, its rules, the moves in force, how many played, who won."""

    game: str
    entries: int
    rules: Rules
    moves: Sequence[Move]
    seats: int
    winner: Seat


def cut(game: bytes) -> list[Span]:
    past: FinishedGame = unpacked(game)
    return spans_of(past.rules, past.moves)


def play(game: bytes, before: Span, seed: str, numbers: range) -> list[list[Chances]]:
    """What rollouts of the position before a span led to; as for the outlook, from what an onlooker may know."""
    past: FinishedGame = unpacked(game)
    state = fold(fact for move in past.moves[: before.first] for fact in move.facts)
    position = seen_by(past.rules, state, None)
    drawn = say.Draw(before.seats[0]) if before.thrown and before.kind == "card" else None
    if drawn or not before.thrown:
        return [[rollout.chances for rollout in Playing(position, drawn).rollouts(seed, numbers)]]
    found, after = list[Prospects](), dict[SeatCommand, Playing]()
    for number in numbers:
        thrown = Game(past.rules, position.copied())
        command = with_chance(thrown, Throw(before.seats[0]), _Laid(seed, number))
        if command not in after:
            thrown.decide(command)
            after[command] = Playing(seen_by(past.rules, thrown.state, None))
        found += after[command].rollouts(seed, range(number, number + 1))
    return [[rollout.chances for rollout in found]]


class _Laid:
    """Stratified chance for one throw: over 36 numbers two dice show each pair once; everything else is random."""

    def __init__(self, seed: str, number: int) -> None:
        self._faces: tuple[int, ...] = (number // FACES % FACES + 1, number % FACES + 1)
        self._chance = Dice(f"{seed}/throw/{number}")
        self.shuffled, self.pick = self._chance.shuffled, self._chance.pick

    def faces(self, count: int) -> tuple[int, ...]:
        """The two first of all, then any."""
        laid, self._faces = self._faces[:count], self._faces[count:]
        return laid + self._chance.faces(count - len(laid))
