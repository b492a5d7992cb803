"""Evaluates the rollouts of a game's positions: how the odds changed, how much of that was luck; and makes views of it.

Rollouts of all positions of a game use common random numbers, so that a difference between two of them is due to the
positions. Its standard error is computed from paired rollouts.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, pvariance
from typing import TypeAlias

from msgspec import Struct

from hub.domain.auctions import AuctionOpened, SealedAuctionOpened
from hub.domain.deeds import DeedMoved, StageSet
from hub.domain.facts import Fact
from hub.domain.history import Move
from hub.domain.ids import Seat, Space
from hub.domain.pieces import PieceMoved
from hub.domain.tasks import DeedLot
from hub.domain.turns import DiceThrown, OpeningThrown, TurnBegan
from hub.features.odds.contract import OddsView, ShareView, Turned, TurnedView
from hub.features.odds.hindsight.spans import FinishedGame, Span
from hub.features.odds.outlook import bounds
from hub.features.odds.position import Chances
from hub.simulation.statistics import DEVIATIONS
from hub.table.game.feed import fact_line
from hub.table.game.shown import EVERYBODY

Measured: TypeAlias = Mapping[Span, Sequence[Chances]]
"""What the rollouts of the position before each of these spans led to."""

SURE = 3.0
"""Standard deviations that a turning point must stand out: with dozens to choose from, two are found by chance."""

LEAST = 0.02
"""What moves no chance by as much is no turning point."""

JUDGED_DIFFERENCE = 0.01
"""By how much the change between two judged positions differs from the truth (standard error)."""

TURNING_MAXIMUM = 6
LINES_MAXIMUM = 3
"""How many turning points are shown, and how much of what followed each."""

THROWS: tuple[Turned, ...] = ("throw",)
DEALS: tuple[Turned, ...] = ("deal", "purchase", "auction")

TELLING = frozenset(
    {
        "money_moved",
        "card_drawn",
        "stage_set",
        "seat_jailed",
        "seat_bankrupted",
        "seat_taken_over",
        "shares_moved",
        "trade_offered",
        "deed_mortgaged",
        "game_won",
    }
)
"""Lines of the feed that say something about why odds changed; who throws, where and for which deed is said anyway."""


class Stretch(Struct, frozen=True):
    """The part of a game between two measured positions: one span, or more if not all positions were measured."""

    spans: tuple[Span, ...]
    before: Sequence[Chances]
    after: Sequence[Chances]

    @property
    def is_chance(self) -> bool:
        """Whether nobody decided anything in it."""
        return all(span.is_chance for span in self.spans)

    @property
    def seats(self) -> set[Seat]:
        return {seat for span in self.spans if not span.is_chance for seat in span.seats}


class Change(Struct, frozen=True, eq=False):
    """By how much a stretch changed each seat's chance, with the standard error of each figure."""

    stretch: Stretch
    by_seat: tuple[float, ...]
    errors: tuple[float, ...]

    @property
    def size(self) -> float:
        """The greatest of the changes."""
        return max(map(abs, self.by_seat))

    @property
    def is_sure(self) -> bool:
        """Whether the greatest change is statistically significant."""
        place = max(range(len(self.by_seat)), key=lambda seat: abs(self.by_seat[seat]))
        return self.size >= max(LEAST, SURE * self.errors[place])

    @property
    def gain(self) -> float:
        """The most that any of those gained who threw or decided."""
        return max((self.by_seat[seat] for seat in self.stretch.spans[0].seats), default=0.0)

    @property
    def reach(self) -> float:
        """The half width of the 95 % confidence interval of the figures."""
        return DEVIATIONS * max(self.errors)


def stretches(spans: Sequence[Span], measured: Measured, winner: Seat) -> list[Stretch]:
    """The game between its measured positions, if there are any; the last ends with the end of the game."""
    starts, found, after = [place for place, span in enumerate(spans) if span in measured], list[Stretch](), None
    for start, end in reversed([*zip(starts, [*starts, len(spans)][1:], strict=True)]):
        before = measured[spans[start]]
        ended = tuple([float(seat == winner) for seat in range(len(before[0]))])
        found.append(Stretch(tuple(spans[start:end]), before, after or [ended] * len(before)))
        after = before
    return found[::-1]


def change_of(stretch: Stretch) -> Change:
    """The mean difference by seat, with its standard error."""
    sides = zip(zip(*stretch.before, strict=True), zip(*stretch.after, strict=True), strict=True)
    by_seat = [[late - early for early, late in zip(before, after, strict=False)] for before, after in sides]
    return Change(stretch, tuple(map(fmean, by_seat)), tuple(map(_error, by_seat)))


def _error(differences: Sequence[float]) -> float:
    """The standard error of their mean, and that of judging; one more as large as any, since few are no proof."""
    count, judged = len(differences), not {*differences} <= {-1.0, 0.0, 1.0}
    spread = pvariance(differences) * count + max(map(abs, differences), default=0.0) ** 2
    return math.hypot(math.sqrt(spread) / count, JUDGED_DIFFERENCE if judged else 0.0)


def share_of(found: Sequence[Stretch], seat: Seat) -> ShareView:
    """How a seat's chance came from the first position to the end: by chance, its own decisions, those of others.

    In whole percentage points that add up: the remainder counts as luck.
    """
    count = len(found[0].before)
    own, others = [0.0] * count, [0.0] * count
    for stretch in found:
        if not stretch.is_chance and stretch.before != stretch.after:
            sums = own if seat in stretch.seats else others
            for number, (before, after) in enumerate(zip(stretch.before, stretch.after, strict=True)):
                sums[number] += after[seat] - before[seat]
    first, last = fmean([chances[seat] for chances in found[0].before]), found[-1].after[0][seat]
    start, mine, theirs, end = map(points, (first, fmean(own), fmean(others), last))
    reach = DEVIATIONS * math.sqrt(pvariance(own) / count)
    return ShareView(start, end - start - mine - theirs, mine, theirs, end, math.ceil(100 * reach))


class Describer:
    """Makes the views for one game."""

    def __init__(self, past: FinishedGame, spans: Sequence[Span]) -> None:
        self._rows, self._moves = past.rules.rows, past.moves
        self._until = dict(zip(spans, [*(span.first for span in spans[1:]), len(past.moves)], strict=True))

    def odds(self, found: Sequence[Stretch]) -> OddsView:
        """The odds at the beginning of each turn, as far as they were measured, and at the end."""
        turns = sum(isinstance(fact, TurnBegan) for move in self._moves for fact in move.facts)
        first = {stretch.spans[0].turn: stretch.before for stretch in reversed(found)}
        measured = dict(sorted(first.items())) | {turns: found[-1].after}
        odds = [[round(fmean(chances), 3) for chances in zip(*rolled, strict=True)] for rolled in measured.values()]
        low, high = bounds([chances[0] for chances in found[0].before])
        return OddsView(turns=tuple(measured), seats=tuple(zip(*odds, strict=True)), reach=round((high - low) / 2, 3))

    def turned(self, change: Change) -> TurnedView:
        """A change of the odds, its cause, and its consequences."""
        span = change.stretch.spans[0]
        within, numbers = self._moves[span.first : span.end], range(span.first, self._until[span])
        followed = [(number, fact) for number in numbers for fact in self._moves[number].facts]
        lines = [fact_line(number, fact, self._rows) for number, fact in followed if EVERYBODY.may_know(fact)]
        return TurnedView(
            kind=span.kind,
            turn=span.turn,
            seats=span.seats,
            changes=tuple(map(points, change.by_seat)),
            reach=math.ceil(100 * change.reach),
            faces=next(_faces(within), ()),
            space=_reached([fact for _, fact in followed], span.seats) if span.is_chance else -1,
            deeds=tuple(dict.fromkeys((*span.deeds, *_deeds(within)))) if not span.is_chance else (),
            missed=span.missed,
            lines=tuple([line for line in lines if line.key in TELLING])[:LINES_MAXIMUM],
        )


def turning_points(changes: Iterable[Change]) -> list[Change]:
    """The greatest significant changes, in order of time."""
    sure = [change for change in changes if change.is_sure]
    greatest = sorted(sure, key=lambda change: -change.size)[:TURNING_MAXIMUM]
    return sorted(greatest, key=lambda change: change.stretch.spans[0].first)


def best_of(changes: Iterable[Change], kinds: Sequence[Turned]) -> Change | None:
    """The throw, or the deal, that helped somebody who made it most; None if none did for sure."""
    of_kind = (change for change in changes if change.stretch.spans[0].kind in kinds)
    sure = [change for change in of_kind if change.is_sure and change.gain >= change.reach]
    return max(sure, key=lambda change: change.gain, default=None)


def promising(changes: Sequence[Change], count: int) -> list[Change]:
    """The changes to measure again: the greatest ones, and the best throws and deals."""
    single = [change for change in changes if len(change.stretch.spans) == 1]
    best = list[Change]()
    for kinds in (THROWS, DEALS):
        of_kind = [change for change in single if change.stretch.spans[0].kind in kinds]
        best += sorted(of_kind, key=lambda change: -change.gain)[: count // 4]
    greatest = sorted(single, key=lambda change: -change.size)
    return list(dict.fromkeys([*best, *greatest]))[:count]


def points(share: float) -> int:
    """A share, or a difference of shares, in whole percentage points."""
    return round(100 * share)


def _faces(moves: Sequence[Move]) -> Iterator[tuple[int, ...]]:
    for move in moves:
        yield from (fact.faces for fact in move.facts if isinstance(fact, DiceThrown | OpeningThrown))


def _reached(facts: Sequence[Fact], seats: Sequence[Seat]) -> Space:
    return next((fact.space for fact in reversed(facts) if isinstance(fact, PieceMoved) and fact.seat in seats), -1)


def _deeds(moves: Sequence[Move]) -> Iterator[Space]:
    for move in moves:
        for fact in move.facts:
            if isinstance(fact, DeedMoved | StageSet):
                yield fact.deed
            elif isinstance(fact, AuctionOpened | SealedAuctionOpened) and isinstance(fact.lot, DeedLot):
                yield fact.lot.deed
