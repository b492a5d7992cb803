"""Row classic-22: more demand than stock."""

import pytest
from helpers.streets import BROWN, DARK_BLUE, LIGHT_BLUE, PINK, RED, left, put, stages, stock

from hub.domain.auctions import AuctionOpened, PassOver
from hub.domain.commands import (
    Build,
    FinishPlacing,
    Mortgage,
    PassBid,
    PlaceBid,
    PlaceBuilding,
    SellBuilding,
    WantBuildings,
)
from hub.domain.corrections import CorrectBuildings
from hub.domain.deeds import BuildingsGranted, WishesLapsed
from hub.domain.tasks import AuctionRunning, BuildingLot, PlacingPending, ShortagePending, ThrowPending
from hub.rules.game import Reason, choices


def wanted(scene, *counts: int):
    """Seat 0 begins to build in light blue, and these seats say in turn how many they want; returns the last facts."""
    return (scene.do(Build(0, 6)), *wishes(scene, *counts))[-1]


def wishes(scene, *counts: int):
    """Seats 0, 1, … say how many they want."""
    return [scene.do(WantBuildings(seat, count)) for seat, count in enumerate(counts)]


def one_wanted_beside(scene, cash: int) -> None:
    """Seat 1 builds the last house on brown; seat 0 could use it on dark blue and has so much cash."""
    scene.owns(1, *BROWN)
    scene.owns(0, *DARK_BLUE)
    scene.cash(cash, 1500)
    left(scene, 1)
    scene.turn(1)
    scene.do(Build(1, 1))


@pytest.fixture
def scarce(scene):
    """Seats 0 and 1 could build in light blue and red; two houses are left."""
    scene.owns(0, *LIGHT_BLUE)
    scene.owns(1, *RED)
    left(scene, 2)
    return scene


@pytest.mark.parametrize(("cash", "houses"), [(1500, 32), (49, 2)], ids=["enough for all", "the other cannot pay"])
def test_classic_22_without_a_shortage_nobody_is_asked(scarce, cash, houses):
    """There is none with a house for every place, nor where nobody else has the lowest price of a house, 50."""
    left(scarce, houses)
    scarce.cash(1500, cash)
    scarce.do(Build(0, 6))
    assert (scarce.task, stages(scarce)) == (ThrowPending(0), [1, 0, 0])


def test_classic_22_everybody_who_could_build_says_how_many(scarce):
    """The one who began is asked first, then clockwise; nobody wants more than they could place and pay."""
    scarce.do(Build(0, 6))
    assert scarce.task == ShortagePending("house", 2, (0, 1), deed=6)
    assert stages(scarce) == [0, 0, 0]
    assert scarce.refused(WantBuildings(1, 1)) == Reason.NOT_ASKED
    assert scarce.refused(WantBuildings(0, 13)) == Reason.TOO_MANY_BUILDINGS
    assert scarce.refused(WantBuildings(0, -1)) == Reason.TOO_MANY_BUILDINGS


def test_classic_22_what_one_may_want_goes_by_the_lowest_price(scarce):
    """For 200 there are four houses in light blue, though one alone in dark blue."""
    scarce.owns(0, *DARK_BLUE)
    scarce.cash(200, 1500)
    left(scarce, 2)
    scarce.do(Build(0, 6))
    assert scarce.task == ShortagePending("house", 2, (0, 1), deed=6)
    scarce.do(WantBuildings(0, 4))


def test_classic_22_wishes_that_can_be_met_are_placed_at_the_printed_price(scarce):
    """Two want one each, two are there: no auction."""
    wanted(scarce, 1, 1)
    assert scarce.task == PlacingPending(0, "house", 1)
    scarce.do(PlaceBuilding(0, 8))
    scarce.do(PlaceBuilding(1, 24))
    assert (scarce.balance(0), scarce.balance(1), stock(scarce)) == (1450, 1350, (0, 12))
    assert scarce.task == ThrowPending(0)


def test_classic_22_whoever_cannot_pay_the_second_hears_that_one_is_lost(scarce):
    """Both would have been placed; after the first there is no money, and a word says what becomes of the other."""
    wanted(scarce, 2, 0)
    scarce.cash(50)
    assert WishesLapsed("house", (0,), (1,)) in scarce.do(PlaceBuilding(0, 8))
    assert scarce.task == ThrowPending(0)


def test_classic_22_contested_houses_are_auctioned_one_by_one(scarce):
    """Minimum is the lowest printed price among the bidders; the winner places at once and pays that bid alone."""
    assert AuctionOpened(BuildingLot("house")) in wanted(scarce, 2, 1)
    assert scarce.task == AuctionRunning(BuildingLot("house"), (0, 1), 50)
    assert scarce.refused(PlaceBid(0, 49)) == Reason.BID_TOO_LOW
    scarce.auction_of_two(1, 180)
    assert scarce.task == PlacingPending(1, "house", 1, paid=True, amount=180)
    assert scarce.refused(FinishPlacing(1)) == Reason.MUST_PLACE
    assert {choice.cost for choice, _ in choices(scarce.game, 1)} == {0}
    scarce.do(PlaceBuilding(1, 23))
    assert (scarce.balance(1), stages(scarce, RED)) == (1320, [0, 1, 0])


def test_classic_22_what_is_left_goes_to_those_who_are_left(scarce):
    """When the rest suffices it is placed at the printed price, or not at all."""
    wanted(scarce, 2, 1)
    scarce.auction_of_two(1, 60)
    scarce.do(PlaceBuilding(1, 21))
    assert scarce.task == PlacingPending(0, "house", 1)
    scarce.do(FinishPlacing(0))
    assert (scarce.balance(0), stock(scarce), scarce.task) == (1500, (1, 12), ThrowPending(0))


def test_classic_22_without_a_bid_the_shortage_is_over(scarce):
    """When nobody bids the minimum nobody builds."""
    wanted(scarce, 2, 2)
    scarce.do(PassBid(0))
    scarce.do(PassBid(1))
    assert (stock(scarce), scarce.task) == ((2, 12), ThrowPending(0))


def test_classic_22_nobody_else_wants_any(scarce):
    """The one who began builds alone."""
    wanted(scarce, 2, 0)
    scarce.do(PlaceBuilding(0, 6))
    assert scarce.refused(PlaceBuilding(0, 6)) == Reason.UNEVEN
    scarce.do(PlaceBuilding(0, 8))
    assert (stages(scarce), scarce.balance(0)) == ([1, 1, 0], 1400)


def test_classic_22_hotels_are_contested_among_hotels_only(scene):
    """Somebody who could only use houses is not asked about the last hotel."""
    put(scene, 0, BROWN, 4, 4)
    put(scene, 1, LIGHT_BLUE, 4, 4, 4)
    scene.owns(2, *RED)
    left(scene, 10, 1)
    scene.do(Build(0, 1))
    assert scene.task == ShortagePending("hotel", 1, (0, 1), deed=1)
    wishes(scene, 1, 1)
    scene.auction_of_two(0, 75)
    assert scene.refused(PlaceBuilding(0, 6)) == Reason.NOT_OWNER
    scene.do(PlaceBuilding(0, 3))
    assert (stages(scene, BROWN), stock(scene)) == ([4, 5], (14, 0))


def test_classic_22_bidders_and_others_sell_and_mortgage_during_the_auction(scarce):
    """Seat 2 mortgages, seat 0 sells a house and bids more than it had: 60 and 25 are 85 (K11)."""
    scarce.built(8, 1)
    scarce.built(6, 1)
    scarce.owns(2, 5)
    scarce.cash(60, 1500, 0)
    scarce.do(Build(0, 9))
    wishes(scarce, 1, 2)
    scarce.do(Mortgage(2, 5))
    assert scarce.refused(PlaceBid(0, 85)) == Reason.NOT_ENOUGH_MONEY
    scarce.do(SellBuilding(0, 8))
    scarce.do(PlaceBid(0, 85))
    assert (scarce.balance(0), scarce.balance(2)) == (85, 100)
    scarce.do(PassBid(1))
    scarce.do(PlaceBuilding(0, 9))
    assert (scarce.balance(0), stages(scarce)) == (0, [1, 0, 1])


def test_classic_22_after_an_award_the_stock_is_judged_again(scarce):
    """Three are wanted and two there; a house sold during the auction makes the rest enough, as is said (K11)."""
    put(scarce, 2, BROWN, 1, 0)
    scarce.cash(1500, 1500, 0)
    wanted(scarce, 2, 1)
    running = AuctionRunning(BuildingLot("house"), (0, 1), 50)
    assert scarce.task == running
    scarce.do(SellBuilding(2, 1))
    assert scarce.task == running
    scarce.auction_of_two(0, 50)
    facts = scarce.do(PlaceBuilding(0, 6))
    assert BuildingsGranted("house", (0, 1), (1, 1)) in facts
    assert scarce.task == PlacingPending(0, "house", 1)
    scarce.do(PlaceBuilding(0, 8))
    scarce.do(PlaceBuilding(1, 21))
    assert (scarce.balance(0), scarce.balance(1), stock(scarce)) == (1400, 1350, (0, 12))


@pytest.mark.parametrize("won", [False, True])
def test_classic_22_a_bid_binds(scarce, won):
    """Who leads, or has won and not placed yet, keeps the last place for it; other deeds may be mortgaged (K11)."""
    scarce.owns(1, 5)
    wanted(scarce, 2, 2)
    scarce.do(PlaceBid(1, 60))
    if won:
        scarce.do(PassBid(0))
    assert scarce.refused(Mortgage(1, 23)) == Reason.BUILDINGS_CONTESTED
    scarce.do(Mortgage(1, 5))
    scarce.do(Mortgage(0, 9))
    assert scarce.balance(1) == 1600 - 60 * won


def test_classic_22_a_bidder_may_sell_what_is_contested(scarce):
    """Seat 1 leads for a house with one place for it; one sold on the next street makes another place (K11)."""
    put(scarce, 1, RED, 4, 4, 3)
    left(scarce, 1)
    wanted(scarce, 1, 1)
    scarce.do(PlaceBid(1, 60))
    scarce.do(SellBuilding(1, 21))
    assert stages(scarce, RED) == [3, 4, 3]


def test_classic_22_houses_about_to_be_placed_are_nobody_elses(scarce):
    """Five are there and two of them seat 0's: the other three do not make a hotel's four (K11)."""
    put(scarce, 2, BROWN, 5, 4)
    left(scarce, 5, 11)
    wanted(scarce, 2, 0)
    assert scarce.task == PlacingPending(0, "house", 2)
    assert scarce.refused(SellBuilding(2, 1)) == Reason.NO_STOCK


def test_classic_22_a_bidder_without_a_place_is_passed_over(scarce):
    """Seat 1 mortgages a street of its only group: its bids are refused, and its wish is named as lapsed (K11)."""
    wanted(scarce, 2, 2)
    scarce.do(Mortgage(1, 23))
    assert scarce.refused(PlaceBid(1, 60)) == Reason.NO_PLACE
    scarce.do(PlaceBid(0, 50))
    scarce.do(PassOver(1))
    assert WishesLapsed("house", (1,), (2,)) in scarce.do(PlaceBuilding(0, 6))
    assert scarce.task == PlacingPending(0, "house", 1)


def test_classic_22_who_could_raise_the_lowest_price_is_asked(scene):
    """One house is left: seat 0 has 60 and two stations to mortgage, and its next place costs 200 (K11)."""
    scene.owns(0, 5, 15)
    one_wanted_beside(scene, 60)
    assert scene.task == ShortagePending("house", 1, (1, 0), deed=1)
    scene.do(WantBuildings(1, 1))
    scene.do(WantBuildings(0, 1))
    assert scene.task == AuctionRunning(BuildingLot("house"), (1, 0), 50)
    assert scene.refused(PlaceBid(0, 61)) == Reason.NOT_ENOUGH_MONEY
    scene.do(Mortgage(0, 5))
    scene.auction_of_two(0, 160)
    scene.do(PlaceBuilding(0, 39))
    assert (scene.balance(0), stages(scene, DARK_BLUE)) == (0, [0, 1])


def test_classic_22_the_lowest_price_is_that_of_all_who_would_bid(scene):
    """Seat 0 has 60 and nothing else: too little for its own street, enough for a bid from 50 (K11)."""
    one_wanted_beside(scene, 60)
    scene.do(WantBuildings(1, 1))
    assert scene.refused(WantBuildings(0, 2)) == Reason.TOO_MANY_BUILDINGS
    scene.do(WantBuildings(0, 1))
    scene.auction_of_two(0, 60)
    scene.do(PlaceBuilding(0, 37))
    assert (scene.balance(0), scene.balance(1)) == (0, 1500)


def test_classic_22_who_could_raise_it_only_by_giving_up_the_place_is_not_asked(scene):
    """A mortgage on darkblue would pay for a house and bar it: nobody else is concerned (K11)."""
    one_wanted_beside(scene, 49)
    assert stages(scene, BROWN) == [1, 0]


@pytest.mark.parametrize(("answers", "wish"), [((), 1), ((3,), 3)], ids=["the one that was begun", "an answer"])
def test_classic_22_a_hotel_sold_back_ends_the_wishes_with_a_word(scarce, answers, wish):
    """It takes all four houses; whose wishes fall with it is said (K11)."""
    left(scarce, 4, 11)
    put(scarce, 2, BROWN, 5, 4)
    wanted(scarce, *answers)
    assert WishesLapsed("house", (0,), (wish,)) in scarce.do(SellBuilding(2, 1))
    assert (scarce.task, stock(scarce)) == (ThrowPending(0), (0, 12))


def test_classic_22_the_house_under_the_hammer_is_nobody_elses(scarce):
    """A hotel needs four houses when it goes back; of four one is being auctioned, and then placed (K11)."""
    left(scarce, 4, 11)
    put(scarce, 2, BROWN, 5, 4)
    wanted(scarce, 3, 3)
    assert scarce.refused(SellBuilding(2, 1)) == Reason.NO_STOCK
    scarce.auction_of_two(0, 50)
    assert scarce.refused(SellBuilding(2, 1)) == Reason.NO_STOCK


def test_classic_22_a_sale_while_requests_are_gathered_may_end_the_shortage(scarce):
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


@pytest.mark.parametrize("back", [SellBuilding(2, 1), CorrectBuildings({1: 0}, reason="never stood there")])
def test_classic_22_after_a_sale_or_correction_who_has_not_answered_is_asked_on(scarce, back):
    """The stock has grown and is still too small; the question says so, what was said stays said (K11)."""
    put(scarce, 2, BROWN, 1, 0)
    scarce.cash(1500, 1500, 0)
    wanted(scarce, 3)
    scarce.do(back)
    assert scarce.task == ShortagePending("house", 3, (1,), ((0, 3),), deed=6)
    scarce.do(WantBuildings(1, 0))
    assert scarce.task == PlacingPending(0, "house", 3)


def test_classic_22_whoever_has_not_answered_is_not_asked_when_a_sale_makes_enough_for_all(scarce):
    """Seat 0 wants one and seat 1 could pay two: with the house that seat 2 sells there are three (K11)."""
    put(scarce, 2, BROWN, 1, 0)
    scarce.cash(1500, 300, 0)
    wanted(scarce, 1)
    scarce.do(SellBuilding(2, 1))
    assert scarce.task == PlacingPending(0, "house", 1)


def test_classic_22_whoever_has_answered_places_when_a_mortgage_ends_the_shortage(scarce):
    """Seat 1 mortgages a red street and can build no more: nobody else wants any (K11)."""
    wanted(scarce, 2)
    scarce.do(Mortgage(1, 23))
    assert scarce.task == PlacingPending(0, "house", 2)


def test_classic_22_whoever_began_may_lose_the_place_by_a_sale_of_their_own(scarce):
    """Then nothing is built, as is said, and the game goes on (K11)."""
    scarce.do(Build(0, 6))
    assert WishesLapsed("house", (0,), (1,)) in scarce.do(Mortgage(0, 9))
    assert (stages(scarce), scarce.task) == ([0, 0, 0], ThrowPending(0))


def test_classic_22_during_a_turn_the_others_are_asked_too(scarce):
    """After a double only seat 0 may build; the last houses are asked about all the same (K5, K11)."""
    scarce.throw(0, 5, 5)
    assert scarce.refused(Build(1, 21)) == Reason.NOT_YOUR_TURN
    scarce.do(Build(0, 6))
    assert scarce.task == ShortagePending("house", 2, (0, 1), deed=6)
