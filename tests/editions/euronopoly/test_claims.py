"""Rows euro-06 to -08: buying on landing, the claim of the first deed, two deeds before another group."""

from __future__ import annotations

import pytest

from hub.domain.commands import Buy, Decline, PlaceBid
from hub.domain.ids import BANK, NOBODY
from hub.domain.tasks import BuyPending
from hub.rules.reasons import Reason


def land(scene, space: int) -> None:
    """Seat 0 comes to a space in its own turn, without a double."""
    scene.turn(0)
    scene.stands(0, (space - 3) % 40)
    scene.throw(0, 1, 2)


def test_euro_06_the_printed_price_goes_to_the_bank(scene):
    """Prague costs 400, and then it is one's own."""
    bank = scene.balance(BANK)
    land(scene, 12)
    assert scene.task == BuyPending(0, 12, 400)
    scene.do(Buy(0))
    assert (scene.owner(12), scene.balance(0), scene.balance(BANK)) == (0, 2600, bank + 400)


def test_euro_06_nobody_auctions_what_is_declined(scene):
    """It stays with the bank, and the turn goes on (E15)."""
    land(scene, 12)
    scene.do(Decline(0))
    assert (scene.owner(12), scene.on_turn) == (NOBODY, 1)
    assert scene.refused(PlaceBid(1, 10)) == Reason.NOT_IN_EDITION


def test_euro_06_not_without_the_money_and_never_on_credit(scene):
    """399 do not buy what costs 400."""
    scene.cash(399)
    land(scene, 12)
    assert scene.refused(Buy(0)) == Reason.NOT_ENOUGH_MONEY


def test_euro_06_only_on_arrival(scene):
    """A player who has stood there since the last turn can no longer buy (E14)."""
    land(scene, 12)
    scene.do(Decline(0))
    scene.turn(0)
    assert scene.refused(Buy(0)) == Reason.NOT_NOW


def test_euro_07_the_first_deed_keeps_all_others_out(scene):
    """A player who comes to the rest of a claimed group is asked nothing and owes nothing."""
    scene.owns(1, 16)
    land(scene, 18)
    assert (scene.on_turn, scene.balance(0), scene.owner(18)) == (1, 3000, NOBODY)


def test_euro_07_the_holder_of_the_claim_buys_the_rest(scene):
    """For the holder nothing has changed."""
    scene.owns(0, 16)
    land(scene, 18)
    scene.do(Buy(0))
    assert scene.owner(18) == 0


def test_euro_07_a_claim_made_meanwhile_counts(scene):
    """A deed that a correction gives away takes the offer from whoever is just being asked."""
    land(scene, 18)
    scene.owns(1, 16)
    assert scene.refused(Buy(0)) == Reason.GROUP_CLAIMED


def test_euro_07_without_a_deed_there_is_no_claim(scene):
    """It ends with the last deed of the group (E8)."""
    scene.owns(1, 16)
    scene.owns(NOBODY, 16)
    land(scene, 18)
    assert isinstance(scene.task, BuyPending)


def test_euro_08_one_deed_of_a_group_is_too_few_for_another(scene):
    """Not even asked; with two of the first group one may."""
    scene.owns(0, 16)
    land(scene, 12)
    assert scene.on_turn == 1
    scene.owns(0, 18)
    land(scene, 12)
    assert isinstance(scene.task, BuyPending)


def test_euro_08_every_claimed_group_counts(scene):
    """Two of one group and one of the next are still too few for a third."""
    scene.owns(0, 16, 18, 12)
    land(scene, 8)
    assert scene.on_turn == 1
    land(scene, 11)
    assert isinstance(scene.task, BuyPending)


@pytest.mark.parametrize("space", [13, 17])
def test_euro_08_tolls_and_radars_are_free_of_it(scene, space):
    """The rule is about city groups (E9)."""
    scene.owns(0, 16)
    land(scene, space)
    assert isinstance(scene.task, BuyPending)


def test_euro_08_tolls_and_radars_are_no_claims(scene):
    """One toll station and one radar trap keep nobody from their first city."""
    scene.owns(0, 3, 7)
    land(scene, 12)
    assert isinstance(scene.task, BuyPending)
