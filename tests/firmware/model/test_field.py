"""How a piece lies in the simulated fields: the fainter it is heard, the less it gets."""

from __future__ import annotations

import random

import pytest
from emulation.model.field import FIELDS


@pytest.mark.parametrize("above", FIELDS)
def test_a_piece_that_is_heard_faintly_gets_little(above):
    """Gain and margin stay within the figures of the field, and whoever needs more gain has less margin."""
    field, luck = FIELDS[above], random.Random(1)
    own = sorted(field.rest(6, 13, luck)[0] for _ in range(200))
    least_db, most_db = field.own_db
    assert all(least_db <= db <= most_db and field.own[0] <= margin <= field.own[1] for db, margin in own)
    assert [margin for _, margin in own] == sorted((margin for _, margin in own), reverse=True)
    assert own[-1][1] < own[0][1] / 1.5


@pytest.mark.parametrize(("above", "reach"), [("usual", 0), ("usual, lets go", 1), ("strong, lets go", 2)])
def test_neighbours_give_a_piece_less_than_its_own_reader(above, reach):
    """Those that hear it are as near as the field reaches, need more gain, and power it with less."""
    luck, seen = random.Random(2), set()
    for _ in range(200):
        (own_db, own), beside = FIELDS[above].rest(6, 13, luck)
        seen |= set(beside)
        assert all(db > own_db and at_most <= max(own, 1.1) for db, at_most in beside.values())
    assert seen == {6 + way * steps for way in (-1, 1) for steps in range(1, reach + 1)}
