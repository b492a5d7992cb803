"""Rows classic-18 to -23: houses, hotels, the stock, shortages, selling back."""

import pytest
from helpers.streets import BROWN, DARK_BLUE, LIGHT_BLUE, PINK, RED, left, put, stages, stock

from hub.domain.commands import (
    Build,
    DeclareBankruptcy,
    Decline,
    PayDebt,
    PlaceBuilding,
    SellBuilding,
    SellGroup,
    Throw,
    WantBuildings,
)
from hub.domain.tasks import AuctionRunning, BuyPending, DebtPending, DrawPending, ThrowPending
from hub.rules.game import Reason
from hub.simulation.checks import FACTS


@pytest.fixture
def builder(scene):
    """Seat 0 owns the light blue group; it is the turn of seat 0."""
    scene.owns(0, *LIGHT_BLUE)
    return scene


def contested(scene, deed: int, winner: int, bid: int) -> None:
    """Seat 0 builds, seat 1 wants the last building too, and one of them wins it."""
    scene.do(Build(0, deed))
    scene.do(WantBuildings(0, 1))
    scene.do(WantBuildings(1, 1))
    scene.auction_of_two(winner, bid)


class TestBuilding:
    """Rows 18 to 20."""

    def test_classic_18_a_house_costs_the_price_on_the_deed(self, builder):
        """Money to the bank, a house from its stock."""
        builder.do(Build(0, 6))
        assert (stages(builder), builder.balance(0), stock(builder)) == ([1, 0, 0], 1450, (31, 12))

    def test_classic_18_also_between_the_turns_of_others(self, builder):
        """Until the next player throws everybody may build, whoever's turn just ended too; after that nobody (K5)."""
        builder.turn(2)
        builder.do(Build(0, 6))
        builder.do(Throw(2, (1, 2)))
        assert builder.refused(Build(0, 8)) == Reason.NOT_NOW

    def test_classic_18_whose_turn_just_ended_builds_until_the_next_player_throws(self, scene):
        """The deed that completes the group may be built on at once."""
        scene.owns(0, 37)
        scene.lands(0, 39)
        scene.buy(0)
        scene.do(Build(0, 39))
        assert (scene.on_turn, scene.stage(39)) == (1, 1)

    @pytest.mark.parametrize(
        ("faces", "task"),
        [
            pytest.param((1, 2), BuyPending(1, 3, 60), id="a purchase"),
            pytest.param((5, 5), ThrowPending(1), id="the throws of a double"),
            pytest.param((3, 4), DrawPending(1, "chance"), id="a card"),
        ],
    )
    def test_classic_18_not_during_the_turn_of_another(self, builder, faces, task):
        """While seat 1 has something to decide or to throw, only seat 1 may build (K5)."""
        builder.owns(1, *PINK)
        builder.turn(1)
        builder.throw(1, *faces)
        assert builder.task == task
        assert builder.refused(Build(0, 6)) == Reason.NOT_YOUR_TURN
        builder.do(Build(1, 11))

    def test_classic_18_not_during_the_debt_of_another(self, builder):
        """While somebody raises money nobody builds, and the debtor has other cares (K5)."""
        builder.owns(0, 39)
        builder.owns(1, *PINK)
        builder.cash(1500, 30)
        builder.turn(1)
        builder.lands(1, 39)
        assert builder.refused(Build(0, 6)) == Reason.NOT_YOUR_TURN
        assert builder.refused(Build(1, 11)) == Reason.OWES_MONEY

    def test_classic_18_not_in_an_auction(self, builder):
        """Not even the player on turn (K5)."""
        builder.throw(0, 1, 2)
        builder.do(Decline(0))
        assert builder.refused(Build(0, 6)) == Reason.NOT_NOW

    def test_classic_18_whoever_is_on_turn_does_not_build_while_another_is_asked(self, builder):
        """A birthday that seat 1 cannot pay interrupts the turn of seat 0 (K5)."""
        builder.cash(1500, 5)
        builder.game.state.decks.piles["community"].remove(12)
        builder.game.state.decks.piles["community"].insert(0, 12)
        builder.throw(0, 1, 1)
        builder.draw(0)
        assert builder.task.seat == 1
        assert builder.refused(Build(0, 6)) == Reason.NOT_NOW

    @pytest.mark.parametrize(
        ("command", "reason"),
        [
            (Build(1, 6), Reason.NOT_OWNER),
            (Build(0, 5), Reason.NO_SUCH_DEED),
            (Build(0, 0), Reason.NO_SUCH_DEED),
            (Build(0, -1), Reason.NO_SUCH_DEED),
            (Build(0, 21), Reason.GROUP_INCOMPLETE),
            (Build(0, 11), Reason.GROUP_MORTGAGED),
            (Build(0, 37), Reason.NOT_ENOUGH_MONEY),
        ],
    )
    def test_classic_18_only_on_whole_unmortgaged_groups_of_ones_own(self, builder, command, reason):
        """Not with two of three streets, with one mortgage in the group (K10), with 199 of 200, or on no street."""
        builder.owns(0, *RED[:2], *PINK, *DARK_BLUE)
        builder.mortgaged(14)
        builder.cash(199)
        assert builder.refused(command) == reason

    def test_classic_19_evenly(self, builder):
        """The second house goes to another street."""
        builder.do(Build(0, 6))
        assert builder.refused(Build(0, 6)) == Reason.UNEVEN
        builder.do(Build(0, 9))
        builder.do(Build(0, 8))
        builder.do(Build(0, 6))
        assert stages(builder) == [2, 1, 1]

    def test_classic_20_a_hotel_takes_the_place_of_four_houses(self, scene):
        """One house price more; the four houses go back to the bank at once (K8, K9)."""
        put(scene, 0, BROWN, 4, 4)
        left(scene, 24)
        scene.do(Build(0, 1))
        assert (stages(scene, BROWN), scene.balance(0), stock(scene)) == ([5, 4], 1450, (28, 11))

    def test_classic_20_not_before_all_streets_have_four_houses(self, scene):
        """A hotel needs four houses on every street of the group, and there is only one per street."""
        put(scene, 0, BROWN, 4, 3)
        assert scene.refused(Build(0, 1)) == Reason.UNEVEN
        scene.built(1, 5)
        scene.built(3, 5)
        assert scene.refused(Build(0, 1)) == Reason.FULLY_BUILT


class TestSelling:
    """Row 23, and the stock of row 21."""

    def test_classic_23_back_at_half_of_what_was_paid_and_evenly(self, scene):
        """Half of the printed price, for which the house was built (K13); the highest street first."""
        put(scene, 0, LIGHT_BLUE, 2, 1, 1)
        left(scene, 28)
        assert scene.refused(SellBuilding(0, 8)) == Reason.UNEVEN
        assert scene.refused(SellBuilding(0, 39)) == Reason.NOT_OWNER
        scene.do(SellBuilding(0, 6))
        assert (stages(scene), scene.balance(0), stock(scene)) == ([1, 1, 1], 1525, (29, 12))

    def test_classic_23_a_hotel_becomes_four_houses_and_half_its_price(self, scene):
        """The hotel goes back, four houses come out of the stock (K15)."""
        put(scene, 0, BROWN, 5, 4)
        left(scene, 10, 11)
        scene.do(SellBuilding(0, 1))
        assert (stages(scene, BROWN), scene.balance(0), stock(scene)) == ([4, 4], 1525, (6, 12))

    @pytest.mark.parametrize(("bid", "half"), [(50, 25), (180, 90), (75, 37)])
    def test_classic_23_the_last_one_built_is_sold_first_for_half_of_its_bid(self, scene, bid, half):
        """Of two houses the second was won, half a unit stays with the bank; the first was built for 150 (K13)."""
        scene.owns(0, *LIGHT_BLUE)
        scene.owns(1, *RED)
        for deed in RED:
            scene.do(Build(1, deed))
        left(scene, 1)
        contested(scene, 6, 1, bid)
        scene.do(PlaceBuilding(1, 21))
        for back in (0, half, half + 75):
            assert scene.balance(1) == 1500 - 3 * 150 - bid + back
            if scene.stage(21):
                scene.do(SellBuilding(1, 21))

    def test_classic_23_half_a_unit_of_each_stays_with_the_bank(self, scene):
        """Two that were won for 75 each bring 37 each, together as one after the other (K13)."""
        put(scene, 0, BROWN, 2, 2)
        scene.game.state.deeds.paid[1] = (75, 75)
        assert scene.game.rules.building.refund(scene.game, 1, 0) == 74

    def test_classic_23_a_hotel_won_in_an_auction_brings_half_of_its_own_step(self, scene):
        """Four houses and half of the 70 that the hotel cost (K15)."""
        put(scene, 0, BROWN, 4, 4)
        put(scene, 1, LIGHT_BLUE, 4, 4, 4)
        left(scene, 10, 1)
        contested(scene, 1, 0, 70)
        scene.do(PlaceBuilding(0, 3))
        before = scene.balance(0)
        scene.do(SellBuilding(0, 3))
        assert (stages(scene, BROWN), scene.balance(0)) == ([4, 4], before + 35)

    def test_classic_23_logs_without_what_was_paid_are_read_as_the_printed_price(self, scene):
        """A game stored before it was noted down folds as it always did."""
        scene.owns(0, *LIGHT_BLUE)
        old = '[{"fact":"stage_set","seat":0,"deed":6,"before":0,"stage":1,"stock":{"house":-1}}]'
        scene.given(*FACTS.decode(old))
        scene.do(SellBuilding(0, 6))
        assert (scene.balance(0), stock(scene)) == (1525, (32, 12))

    def test_classic_23_at_any_time_also_in_an_auction(self, scene):
        """Money may be raised by selling while an auction runs."""
        put(scene, 0, LIGHT_BLUE, 1, 0, 0)
        scene.turn(1)
        scene.lands(1, 5)
        scene.do(Decline(1))
        scene.do(SellBuilding(0, 6))
        assert isinstance(scene.task, AuctionRunning)

    def test_classic_21_32_houses_and_12_hotels(self, builder):
        """That is what the bank starts with; without a house in stock nothing is built until somebody sells one."""
        assert stock(builder) == (32, 12)
        left(builder, 0)
        assert builder.refused(Build(0, 6)) == Reason.NO_STOCK
        put(builder, 1, BROWN, 1, 0)
        builder.do(SellBuilding(1, 1))
        builder.do(Build(0, 6))

    def test_classic_21_no_hotel_back_without_four_houses(self, scene):
        """A hotel cannot be turned into houses the bank has not."""
        put(scene, 0, BROWN, 5, 5)
        left(scene, 3, 10)
        assert scene.refused(SellBuilding(0, 1)) == Reason.NO_STOCK

    def test_classic_21_a_debtor_may_sell_the_whole_group_at_once(self, scene):
        """In the debt phase a whole group goes at half price, a hotel as five houses, whatever the stock (K7)."""
        put(scene, 0, BROWN, 5, 5)
        left(scene, 0, 10)
        scene.cash(100)
        scene.stands(0, 1)
        assert scene.refused(SellGroup(0, "brown")) == Reason.OWES_NOTHING
        scene.throw(0, 1, 2)
        assert isinstance(scene.task, DebtPending)
        assert scene.refused(DeclareBankruptcy(0)) == Reason.MONEY_CAN_BE_RAISED
        assert scene.refused(SellGroup(0, "red")) == Reason.NOT_BUILT
        scene.do(SellGroup(0, "brown"))
        assert (stages(scene, BROWN), scene.balance(0), stock(scene)) == ([0, 0], 100 + 10 * 25, (0, 12))
        scene.do(PayDebt(0))


def test_classic_29_buildings_are_sold_before_the_creditor_gets_the_rest(scene):
    """A bankrupt's buildings go back to the bank at half price; the creditor gets that money and bare deeds."""
    put(scene, 0, BROWN, 2, 1)
    left(scene, 20)
    scene.cash(10)
    scene.owns(1, 37, 39)
    scene.built(39, 5)
    scene.lands(0, 39)
    scene.do(DeclareBankruptcy(0))
    assert scene.balance(1) == 1500 + 10 + 3 * 25
    assert (stages(scene, BROWN), stock(scene)) == ([0, 0], (23, 12))
    assert scene.owner(1) == scene.owner(3) == 1
