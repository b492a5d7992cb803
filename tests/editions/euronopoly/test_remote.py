"""Rows euro-03, -15 and -16: when one deals, remote purchases, remote building."""

import pytest

from hub.domain.commands import Build, BuyRemote, SellBuilding, SellDeed
from hub.domain.ids import BANK
from hub.domain.pieces import RemotelyBuilt
from hub.rules.reasons import Reason


def test_euro_03_sales_and_remote_purchases_before_a_throw_of_ones_own(scene):
    """Not while others are about to throw, and not between the throw and the end of the move (E3)."""
    scene.owns(0, 16, 3)
    scene.stands(1, 18)
    scene.do(SellDeed(0, 3))
    scene.stands(0, 24)
    scene.turn(1)
    for command in (SellDeed(0, 16), BuyRemote(0, 18)):
        assert scene.refused(command) == Reason.NOT_ASKED
    scene.turn(0)
    scene.lands(0, 5)
    for command in (SellDeed(0, 16), BuyRemote(0, 18), Build(0, 16), SellBuilding(0, 16)):
        assert scene.refused(command) in {Reason.NOT_ASKED, Reason.NOT_NOW}


def test_euro_03_before_each_throw_of_the_turn(scene):
    """A double brings another opportunity."""
    scene.owns(0, 16)
    scene.stands(1, 18)
    scene.stands(0, 24)
    scene.throw(0, 3, 3)
    scene.do(BuyRemote(0, 18))
    assert scene.owner(18) == 0


def test_euro_03_rent_is_paid_after_the_throw(scene):
    """To the owner, as the deed says."""
    scene.owns(1, 18)
    scene.lands(0, 18)
    assert (scene.balance(0), scene.balance(1)) == (2910, 3090)


def test_euro_15_the_price_to_the_bank_the_commission_to_the_visitor(scene):
    """Lisbon costs 500, its visitor gets 100 and cannot refuse; 599 are one too few, there is no credit."""
    bank = scene.balance(BANK)
    scene.owns(0, 16)
    scene.stands(1, 18)
    scene.cash(599)
    assert scene.refused(BuyRemote(0, 18)) == Reason.NOT_ENOUGH_MONEY
    scene.cash(600)
    scene.do(BuyRemote(0, 18))
    assert scene.owner(18) == 0
    assert [scene.balance(account) for account in (0, 1, BANK)] == [0, 3100, bank + 2400 + 500]


def test_euro_15_the_commission_is_for_who_came_first(scene):
    """Seat 2 was there before seat 1; a piece that went and came back is the last (E24)."""
    scene.owns(0, 16)
    scene.stands(1, 18)
    scene.stands(2, 18)
    scene.stands(1, 21)
    scene.stands(1, 18)
    scene.do(BuyRemote(0, 18))
    assert (scene.balance(1), scene.balance(2)) == (3000, 3100)


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        (12, Reason.NO_CLAIM),
        (19, Reason.NO_VISITOR),
        (18, Reason.NO_VISITOR),
        (16, Reason.DEED_SOLD),
        (3, Reason.NO_SUCH_DEED),
        (20, Reason.NO_SUCH_DEED),
    ],
)
def test_euro_15_only_what_is_claimed_unsold_and_visited(scene, deed, reason):
    """Tolls and radars are never claimed; the buyer's own piece, here on 18, is no visitor."""
    scene.owns(0, 16)
    scene.stands(0, 18)
    if deed not in (18, 19):
        scene.stands(1, deed)
    assert scene.refused(BuyRemote(0, deed)) == reason


def test_euro_15_several_in_one_turn(scene):
    """As many as there are visitors (E22)."""
    scene.owns(0, 16)
    scene.stands(1, 18)
    scene.stands(2, 19)
    scene.do(BuyRemote(0, 18))
    scene.do(BuyRemote(0, 19))
    assert (scene.owner(18), scene.owner(19)) == (0, 0)


def test_euro_15_debts_of_the_visitor_come_first(scene):
    """What the visitor gets goes to the bank as far as it is owed (E26)."""
    scene.owns(0, 16)
    scene.owns(1, 3)
    scene.stands(1, 18)
    scene.owes(1, 60)
    scene.do(BuyRemote(0, 18))
    assert (scene.balance(1), scene.owed(1)) == (40, 0)


def test_euro_16_building_where_a_visitor_stands(scene):
    """On all own plots of the group, with the commission of the visited plot once a turn and group (E25)."""
    bank = scene.balance(BANK)
    scene.owns(0, 16, 18)
    scene.stands(1, 16)
    scene.do(Build(0, 18))
    scene.do(Build(0, 16))
    assert [scene.balance(account) for account in (0, 1, BANK)] == [3000 - 520 - 100, 3100, bank + 520]
    scene.turn(0)
    scene.do(Build(0, 18))
    assert scene.balance(1) == 3200


def test_euro_16_the_first_apartment_needs_the_commission_too(scene):
    """359 are too few for 260 and 100."""
    scene.owns(0, 16)
    scene.stands(1, 16)
    scene.cash(359)
    assert scene.refused(Build(0, 16)) == Reason.NOT_ENOUGH_MONEY


def test_euro_16_of_several_visitors_the_first_of_the_group_is_paid(scene):
    """Seat 2 came to Madrid before seat 1 came to Athens, so the commission is Madrid's."""
    scene.owns(0, 16, 19)
    scene.stands(2, 19)
    scene.stands(1, 16)
    facts = scene.do(Build(0, 16))
    assert RemotelyBuilt(0, 19, 2) in facts
    assert (scene.balance(1), scene.balance(2)) == (3000, 3110)


def test_euro_16_a_visitor_of_an_unsold_plot_opens_nothing(scene):
    """The visitor has to stand on one's own."""
    scene.owns(0, 16)
    scene.stands(1, 18)
    assert scene.refused(Build(0, 16)) == Reason.NO_VISITOR
