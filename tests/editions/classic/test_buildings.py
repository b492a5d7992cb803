"""Rows classic-18 to -23: houses, hotels, the stock, shortages, selling back."""

from __future__ import annotations

import pytest

from hub.domain.auctions import AuctionOpened
from hub.domain.commands import (
    Build,
    DeclareBankruptcy,
    Decline,
    FinishPlacing,
    Mortgage,
    PassBid,
    PayDebt,
    PlaceBid,
    PlaceBuilding,
    SellBuilding,
    SellGroup,
    Throw,
    WantBuildings,
)
from hub.domain.tasks import (
    AuctionRunning,
    BuildingLot,
    BuyPending,
    DebtPending,
    DrawPending,
    PlacingPending,
    ShortagePending,
    ThrowPending,
)
from hub.rules.reasons import Reason
from hub.simulation.checks import FACTS

BROWN = (1, 3)
LIGHT_BLUE = (6, 8, 9)
PINK = (11, 13, 14)
RED = (21, 23, 24)


@pytest.fixture
def builder(scene):
    """Seat 0 owns the light blue group; it is the turn of seat 0."""
    scene.owns(0, *LIGHT_BLUE)
    return scene


def stages(scene, group=LIGHT_BLUE) -> list[int]:
    """How far the streets of a group are built."""
    return [scene.game.state.deeds.stage[space] for space in group]


def stock(scene) -> tuple[int, int]:
    """Houses and hotels with the bank."""
    held = scene.game.state.supply.stock
    return held["house"], held["hotel"]


def put(scene, seat: int, group: tuple[int, ...], *levels: int) -> None:
    """A seat owns a group that is built to these stages, out of the stock."""
    scene.owns(seat, *group)
    for space, level in zip(group, levels, strict=True):
        scene.built(space, level)


def left(scene, houses: int, hotels: int = 12) -> None:
    """The bank has only so many left."""
    scene.game.state.supply.stock.update(house=houses, hotel=hotels)


class TestBuilding:
    """Rows 18 to 20."""

    @pytest.mark.rule("classic-18")
    def test_classic_18_a_house_costs_the_price_on_the_deed(self, builder):
        """Money to the bank, a house from its stock."""
        builder.do(Build(0, 6))
        assert (stages(builder), builder.balance(0), stock(builder)) == ([1, 0, 0], 1450, (31, 12))

    @pytest.mark.rule("classic-18")
    def test_classic_18_only_with_the_whole_group(self, scene):
        """Two of three are not enough."""
        scene.owns(0, 6, 8)
        assert scene.refused(Build(0, 6)) == Reason.GROUP_INCOMPLETE

    @pytest.mark.rule("classic-18")
    def test_classic_18_not_with_a_mortgage_in_the_group(self, builder):
        """One mortgage blocks the whole group (K10)."""
        builder.mortgaged(9)
        assert builder.refused(Build(0, 6)) == Reason.GROUP_MORTGAGED

    @pytest.mark.rule("classic-18")
    def test_classic_18_also_between_the_turns_of_others(self, builder):
        """Until the next player throws everybody may build, whoever's turn just ended too; after that nobody (K5)."""
        builder.turn(2)
        builder.do(Build(0, 6))
        builder.do(Throw(2, (1, 2)))
        assert builder.refused(Build(0, 8)) == Reason.NOT_NOW

    @pytest.mark.rule("classic-18")
    def test_classic_18_whose_turn_just_ended_builds_until_the_next_player_throws(self, scene):
        """The deed that completes the group may be built on at once."""
        scene.owns(0, 37)
        scene.stands(0, 36)
        scene.throw(0, 1, 2)
        scene.buy(0)
        assert scene.on_turn == 1
        scene.do(Build(0, 39))
        assert scene.stage(39) == 1

    @pytest.mark.rule("classic-18")
    def test_classic_18_not_amid_the_purchase_of_another(self, builder):
        """Seat 1 decides about a purchase; only seat 1 may build meanwhile (K5)."""
        builder.owns(1, *PINK)
        builder.turn(1)
        builder.throw(1, 1, 2)
        assert builder.task == BuyPending(1, 3, 60)
        assert builder.refused(Build(0, 6)) == Reason.NOT_YOUR_TURN
        builder.do(Build(1, 11))

    @pytest.mark.rule("classic-18")
    def test_classic_18_not_between_the_throws_of_anothers_double(self, builder):
        """A turn goes on after a double; whoever threw it may build before throwing again, the others may not (K5)."""
        builder.owns(1, *PINK)
        builder.turn(1)
        builder.throw(1, 5, 5)
        assert builder.task == ThrowPending(1)
        assert builder.refused(Build(0, 6)) == Reason.NOT_YOUR_TURN
        builder.do(Build(1, 11))

    @pytest.mark.rule("classic-18")
    def test_classic_18_not_amid_the_card_of_another(self, builder):
        """Seat 1 has to take a card; nobody else builds meanwhile (K5)."""
        builder.turn(1)
        builder.throw(1, 3, 4)
        assert builder.task == DrawPending(1, "chance")
        assert builder.refused(Build(0, 6)) == Reason.NOT_YOUR_TURN

    @pytest.mark.rule("classic-18")
    def test_classic_18_not_amid_the_debt_of_another(self, builder):
        """While somebody raises money nobody builds, and the debtor has other cares (K5)."""
        builder.owns(0, 39)
        builder.owns(1, *PINK)
        builder.cash(1500, 30)
        builder.turn(1)
        builder.stands(1, 36)
        builder.throw(1, 1, 2)
        assert builder.refused(Build(0, 6)) == Reason.NOT_YOUR_TURN
        assert builder.refused(Build(1, 11)) == Reason.OWES_MONEY

    @pytest.mark.rule("classic-18")
    def test_classic_18_not_in_an_auction(self, builder):
        """Not even whoever is on turn (K5)."""
        builder.throw(0, 1, 2)
        builder.do(Decline(0))
        assert builder.refused(Build(0, 6)) == Reason.NOT_NOW

    @pytest.mark.rule("classic-18")
    def test_classic_18_whoever_is_on_turn_does_not_build_while_another_is_asked(self, builder):
        """A birthday that seat 1 cannot pay interrupts the turn of seat 0 (K5)."""
        builder.cash(1500, 5)
        builder.game.state.decks.piles["community"].remove(12)
        builder.game.state.decks.piles["community"].insert(0, 12)
        builder.throw(0, 1, 1)
        builder.draw(0)
        assert builder.task.seat == 1
        assert builder.refused(Build(0, 6)) == Reason.NOT_NOW

    @pytest.mark.rule("classic-18")
    @pytest.mark.parametrize(
        ("command", "reason"),
        [
            (Build(1, 6), Reason.NOT_OWNER),
            (Build(0, 5), Reason.NO_SUCH_DEED),
            (Build(0, 0), Reason.NO_SUCH_DEED),
            (Build(0, -1), Reason.NO_SUCH_DEED),
        ],
    )
    def test_classic_18_only_on_ones_own_streets(self, builder, command, reason):
        """No building on another's street, on a station, or beside the track."""
        assert builder.refused(command) == reason

    @pytest.mark.rule("classic-18")
    def test_classic_18_needs_the_money(self, builder):
        """A house that cannot be paid is not built."""
        builder.cash(49)
        assert builder.refused(Build(0, 6)) == Reason.NOT_ENOUGH_MONEY

    @pytest.mark.rule("classic-19")
    def test_classic_19_evenly(self, builder):
        """The second house goes to another street."""
        builder.do(Build(0, 6))
        assert builder.refused(Build(0, 6)) == Reason.UNEVEN
        builder.do(Build(0, 9))
        builder.do(Build(0, 8))
        builder.do(Build(0, 6))
        assert stages(builder) == [2, 1, 1]

    @pytest.mark.rule("classic-20")
    def test_classic_20_a_hotel_takes_the_place_of_four_houses(self, scene):
        """One house price more; the four houses go back to the bank at once (K8, K9)."""
        put(scene, 0, BROWN, 4, 4)
        left(scene, 24)
        scene.do(Build(0, 1))
        assert (stages(scene, BROWN), scene.balance(0), stock(scene)) == ([5, 4], 1450, (28, 11))

    @pytest.mark.rule("classic-20")
    def test_classic_20_not_before_all_streets_have_four_houses(self, scene):
        """A hotel needs four houses on every street of the group, and there is only one per street."""
        put(scene, 0, BROWN, 4, 3)
        assert scene.refused(Build(0, 1)) == Reason.UNEVEN
        scene.built(1, 5)
        scene.built(3, 5)
        assert scene.refused(Build(0, 1)) == Reason.FULLY_BUILT


class TestSelling:
    """Row 23, and the stock of row 21."""

    @pytest.mark.rule("classic-23")
    def test_classic_23_back_at_half_of_what_was_paid(self, scene):
        """The bank pays half of the printed price, for which the house was built, and takes it back (K13)."""
        put(scene, 0, LIGHT_BLUE, 1, 0, 0)
        left(scene, 31)
        scene.do(SellBuilding(0, 6))
        assert (stages(scene), scene.balance(0), stock(scene)) == ([0, 0, 0], 1525, (32, 12))

    @pytest.mark.rule("classic-23")
    def test_classic_23_evenly_too(self, scene):
        """The highest street first."""
        put(scene, 0, LIGHT_BLUE, 2, 1, 1)
        assert scene.refused(SellBuilding(0, 8)) == Reason.UNEVEN
        assert scene.refused(SellBuilding(0, 39)) == Reason.NOT_OWNER
        scene.do(SellBuilding(0, 6))
        assert stages(scene) == [1, 1, 1]

    @pytest.mark.rule("classic-23")
    def test_classic_23_a_hotel_becomes_four_houses_and_half_its_price(self, scene):
        """The hotel goes back, four houses come out of the stock (K15)."""
        put(scene, 0, BROWN, 5, 4)
        left(scene, 10, 11)
        scene.do(SellBuilding(0, 1))
        assert (stages(scene, BROWN), scene.balance(0), stock(scene)) == ([4, 4], 1525, (6, 12))

    @pytest.mark.rule("classic-23")
    @pytest.mark.parametrize(("bid", "half"), [(50, 25), (180, 90), (75, 37)])
    def test_classic_23_a_house_won_in_an_auction_brings_half_of_the_bid(self, scene, bid, half):
        """Red houses cost 150; one won for 50 sells for 25, and half a unit stays with the bank (K13)."""
        scene.owns(0, *LIGHT_BLUE)
        scene.owns(1, *RED)
        left(scene, 1)
        scene.do(Build(0, 6))
        scene.do(WantBuildings(0, 1))
        scene.do(WantBuildings(1, 1))
        scene.auction_of_two(1, bid)
        scene.do(PlaceBuilding(1, 21))
        assert scene.balance(1) == 1500 - bid
        scene.do(SellBuilding(1, 21))
        assert scene.balance(1) == 1500 - bid + half

    @pytest.mark.rule("classic-23")
    def test_classic_23_the_last_one_built_is_sold_first(self, scene):
        """The second house on the street was won for 60, the first one was built for 150 (K13)."""
        scene.owns(0, *LIGHT_BLUE)
        scene.owns(1, *RED)
        for deed in RED:
            scene.do(Build(1, deed))
        left(scene, 1)
        scene.do(Build(0, 6))
        scene.do(WantBuildings(0, 1))
        scene.do(WantBuildings(1, 1))
        scene.auction_of_two(1, 60)
        scene.do(PlaceBuilding(1, 21))
        before = scene.balance(1)
        scene.do(SellBuilding(1, 21))
        assert scene.balance(1) == before + 30
        scene.do(SellBuilding(1, 21))
        assert scene.balance(1) == before + 30 + 75

    @pytest.mark.rule("classic-23")
    def test_classic_23_a_hotel_won_in_an_auction_brings_half_of_its_own_step(self, scene):
        """Four houses and half of the 70 that the hotel cost (K15)."""
        put(scene, 0, BROWN, 4, 4)
        put(scene, 1, LIGHT_BLUE, 4, 4, 4)
        left(scene, 10, 1)
        scene.do(Build(0, 1))
        scene.do(WantBuildings(0, 1))
        scene.do(WantBuildings(1, 1))
        scene.auction_of_two(0, 70)
        scene.do(PlaceBuilding(0, 3))
        before = scene.balance(0)
        scene.do(SellBuilding(0, 3))
        assert (stages(scene, BROWN), scene.balance(0)) == ([4, 4], before + 35)

    @pytest.mark.rule("classic-23")
    def test_classic_23_logs_without_what_was_paid_are_read_as_the_printed_price(self, scene):
        """A game stored before it was noted down folds as it always did."""
        scene.owns(0, *LIGHT_BLUE)
        old = '[{"fact":"stage_set","seat":0,"deed":6,"before":0,"stage":1,"stock":{"house":-1}}]'
        scene.given(*FACTS.decode(old))
        scene.do(SellBuilding(0, 6))
        assert (scene.balance(0), stock(scene)) == (1525, (32, 12))

    @pytest.mark.rule("classic-23")
    def test_classic_23_at_any_time_also_in_an_auction(self, scene):
        """Money may be raised by selling while an auction runs."""
        put(scene, 0, LIGHT_BLUE, 1, 0, 0)
        scene.turn(1)
        scene.stands(1, 2)
        scene.throw(1, 1, 2)
        scene.do(Decline(1))
        scene.do(SellBuilding(0, 6))
        assert isinstance(scene.task, AuctionRunning)

    @pytest.mark.rule("classic-21")
    def test_classic_21_32_houses_and_12_hotels(self, scene):
        """That is what the bank starts with."""
        assert stock(scene) == (32, 12)

    @pytest.mark.rule("classic-21")
    def test_classic_21_none_left_wait(self, builder):
        """Without a house in stock nothing is built until somebody sells one."""
        left(builder, 0)
        assert builder.refused(Build(0, 6)) == Reason.NO_STOCK
        put(builder, 1, BROWN, 1, 0)
        builder.do(SellBuilding(1, 1))
        builder.do(Build(0, 6))

    @pytest.mark.rule("classic-21")
    def test_classic_21_no_hotel_back_without_four_houses(self, scene):
        """A hotel cannot be turned into houses the bank has not."""
        put(scene, 0, BROWN, 5, 5)
        left(scene, 3, 10)
        assert scene.refused(SellBuilding(0, 1)) == Reason.NO_STOCK

    @pytest.mark.rule("classic-21")
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


@pytest.mark.rule("classic-22")
class TestShortage:
    """Row 22: more demand than stock."""

    @pytest.fixture
    def scarce(self, scene):
        """Seats 0 and 1 could build in light blue and red; two houses are left."""
        scene.owns(0, *LIGHT_BLUE)
        scene.owns(1, *RED)
        left(scene, 2)
        return scene

    def test_classic_22_enough_for_all_is_no_shortage(self, scarce):
        """With a house for every place nobody is asked."""
        left(scarce, 32)
        scarce.do(Build(0, 6))
        assert scarce.task == ThrowPending(0)

    def test_classic_22_everybody_who_could_build_says_how_many(self, scarce):
        """The one who began is asked first, then clockwise; nobody wants more than he could place and pay."""
        scarce.do(Build(0, 6))
        assert scarce.task == ShortagePending("house", 2, (0, 1), deed=6)
        assert stages(scarce) == [0, 0, 0]
        assert scarce.refused(WantBuildings(1, 1)) == Reason.NOT_ASKED
        assert scarce.refused(WantBuildings(0, 13)) == Reason.TOO_MANY_BUILDINGS
        assert scarce.refused(WantBuildings(0, -1)) == Reason.TOO_MANY_BUILDINGS

    def test_classic_22_wishes_that_can_be_met_are_placed_at_the_printed_price(self, scarce):
        """Two want one each, two are there: no auction."""
        scarce.do(Build(0, 6))
        scarce.do(WantBuildings(0, 1))
        scarce.do(WantBuildings(1, 1))
        assert scarce.task == PlacingPending(0, "house", 1)
        scarce.do(PlaceBuilding(0, 8))
        scarce.do(PlaceBuilding(1, 24))
        assert (scarce.balance(0), scarce.balance(1), stock(scarce)) == (1450, 1350, (0, 12))
        assert scarce.task == ThrowPending(0)

    def test_classic_22_contested_houses_are_auctioned_one_by_one(self, scarce):
        """Minimum is the lowest printed price among the bidders; the winner places at once and pays his bid alone."""
        scarce.do(Build(0, 6))
        scarce.do(WantBuildings(0, 2))
        facts = scarce.do(WantBuildings(1, 1))
        assert AuctionOpened(BuildingLot("house")) in facts
        assert scarce.task == AuctionRunning(BuildingLot("house"), (0, 1), 50)
        assert scarce.refused(PlaceBid(0, 49)) == Reason.BID_TOO_LOW
        scarce.do(PlaceBid(1, 180))
        scarce.do(PassBid(0))
        assert scarce.task == PlacingPending(1, "house", 1, paid=True, amount=180)
        assert scarce.refused(FinishPlacing(1)) == Reason.MUST_PLACE
        scarce.do(PlaceBuilding(1, 23))
        assert (scarce.balance(1), stages(scarce, RED)) == (1320, [0, 1, 0])

    def test_classic_22_what_is_left_goes_to_those_who_are_left(self, scarce):
        """When the rest suffices it is placed at the printed price, or not at all."""
        scarce.do(Build(0, 6))
        scarce.do(WantBuildings(0, 2))
        scarce.do(WantBuildings(1, 1))
        scarce.do(PlaceBid(1, 60))
        scarce.do(PassBid(0))
        scarce.do(PlaceBuilding(1, 21))
        assert scarce.task == PlacingPending(0, "house", 1)
        scarce.do(FinishPlacing(0))
        assert (scarce.balance(0), stock(scarce)) == (1500, (1, 12))
        assert scarce.task == ThrowPending(0)

    def test_classic_22_without_a_bid_the_shortage_is_over(self, scarce):
        """When nobody bids the minimum nobody builds."""
        scarce.do(Build(0, 6))
        scarce.do(WantBuildings(0, 2))
        scarce.do(WantBuildings(1, 2))
        scarce.do(PassBid(0))
        scarce.do(PassBid(1))
        assert (stock(scarce), scarce.task) == ((2, 12), ThrowPending(0))

    def test_classic_22_nobody_else_wants_any(self, scarce):
        """The one who began builds alone."""
        scarce.do(Build(0, 6))
        scarce.do(WantBuildings(0, 2))
        scarce.do(WantBuildings(1, 0))
        scarce.do(PlaceBuilding(0, 6))
        assert scarce.refused(PlaceBuilding(0, 6)) == Reason.UNEVEN
        scarce.do(PlaceBuilding(0, 8))
        assert (stages(scarce), scarce.balance(0)) == ([1, 1, 0], 1400)

    def test_classic_22_hotels_are_contested_among_hotels_only(self, scene):
        """Somebody who could only use houses is not asked about the last hotel."""
        put(scene, 0, BROWN, 4, 4)
        put(scene, 1, LIGHT_BLUE, 4, 4, 4)
        scene.owns(2, *RED)
        left(scene, 10, 1)
        scene.do(Build(0, 1))
        assert scene.task == ShortagePending("hotel", 1, (0, 1), deed=1)
        scene.do(WantBuildings(0, 1))
        scene.do(WantBuildings(1, 1))
        scene.do(PlaceBid(0, 75))
        scene.do(PassBid(1))
        assert scene.refused(PlaceBuilding(0, 6)) == Reason.NOT_OWNER
        scene.do(PlaceBuilding(0, 3))
        assert (stages(scene, BROWN), stock(scene)) == ([4, 5], (14, 0))

    def test_classic_22_nobody_changes_their_streets_while_buildings_are_dealt_out(self, scarce):
        """Selling or mortgaging waits until the auction is over, so that the winner can always place (K11)."""
        scarce.built(8, 1)
        scarce.built(6, 1)
        scarce.do(Build(0, 9))
        scarce.do(WantBuildings(0, 2))
        scarce.do(WantBuildings(1, 2))
        assert scarce.refused(SellBuilding(0, 8)) == Reason.BUILDINGS_CONTESTED
        assert scarce.refused(Mortgage(1, 23)) == Reason.BUILDINGS_CONTESTED
        scarce.do(PlaceBid(0, 60))
        scarce.do(PassBid(1))
        assert scarce.refused(SellBuilding(0, 8)) == Reason.BUILDINGS_CONTESTED
        scarce.do(PlaceBuilding(0, 9))

    def test_classic_22_a_sale_while_requests_are_gathered_may_end_the_shortage(self, scarce):
        """Seat 2 sells: the stock suffices for all, and what seat 0 wanted is built without an auction (K11)."""
        scarce.cash(1500, 300)
        put(scarce, 2, PINK, 1, 1, 1)
        scarce.do(Build(0, 6))
        assert scarce.task == ShortagePending("house", 2, (0, 1, 2), deed=6)
        scarce.cash(1500, 300, 0)
        left(scarce, 2)
        for deed in PINK:
            scarce.cash(1500, 150, 0)
            scarce.do(SellBuilding(2, deed))
            if scarce.task == ThrowPending(0):
                break
        assert (stages(scarce), scarce.balance(0)) == ([1, 0, 0], 1450)

    def test_classic_22_after_a_sale_who_has_not_answered_is_asked_on(self, scarce):
        """The stock has grown and is still too small; what was said stays said (K11)."""
        put(scarce, 2, BROWN, 1, 0)
        scarce.cash(1500, 1500, 0)
        scarce.do(Build(0, 6))
        scarce.do(WantBuildings(0, 3))
        scarce.do(SellBuilding(2, 1))
        assert scarce.task == ShortagePending("house", 3, (1,), ((0, 3),), deed=6)
        scarce.do(WantBuildings(1, 0))
        assert scarce.task == PlacingPending(0, "house", 3)

    def test_classic_22_whoever_has_answered_places_when_a_mortgage_ends_the_shortage(self, scarce):
        """Seat 1 mortgages a red street and can build no more: nobody else wants any (K11)."""
        scarce.do(Build(0, 6))
        scarce.do(WantBuildings(0, 2))
        scarce.do(Mortgage(1, 23))
        assert scarce.task == PlacingPending(0, "house", 2)

    def test_classic_22_whoever_began_may_lose_the_place_by_a_sale_of_their_own(self, scarce):
        """Then nothing is built, and the game goes on (K11)."""
        scarce.do(Build(0, 6))
        scarce.do(Mortgage(0, 9))
        assert (stages(scarce), scarce.task) == ([0, 0, 0], ThrowPending(0))

    def test_classic_22_who_cannot_pay_is_not_asked(self, scarce):
        """A player without the price of a house takes no part."""
        scarce.cash(1500, 149)
        scarce.do(Build(0, 6))
        assert stages(scarce) == [1, 0, 0]


@pytest.mark.rule("classic-29")
def test_classic_29_buildings_are_sold_before_the_creditor_gets_the_rest(scene):
    """A bankrupt's buildings go back to the bank at half price; the creditor gets that money and bare deeds."""
    put(scene, 0, BROWN, 2, 1)
    left(scene, 20)
    scene.cash(10)
    scene.owns(1, 37, 39)
    scene.built(39, 5)
    scene.stands(0, 36)
    scene.throw(0, 1, 2)
    scene.do(DeclareBankruptcy(0))
    assert scene.balance(1) == 1500 + 10 + 3 * 25
    assert (stages(scene, BROWN), stock(scene)) == ([0, 0], (23, 12))
    assert scene.owner(1) == scene.owner(3) == 1
