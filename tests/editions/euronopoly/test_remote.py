"""Rows euro-03, -06 to -08, -15 and -16: first deeds and claims; when one deals, remote purchases, remote building."""

import pytest

from hub.domain.commands import Build, Buy, BuyRemote, Decline, PlaceBid, SellBuilding, SellDeed
from hub.domain.ids import BANK, NOBODY
from hub.domain.pieces import RemotelyBuilt
from hub.domain.tasks import BuyPending
from hub.domain.turns import SeatBankrupted
from hub.rules.game import Reason


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
    """Seat 2 was there before seat 1; a piece that went and came back is the last (E24); who is out visits nobody."""
    scene.owns(0, 16)
    scene.stands(1, 18)
    scene.stands(2, 18)
    scene.stands(1, 21)
    scene.stands(1, 18)
    scene.do(BuyRemote(0, 18))
    assert (scene.balance(1), scene.balance(2)) == (3000, 3100)
    scene.stands(2, 19)
    scene.given(SeatBankrupted(2, BANK))
    assert scene.refused(BuyRemote(0, 19)) == Reason.NO_VISITOR


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
