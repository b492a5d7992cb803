"""Evaluates the rollouts of a game's positions: how the odds changed, how much of that was luck; and makes views of it.

Rollouts of all positions of a game use common random numbers, so that a difference between two of them is due to the
positions. Its standard error is computed from paired rollouts.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pvariance

from hub.domain.auctions import AuctionOpened
from hub.domain.bidding import SealedAuctionOpened
from hub.domain.deeds import DeedMoved, StageSet
from hub.domain.facts import Fact
from hub.domain.history import Move
from hub.domain.ids import Seat, Space
from hub.domain.pieces import PieceMoved
from hub.domain.tasks import DeedLot
from hub.domain.turns import DiceThrown, OpeningThrown
from hub.features.odds.contract import OddsView, ShareView, TurnedView
from hub.features.odds.evaluation import Chances
from hub.features.odds.hindsight.spans import MeasuredPosition, Span
from hub.features.odds.outlook import bounds
from hub.rules.slots import Rules
from hub.simulation.statistics import DEVIATIONS
from hub.table.game.feed import fact_line
from hub.table.game.shown import EVERYBODY
from hub.table.wire.contract import FeedLine

SURE = 3.0
"""Standard deviations that a turning point must stand out: with dozens to choose from, two are found by chance."""

LEAST = 0.02
"""What moves no chance by as much is no turning point."""

JUDGED_DIFFERENCE = 0.01
"""By how much the change between two judged positions differs from the truth (standard error)."""

TURNING_MAXIMUM = 6
LINES_MAXIMUM = 3
"""How many turning points are shown, and how much of what followed each."""

DEALS = ("deal", "purchase", "auction")

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


@dataclass(frozen=True)
class Stretch:
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


@dataclass(frozen=True)
class Share:
    """How a seat's final chance came about; `reach` is the uncertainty of the part of its own decisions."""

    start: float
    luck: float
    own: float
    others: float
    end: float
    reach: float


@dataclass(frozen=True, eq=False)
class Change:
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

    def gain(self, seats: Sequence[Seat]) -> float:
        """The most that any of these seats gained."""
        return max((self.by_seat[seat] for seat in seats), default=0.0)

    @property
    def reach(self) -> float:
        """The half width of the 95 % confidence interval of the figures."""
        return DEVIATIONS * max(self.errors)


def mark_before(span: Span) -> MeasuredPosition:
    return MeasuredPosition(span.first, span.thrown)


def stretches(
    spans: Sequence[Span], measured: Mapping[MeasuredPosition, Sequence[Chances]], winner: Seat
) -> list[Stretch]:
    """The game between its measured positions, if there are any; the last ends with the end of the game."""
    starts = [place for place, span in enumerate(spans) if mark_before(span) in measured]
    found = []
    for start, end in zip(starts, [*starts, len(spans)][1:], strict=True):
        before = measured[mark_before(spans[start])]
        if end < len(spans):
            after = measured[mark_before(spans[end])]
        else:
            after = [tuple([float(seat == winner) for seat in range(len(before[0]))])] * len(before)
        found.append(Stretch(tuple(spans[start:end]), before, after))
    return found


def change_of(stretch: Stretch, seats: int) -> Change:
    """The mean difference by seat, with its standard error."""
    pairs = [*zip(stretch.before, stretch.after, strict=False)]
    if stretch.before == stretch.after:
        return Change(stretch, (0.0,) * seats, (0.0,) * seats)
    columns = [[after[seat] - before[seat] for before, after in pairs] for seat in range(seats)]
    return Change(stretch, tuple(map(fmean, columns)), tuple(map(_error, columns)))


def _error(differences: Sequence[float]) -> float:
    """The standard error of their mean, and that of judging; one more as large as any, since few are no proof."""
    count, judged = len(differences), not {*differences} <= {-1.0, 0.0, 1.0}
    spread = pvariance(differences) * count + max(map(abs, differences), default=0.0) ** 2
    return math.hypot(math.sqrt(spread) / count, JUDGED_DIFFERENCE if judged else 0.0)


def shares(found: Sequence[Stretch], seats: int, winner: Seat) -> list[Share]:
    """By seat: from the first position to the end, through chance, its own decisions and those of others."""
    return [_share(found, seat, winner) for seat in range(seats)]


def _share(found: Sequence[Stretch], seat: Seat, winner: Seat) -> Share:
    count = len(found[0].before)
    own, others = [0.0] * count, [0.0] * count
    for stretch in found:
        if stretch.is_chance or stretch.before == stretch.after:
            continue
        sums = own if seat in stretch.seats else others
        for number, (before, after) in enumerate(zip(stretch.before, stretch.after, strict=True)):
            sums[number] += after[seat] - before[seat]
    start, end = fmean([chances[seat] for chances in found[0].before]), float(seat == winner)
    mine, theirs = fmean(own), fmean(others)
    variance = pvariance(own) / count
    return Share(start, end - start - mine - theirs, mine, theirs, end, DEVIATIONS * math.sqrt(variance))


class Describer:
    """Makes the views for one game."""

    def __init__(self, rules: Rules, moves: Sequence[Move], spans: Sequence[Span], seats: int) -> None:
        self._rules, self._moves, self._seats = rules, moves, seats
        ends = [*(span.first for span in spans[1:]), len(moves)]
        self._until = dict(zip(spans, ends, strict=True))

    def odds(self, found: Sequence[Stretch], turns: int) -> OddsView:
        """The odds at the beginning of each turn, as far as they were measured, and at the end."""
        points: dict[int, tuple[float, ...]] = {}
        for stretch in found:
            points.setdefault(stretch.spans[0].turn, self._shares_of(stretch.before))
        points[turns] = self._shares_of(found[-1].after)
        low, high = bounds([chances[0] for chances in found[0].before])
        reach = (high - low) / 2
        by_seat = [tuple(point[seat] for point in points.values()) for seat in range(self._seats)]
        return OddsView(turns=tuple(points), seats=tuple(by_seat), reach=round(reach, 3))

    def _shares_of(self, rollouts: Sequence[Chances]) -> tuple[float, ...]:
        return tuple([round(fmean(chances), 3) for chances in zip(*rollouts, strict=True)])

    def turned(self, change: Change) -> TurnedView:
        """A change of the odds, its cause, and its consequences."""
        span = change.stretch.spans[0]
        within = self._moves[span.first : span.end]
        facts = [fact for move in self._moves[span.first : self._until[span]] for fact in move.facts]
        return TurnedView(
            kind=span.kind,
            turn=span.turn,
            seats=span.seats,
            changes=tuple(map(points, change.by_seat)),
            reach=math.ceil(100 * change.reach),
            faces=next(_faces(within), ()),
            space=_reached(facts, span.seats) if span.is_chance else -1,
            deeds=tuple(dict.fromkeys((*span.deeds, *_deeds(within)))) if not span.is_chance else (),
            missed=span.missed,
            lines=tuple(self._lines(span))[:LINES_MAXIMUM],
        )

    def _lines(self, span: Span) -> Iterator[FeedLine]:
        for number in range(span.first, self._until[span]):
            for fact in filter(EVERYBODY.may_know, self._moves[number].facts):
                line = fact_line(number, fact, self._rules.rows)
                if line.key in TELLING:
                    yield line


def share_view(share: Share) -> ShareView:
    """A share in whole percentage points that add up: the remainder counts as luck."""
    start, own, others, end = map(points, (share.start, share.own, share.others, share.end))
    return ShareView(start, end - start - own - others, own, others, end, math.ceil(100 * share.reach))


def turning_points(changes: Iterable[Change]) -> list[Change]:
    """The greatest significant changes, in order of time."""
    sure = [change for change in changes if change.is_sure]
    greatest = sorted(sure, key=lambda change: -change.size)[:TURNING_MAXIMUM]
    return sorted(greatest, key=lambda change: change.stretch.spans[0].first)


def luckiest(changes: Iterable[Change]) -> Change | None:
    """The throw that helped its thrower most, None if there is none."""
    return _best([change for change in changes if change.stretch.spans[0].kind == "throw"])


def best_deal(changes: Iterable[Change]) -> Change | None:
    """The deal that helped one of its parties most, None if there is none."""
    return _best([change for change in changes if change.stretch.spans[0].kind in DEALS])


def promising(changes: Sequence[Change], count: int) -> list[Change]:
    """The changes to measure again: the greatest ones, and the best throws and deals."""
    single = [change for change in changes if len(change.stretch.spans) == 1]
    kinds = [("throw",), DEALS]
    best = [
        sorted((one for one in single if one.stretch.spans[0].kind in kind), key=lambda one: -_gain(one))[: count // 4]
        for kind in kinds
    ]
    greatest = sorted(single, key=lambda change: -change.size)
    return list(dict.fromkeys([*best[0], *best[1], *greatest]))[:count]


def points(share: float) -> int:
    """A share, or a difference of shares, in whole percentage points."""
    return round(100 * share)


def _gain(change: Change) -> float:
    return change.gain(change.stretch.spans[0].seats)


def _best(changes: Sequence[Change]) -> Change | None:
    sure = [change for change in changes if change.is_sure and _gain(change) >= change.reach]
    return max(sure, key=_gain, default=None)


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
