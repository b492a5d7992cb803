"""Rows mpmp-07 to -09: what a visitor owes."""

import pytest

from hub.domain.commands import Draw
from hub.domain.ledger import MoneyMoved

LIGHT_BLUE = (6, 8, 9)
STATIONS = (5, 15, 25, 35)
UTILITIES = (12, 28)


def rent(scene, space: int, *throws: tuple[int, int]) -> int:
    """What seat 0 pays to seat 1 for a move of these throws that ends on `space`."""
    scene.stands(0, (space - sum(map(sum, throws))) % 40)
    before = scene.balance(1)
    for faces in throws:
        scene.throw(0, *faces)
    return scene.balance(1) - before


@pytest.mark.parametrize(
    ("owned", "stage", "amount"),
    [
        ((9,), 0, 160),
        *((LIGHT_BLUE, stage, amount) for stage, amount in enumerate((160, 800, 2000, 6000, 9000, 12_000))),
    ],
)
def test_mpmp_07_rent_by_deed_and_houses(scene, owned, stage, amount):
    """The figure on the deed for what stands there, and nothing else: a whole unbuilt group is not doubled (P9)."""
    scene.owns(1, *owned)
    scene.built(9, stage)
    assert rent(scene, 9, (1, 2)) == amount


@pytest.mark.parametrize(("count", "amount"), [(1, 80 * 7), (2, 200 * 7)])
def test_mpmp_08_utility_rent_by_number_owned(scene, count, amount):
    """80 times the dice with one utility, 200 times with both."""
    scene.owns(1, *UTILITIES[:count])
    assert rent(scene, 12, (3, 4)) == amount


@pytest.mark.rule("mpmp-02")
def test_mpmp_08_the_example_of_the_rules_page(scene):
    """From 31 with 3 + 3, 4 + 4 and 4 + 3 to space 12: 4,000 for the start, 200 times 21 for both (P10)."""
    scene.owns(1, *UTILITIES)
    assert rent(scene, 12, (3, 3), (4, 4), (4, 3)) == 4200
    assert scene.balance(0) == 30_000 + 4000 - 4200


def test_mpmp_08_a_mortgaged_utility_counts_and_earns_nothing(scene):
    """With the other one mortgaged the factor is 200; the mortgaged one is free (P11)."""
    scene.owns(1, *UTILITIES)
    scene.mortgaged(28)
    assert rent(scene, 12, (3, 4)) == 1400
    scene.turn(0)
    assert rent(scene, 28, (3, 4)) == 0


def test_mpmp_08_why_names_factor_and_sum(scene):
    """The payment says how it came about: 80 times 16, with one utility."""
    scene.owns(1, 12)
    scene.stands(0, 36)
    facts = [*scene.throw(0, 5, 5), *scene.throw(0, 4, 2)]
    paid = next(fact for fact in facts if isinstance(fact, MoneyMoved) and fact.purpose == "rent_utility")
    assert (paid.amount, paid.inputs) == (1280, {"deed": 12, "factor": 80, "count": 1, "faces": 16})


@pytest.mark.parametrize(("count", "amount"), [(1, 500), (2, 1000), (3, 2000), (4, 4000)])
def test_mpmp_09_station_rent_doubles_with_each_further_station(scene, count, amount):
    """500, 1,000, 2,000 or 4,000 for one to four stations."""
    scene.owns(1, *STATIONS[:count])
    assert rent(scene, 5, (1, 2)) == amount


def test_mpmp_09_a_card_to_a_station_costs_the_plain_rent(scene):
    """Chance card 3 leads to the station on space 5: one station, 500, and 4,000 for passing the start."""
    scene.owns(1, 5)
    scene.lands(0, 36)
    scene.do(Draw(0, 3))
    scene.arrive()
    assert (scene.balance(0), scene.balance(1)) == (33_500, 30_500)
