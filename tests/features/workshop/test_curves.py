"""When a price changes, the edition's own curve proposes rents and mortgage; nobody has to take them."""

import itertools

import pytest
from features.workshop.conftest import Bench

from hub.editions import EDITIONS
from hub.features.workshop.curves import _at, _rounded, proposed
from hub.features.workshop.design import Cells

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
