"""A league: what the finished games of many tables leave, week by week, for a ranking of each edition.

A game gives everybody a point for each other person who came behind, and its winner one more. Seats that a computer
played most of the time have no part in it, nor do people whom the hall of fame of their table is to forget.

Results are folded from the logs like the hall of fame (0039): the process that has a table reads its games, and writes
all their results again whenever a game there begins, ends or is reopened by an undo, or a shown name changes.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

import msgspec
from msgspec import Struct

from hub.diagnostics.logs import TABLE
from hub.domain.ids import NOBODY, Seat
from hub.features.club.table import OpenedTable
from hub.features.club.views import LeagueView, RankingRow, RankingView
from hub.records.story import computers, moves_of
from hub.rules.assets import net_worth
from hub.rules.game import Game
from hub.store.registry import Registry
from hub.table.automatic.threads import RepeatingThread, tried
from hub.table.game.live import Played
from hub.table.interfaces.storage import has_date
from hub.table.names import likeness
from hub.table.past import EachOnce, HallNames

ALL = ""
"""In place of an edition: the ranking of all of them."""

WEEKS_MAXIMUM = 53
LOOK_S = 2.0
GAMES = 300
"""The newest of each table, as in the hall of fame."""

REST_S = 0.5
"""Longest pause between reading two games, since people play meanwhile."""

UNTOLD = "results could not be reported"


class Placement(Struct, frozen=True):
    """A person in a finished game: 1 is the winner's place, equals share one. The name is empty if it is not shown."""

    name: str
    place: int


class Result(Struct, frozen=True):
    """What one finished game leaves."""

    game: str
    edition: str
    ended_ms: int
    people: tuple[Placement, ...]


def result_of(played: Played, names: HallNames) -> Result | None:
    """What a game leaves, None as long as nobody has won it."""
    game, out, ended_ms = Game(played.rules), list[Seat](), played.record.started_ms
    for stored, move in moves_of(played):
        for fact in move.facts:
            fact.fold(game.state)
        ended_ms = stored.at_ms
        out += [seat for seat, gone in enumerate(game.state.turns.out) if gone and seat not in out]
    if game.state.turns.winner == NOBODY:
        return None
    by_computers = computers(played)
    people = [seat for seat in range(len(played.record.names)) if seat not in by_computers]
    places = _places(game, people, out)
    found = tuple(Placement(names.shown_as(played.record.names[seat]) or "", places[seat]) for seat in people)
    return Result(played.record.id, played.rules.board, ended_ms, found)


def _places(game: Game, people: Sequence[Seat], out: Sequence[Seat]) -> Mapping[Seat, int]:
    """The winner, then those still in, by what they own, then the others, the ones that lasted longest first."""

    def merit(seat: Seat) -> tuple[int, int]:
        if seat == game.state.turns.winner:
            return 2, 0
        return (0, out.index(seat)) if seat in out else (1, net_worth(game, seat))

    return {seat: 1 + sum(merit(other) > merit(seat) for other in people) for seat in people}


def points_of(result: Result) -> tuple[int, ...]:
    """What everybody in it gets, as `people` are ordered."""
    behind = [sum(other.place > one.place for other in result.people) for one in result.people]
    return tuple(
        count + (one.place == 1 and len(result.people) > 1) for one, count in zip(result.people, behind, strict=True)
    )


def league_of(results: Iterable[Result], now_ms: int, weeks: int) -> LeagueView:
    """The rankings of the last so many weeks, the running one among them: of all editions, then of each."""
    today = datetime.fromtimestamp(now_ms / 1_000)
    days = (today - timedelta(weeks=ago) for ago in reversed(range(weeks)))
    shown = tuple(_week(int(day.timestamp() * 1_000)) for day in days)
    dated = [(result, week) for result in results if (week := _week(result.ended_ms)) in shown]
    of: defaultdict[str, list[tuple[Result, str]]] = defaultdict(list)
    for result, week in sorted(dated, key=lambda one: (one[0].ended_ms, one[0].game)):
        if len(result.people) > 1:
            of[ALL].append((result, week))
            of[result.edition].append((result, week))
    editions = sorted(edition for edition in of if edition != ALL)
    wanted = ([ALL] if len(editions) > 1 else []) + editions
    return LeagueView(shown, tuple(RankingView(each, len(of[each]), _ranking(of[each], shown)) for each in wanted))


def _ranking(games: Sequence[tuple[Result, str]], weeks: Sequence[str]) -> tuple[RankingRow, ...]:
    """Most points first, then most games won, then fewest games played; those equal in all of these share a place."""
    spelt: dict[str, str] = {}
    points: defaultdict[str, Counter[str]] = defaultdict(Counter)
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for result, week in games:
        for one, gained in zip(result.people, points_of(result), strict=True):
            if one.name:
                person = likeness(one.name)
                spelt[person] = one.name
                points[person][week] += gained
                played[person] += 1
                won[person] += one.place == 1
    merits = {person: (points[person].total(), won[person], -played[person]) for person in spelt}
    return tuple(
        RankingRow(
            place=1 + sum(other > merits[person] for other in merits.values()),
            name=spelt[person],
            points=points[person].total(),
            games=played[person],
            wins=won[person],
            weeks=tuple(points[person][week] for week in weeks),
        )
        for person in sorted(spelt, key=lambda one: (*(-figure for figure in merits[one]), spelt[one]))
    )


def _week(at_ms: int) -> str:
    """The week of a moment where the hub is, as calendars number it."""
    if not has_date(at_ms):
        return ""
    year, week, _ = datetime.fromtimestamp(at_ms / 1_000).isocalendar()
    return f"{year}-W{week:02}"


class Results:
    """Reports, in a `thread`, the results of the tables that `tables` returns.

    As long as `waits()`, nothing is read: people have lost their tables, and the league can wait.
    """

    def __init__(
        self,
        registry: Registry,
        tables: Callable[[], Mapping[str, OpenedTable]],
        waits: Callable[[], bool] = lambda: False,
    ) -> None:
        self._registry, self._tables, self._waits = registry, tables, waits
        self._said: dict[str, tuple[OpenedTable, Hashable]] = {}
        self._read: dict[str, tuple[tuple[OpenedTable, HallNames], EachOnce[Result]]] = {}
        self.thread = RepeatingThread("results", LOOK_S, self.tell, UNTOLD)

    def tell(self) -> None:
        """Report what has changed since the last time."""
        tables = self._tables()
        for gone in (self._said.keys() | self._read.keys()) - tables.keys():
            self._said.pop(gone, None)
            self._read.pop(gone, None)
        for name, source in tables.items():
            if self.thread.stopped.is_set() or self._waits():
                return
            state = source, source.played()
            if self._said.get(name) != state:
                context = TABLE.set(name)
                tried(lambda: self._tell(name, source, state), UNTOLD)  # noqa: B023 -- at once
                TABLE.reset(context)

    def _tell(self, name: str, source: OpenedTable, state: tuple[OpenedTable, Hashable]) -> None:
        self._registry.tell(name, self._results(name, source))
        self._said[name] = state

    def _results(self, name: str, source: OpenedTable) -> str:
        """All results of a table, as JSON."""
        past = source.past()
        known, read = self._read.get(name, (None, None))
        if read is None or known != (source, past.names):
            read = EachOnce(partial(result_of, names=past.names))
            self._read[name] = (source, past.names), read
        found = list[Result]()
        for record in past.games[-GAMES:]:
            began = time.monotonic()
            if (result := read.of(past, record)) is not None:
                found.append(result)
            self.thread.stopped.wait(min(REST_S, time.monotonic() - began))
        return msgspec.json.encode(found).decode()
