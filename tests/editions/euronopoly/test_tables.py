"""Rows euro-05 and -13: the tables of the risk space and of toll stations and radar traps, cell by cell."""

import pytest

from hub.domain.commands import Build, Buy
from hub.domain.ids import BANK
from hub.rules.game import Reason

RISK = (
    (-100, 30, -120, 90, -180, 150),
    (30, 200, -30, 180, -90, 240),
    (-120, -30, -300, 30, -240, 90),
    (90, 180, 30, 400, -30, 300),
    (-180, -90, -240, -30, -500, 30),
    (150, 240, 90, 300, 30, 600),
)
RADAR = (
    (100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600),
    (200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200),
    (300, 450, 600, 750, 900, 1050, 1200, 1350, 1500, 1650, 1800),
    (400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400),
)
RISK_CELLS = [(first, second, RISK[first - 1][second - 1]) for first in range(1, 7) for second in range(1, 7)]
RADAR_CELLS = [(count, total, RADAR[count - 1][total - 2]) for count in range(1, 5) for total in range(2, 13)]


@pytest.mark.parametrize(("first", "second", "amount"), RISK_CELLS)
def test_euro_05_every_cell_of_the_risk_table(scene, first, second, amount):
    """The throw that led there decides (E7); the bank pays or is paid."""
    bank = scene.balance(BANK)
    scene.lands(0, 20, first, second)
    assert (scene.balance(0), scene.balance(BANK)) == (3000 + amount, bank - amount)


@pytest.mark.parametrize(("count", "total", "rent"), RADAR_CELLS)
def test_euro_13_every_cell_of_the_radar_table(scene, count, total, rent):
    """50 times the dice times the number owned, by the throw that brought the visitor (E18)."""
    scene.owns(1, *(7, 17, 27, 37)[:count])
    salary = 1000 if total > 7 else 0
    scene.lands(0, 7, min(6, total - 1), total - min(6, total - 1))
    assert (scene.balance(0), scene.balance(1)) == (3000 - rent + salary, 3000 + rent)


@pytest.mark.parametrize(("count", "rent"), [(1, 200), (2, 400), (3, 600), (4, 800)])
def test_euro_13_toll_by_the_number_owned(scene, count, rent):
    """200 for each toll station of the owner (E17)."""
    scene.owns(1, *(13, 3, 23, 33)[:count])
    scene.lands(0, 13)
    assert (scene.balance(0), scene.balance(1)) == (3000 - rent, 3000 + rent)


@pytest.mark.parametrize(("owned", "offered"), [(3, 13), (7, 17)])
def test_euro_13_no_claim_to_the_others(scene, owned, offered):
    """Somebody else's toll station or radar trap keeps nobody from buying the next."""
    scene.owns(1, owned)
    scene.lands(0, offered)
    scene.do(Buy(0))
    assert scene.owner(offered) == 0


@pytest.mark.parametrize("deed", [3, 7])
def test_euro_13_nothing_is_built_there(scene, deed):
    """Nobody is asked to build on arrival, and nobody may."""
    scene.owns(0, deed)
    scene.lands(0, deed)
    assert scene.on_turn == 1
    scene.turn(0)
    scene.stands(1, deed)
    assert scene.refused(Build(0, deed)) == Reason.NO_SUCH_DEED
