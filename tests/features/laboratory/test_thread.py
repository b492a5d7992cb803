"""The laboratory of a running hub: it goes on after a stop and a kill, keeps within bounds, and tells why not."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from features.laboratory.games import CLASSIC, game
from helpers.waiting import until

from hub.editions import EDITIONS
from hub.features.laboratory import carrying_out
from hub.features.laboratory.at_table import LabThread
from hub.features.laboratory.desk import LabOrder, LabQuestion, LabReportView, LabTrouble
from hub.simulation import running, stored
from hub.simulation.setting import laboratory, play_games
from hub.simulation.stored import FILE, stored_games
from hub.simulation.workers import Players, ProcessPools

GAMES, POT = 8, ("pot",)
PATIENCE_S = 120
ROOT = Path(__file__).parents[3]


class Desk:
    """What the table hears; `stop_at` games the banker stops it."""

    def __init__(self, order: LabOrder | None = None, stop_at: int = 10**9) -> None:
        self.order, self.stop_at = order, stop_at
        self.told: list[tuple[int, int, int]] = []
        self.reports: list[LabReportView | None] = []
        self.trouble: LabTrouble = ""

    def ready(self, report: LabReportView | None) -> None:
        self.reports.append(report)

    def wanted(self) -> LabOrder | None:
        return self.order

    def played(self, _order: LabOrder, played: int, whole: int, left_s: int) -> None:
        self.told.append((played, whole, left_s))
        if played >= self.stop_at:
            self.order = None

    def found(self, _order: LabOrder, report: LabReportView) -> None:
        self.reports.append(report)
        self.order = None

    def failed(self, _order: LabOrder, trouble: LabTrouble) -> None:
        self.trouble, self.order = trouble, None


def order(edition: str = "classic", house_rules: tuple[str, ...] = POT, games: int = GAMES) -> LabOrder:
    question = LabQuestion(edition=edition, own_tables=False, house_rules=house_rules, seats=3, games=games)
    return LabOrder(question, EDITIONS[edition])


def looked(desk: Desk, folder: Path, places: ProcessPools | None = None) -> LabThread:
    """A laboratory that has looked once at what is wanted, without a thread."""
    thread = LabThread(desk, folder, lambda: 30.0, places or ProcessPools(1))
    thread._look()
    return thread


def numbers(folder: Path) -> list[bytes]:
    """Which games are stored, by variant and number, as they stand in the file."""
    lines = (folder / FILE).read_bytes().splitlines()[1:]
    return [line[: line.index(b"]") + 5].partition(b",[")[0] for line in lines]


@pytest.fixture
def near(monkeypatch):
    """Games are played in this process; how the processes would have been begun is noted."""
    asked: dict[str, Any] = {}

    @contextmanager
    def here(jobs, *, yielding):
        asked.update(jobs=jobs, yielding=yielding)
        with ThreadPoolExecutor(1) as pool:
            try:
                yield Players(pool, 1, (BrokenProcessPool,))
            finally:
                pool.shutdown(cancel_futures=True)

    monkeypatch.setattr(carrying_out, "here", here)
    monkeypatch.setattr(carrying_out, "TELL_S", 0)
    return asked


def test_what_was_asked_is_played_and_shown(near, tmp_path):
    """The printed rules and those of the table, each as often; the report is there in both languages."""
    desk = Desk(order())
    thread = looked(desk, tmp_path / "laboratory")
    assert near == {"jobs": max(1, carrying_out.processors() // 2), "yielding": True}
    assert desk.told[0] == (0, 2 * GAMES, -1)
    assert desk.told[-1] == (2 * GAMES, 2 * GAMES, 0)
    (report,) = desk.reports
    assert report.question.house_rules == POT
    for language, words in (("de", "Topf in der Mitte"), ("en", "Pot in the middle")):
        found = thread.report(report.name)
        text = found.pages[language]
        assert f'<html lang="{language}">' in text
        assert "<script" not in text
        assert f'content="{found.policies[language]}"' in text
        assert words in text
    assert thread.report("another") is None


@pytest.mark.usefixtures("near")
def test_each_house_rule_is_compared_by_itself(tmp_path):
    """What a pot does is seen beside a limit of rounds; what all do together is compared, too."""
    desk = Desk(order(house_rules=("pot", "rounds:5")))
    thread = looked(desk, tmp_path)
    assert desk.told[-1] == (4 * GAMES, 4 * GAMES, 0)
    text = thread.report(desk.reports[0].name).pages["en"]
    pot, short = "Pot in the middle", "Short evening: 5 rounds"
    for rules in (pot, short, f"{pot}, {short}"):
        assert f"With “{rules}”" in unescape(text)


@pytest.mark.usefixtures("near")
def test_what_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch):
    """No game is played twice, and the same report comes of it as without a stop."""
    monkeypatch.setattr(running, "AHEAD", 1)  # else all may be over before the stop is heard
    desk = Desk(order(), stop_at=5)
    looked(desk, tmp_path / "a")
    there = len(numbers(tmp_path / "a"))
    assert 0 < there < 2 * GAMES
    assert desk.reports == []
    again = Desk(order())
    stopped = looked(again, tmp_path / "a")
    assert again.told[0] == (there, 2 * GAMES, -1)
    assert len(numbers(tmp_path / "a")) == 2 * GAMES
    straight = Desk(order())
    other = looked(straight, tmp_path / "b")
    pages = [thread.report(desk.reports[0].name) for thread, desk in ((stopped, again), (other, straight))]
    assert pages[0] == pages[1] is not None


@pytest.mark.usefixtures("near")
def test_the_end_of_the_hub_ends_it(tmp_path):
    """Within the games that are being played; nothing of them is said."""
    desk = Desk(order())
    thread = LabThread(desk, tmp_path, lambda: 30.0)
    thread._stopped.set()
    thread._look()
    assert (desk.reports, desk.trouble) == ([], "")


@pytest.mark.usefixtures("near")
def test_games_of_another_question_give_way(tmp_path):
    """The hub's folder has the games of one edition and number of players; other house rules are added to them."""
    for asked, kept_so_far in (
        (order(house_rules=()), GAMES),
        (order(), 2 * GAMES),
        (order(house_rules=("double_salary",)), 3 * GAMES),
        (order("mpmp", ()), GAMES),
    ):
        desk = Desk(asked)
        looked(desk, tmp_path)
        assert desk.trouble == ""
        assert len(numbers(tmp_path)) == kept_so_far
    (tmp_path / FILE).write_bytes(b"\x00" * 4096)
    desk = Desk(order("mpmp", ()))
    looked(desk, tmp_path)
    assert (desk.trouble, len(numbers(tmp_path))) == ("", GAMES)


def test_what_the_hub_keeps_is_bounded(tmp_path, monkeypatch):
    """Too many games give way, as well; a folder that somebody named on the command line stays as it is."""
    lab = laboratory(CLASSIC, [()], 3, "seed", 400)
    with stored_games(tmp_path, lab, own=True) as games:
        games.add([game(number) for number in range(GAMES)])
    monkeypatch.setattr(stored, "OWN_BYTES_MAXIMUM", (tmp_path / FILE).stat().st_size - 1)
    with stored_games(tmp_path, lab) as games:
        assert len(games.of(lab, GAMES)[0]) == GAMES
    with stored_games(tmp_path, lab, own=True) as games:
        assert games.of(lab, GAMES) == [[]]


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))
def test_all_that_can_be_asked_of_an_edition_fits(rules):
    """Two thousand games of eight for each house rule, for all and for none: or it would begin again for ever."""
    (played,) = play_games(laboratory(rules, [()], 8, "seed", 1_000).packed[0], range(1))
    assert (len(rules.house_rules) + 2) * 2_000 * len(msgspec.json.encode(played)) < stored.OWN_BYTES_MAXIMUM


@pytest.mark.usefixtures("near")
def test_the_newest_report_is_there_on_another_evening(tmp_path):
    """Under another name, so that what was noted once opens nothing; one that cannot be read is as none."""
    first = Desk(order())
    looked(first, tmp_path)
    later = Desk()
    thread = LabThread(later, tmp_path, lambda: 30.0)
    thread.start()
    thread.stop()
    (before,), (after,) = first.reports, later.reports
    assert before.question == after.question
    assert (thread.report(before.name), thread.report(after.name) is None) == (None, False)
    assert len(after.name) * 4 >= 128
    for content in (b"{", b"{}", b'{"question":1}'):
        (tmp_path / carrying_out.FILE).write_bytes(content)
        assert carrying_out.stored(tmp_path) is None


@pytest.mark.usefixtures("near")
def test_why_it_stopped_is_reported(tmp_path, monkeypatch):
    """No folder, no room, a process that was ended, a fault of ours; games are stored though their report is lost."""
    (tmp_path / "file").write_text("")
    desk = Desk(order())
    looked(desk, tmp_path / "file")
    assert desk.trouble == "unstored"
    with monkeypatch.context() as patch:
        patch.setattr(carrying_out, "made", Mock(side_effect=BrokenProcessPool))
        desk = Desk(order())
        looked(desk, tmp_path)
    assert (desk.trouble, desk.reports, len(numbers(tmp_path))) == ("lost", [], 2 * GAMES)
    faults = {
        OSError(28, "no room"): "unstored",
        stored.LabError("a process was ended"): "lost",
        ValueError("a mistake"): "failed",
    }
    monkeypatch.setattr(carrying_out, "play_lacking", Mock(side_effect=[*faults]))
    for trouble in faults.values():
        desk = Desk(order())
        looked(desk, tmp_path / "there")
        assert desk.trouble == trouble


@pytest.mark.usefixtures("near")
def test_the_tables_of_a_club_have_their_games_played_one_after_the_other(tmp_path):
    """Whoever asks while another table's games are played waits for the end of these, and may give up."""
    places = ProcessPools(1)
    first, desks = LabThread(Desk(), tmp_path, lambda: 30.0, places), (Desk(order()), Desk(order()))
    with ThreadPoolExecutor(2) as tables:
        with places.busy(first, lambda: True):
            waiting = [tables.submit(looked, desk, tmp_path / str(n), places) for n, desk in enumerate(desks)]
            desks[1].order = None
            waiting[1].result(PATIENCE_S)
            assert not waiting[0].done()
            assert [desk.told for desk in desks] == [[], []]
        places.leave(first)
        waiting[0].result(PATIENCE_S)
    assert (desks[0].told[-1][:2], desks[1].reports) == ((2 * GAMES, 2 * GAMES), [])


HUB = """
import sys
from pathlib import Path
from features.laboratory.test_thread import Desk, looked, order

class Telling(Desk):
    def played(self, order, played, whole, left_s):
        print(played, flush=True)

if __name__ == "__main__":
    looked(Telling(order(games=2000)), Path(sys.argv[1]))
"""


@pytest.mark.gate
@pytest.mark.skipif(os.name != "posix", reason="kills as only such systems do")
def test_a_killed_hub_loses_no_game_that_was_kept(tmp_path):
    """Its processes end with it, nobody has to put anything right, and the next hub goes on from there."""
    program = tmp_path / "killed.py"
    program.write_text(HUB)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
    with subprocess.Popen(
        [sys.executable, program, tmp_path / "there"], env=environment, stdout=subprocess.PIPE, text=True
    ) as hub:
        while int(hub.stdout.readline()) < 1:
            continue
        workers = children(hub.pid)
        assert workers
        if sys.platform == "linux":
            assert {os.sched_getscheduler(worker) for worker in workers} == {os.SCHED_IDLE}
        hub.kill()
    until(lambda: not any(alive(worker) for worker in workers), "processes of a killed hub go on")
    whole = (tmp_path / "there" / FILE).read_bytes().count(b"\n") - 1
    assert whole > 0
    desk = Desk(order(games=2000), stop_at=0)
    looked(desk, tmp_path / "there")
    assert desk.told[0][0] == whole


def children(parent: int) -> list[int]:
    """The processes that a process has begun to play games."""
    listed = subprocess.run(["ps", "-Aww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    lines = [line.split(maxsplit=2) for line in listed.splitlines()]
    return [int(pid) for pid, of, command in lines if of == str(parent) and "spawn_main" in command]


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_only_what_is_asked_of_it_wakes_the_laboratory(tmp_path):
    """Each move at the table is told to it: most of them are none of its business."""
    desk = Desk()
    thread, looks = LabThread(desk, tmp_path, lambda: 30.0, ProcessPools(1)), list[bool]()
    thread._look = lambda: looks.append(True)
    thread.start()
    for _ in range(3):
        thread.wake()
    time.sleep(0.05)
    assert looks == []
    desk.order = order()
    thread.wake()
    until(lambda: looks, "it looks")
    thread.stop()
