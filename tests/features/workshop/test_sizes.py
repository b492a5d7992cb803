"""A design gets more spaces or fewer, and what goes with a price; playable where the edition's rules allow it."""

import itertools
from collections import Counter
from pathlib import Path

import pytest
from features.workshop.conftest import Bench

from hub.editions import EDITIONS
from hub.features.workshop.design import Cells
from hub.features.workshop.sizes import DEED_KINDS, _at, _rounded, proposed
from hub.features.workshop.views import DesignView, Resizing
from hub.server.http.answers import HttpRefused

SIZES = tuple(range(24, 57, 4))


def resize(bench: Bench, spaces: int) -> DesignView:
    bench.view = bench.workshop.resize(bench.view.id, Resizing(bench.view.version, spaces))
    return bench.view


def kinds(view: DesignView) -> list[str]:
    spaces = sum(name.startswith("track/") and name.endswith("/kind") for name in view.cells)
    return [view.cells[f"track/{space}/kind"] for space in range(spaces)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_design_of_any_size_can_be_played_at_once(tmp_path: Path, edition: str, size: int) -> None:
    """Whatever the edition, nothing is wrong with it after its size was changed, and its corners are corners still."""
    bench = Bench(tmp_path, edition)
    printed = kinds(bench.view)
    view = resize(bench, size)
    assert view.faults == ()
    assert len(kinds(view)) == size
    names = [view.cells[f"track/{space}/name"] for space, kind in enumerate(kinds(view)) if kind in DEED_KINDS]
    assert len({*names}) == len(names), "two streets of one name cannot be told apart"
    old, new = len(printed) // 4, size // 4
    assert [kinds(view)[at * new] for at in range(4)] == [printed[at * old] for at in range(4)]


def test_nothing_is_lost_altogether_if_there_is_room(bench: Bench) -> None:
    """What there is most of gives way first: no group of streets and no corner is lost on the way from 40 to 28."""
    groups = {text for name, text in bench.view.cells.items() if name.endswith("/group")}
    view = resize(bench, 28)
    assert {text for name, text in view.cells.items() if name.endswith("/group")} == groups
    there = Counter(kinds(view))
    assert (there["jail"], there["free_parking"], there["go_to_jail"]) == (1, 1, 1)
    assert min(there[kind] for kind in ("station", "utility", "chance", "community", "tax")) >= 1


def test_cards_and_pictures_stay_with_their_spaces(bench: Bench) -> None:
    """A card that led to the last space leads there still."""
    digest = bench.workshop.keep_picture(b'<svg viewBox="0 0 1 1"><path d="M0 0L1 1"/></svg>')
    bench.say({"cards/chance/1/effect": "move_to", "cards/chance/1/first": "39", "cards/chance/1/second": "",
               "picture/space.39": digest})  # fmt: skip
    last = bench.view.cells["track/39/name"]
    view = resize(bench, 28)
    assert view.cells["track/27/name"] == last
    assert (view.cells["cards/chance/1/first"], view.cells["picture/space.27"]) == ("27", digest)
    assert "picture/space.39" not in view.cells


def test_what_a_group_was_called_goes_with_it(tmp_path: Path) -> None:
    """Where there is no room for a group any more, its own name and colour are no fault."""
    bench = Bench(tmp_path, "mega")
    bench.say({f"own/group.{group}": "Unten" for group in bench.workshop.base("mega").groups})
    view = resize(bench, 24)
    assert view.faults == ()
    groups = {view.cells[f"track/{space}/group"] for space in range(24)} - {""}
    assert {name for name in view.cells if name.startswith("own/group.")} == {f"own/group.{one}" for one in groups}


def test_it_is_one_step_that_can_be_taken_back(bench: Bench) -> None:
    """Taken back, everything is as it was, and made again it is as it became."""
    before = bench.view.cells
    after = resize(bench, 24).cells
    bench.view = bench.workshop.undo(bench.view.id, bench.view.version)
    assert bench.view.cells == before
    bench.view = bench.workshop.redo(bench.view.id, bench.view.version)
    assert (bench.view.cells, bench.view.undo) == (after, 1)


@pytest.mark.parametrize("size", [0, -4, 20, 30, 60, 10_000])
def test_a_size_that_the_rules_do_not_allow_is_refused(bench: Bench, size: int) -> None:
    """The edition says which there are, and the page offers no other."""
    assert size not in bench.workshop.base("classic").sizes
    with pytest.raises(HttpRefused, match="workshop_no_cell"):
        resize(bench, size)


RENTS = [f"rent_{stage}" for stage in range(6)]


def deed(view_cells: Cells, space: int) -> list[int]:
    return [int(view_cells[f"track/{space}/{column}"]) for column in RENTS]


def test_at_a_price_of_the_edition_it_is_what_the_edition_prints(bench: Bench) -> None:
    """The second street at the price of the sixth gets its rents and mortgage."""
    bench.say({"track/1/price": "100"})
    rents = {f"track/1/{column}": bench.view.cells[f"track/6/{column}"] for column in (*RENTS, "mortgage")}
    assert bench.view.proposed == rents
    assert bench.say({**bench.view.proposed}).faults == ()


def test_between_two_prices_it_lies_between(bench: Bench) -> None:
    """A street between 60 and 100 takes more than the one and less than the other."""
    bench.say({"track/3/price": "80"})
    bench.say({**bench.view.proposed})
    low, middle, high = deed(bench.view.cells, 1), deed(bench.view.cells, 3), deed(bench.view.cells, 6)
    assert all(low[at] <= middle[at] <= high[at] for at in range(6))
    assert low < middle < high


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_what_is_proposed_is_never_wrong(tmp_path, edition: str) -> None:
    """At any price rents grow from stage to stage and the mortgage is no more than the price."""
    rules = EDITIONS[edition]
    bench = Bench(tmp_path, edition)
    streets = [space for space, one in rules.track.deeds.items() if one.kind == "street"]
    prices = sorted(rules.track.deeds[space].price for space in streets)
    for price in range(1, 3 * prices[-1], max(1, prices[-1] // 40)):
        cells = {**bench.view.cells, f"track/{streets[0]}/price": str(price)}
        after = {**cells, **proposed(rules, cells, f"track/{streets[0]}/price")}
        stages = [int(after[f"track/{streets[0]}/{column}"]) for column in RENTS]
        assert all(low <= high for low, high in itertools.pairwise(stages)), price
        assert int(after[f"track/{streets[0]}/mortgage"]) <= price


def test_other_cells_propose_nothing(bench: Bench) -> None:
    """A name, a rent, a price that is none, or several cells at once."""
    for cells in (
        {"track/1/name": "Am Bach"},
        {"track/1/rent_0": "3"},
        {"track/1/price": "viel"},
        {"track/1/price": "0"},
        {"track/1/price": "70", "track/3/price": "70"},
    ):
        assert bench.say(dict(cells)).proposed == {}


@pytest.mark.parametrize(
    ("price", "figure"), [(60, 2), (80, 4), (100, 6), (90, 5), (200, 12), (30, 1), (10, 1), (1_000, 60)]
)
def test_between_two_points_it_is_the_straight_line_and_beyond_the_last_proportion(price: int, figure: int) -> None:
    """2 at 60 and 6 at 100 make 4 at 80; at the double price of the dearest twice as much; never nothing."""
    assert _at(price, [(60, 2), (100, 6)]) == figure


@pytest.mark.parametrize(("exact", "rounded"), [(17.4, 17), (46.4, 46), (123, 124), (1_234, 1_240), (0.2, 1)])
def test_two_digits_count(exact: float, rounded: int) -> None:
    """About a fiftieth: 123 goes by twos, 1234 by twenties."""
    assert _rounded(exact) == rounded
