"""Which tables a process has: a fair share, what nobody else has, and first those whose people are on their way."""

import pytest

from hub.features.club import tables as club_tables
from hub.features.club.table import TableFigures
from hub.features.club.tables import BACK_S, ClubTables, ReturningTables
from hub.store.folder import Secrets
from hub.store.registry import Listed, Standing
from hub.table.interfaces.storage import StoreError

SECRETS = Secrets("00" * 32, "123456")


class Board:
    """A list of tables that processes share in memory, as the server's list would be."""

    def __init__(self, names: list[str], processes: int = 1) -> None:
        self.owner: dict[str, int | None] = dict.fromkeys(names)
        self.processes, self.away = processes, False


class Desk:
    """One process's side of it."""

    def __init__(self, board: Board, number: int) -> None:
        self.board, self.number = board, number

    def here(self) -> None:
        """It is."""

    def beat(self, _statuses: dict[str, str]) -> Standing:
        if self.board.away:
            raise StoreError("away", "the list cannot be reached")
        owner = self.board.owner
        tables = [Listed(name, SECRETS, "http://x" if has else "", has == self.number) for name, has in owner.items()]
        return Standing(tuple(tables), self.board.processes)

    def take(self, but: list[str], first: tuple[str, ...] = ()) -> str | None:
        free = [name for name, has in self.board.owner.items() if has is None and name not in but]
        name = next((name for name in free if name in first), next(iter(free), None))
        if name is not None:
            self.board.owner[name] = self.number
        return name

    def leave(self, name: str) -> None:
        if self.board.owner[name] == self.number:
            self.board.owner[name] = None


class Opened:
    """A table that somebody watches, or nobody."""

    codes = ("CODE1",)

    def __init__(self, name: str) -> None:
        self.app, self.watching, self.lost, self.closed, self.phase = name, 0, False, False, "lobby"

    def status(self) -> str:
        return "{}"

    def figures(self) -> TableFigures:
        return TableFigures(self.phase, self.watching, 0)

    def close(self) -> None:
        self.closed = True


def process(board: Board, number: int = 1, failing: tuple[str, ...] = (), fault: str = "corrupt"):
    """A process that is there, and what it has opened; those that are `failing` fail once."""
    opened: dict[str, Opened] = {}
    left = set(failing)

    def open_table(listed: Listed) -> Opened:
        if listed.name in left:
            left.remove(listed.name)
            raise StoreError(fault, "it cannot be opened") if fault else ValueError
        opened[listed.name] = Opened(listed.name)
        return opened[listed.name]

    tables = ClubTables(Desk(board, number), open_table)
    again(tables)
    return tables, opened


def again(*processes: ClubTables) -> None:
    for tables in processes:
        tables.beat()
        tables.tend()


def test_one_process_has_all():
    """What it has answers, what it has not does not."""
    tables, opened = process(Board(["1", "2", "3"]))
    assert sorted(opened) == ["1", "2", "3"]
    assert (tables.app("2"), tables.app("4")) == ("2", None)
    assert tables.codes == ("CODE1",) * 3


def test_each_of_several_takes_its_share():
    """Seven tables for three processes are at most three for each, and all are taken."""
    board = Board([str(number) for number in range(7)], 3)
    had = [len(process(board, number)[1]) for number in (1, 2, 3)]
    assert (max(had), sum(had)) == (3, 7)


def test_what_another_process_has_is_closed_here():
    """A process that stood still wakes up: its table is another's by now, and it no longer answers for it."""
    board = Board(["1", "2"])
    tables, opened = process(board)
    board.owner["1"] = 2
    again(tables)
    assert (opened["1"].closed, opened["2"].closed) == (True, False)
    assert tables.app("1") is None
    assert board.owner["1"] == 2


def test_a_table_taken_a_moment_ago_is_not_given_up_for_old_news():
    """What the list said before it was taken counts for nothing."""
    tables, opened = process(Board(["1"]))
    tables.tend()
    assert not opened["1"].closed


def test_a_lost_table_is_opened_again():
    """Where nothing can be written any more, the table is closed and taken again, by whoever can."""
    tables, opened = process(Board(["1"]))
    first = opened["1"]
    first.lost = True
    assert tables.app("1") is None
    again(tables)
    again(tables)
    assert first.closed
    assert tables.app("1") == "1"


@pytest.mark.parametrize("fault", ["corrupt", ""], ids=["it says why", "a mistake of ours"])
def test_a_table_that_cannot_be_opened_holds_up_no_other(fault):
    """It is left to others and tried again later; all others are open."""
    board = Board(["1", "2", "3"])
    tables, opened = process(board, failing=("2",), fault=fault)
    again(tables)
    assert sorted(opened) == ["1", "3"]
    assert board.owner["2"] is None


@pytest.mark.parametrize(("fault", "had"), [("away", True), ("in_use", True), ("corrupt", False)])
def test_a_table_whose_server_was_busy_is_tried_again_soon(monkeypatch, fault, had):
    """What may be over in a moment costs people no quarter of a minute; what is damaged is left alone for so long."""
    monkeypatch.setattr(club_tables, "SOON_S", 0.0)
    tables, opened = process(Board(["1", "2"]), failing=("2",), fault=fault)
    again(tables)
    assert ("2" in opened) is had


def test_idle_tables_even_out_and_watched_ones_stay(monkeypatch):
    """A process that comes later gets tables at which nobody is; whoever plays is not moved."""
    monkeypatch.setattr(club_tables, "IDLE_S", -1.0)
    board = Board(["1", "2", "3", "4"])
    first, opened = process(board, 1)
    for name in ("1", "2", "3"):
        opened[name].watching = 1
    board.processes = 2
    monkeypatch.setattr(club_tables, "IDLE_S", 0.0)
    second, _ = process(board, 2)
    for _ in range(3):
        again(first, second)
    assert {name for name, has in board.owner.items() if has == 1} >= {"1", "2", "3"}
    assert board.owner["4"] == 2
    for name in ("1", "2"):
        opened[name].watching = 0
    for _ in range(3):
        again(first, second)
    assert list(board.owner.values()).count(2) == 2
    assert board.owner["3"] == 1


def test_a_game_whose_screens_are_on_their_way_is_not_moved_again(monkeypatch):
    """Where a process took over tables of one that died, nobody watches them yet; a table without a game may go."""
    monkeypatch.setattr(club_tables, "IDLE_S", -1.0)
    board = Board(["1", "2", "3", "4"])
    tables, opened = process(board)
    for name in ("1", "2", "3"):
        opened[name].phase = "running"
    board.processes = 4
    again(tables)
    assert {name for name, table in opened.items() if table.closed} == {"4"}
    monkeypatch.setattr(club_tables, "PLAYED_S", -1.0)
    again(tables)
    assert sum(not table.closed for table in opened.values()) == 1


def test_tables_that_wait_to_be_opened_are_free_for_others(monkeypatch):
    """A process takes no more than it is opening: another that has time opens the rest."""
    monkeypatch.setattr(club_tables, "AT_ONCE", 1)
    board = Board([str(number) for number in range(6)])
    other: list[str] = []

    def open_table(listed):
        assert list(board.owner.values()).count(1) == len(opened) + 1
        while listed.name == "0" and (name := Desk(board, 2).take([])) is not None:
            other.append(name)
        opened.append(listed.name)
        return Opened(listed.name)

    opened: list[str] = []
    again(ClubTables(Desk(board, 1), open_table))
    assert (opened, other) == (["0"], ["1", "2", "3", "4", "5"])


def test_nothing_is_taken_as_long_as_others_may_be_on_their_way_back(monkeypatch):
    """Where the server was away, all processes seem to have gone: who comes back first would take everything."""
    board = Board(["1"])
    board.owner["1"] = 2
    tables, opened = process(board)
    board.away = True
    with pytest.raises(StoreError):
        tables.beat()
    board.away, board.owner["1"] = False, None
    again(tables)
    assert not opened
    monkeypatch.setattr(club_tables, "CALM_S", -1.0)
    again(tables)
    assert list(opened) == ["1"]


def test_a_table_that_is_not_listed_yet_is_left_to_the_next_look():
    """Of one that was added a moment ago nothing is known but its name."""
    board = Board(["1", "2"])
    board.owner["2"] = 2
    tables, opened = process(board)
    board.owner["3"] = None
    tables.tend()
    assert board.owner["3"] is None
    again(tables)
    assert "3" in opened


def test_at_the_end_all_are_given_up():
    """Others can have them at once, even one that did not close."""
    board = Board(["1", "2"])
    tables, opened = process(board)
    opened["1"].close = None
    tables.stop()
    assert opened["2"].closed
    assert set(board.owner.values()) == {None}


ONE, OTHER = "http://one:1", "http://other:2"


def listed(name: str, url: str, watching: int | None, *, ours: bool = False) -> Listed:
    """A table at an address, and what was last said of it."""
    status = "" if watching is None else f'{{"phase":"playing","watching":{watching},"edition":"classic"}}'
    return Listed(name, SECRETS, url, ours, status)


class Evening:
    """A club as one process sees it, and a clock."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.returning = ReturningTables(lambda: self.now_s)

    def sees(self, *tables: Listed, here: dict[str, int] | None = None) -> tuple[str, ...]:
        self.now_s += 0.5
        self.returning.follow(Standing(tables), here or {})
        return self.returning.names


BESIDE = listed("2", OTHER, 3)
HERE = listed("1", ONE, None, ours=True)
STORIES = {
    "screens come and go by themselves": [
        ([listed("1", ONE, 4), BESIDE], {}, ()),
        ([listed("1", ONE, 1), listed("2", OTHER, 0)], {}, ()),
    ],
    "until all are back; what the process that has gone said counts no longer": [
        ([listed("1", ONE, 4), BESIDE], {}, ()),
        ([listed("1", "", 4), BESIDE], {}, ("1",)),
        ([listed("1", OTHER, None), BESIDE], {}, ("1",)),
        ([listed("1", OTHER, 3), BESIDE], {}, ("1",)),
        ([listed("1", OTHER, 4), BESIDE], {}, ()),
    ],
    "another took it at once": [([listed("1", ONE, 4)], {}, ()), ([listed("1", OTHER, None)], {}, ("1",))],
    "at its own tables a process counts for itself": [
        ([listed("1", OTHER, 2)], {}, ()),
        ([HERE], {}, ("1",)),
        ([HERE], {"1": 1}, ("1",)),
        ([HERE], {"1": 2}, ()),
    ],
    "whoever has just begun was started for it": [
        ([listed("1", "", 4), listed("2", "", None), listed("3", ONE, 4)], {}, ("1",))
    ],
    "where nobody watched it only moves": [
        ([listed("1", ONE, 0), listed("2", ONE, None)], {}, ()),
        ([listed("1", OTHER, None), listed("2", "", None)], {}, ()),
    ],
}


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_a_table_without_its_process_is_missed_until_its_screens_are_back(story):
    """Only where somebody watched, and as long as one of these is on the way."""
    evening = Evening()
    for tables, here, missed in story:
        assert evening.sees(*tables, here=here) == missed
        assert evening.returning.goes_on() == bool(missed)


def test_nobody_is_waited_for_any_longer_than_people_need_to_come_back():
    """Who has not come may have left, and a table that cannot be opened would stop all bots for ever."""
    evening = Evening()
    evening.sees(listed("1", ONE, 4), BESIDE)
    assert evening.sees(listed("1", "", 4), BESIDE) == ("1",)
    evening.now_s += BACK_S - 0.5
    assert evening.sees(listed("1", "", 4), listed("2", "", 3)) == ("1", "2")
    for later_s, waits in ((0.1, True), (BACK_S, False)):  # for the second, which went later
        evening.now_s += later_s
        assert evening.returning.goes_on() is waits
    assert evening.sees(listed("1", "", 4), listed("2", "", 3)) == ()
    assert evening.sees(listed("1", OTHER, 0)) == ()
