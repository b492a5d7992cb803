"""A club under load: how many tables three processes carry, and whether anything is lost where they are killed.

Run it from the clone: `python tests/bench/bench_club.py [--tables N …] [--seconds S] [--kills N] [--minutes M]`. One
club on a real PostgreSQL server of its own grows from size to size; bots, which hesitate as in a family, play at four
of five tables and people at the fifth, with four screens at each. Then its processes are killed, each time another one
is started, and at the end each log is compared with what was acknowledged and with what all screens show. Any move that
is lost or doubled ends the run with an error. Each line is printed as soon as it is measured, as it belongs into
`tests/bench/club_figures.txt`; what does not fit into the minutes is left out, and the last line says so.
"""

import argparse
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
from bench.club_figures import megabytes, server_figures, tree, used_s
from bench.club_load import Load, Table
from bench.killed_evening import live_game, outcome, picture
from helpers.club_process import ClubProcess, new_database
from helpers.postgres import PostgresServer, postgres_server
from msgspec import Struct
from server.browser import Browser
from sqlalchemy.engine import make_url

from hub.store.opening import open_to_look
from hub.store.postgres.registry import PostgresRegistry

PEOPLE_AT = 5
"""People sit at each fifth table, bots at the others."""

PLAYERS = ("Anna", "Ben", "Cleo")
PATIENCE_S = 120.0
ENDING_S = 90.0
"""The share of the time that is kept for the comparison at the end."""

HEAD = """
| tables | screens | moves a second | ms to a screen: p50, p99 | processors: club, server | ms of both a move \
| MB a process, empty | MB a table | MB of the server a table | of its log: kB, syncs a move |
|---|---|---|---|---|---|---|---|---|---|"""


class Figures(Struct, frozen=True, kw_only=True):
    """Of one size. `ms_*` are from a command to each screen of its table, `mb_*` shares of memory (PSS).

    `processors` is how many the club's processes kept busy, `processors_server` how many the server.
    """

    tables: int
    screens: int
    moves_per_second: float
    times: int
    ms_p50: float
    ms_p99: float
    processors: float
    processors_server: float
    cpu_ms_per_move: float
    mb_empty: float
    mb_per_table: float
    mb_server_per_table: float
    wal_kb_per_move: float
    syncs_per_move: float

    def row(self) -> str:
        """For the table of `HEAD`."""
        return (
            f"| {self.tables} | {self.screens} | {self.moves_per_second} | {self.ms_p50}, {self.ms_p99} "
            f"| {self.processors}, {self.processors_server} | {self.cpu_ms_per_move} | {self.mb_empty} "
            f"| {self.mb_per_table} | {self.mb_server_per_table} | {self.wal_kb_per_move}, {self.syncs_per_move} |"
        )


class Killed(Struct, frozen=True, kw_only=True):
    """What came of the kills. `away_s_*` is from the end of a table's lines to a view on each of its screens."""

    kills: int
    tables: int
    lost_tables: int
    away_s_p50: float
    away_s_p90: float
    away_s_most: float
    compared: int


def main() -> None:
    """Measure one size after the other, then kill."""
    parser = argparse.ArgumentParser(description="A club of several processes under load.")
    parser.add_argument("--tables", type=int, nargs="+", default=[20, 50, 100, 200], metavar="N", help="sizes, growing")
    parser.add_argument("--processes", type=int, default=3, metavar="N", help="of the club (3)")
    parser.add_argument("--screens", type=int, default=4, metavar="N", help="at each table (4)")
    parser.add_argument("--seconds", type=float, default=25, metavar="S", help="for which each size is measured (25)")
    parser.add_argument("--kills", type=int, default=50, metavar="N", help="at the last size (50)")
    parser.add_argument("--minutes", type=float, default=12, metavar="M", help="for everything (12)")
    parser.add_argument("--seed", default="0", metavar="S", help="says who is killed")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write a line of JSON for each line here")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes - ENDING_S
    with ExitStack() as closing:
        bench = Bench(options.processes, options.screens, max(options.tables), closing)
        print(HEAD, flush=True)
        for size in sorted(options.tables):
            bench.grow(size)
            figures = bench.measured(options.seconds)
            print(figures.row(), flush=True)
            noted(figures, options.json)
        bench.kill(options.kills, random.Random(options.seed), end)
        killed = bench.compared()
        noted(killed, options.json)
        print(f"\n{told(killed, options.kills)}", flush=True)


class Bench:
    """One club on one server, with everybody who plays there."""

    def __init__(self, processes: int, screens: int, most: int, closing: ExitStack) -> None:
        self._closing = closing
        self._postgres: PostgresServer = closing.enter_context(postgres_server(3 * most + 60))
        self._database = new_database(self._postgres)
        self._folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        self._registry = PostgresRegistry(make_url(self._database))
        closing.callback(self._registry.close)
        self._load = Load(screens)
        closing.callback(self._load.close)
        self._screens, self._kills, self._lost = screens, 0, 0
        with ThreadPoolExecutor(processes) as hands:
            begun = [hands.submit(self._started, processes) for _ in range(processes)]
            self._load.processes += [closing.enter_context(one.result()) for one in begun]
        self._empty = self._megabytes() / processes
        self._server_empty = megabytes(tree(self._postgres.pid))

    def grow(self, size: int) -> None:
        """So many tables, at which everybody sits and has begun."""
        self._registry.add(str(number + 1) for number in range(size))
        load, known = self._load, {table.name for table in self._load.tables}
        shown = load.processes[0].tables
        load.until(lambda: len(load.meanwhile(shown)) == size, "the list of tables", PATIENCE_S)
        listed = [one for one in load.meanwhile(shown) if one["name"] not in known]
        new = [Table(one["name"], one["key"], bots=int(one["name"]) % PEOPLE_AT != 0) for one in listed]
        with ThreadPoolExecutor(4) as hands:
            begun = [hands.submit(self._begin, table) for table in new]
            load.until(lambda: all(one.done() for one in begun), "games at all tables", 2 * PATIENCE_S)
        for one in begun:
            one.result()
        load.tables += new
        load.until(lambda: not load.lost(), "all screens", PATIENCE_S)
        load.run(5.0)  # everybody is at it

    def measured(self, seconds: float) -> Figures:
        """What everybody did in so many seconds."""
        load, names = self._load, [table.name for table in self._load.tables]
        club, server = self._used()
        before = load.meanwhile(lambda: server_figures(self._database, names))
        for table in load.tables:  # only now: counting all entries and all memory holds everybody up
            table.latencies.clear()
        began = time.perf_counter()
        load.run(seconds)
        took = time.perf_counter() - began
        times = sorted(1_000 * latency for table in load.tables for latency in table.latencies)
        club, server = (now - then for now, then in zip(self._used(), (club, server), strict=True))
        after = load.meanwhile(lambda: server_figures(self._database, names))
        taken = load.meanwhile(self._megabytes) - len(load.processes) * self._empty
        taken_server = load.meanwhile(lambda: megabytes(tree(self._postgres.pid))) - self._server_empty
        moves = max(1, after.entries - before.entries)
        return Figures(
            tables=len(names),
            screens=len(names) * self._screens,
            moves_per_second=round(moves / took, 1),
            times=len(times),
            ms_p50=round(quantile(times, 0.5), 1),
            ms_p99=round(quantile(times, 0.99), 1),
            processors=round(club / took, 2),
            processors_server=round(server / took, 2),
            cpu_ms_per_move=round(1_000 * (club + server) / moves, 1),
            mb_empty=round(self._empty, 1),
            mb_per_table=round(taken / (len(names) - len(load.processes)), 2),
            mb_server_per_table=round(taken_server / len(names), 2),
            wal_kb_per_move=round((after.wal_bytes - before.wal_bytes) / moves / 1_000, 1),
            syncs_per_move=round((after.wal_syncs - before.wal_syncs) / moves, 2),
        )

    def kill(self, kills: int, chance: random.Random, end: float) -> None:
        """Kill a process that has tables, and start another, again and again; everybody plays on."""
        load = self._load
        for table in load.tables:
            table.away_s.clear()
        while self._kills < kills and time.monotonic() < end:
            load.run(chance.uniform(0.5, 2.5))
            victim = chance.choice([one for one in load.alive if any(table.url == one.url for table in load.tables)])
            had = sum(table.url == victim.url for table in load.tables)
            began = time.monotonic()
            victim.process.send_signal(signal.SIGKILL)
            # known at once: with two others that have their share of the tables the new one gets all that were lost
            started = load.meanwhile(lambda: self._started(0))
            load.processes = [*load.alive, self._closing.enter_context(started)]
            load.until(lambda: not load.lost(), "the tables of who was killed", PATIENCE_S)
            self._kills += 1
            self._lost += had
            for table in load.tables:
                assert not table.bots or table.moves() >= table.shown, f"table {table.name} lost a move"
            took = time.monotonic() - began
            print(f"kill {self._kills}: {had} tables, {took:.1f} s", file=sys.stderr, flush=True)

    def compared(self) -> Killed:
        """Everything comes to rest; what is stored is what was acknowledged, and what all screens show."""
        load = self._load
        for table in load.tables:
            if table.bots:
                table.people.last({"do": "freeze"})
        load.until(lambda: all(t.people.number > 0 for t in load.tables), "a last word everywhere", PATIENCE_S)
        load.more = False
        try:
            load.until(lambda: all(t.people.quiet for t in load.tables) and not load.lost(), "all answers", PATIENCE_S)
        except AssertionError:
            for table in load.tables:
                if not table.people.quiet:
                    print(f"table {table.name}: {table.people.complaint()}", file=sys.stderr)
            print(f"without all their screens: {len(load.lost())}", file=sys.stderr, flush=True)
            raise
        load.run(2.0)
        load.until(lambda: not load.lost(), "all screens", PATIENCE_S)
        away = sorted(seconds for table in load.tables for seconds in table.away_s)
        entries = 0
        for table in load.tables:
            entries += self._check(table)
        for one in load.alive:
            assert one.end(signal.SIGTERM) == 0, f"a process did not end as asked: {one.complaints()}"
        return Killed(
            kills=self._kills,
            tables=len(load.tables),
            lost_tables=self._lost,
            away_s_p50=round(quantile(away, 0.5), 2),
            away_s_p90=round(quantile(away, 0.9), 2),
            away_s_most=round(max(away, default=0.0), 2),
            compared=entries,
        )

    def _check(self, table: Table) -> int:
        """One table; returns how many entries its log has."""
        with ExitStack() as closing:
            store = open_to_look(f"{self._database}?table={table.name}", closing)
            assert store is not None
            game = store.games()[-1]
            entries = list(self._load.meanwhile(lambda: store.entries(game.id)))
        requests = [entry.request for entry in entries]
        assert len(set(requests)) == len(requests), f"table {table.name} has a move twice"
        live = live_game(game.edition, entries)
        if table.bots:
            assert live.undoable() >= table.shown, f"table {table.name} lost a move"
        else:
            beginning = requests.index(table.people.asked[0])
            assert beginning <= 1  # the start of the game, if that is an entry
            assert requests[beginning:] == table.people.asked, f"table {table.name} has another log"
        told = outcome(live)[:2]
        for screen in table.screens:
            assert picture(screen.view())[:2] == told, f"a screen of table {table.name} shows something else"
        return len(entries)

    def _begin(self, table: Table) -> None:
        """Two people or three bots begin a game."""
        end = time.monotonic() + PATIENCE_S
        while (owner := next((one for one in self._load.processes if one.has(table.name)), None)) is None:
            assert time.monotonic() < end, f"table {table.name} did not open"
            time.sleep(0.2)
        browser = Browser(owner.port, key=table.key, path=table.path)
        for seat, name in enumerate(PLAYERS if table.bots else PLAYERS[:2]):
            assert browser.ask({"do": "add_seat", "name": name})["ok"]
            if table.bots:
                assert browser.ask({"do": "set_bot", "seat": seat, "bot": "sensible"})["ok"]
        assert browser.ask({"do": "begin"})["ok"]
        browser.close()

    def _started(self, tables: int) -> ClubProcess:
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        options = ("--tables", str(tables)) if tables else ()
        return ClubProcess(folder, "--database", self._database, *options)

    def _used(self) -> tuple[float, float]:
        club = sum(used_s(one.process.pid, children=True) for one in self._load.processes)
        return club, used_s(self._postgres.pid, children=True)

    def _megabytes(self) -> float:
        return sum(megabytes(tree(one.process.pid)) for one in self._load.processes)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Of figures in order."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def noted(figures: Struct, file: Path | None) -> None:
    """Keep it, even if the run should end before its time."""
    if file is not None:
        with file.open("a", encoding="utf-8") as lines:
            lines.write(msgspec.json.encode(figures).decode() + "\n")


def told(killed: Killed, wanted: int) -> str:
    """For people."""
    left = "" if killed.kills == wanted else f" of {wanted}, for more there was no time"
    return (
        f"{killed.tables} tables, {killed.kills} kills{left}, which took {killed.lost_tables} tables away: "
        f"each was back on all its screens after {killed.away_s_p50} s (p90 {killed.away_s_p90} s, at most "
        f"{killed.away_s_most} s). All {killed.compared} entries of the logs were compared: each acknowledged move is "
        "there once and in order, none twice, and all screens show what the folded log says."
    )


if __name__ == "__main__":
    main()
