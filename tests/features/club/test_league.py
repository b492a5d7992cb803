"""The league gives points for whom one left behind, week by week, and places by who held out longest."""

from datetime import datetime

import msgspec
import pytest
from helpers.logged import GAMES as RECORDS
from helpers.logged import logged, recorded
from msgspec.structs import replace

from hub.domain.commands import SeatCommand
from hub.domain.history import Move
from hub.domain.shares import SeatTakenOver
from hub.domain.turns import GameWon, SeatBankrupted
from hub.features.club.league import Placement, Result, league_of, points_of, result_of
from hub.features.club.views import LeagueView, RankingView
from hub.table.game.live import Played
from hub.table.interfaces.storage import StoredEntry
from hub.table.past import HallNames

NOBODY_HIDDEN = HallNames()
WON = ("classic/mixed-5", "mpmp/fallen-a-5", "euronopoly/sensible-4")
WEDNESDAY = datetime(2026, 11, 25, 20)
DAY_MS = 24 * 3_600_000
NOW_MS = int(WEDNESDAY.timestamp() * 1_000)


def game(*people: tuple[str, int], ago_days: int = 0, edition: str = "classic", number: int = 0) -> Result:
    """A finished game with the names and places of people."""
    found = tuple(Placement(name, place) for name, place in people)
    return Result(f"{number}-{ago_days}-{edition}", edition, NOW_MS - ago_days * DAY_MS, found)


def ranking(view: LeagueView, edition: str = "classic") -> RankingView:
    return next(one for one in view.rankings if one.edition == edition)


def standings(view: RankingView) -> list[tuple[int, str, int]]:
    return [(row.place, row.name, row.points) for row in view.rows]


def by_bots(played: Played, seat: int) -> Played:
    def asked(stored: StoredEntry) -> StoredEntry:
        command = stored.entry.command if isinstance(stored.entry, Move) else None
        own = isinstance(command, SeatCommand) and command.seat == seat
        return msgspec.structs.replace(stored, request=f"bot-{stored.seq}") if own else stored

    return replace(played, entries=tuple(map(asked, played.entries)))


@pytest.mark.parametrize("name", WON)
def test_a_game_leaves_everybodys_place(name):
    """The winner is first, and whoever went out sooner comes later."""
    played, record = recorded(name)
    result = result_of(played, NOBODY_HIDDEN)
    winner = next(fact.seat for fact in record.facts() if isinstance(fact, GameWon))
    assert (result.game, result.edition) == (played.record.id, played.record.edition)
    assert result.ended_ms == played.entries[-1].at_ms
    assert [one.name for one in result.people] == list(played.record.names)
    assert [one.place for one in result.people].index(1) == winner
    went = [fact.seat for fact in record.facts() if isinstance(fact, SeatBankrupted | SeatTakenOver)]
    places = [result.people[seat].place for seat in went]
    assert places == sorted({*places}, reverse=True), "the last place is that of the first"
    assert {seat for seat, out in enumerate(record.game.state.turns.out) if out} == {*went}
    assert all(one.place < min(places, default=99) for seat, one in enumerate(result.people) if seat not in went)


def test_a_game_counts_only_when_it_is_over():
    """Up to the move before its end it leaves nothing."""
    lines = (RECORDS / "classic/mixed-5.jsonl").read_text(encoding="utf-8").splitlines()
    assert result_of(logged(lines[: len(lines) // 2])[0], NOBODY_HIDDEN) is None


def test_a_seat_that_a_computer_played_has_no_part():
    """It is not beaten by anybody, nor does it stand before anybody."""
    played, _ = recorded("classic/mixed-5")
    whole, without = result_of(played, NOBODY_HIDDEN), result_of(by_bots(played, 2), NOBODY_HIDDEN)
    assert {one.name for one in whole.people} - {one.name for one in without.people} == {played.record.names[2]}
    assert sorted(one.place for one in without.people) == [1, 2, 3, 4]


def test_the_hall_of_fame_says_whose_name_is_shown():
    """Whoever is forgotten there has no name here, and merged names are one."""
    played, _ = recorded("classic/mixed-5")
    first, second, *_ = played.record.names
    names = HallNames(same={first.casefold(): "Anna Maria"}, forgotten=(second.casefold(),))
    result = result_of(played, names)
    assert [one.name for one in result.people[:2]] == ["Anna Maria", ""]


def test_points_count_whom_one_left_behind():
    """The winner of four gets four, then two and one and nothing; equals leave each other not behind."""
    assert points_of(game(("A", 1), ("B", 2), ("C", 3), ("D", 4))) == (4, 2, 1, 0)
    assert points_of(game(("A", 2), ("B", 1), ("C", 2))) == (0, 3, 0)
    assert points_of(game(("A", 1))) == (0,)


def test_a_ranking_adds_up_what_people_won_week_by_week():
    """Names that are alike are one person; the running week is the last."""
    view = league_of([game(("Anna", 1), ("Ben", 2)), game(("anna", 2), ("Ben", 1), ago_days=7)], NOW_MS, 2)
    assert view.weeks == ("2026-W47", "2026-W48")
    rows = {(row.name, row.points, row.games, row.wins, row.weeks) for row in ranking(view).rows}
    assert rows == {("Anna", 2, 2, 1, (0, 2)), ("Ben", 2, 2, 1, (2, 0))}


def test_who_has_more_points_stands_before_others():
    """Of equals whoever won more, then whoever needed fewer games; who is equal in all shares a place."""
    games = [
        game(("Anna", 1), ("Ben", 2), ("Carla", 3)),  # 3, 1, 0
        game(("Ben", 1), ("Deniz", 2), number=1),  # 2, 0
        game(("Emil", 2), ("Deniz", 3), ("Carla", 1), number=2),  # 1, 0, 3
    ]
    found = standings(ranking(league_of(games, NOW_MS, 1)))
    assert found == [(1, "Anna", 3), (2, "Ben", 3), (2, "Carla", 3), (4, "Emil", 1), (5, "Deniz", 0)]


def test_each_edition_has_a_ranking_and_all_together_one():
    """Where only one was played, there is one ranking."""
    games = [game(("Anna", 1), ("Ben", 2)), game(("Ben", 1), ("Anna", 2), edition="mega")]
    view = league_of(games, NOW_MS, 1)
    assert [(one.edition, one.games) for one in view.rankings] == [("", 2), ("classic", 1), ("mega", 1)]
    assert standings(ranking(view, "")) == [(1, "Anna", 2), (1, "Ben", 2)]
    assert [one.edition for one in league_of(games[:1], NOW_MS, 1).rankings] == ["classic"]


def test_older_weeks_and_games_alone_do_not_count():
    """A week begins on Monday, also at New Year, and whoever played against computers alone has beaten nobody."""
    assert league_of([], int(datetime(2027, 1, 1).timestamp() * 1_000), 2).weeks == ("2026-W52", "2026-W53")
    games = [game(("Anna", 1), ("Ben", 2), ago_days=3), game(("Anna", 1), number=1)]
    assert league_of(games, NOW_MS, 1).rankings == ()
    assert ranking(league_of(games, NOW_MS, 2)).games == 1


def test_whoever_is_not_shown_is_beaten_all_the_same():
    """Their place counts, their name is nowhere."""
    view = league_of([game(("Anna", 1), ("", 2), ("Ben", 3))], NOW_MS, 1)
    assert standings(ranking(view)) == [(1, "Anna", 3), (2, "Ben", 0)]
