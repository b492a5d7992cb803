"""What a process of a club says of itself and of its tables: health, figures for Prometheus, what the wall shows."""

import json
import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest
from flask import Flask
from helpers.missing import need_extra
from helpers.sealed_evening import Evening

from hub.domain.ids import BANK, NOBODY
from hub.domain.shares import OfferShares, SellShares
from hub.domain.tasks import AuctionRunning, BuildingLot, DeedLot, EstateLot, SealedAuctionRunning, SharesLot
from hub.features.club.front import operations
from hub.features.club.table import OpenedTable, TableFigures, WallFigures, status_of
from hub.features.club.tables import ClubFigures
from hub.features.club.views import TableStatus, wall_view
from hub.store.folder import Secrets
from hub.store.registry import Listed, Standing
from hub.table.requests import Play
from hub.table.wire.audience import Audience
from hub.table.wire.contract import View

TABLES = {"7": TableFigures("playing", 4, 120), "oak": TableFigures("lobby", 0, 2)}


def asked(path: str, silent_s: float = 0.2) -> Any:
    """What a process answers that has two of three tables and one companion."""
    app = Flask(__name__)
    app.register_blueprint(operations(lambda: ClubFigures(TABLES, 3, 2, silent_s), "1.2.3"))
    return app.test_client().get(path)


def test_a_process_is_well_as_long_as_it_reaches_the_list():
    """One that has not for as long as a lease says so with its status, and may be started again."""
    well, ill = asked("/healthz"), asked("/healthz", 3.1)
    assert (well.status_code, ill.status_code) == (200, 503)
    assert json.loads(well.data) == {"status": "ok", "version": "1.2.3", "tables": 2, "listed": 3, "processes": 2}
    assert json.loads(ill.data)["status"] == "failing"


def test_figures_for_prometheus():
    """Another program's reader of that format finds tables, browsers, publications and the process."""
    need_extra("club", "prometheus_client")
    from prometheus_client.parser import text_string_to_metric_families

    families = {family.name: family for family in text_string_to_metric_families(asked("/metrics").text)}

    def values(name):
        return {tuple(sample.labels.values()): sample.value for sample in families[name].samples}

    assert values("bankhalter_tables") == {("lobby",): 1, ("playing",): 1, ("over",): 0}
    assert values("bankhalter_browsers") == {("7",): 4, ("oak",): 0}
    assert values("bankhalter_publications") == {("7",): 120, ("oak",): 2}
    assert (values("bankhalter_club_tables"), values("bankhalter_club_processes")) == ({(): 3}, {(): 2})
    assert families["bankhalter_silent_seconds"].samples[0].value == pytest.approx(0.2)
    if sys.platform == "linux":
        assert families["process_resident_memory_bytes"].samples[0].value > 0


def test_without_the_library_there_are_no_metrics(monkeypatch):
    """It is said, and nothing else suffers."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    assert (asked("/metrics").status_code, asked("/healthz").status_code) == (501, 200)


class Opened(OpenedTable):
    """A table of a club as far as its figures go, without browsers."""

    def __init__(self, evening: Evening) -> None:
        self._table, self._phase, self._published = evening.table, "playing", 0
        self._changed, self._said, self._status = True, "", TableStatus("lobby")
        self._figures = WallFigures()
        self._help = SimpleNamespace(since_ms=0)
        self._site = SimpleNamespace(watching=0)
        evening.table.subscribe(self._happened)


def test_what_two_settle_in_private_is_no_figure():
    """Anybody may ask for the figures: an offer of shares counts in none, a sale that all see in one."""
    evening = Evening()
    opened = Opened(evening)
    evening.play(SellShares(0, 0, 2))
    before = opened.figures()
    evening.do(Play(OfferShares(0, 1, 0, 1, 77, True)), Audience("seat", 0))
    assert opened.figures() == before
    evening.play(SellShares(0, 0, 1))
    assert opened.figures().published == before.published + 1
    evening.table.stop()


def test_a_screen_that_comes_costs_the_club_no_view(monkeypatch):
    """When a process has died, hundreds come within seconds: only what happens at the table is looked at."""
    evening = Evening()
    opened = Opened(evening)
    looks: list[Audience] = []
    view = evening.table.view
    monkeypatch.setattr(evening.table, "view", lambda audience: looks.append(audience) or view(audience))
    alone = json.loads(opened.status())
    opened._site.watching = 3
    assert json.loads(opened.status()) == alone | {"watching": 3}
    assert len(looks) == 1
    evening.play(SellShares(0, 0, 2))
    assert json.loads(opened.status())["watching"] == 3
    assert len(looks) == 2
    evening.table.stop()


FIGURES = WallFigures((900, 2_000, 700), [cast("Any", SimpleNamespace(name="Allee"))])


def view(winner: int = NOBODY, task: object = None, out: tuple[int, ...] = (), edition: str = "classic") -> View:
    """Three people at a game."""
    names = enumerate(("Anna", "Ben", "Cleo"))
    seats = [SimpleNamespace(seat=seat, name=name, out=seat in out) for seat, name in names]
    prompt = SimpleNamespace(task=task) if task is not None else None
    own = SimpleNamespace(id="classic:1a", own_tables=True, names={"de": "Kleinwiesen"})
    table = {"editions": (own,), "edition": edition, "board": SimpleNamespace(state="none")}
    return cast("View", SimpleNamespace(phase="playing", seats=seats, winner=winner, prompt=prompt, turn=3, **table))


@pytest.mark.parametrize(
    ("shown", "leader", "worth"),
    [(view(), "Ben", 2_000), (view(winner=0), "Anna", 900), (view(out=(1,)), "Anna", 900)],
    ids=["the richest", "who has won, whatever others have", "nobody who is out, whatever is counted as theirs"],
)
def test_the_wall_shows_who_leads(shown, leader, worth):
    """By a rule such as a short evening's, or since all others gave up."""
    found = status_of(shown, FIGURES, 0, 0)
    assert (found.leaders, found.worth) == ((leader,), worth)


def test_a_familys_own_board_is_called_by_its_name():
    """On the wall as everywhere; an edition is called by its id, for which the pages have a word."""
    for name, called in (("classic:1a", "Kleinwiesen"), ("mega", "mega")):
        assert status_of(view(edition=name), FIGURES, 0, 0).edition == called


def test_what_a_process_that_has_gone_said_of_a_table_is_no_longer_shown():
    """Until another has taken it, it is on its way."""
    gone = Listed("7", Secrets("00" * 32, "123456"), status='{"phase":"playing"}')
    assert [shown.status for shown in wall_view(Standing((gone,))).tables] == [None]


def test_nobody_learns_from_the_wall_what_lies_face_down():
    """Of a sealed auction neither the bids nor who leads; of an open one both."""
    seats = (0, 1, 2)
    sealed = SealedAuctionRunning(1, DeedLot(0), BANK, "all_pay", seats, ())
    shown = status_of(view(task=sealed), FIGURES, 0, 0).auction
    assert (shown.name, shown.high, shown.leader, shown.sealed) == ("Allee", 0, "", True)
    running = AuctionRunning(DeedLot(0), seats, high=40, leader=1)
    shown = status_of(view(task=running), FIGURES, 0, 0).auction
    assert (shown.high, shown.leader, shown.sealed) == (40, "Ben", False)


@pytest.mark.parametrize(
    ("lot", "said"),
    [
        (BuildingLot("house"), ("building_lot", "", "house")),
        (EstateLot((0,)), ("estate_lot", "", "")),
        (SharesLot(0, 3), ("shares_lot", "", "")),
    ],
)
def test_the_wall_calls_each_lot_what_it_is(lot, said):
    """A deed has a name, a building a kind, and of all others it says what they are."""
    shown = status_of(view(task=AuctionRunning(lot, (0, 1, 2))), FIGURES, 0, 0).auction
    assert (shown.lot, shown.name, shown.building) == said
