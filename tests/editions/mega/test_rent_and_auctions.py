"""Rows mega-10, -13, -19, -20, -22 and -27: what visitors owe, and the auction space."""

import pytest
from editions.mega.conftest import MOGUL
from helpers.scene import Scene

from hub.domain.commands import AskRent, Build, ChooseSpace, PayBail, PlaceBid, Throw, UseTicket, WantBuildings
from hub.domain.decks import TicketTaken, TicketUsed
from hub.domain.deeds import DeedMoved
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved, RentRequestable
from hub.domain.tasks import (
    AgendaSet,
    AuctionRunning,
    BuildingLot,
    DeedLot,
    RentThrowPending,
    SpacePending,
    ThrowPending,
)
from hub.domain.turns import RentThrown, SeatBankrupted
from hub.editions.mega import RULES
from hub.rules.game import Reason, choices


@pytest.mark.parametrize(
    ("agreed", "owned", "built", "rent"),
    [
        ((), (7,), 0, 600),
        ((), (7, 8, 11), 0, 600),
        ((), (7, 8, 11, 12), 0, 1_800),
        ((), (7, 8, 11, 12), 1, 3_000),
        (("all_but_one_double",), (7, 8), 0, 600),
        (("all_but_one_double",), (7, 8, 11), 0, 1_200),
        (("all_but_one_double",), (7, 8, 11, 12), 0, 1_800),
    ],
)
def test_mega_10_streets(agreed, owned, built, rent):
    """Three times the rent with the whole unbuilt group; twice with all but one only where that is agreed (D5)."""
    scene = Scene(RULES.with_house_rules(agreed))
    scene.owns(1, *owned)
    scene.built(7, built)
    scene.throw(0, 2, 4, 1)
    assert scene.balance(1) == 250_000 + rent


@pytest.mark.parametrize(
    ("owned", "mall", "rent"),
    [
        ((6,), 0, 2_500),
        ((6, 20), 0, 5_000),
        ((6, 20, 33), 0, 10_000),
        ((6, 20, 33, 45), 0, 20_000),
        pytest.param((6, 20), 1, 10_000, marks=pytest.mark.rule("mega-13")),
    ],
)
def test_mega_22_station_rent_by_number_owned(scene, owned, mall, rent):
    """From 2,500 for one to 20,000 for all four; a mall doubles the rent of the deed it stands on."""
    scene.owns(1, *owned)
    scene.built(6, mall)
    scene.throw(0, 2, 3, 1)
    assert scene.balance(1) == 250_000 + rent


def test_mega_10_a_mortgage_of_the_owner_takes_the_factor_away():
    """Any mortgaged deed of the owner's in the group leaves the plain rent; another's mortgage does not matter."""
    scene = Scene(RULES.with_house_rules(["all_but_one_double"]))
    scene.owns(1, 7, 8, 11)
    scene.owns(2, 12)
    scene.mortgaged(12)
    scene.throw(0, 2, 4, 1)
    assert scene.balance(1) == 251_200
    scene.mortgaged(11)
    scene.turn(0)
    scene.lands(0, 7, 2, 4, 1)
    assert scene.balance(1) == 251_800


def test_mega_13_a_mall_and_a_card_multiply(scene_of):
    """The double rent of the card and the mall's make four times."""
    scene = scene_of(chance=6)
    scene.owns(1, 20)
    scene.built(20, 1)
    scene.lands(0, 9, 1, 2, 3)
    scene.draw(0)
    assert (scene.space(0), scene.balance(1)) == (20, 260_000)


@pytest.mark.parametrize(
    ("owned", "faces", "rent"),
    [
        ((10,), (3, 5, 2), 10 * 400),
        ((10, 17), (3, 5, 2), 10 * 1_000),
        ((10, 17, 36), (3, 5, 2), 10 * 2_000),
        ((10,), (4, 6, MOGUL), 10 * 400),
    ],
)
def test_mega_20_utilities_by_all_three_dice(scene, owned, faces, rent):
    """The factor by number owned, times the pips of all dice; symbols count nothing."""
    scene.owns(1, *owned)
    scene.throw(0, *faces)
    assert scene.balance(1) == 250_000 + rent


def test_mega_20_thrown_again_after_a_ticket(scene, ticket):
    """Whoever comes by ticket throws all three dice for the rent; symbols do nothing and a double grants nothing."""
    scene.owns(1, 10)
    ticket(0, 1)
    scene.do(UseTicket(0, 10))
    scene.arrive()
    assert scene.task == RentThrowPending(0, 10, 400)
    scene.do(Throw(0, (3, 3, 5)))
    assert (scene.balance(1), scene.task) == (252_400, ThrowPending(1))


def test_mega_20_thrown_again_after_a_card(scene_of):
    """The card that leads to the next utility has a factor of its own."""
    scene = scene_of(chance=8)
    scene.owns(1, 10)
    scene.lands(0, 9, 1, 2, 3)
    scene.draw(0)
    scene.do(Throw(0, (1, 2, 3)))
    assert scene.balance(1) == 256_000


@pytest.mark.rule("mega-04")
def test_mega_20_a_rent_throw_is_not_the_throw_of_the_move(scene_of):
    """The mogul's utility after a card's rent throw costs the pips of the move (D4)."""
    scene = scene_of(chance=8)
    for deed in RULES.track.deeds:
        scene.owns(1 if deed in (10, 17, 36) else 0, deed)
    scene.mortgaged(36)
    scene.stands(0, 2)
    scene.throw(0, 4, 3, MOGUL)
    scene.draw(0)
    scene.do(Throw(0, (6, 6, 3)))
    assert scene.game.state.turns.faces == (4, 3, MOGUL)
    assert scene.game.state.turns.shown == (6, 6, 3)
    scene.arrive()
    assert (scene.space(0), scene.balance(1)) == (17, 250_000 + 15 * 1_000 + 7 * 2_000)
    assert scene.task == ThrowPending(1)


@pytest.fixture
def auctioned(scene):
    """Seat 0 has come to the auction space and has picked the dearest deed."""
    scene.owns(1, 1)
    scene.lands(0, 14, 1, 2, 3)
    assert isinstance(scene.task, SpacePending)
    assert scene.refused(ChooseSpace(0, 1)) == Reason.NO_SUCH_SPACE
    scene.do(ChooseSpace(0, 51))
    return scene


def test_mega_19_the_lander_picks_what_is_auctioned(auctioned):
    """Any unsold deed, the bank auctions it among all; without a bid it stays unsold."""
    assert auctioned.task == AuctionRunning(DeedLot(51), (0, 1, 2), 100, step=100)
    auctioned.pass_all()
    assert (auctioned.owner(51), auctioned.task) == (NOBODY, ThrowPending(1))


@pytest.mark.rule("classic-05")
def test_mega_19_bids_are_multiples_of_the_smallest_note(auctioned):
    """The first bid is 100 or more, each further one at least 100 above it, all multiples of 100 (D40)."""
    assert auctioned.refused(PlaceBid(1, 50)) == Reason.BID_TOO_LOW
    assert auctioned.refused(PlaceBid(1, 150)) == Reason.BID_NOT_A_MULTIPLE
    auctioned.do(PlaceBid(1, 100))
    assert auctioned.refused(PlaceBid(2, 199)) == Reason.BID_TOO_LOW
    assert auctioned.refused(PlaceBid(2, 250)) == Reason.BID_NOT_A_MULTIPLE
    auctioned.do(PlaceBid(2, 200))
    assert auctioned.task == AuctionRunning(DeedLot(51), (0, 1, 2), 300, 200, 2, 100)


def test_mega_19_what_is_offered_to_bid_goes_in_steps(auctioned):
    """From the least raise to the last multiple of 100 that one has (D40)."""
    auctioned.cash(1_250)
    auctioned.do(PlaceBid(1, 400))
    offered = next(choice for choice, _ in choices(auctioned.game, 0) if isinstance(choice.command, PlaceBid))
    assert (offered.command.amount, offered.minimum, offered.maximum, offered.step) == (500, 500, 1_200, 100)


def test_mega_23_scarce_buildings_are_bid_for_in_steps_too(scene):
    """From the cheapest price of the bidders' deeds on (D40, D39)."""
    scene.owns(0, 7, 8, 11)
    scene.owns(1, 15, 16, 18)
    scene.game.state.supply.stock["house"] = 1
    scene.do(Build(0, 7))
    scene.do(WantBuildings(0, 1))
    scene.do(WantBuildings(1, 1))
    assert scene.task == AuctionRunning(BuildingLot("house"), (0, 1), 5_000, step=100)
    assert scene.refused(PlaceBid(1, 5_050)) == Reason.BID_NOT_A_MULTIPLE
    scene.do(PlaceBid(1, 5_100))
    assert scene.refused(PlaceBid(0, 5_150)) == Reason.BID_TOO_LOW


def test_mega_19_an_older_auction_goes_on_as_it_began(scene):
    """A stored auction has no steps, and its next bid may be one more (D40)."""
    scene.given(AgendaSet((ThrowPending(0), AuctionRunning(DeedLot(51), (0, 1, 2), 151, 150, 2)), 1))
    scene.do(PlaceBid(1, 151))
    assert scene.task == AuctionRunning(DeedLot(51), (0, 1, 2), 152, 151, 1)


def test_mega_19_when_all_is_sold_one_goes_to_the_dearest_rent(sold):
    """The highest rent on the track, own and mortgaged deeds left out, and it is paid."""
    for deed in (48, 49, 51):
        sold.given(DeedMoved(deed, 2, 0))
    sold.lands(0, 14, 1, 2, 3)
    assert sold.space(0) == 20
    assert (sold.balance(0), sold.balance(2)) == (230_000, 270_000)


def test_mega_19_a_mortgaged_deed_sends_nobody_anywhere(sold):
    """However dear it is printed (D22)."""
    sold.mortgaged(*RULES.track.deeds)
    sold.lands(0, 14, 1, 2, 3)
    assert (sold.space(0), sold.balance(0), sold.task) == (14, 250_000, ThrowPending(1))


def utilities_alone(scene: Scene) -> None:
    """All is sold, and only the three utilities of seat 2 bear rent."""
    for deed in RULES.track.deeds:
        scene.owns(2 if RULES.track.deeds[deed].kind == "utility" else 0, deed)


def test_mega_19_utilities_count_with_the_throw_of_the_move(scene):
    """By throw the utility costs its pips and nobody throws again (D22)."""
    utilities_alone(scene)
    scene.lands(0, 14, 1, 2, 3)
    assert (scene.space(0), scene.balance(2), scene.task) == (17, 250_000 + 6 * 2_000, ThrowPending(1))


def by_ticket(scene: Scene) -> None:
    """Seat 0 comes to the auction space by a ticket."""
    scene.given(TicketTaken(0, 1, expires=False))
    scene.stands(0, 15)
    scene.do(UseTicket(0, 14))
    scene.arrive()


@pytest.mark.rule("mega-20")
def test_mega_19_by_ticket_the_utility_is_thrown_for(scene):
    """Where no throw led to the auction space a utility is compared with 7 pips, and its rent thrown for (D22)."""
    utilities_alone(scene)
    by_ticket(scene)
    assert (scene.space(0), scene.task) == (17, RentThrowPending(0, 17, 2_000))
    scene.do(Throw(0, (1, 1, 4)))
    assert (scene.balance(2), scene.task) == (250_000 + 2 * 2_000, ThrowPending(1))


@pytest.mark.parametrize(("rival", "space"), [(30, 17), (12, 17), (51, 51)])
def test_mega_19_by_ticket_seven_pips_are_compared(scene, rival, space):
    """7 times 2,000 are more than 2,000 or 4,000 elsewhere, and less than 15,000 for the whole group of the dearest."""
    utilities_alone(scene)
    group = RULES.track.groups[RULES.track.deeds[rival].group] if rival == 51 else (rival,)
    for deed in group:
        scene.given(DeedMoved(deed, 0, 2))
    by_ticket(scene)
    assert scene.space(0) == space


@pytest.fixture
def asking():
    """Three players who agreed that rent is asked for; seat 1 owns the deed 7, seat 2 the next one."""
    scene = Scene(RULES.with_house_rules(["rent_on_request"]))
    scene.owns(1, 7)
    scene.owns(2, 8)
    return scene


DUE = MoneyMoved(0, 1, 600, "rent_street", {"deed": 7, "base": 600, "stage": 0, "factor": 1})


def test_mega_27_rent_on_request_waits_for_its_owner(asking):
    """With the house rule the owner must ask before the next throw."""
    asking.throw(0, 2, 4, 1)
    assert asking.balance(1) == 250_000
    assert asking.refused(AskRent(2, 7)) == Reason.NO_RENT_OPEN
    asking.do(AskRent(1, 7))
    assert asking.balance(1) == 250_600
    assert asking.refused(AskRent(1, 7)) == Reason.NO_RENT_OPEN


def test_mega_27_of_who_is_out_nobody_asks_for_rent(asking):
    """What is left of them is somebody else's."""
    asking.throw(0, 2, 4, 1)
    asking.given(SeatBankrupted(0, BANK))
    assert asking.refused(AskRent(1, 7)) == Reason.NO_RENT_OPEN


def test_mega_27_too_late_after_the_next_throw(asking):
    """A player who did not notice gets nothing."""
    asking.owns(1, 6)
    asking.lands(0, 8, 2, 4, 1)
    asking.throw(1, 2, 3, 1)
    assert asking.refused(AskRent(2, 8)) == Reason.NO_RENT_OPEN


def test_mega_27_the_visitors_own_second_throw_ends_nothing(asking):
    """After a double the visitor throws again, and the owner can still ask for the first rent (D27)."""
    asking.lands(0, 7, 2, 2, 1)
    asking.owns(0, 15)
    asking.throw(0, 2, 5, 1)
    asking.do(AskRent(1, 7))
    assert asking.balance(1) == 250_600


def test_mega_27_a_rent_that_is_thrown_for_waits_for_its_owner_too(asking):
    """By ticket to a utility: the dice say how much, and the owner has to ask for it."""
    asking.given(TicketTaken(0, 1, expires=False))
    asking.owns(1, 10)
    asking.do(UseTicket(0, 10))
    asking.arrive()
    asking.do(Throw(0, (1, 2, 3)))
    assert asking.balance(1) == 250_000
    asking.do(AskRent(1, 10))
    assert asking.balance(1) == 250_000 + 6 * 400


def test_mega_27_a_rent_throw_ends_nothing(asking):
    """Dice for a rent are nobody's next turn (D27)."""
    asking.given(RentRequestable(DUE, "lapsed"))
    asking.happens(RentThrown(1, (1, 2, 3), "hub"))
    asking.do(AskRent(1, 7))
    assert asking.balance(1) == 250_600


def test_mega_27_a_ticket_of_the_next_player_ends_it(asking):
    """A ticket instead of a throw is as good as one; the visitor's own is not (D27)."""
    asking.owns(1, 6)
    asking.lands(0, 8, 2, 4, 1)
    asking.given(TicketTaken(0, 1, expires=False), TicketTaken(1, 2, expires=False))
    asking.happens(TicketUsed(0, 1, instead_of_throw=True))
    assert asking.game.state.rent_requests.open
    asking.do(UseTicket(1, 6))
    asking.arrive()
    assert asking.refused(AskRent(2, 8)) == Reason.NO_RENT_OPEN


def test_mega_27_the_visitors_next_turn_ends_it():
    """Where the others buy themselves out of jail instead of throwing, the visitor's turn ends it (D27)."""
    scene = Scene(RULES.with_house_rules(["rent_on_request"]), seats=2)
    scene.owns(1, 7)
    scene.jailed(1)
    scene.throw(0, 2, 4, 1)
    scene.do(PayBail(1))
    assert scene.task == ThrowPending(0)
    assert scene.refused(AskRent(1, 7)) == Reason.NO_RENT_OPEN
