"""What the wall says of a table that stands as it rarely does: a game that is won, and bids that nobody may know."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from hub.domain.ids import BANK, NOBODY
from hub.domain.tasks import AuctionRunning, DeedLot, SealedAuctionRunning
from hub.features.club.table import WallFigures, status_of
from hub.table.wire.contract import View

FIGURES = WallFigures((900, 2_000, 700), [cast("Any", SimpleNamespace(name="Allee", english="Avenue"))])


def view(winner: int = NOBODY, task: object = None, out: tuple[int, ...] = (), edition: str = "classic") -> View:
    """Three people at a game."""
    seats = [
        SimpleNamespace(seat=seat, name=name, out=seat in out) for seat, name in enumerate(("Anna", "Ben", "Cleo"))
    ]
    prompt = SimpleNamespace(task=task) if task is not None else None
    board = SimpleNamespace(state="none")
    own = SimpleNamespace(id="classic:1a", own_tables=True, names={"de": "Kleinwiesen"})
    found = SimpleNamespace(
        editions=(own,),
        phase="playing",
        seats=seats,
        winner=winner,
        prompt=prompt,
        board=board,
        edition=edition,
        turn=3,
    )
    return cast("View", found)


def test_whoever_has_won_leads_whatever_others_have() -> None:
    """By a rule such as a short evening's, or since all others gave up."""
    assert (status_of(view(), FIGURES, 0, 0).leaders, status_of(view(), FIGURES, 0, 0).worth) == (("Ben",), 2_000)
    won = status_of(view(winner=0), FIGURES, 0, 0)
    assert (won.leaders, won.worth) == (("Anna",), 900)


def test_a_familys_own_board_is_called_by_its_name() -> None:
    """On the wall as everywhere; an edition is called by its id, for which the pages have a word."""
    assert [status_of(view(edition=name), FIGURES, 0, 0).edition for name in ("classic:1a", "mega")] == [
        "Kleinwiesen",
        "mega",
    ]


def test_whoever_is_out_leads_no_more() -> None:
    """Even if something is still counted as theirs."""
    assert status_of(view(out=(1,)), FIGURES, 0, 0).leaders == ("Anna",)


def test_nobody_learns_from_the_wall_what_lies_face_down() -> None:
    """Of a sealed auction neither the bids nor who leads; of an open one both."""
    seats = (0, 1, 2)
    sealed = SealedAuctionRunning(1, DeedLot(0), BANK, "all_pay", seats, ())
    shown = status_of(view(task=sealed), FIGURES, 0, 0).auction
    assert shown is not None
    assert (shown.name, shown.english, shown.high, shown.leader, shown.sealed) == ("Allee", "Avenue", 0, "", True)
    running = AuctionRunning(DeedLot(0), seats, high=40, leader=1)
    shown = status_of(view(task=running), FIGURES, 0, 0).auction
    assert shown is not None
    assert (shown.high, shown.leader, shown.sealed) == (40, "Ben", False)
