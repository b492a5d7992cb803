"""How many designs a folder holds, and what goes first."""

from pathlib import Path

import pytest
from msgspec import structs

from hub.editions import EDITIONS
from hub.features.workshop import shelf as module
from hub.features.workshop.design import Design
from hub.features.workshop.shelf import Shelf
from hub.features.workshop.sizes import _Space, _Spare, fit_rents
from hub.server.http.answers import HttpRefused


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """A shelf of its own, whose clock goes on with each design."""
    moments = iter(range(10_000))
    monkeypatch.setattr(module, "now_ms", lambda: next(moments))
    return Shelf(tmp_path)


def deleted(shelf: Shelf, design: Design) -> str:
    """Delete a design; returns its id."""
    return shelf.put(structs.replace(design, gone=True)).id


def test_there_is_room_for_sixty_designs_besides_the_deleted_ones(shelf: Shelf) -> None:
    """The sixty-first is refused; one that is deleted makes room for one."""
    designs = [shelf.add("classic", {}) for _ in range(60)]
    with pytest.raises(HttpRefused, match="workshop_full"):
        shelf.add("classic", {})
    deleted(shelf, designs[0])
    shelf.add("classic", {})
    with pytest.raises(HttpRefused, match="workshop_full"):
        shelf.add("classic", {})


def test_the_twenty_that_were_deleted_last_can_be_brought_back(shelf: Shelf, tmp_path: Path) -> None:
    """Of those before them nothing is left, after a restart neither; what is not deleted stays."""
    kept = shelf.add("classic", {}).id
    gone = [deleted(shelf, shelf.add("classic", {})) for _ in range(23)]
    assert {design.id for design in shelf.all()} == {kept, *gone[3:]}
    assert {design.id for design in Shelf(tmp_path).all()} == {kept, *gone[3:]}


def test_one_more_station_earns_as_much_more_as_the_last_did() -> None:
    """25, 50, 100 goes on with 150; a lone rent is doubled; rents beyond the number of deeds go."""
    columns = ["kind", "group", *(f"rent_{at}" for at in range(4))]
    rows = [
        {"kind": "station", "group": "s", "rent_0": "25", "rent_1": "50", "rent_2": "100", "rent_3": ""}
        for _ in range(4)
    ]
    fit_rents(columns, rows)
    assert [row["rent_3"] for row in rows] == ["150"] * 4
    fit_rents(columns, two := [dict(row) for row in rows[:2]])
    assert [[row[f"rent_{at}"] for at in range(4)] for row in two] == [["25", "50", "", ""]] * 2
    fit_rents(columns, lone := [{**two[0], "rent_1": ""}, {**two[0], "rent_1": ""}])
    assert [row["rent_1"] for row in lone] == ["50", "50"]


def test_of_spaces_alike_the_later_one_gives_way() -> None:
    """A smaller board keeps the beginning of its track."""
    spaces = [_Space(at, {"kind": "station", "group": "s"}) for at in range(4)]
    spare = _Spare(EDITIONS["classic"].needs, frozenset(), frozenset())
    assert spare.least([], spaces) is spaces[-1]
