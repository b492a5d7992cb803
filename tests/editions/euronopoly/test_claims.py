"""Rows euro-06 to -08: buying on landing, the claim of the first deed, two deeds before another group."""

import pytest

from hub.domain.commands import Buy, Decline, PlaceBid
from hub.domain.ids import BANK, NOBODY
from hub.domain.tasks import BuyPending
from hub.rules.reasons import Reason


def test_euro_06_the_printed_price_goes_to_the_bank(scene):
    """Prague costs 400, never on credit: 399 do not buy it."""
    bank = scene.balance(BANK)
    scene.cash(399)
    scene.visit(0, 12)
    assert scene.task == BuyPending(0, 12, 400)
    assert scene.refused(Buy(0)) == Reason.NOT_ENOUGH_MONEY
    scene.cash(3000)
    scene.do(Buy(0))
    assert (scene.owner(12), scene.balance(0), scene.balance(BANK)) == (0, 2600, bank + 400)


def test_euro_06_nobody_auctions_what_is_declined(scene):
    """It stays with the bank (E15); who has stood there since the last turn can no longer buy (E14)."""
    scene.visit(0, 12)
    scene.do(Decline(0))
    assert (scene.owner(12), scene.on_turn) == (NOBODY, 1)
    assert scene.refused(PlaceBid(1, 10)) == Reason.NOT_IN_EDITION
    scene.turn(0)
    assert scene.refused(Buy(0)) == Reason.NOT_NOW


def test_euro_07_the_first_deed_keeps_all_others_out(scene):
    """Who comes to the rest of a claimed group is asked nothing and owes nothing; its holder buys as ever."""
    scene.owns(1, 16)
    scene.visit(0, 18)
    assert (scene.on_turn, scene.balance(0), scene.owner(18)) == (1, 3000, NOBODY)
    scene.visit(1, 18)
    scene.do(Buy(1))
    assert scene.owner(18) == 1


def test_euro_07_a_claim_made_meanwhile_counts(scene):
    """A deed that a correction gives away takes the offer from whoever is just being asked."""
    scene.visit(0, 18)
    scene.owns(1, 16)
    assert scene.refused(Buy(0)) == Reason.GROUP_CLAIMED


def test_euro_07_without_a_deed_there_is_no_claim(scene):
    """It ends with the last deed of the group (E8)."""
    scene.owns(1, 16)
    scene.owns(NOBODY, 16)
    scene.visit(0, 18)
    assert isinstance(scene.task, BuyPending)


@pytest.mark.parametrize(
    ("owned", "space", "asked"),
    [
        pytest.param((16,), 12, False, id="one deed of a group is too few for another"),
        pytest.param((16, 18), 12, True, id="two are enough"),
        pytest.param((16, 18, 12), 8, False, id="every claimed group counts: no third one"),
        pytest.param((16, 18, 12), 11, True, id="but the second of the second"),
        pytest.param((16,), 13, True, id="tolls are free of it (E9)"),
        pytest.param((16,), 17, True, id="radars are free of it (E9)"),
        pytest.param((3, 7), 12, True, id="tolls and radars are no claims"),
    ],
)
def test_euro_08_two_deeds_of_each_claimed_group_before_the_next(scene, owned, space, asked):
    """Whoever has fewer is not even asked."""
    scene.owns(0, *owned)
    scene.visit(0, space)
    assert isinstance(scene.task, BuyPending) == asked
    assert scene.on_turn == (0 if asked else 1)
