"""A field from Biot and Savart and a relay from coil to coil: not the figures that model and driver share.

Wires are lines in air, a piece lies up to 8 mm beside the middle of its space, and a sleeping coil passes on k times Q
of what the one beside it has (k 0.020 to 0.034, Q 6 to 14). Modules differ, each answer fades. An answer goes there and
back, so it changes with the square of the coupling.
"""

from __future__ import annotations

import math
import random

import pytest
from firmware.test_crosstalk import Side, seeds

pytestmark = pytest.mark.gate

PITCH_MM, HALF_COIL_MM, HEIGHT_MM = 47, 19, 12
MIDDLE_DB, SPREAD_DB, FADING_DB = 22, 1.5, 1.0


def _wire(a, b, near, far):
    """What a straight wire adds to the field across the board (Biot and Savart), without the factor mu/4pi."""
    across = near**2 + HEIGHT_MM**2
    return (
        near
        / across
        * ((b - far) / math.hypot(b - far, near, HEIGHT_MM) - (a - far) / math.hypot(a - far, near, HEIGHT_MM))
    )


def coupling(x, y):
    """Of a square coil with a small tag at this place above it."""
    half = HALF_COIL_MM
    return abs(
        _wire(-half, half, half - x, y)
        + _wire(-half, half, half + x, y)
        + _wire(-half, half, half - y, x)
        + _wire(-half, half, half + y, x)
    )


def heard(luck, reader, modules):
    """The gain that each of 13 readers needs for a piece on this one, in dB."""
    x, y, relay = luck.uniform(-8, 8), luck.uniform(-8, 8), luck.uniform(0.020, 0.034) * luck.uniform(6, 14)
    own, needs = coupling(x, y), {}
    for other in range(13):
        apart = other - reader
        reached = own if not apart else coupling(x - PITCH_MM * apart, y) + own * relay ** abs(apart)
        needs[other] = MIDDLE_DB + modules[other] - 40 * math.log10(reached / coupling(0, 0))
    return needs


@pytest.mark.usefixtures("as_on_a_node")
@pytest.mark.parametrize("pieces", [6, 10])
@pytest.mark.parametrize("seed", seeds(*range(6)))
def test_pieces_in_a_field_of_loops_and_relays_rest_and_nobody_waits_a_second(pieces, seed):
    """Each is reported once, where it lies; each reader is looked at within a second."""
    luck = random.Random(seed)
    side, modules = Side(jitter_ms=1, seed=seed), [luck.uniform(-SPREAD_DB, SPREAD_DB) for _ in range(13)]
    lying = {}
    for number in range(pieces):
        reader = luck.randrange(13)
        uid = f"04{number:02X}B2C3D4E5F6"
        needs = heard(luck, reader, modules)
        own_db = needs.pop(reader)
        lying[uid] = reader
        side.model.put(reader, uid, own_db, {other: db for other, db in needs.items() if db < 52}, fading_db=FADING_DB)
    side.rests(8, lying)


@pytest.mark.usefixtures("as_on_a_node")
@pytest.mark.parametrize("fading_db", [0, FADING_DB / 2])
@pytest.mark.parametrize("seed", seeds(*range(6)))
def test_the_reader_that_had_a_piece_keeps_it_beside_one_that_hears_it_as_well(seed, fading_db):
    """Pushed to where a stronger module beside it hears it alike, and where the hub waits for it: it has not moved."""
    luck = random.Random(seed)
    side, reader, way, uid = Side(jitter_ms=1, seed=seed), luck.randrange(1, 12), luck.choice((-1, 1)), "04A1B2C3D4E5F6"
    side.model.put(reader, uid, MIDDLE_DB)
    side.run(1)
    needs = heard(luck, reader, [0] * 13)
    needs[reader + way] = own_db = needs.pop(reader)
    side.model.put(reader, uid, own_db, {other: db for other, db in needs.items() if db < 52}, fading_db=fading_db)
    side.windows.first = (reader + way,)
    side.run(15)
    assert side.arrivals() == [(uid, reader, True)]
