"""What common sense means: buying, bidding, building, debts, jail and trade of the sensible player."""

import pytest
from helpers.scene import Scene

from hub.bots.sensible.chart import Chart
from hub.bots.sensible.player import Sensible
from hub.bots.sight import Sight
from hub.domain.commands import (
    AcceptTrade,
    Build,
    Bundle,
    Buy,
    ChooseSpace,
    DeclareBankruptcy,
    Decline,
    DeclineTrade,
    FinishPlacing,
    KeepMortgage,
    Mortgage,
    OfferTrade,
    PassBid,
    PayBail,
    PayDebt,
    PlaceBid,
    PlaceBuilding,
    Redeem,
    SellBuilding,
    SellGroup,
    Throw,
    UseReleaseCard,
    WantBuildings,
    WithdrawTrade,
)
from hub.domain.ledger import MoneyMoved
from hub.domain.shares import AcceptShares, DeclineShares, OfferShares, SellShares, WithdrawShares
from hub.domain.tasks import (
    AgendaSet,
    AuctionRunning,
    BuildingLot,
    BuyPending,
    CatchUpPending,
    DebtPending,
    DeedLot,
    EstateLot,
    MortgageChoicePending,
    PlacingPending,
    ShortagePending,
    SpacePending,
    Task,
    ThrowPending,
)
from hub.editions import EDITIONS

RULES = next(iter(EDITIONS.values()))
CHART = Chart.of(RULES)
SHARES = next(rules for rules in EDITIONS.values() if OfferShares in rules.handlers)
BROWNS, LIGHT_BLUES = (1, 3), (6, 8, 9)


@pytest.fixture
def scene() -> Scene:
    return Scene(RULES)


def chosen(scene: Scene, task: Task | None = None, seat: int = 0, bot: Sensible | None = None):
    """What a sensible seat does, asked by `task`."""
    if task is not None:
        scene.given(AgendaSet((task,), 1))
    return (bot or Sensible(Chart.of(scene.game.rules))).choose(Sight(scene.game, seat))


def all_sold(scene: Scene, taken: dict[int, int]) -> None:
    """Every deed belongs to somebody: as `taken` says, the others to seat 2."""
    for deed in RULES.track.deeds:
        scene.owns(taken.get(deed, 2), deed)


def test_a_deed_is_bought_with_something_left_over(scene):
    """The last money is not spent on just any deed."""
    scene.cash(200)
    assert chosen(scene, BuyPending(0, 39, 400)) == Decline(0)
    assert chosen(scene, BuyPending(0, 1, 60)) == Buy(0)


def test_the_last_money_completes_a_group(scene):
    """A deed that makes a group whole is worth more than the reserve."""
    scene.cash(60)
    assert chosen(scene, BuyPending(0, 3, 60)) == Decline(0)
    scene.owns(0, 1)
    assert chosen(scene, BuyPending(0, 3, 60)) == Buy(0)


def test_bids_go_up_to_the_worth_and_no_further(scene):
    """Up to the price, and up to twice of it for the deed that completes a group."""
    assert chosen(scene, AuctionRunning(DeedLot(3), (0, 1), 61, 60, 1)) == PassBid(0)
    scene.owns(0, 1)
    assert chosen(scene, AuctionRunning(DeedLot(3), (0, 1), 61, 60, 1)) == PlaceBid(0, 72)
    assert chosen(scene, AuctionRunning(DeedLot(3), (0, 1), 121, 120, 1)) == PassBid(0)


def test_nobody_bids_who_owes_money(scene):
    """Their bid would be refused: while a debt of theirs waits they pass, and others bid as ever."""
    debt = DebtPending(0, MoneyMoved(0, 2, 2_000, "rent_street", {}))
    auction = AuctionRunning(DeedLot(3), (0, 1), 1, 0, -1)
    for seat, wanted in ((0, PassBid), (1, PlaceBid)):
        scene.given(AgendaSet((debt, auction), 1))
        assert isinstance(chosen(scene, seat=seat), wanted)


def test_an_estate_is_worth_its_deeds_less_what_is_lent_on_them(scene):
    """Two deeds for 60 and 200, one of them mortgaged for 100: 160 at most."""
    lot = EstateLot((3, 5), (5,))
    assert chosen(scene, AuctionRunning(lot, (0, 1), 160, 159, 1)) == PlaceBid(0, 160)
    assert chosen(scene, AuctionRunning(lot, (0, 1), 161, 160, 1)) == PassBid(0)


def test_another_s_group_is_denied_them(scene):
    """A deed that would complete another's group is worth half as much again."""
    scene.owns(1, 1)
    assert isinstance(chosen(scene, AuctionRunning(DeedLot(3), (0, 1), 80, 79, 1)), PlaceBid)


def test_streets_are_built_evenly_above_the_reserve(scene):
    """One street after another; nothing is built with the money for the next rent."""
    scene.owns(0, *LIGHT_BLUES)
    bot, built = Sensible(CHART), []
    scene.cash(600)
    while isinstance(command := chosen(scene, ThrowPending(0), bot=bot), Build):
        built.append(command.deed)
        scene.do(command)
    assert sorted(built[:3]) == list(LIGHT_BLUES)
    assert len(built) > 3
    assert command == Throw(0)
    assert 100 < scene.balance(0) < 250


def test_a_mortgage_in_a_whole_group_is_redeemed_first(scene):
    """Before anything can be built there, also by who is not rich; a deed outside is left for later."""
    scene.owns(0, 5, *BROWNS)
    scene.mortgaged(1, 5)
    for cash in (CHART.reserve + 40, 1500):
        scene.cash(cash)
        assert chosen(scene, ThrowPending(0)) == Redeem(0, 1)


def test_the_last_building_never_costs_the_reserve(scene):
    """Half as much again as its price, as long as the money for the next rents stays."""
    scene.owns(0, *BROWNS)
    for above, limit in ((60, 60), (500, 75)):
        scene.cash(CHART.reserve + above)
        for asked, answer in ((limit, PlaceBid(0, limit)), (limit + 1, PassBid(0))):
            assert chosen(scene, AuctionRunning(BuildingLot("house"), (0, 1), asked, asked - 1, 1)) == answer


def test_the_best_space_is_one_without_rent():
    """After a triple nobody goes to somebody's hotel who may go to Start as well."""
    rules = next(rules for rules in EDITIONS.values() if ChooseSpace in rules.handlers)
    scene, deed = Scene(rules), max(rules.track.deeds)
    scene.owns(1, deed)
    assert chosen(scene, SpacePending(0, (deed, 0), "triple")) == ChooseSpace(0, 0)


def test_nobody_sells_the_shares_that_keep_them_in_the_game():
    """For ten times their worth some are sold; of fourteen none."""
    for kept, answer in ((14, AcceptShares(0, 1)), (13, DeclineShares(0, 1))):
        scene = Scene(SHARES)
        count = scene.shares(0)[0] - kept
        scene.turn(1)
        scene.do(OfferShares(1, 0, 0, count, 1_400, False))
        assert chosen(scene) == answer


@pytest.mark.parametrize(
    ("selling", "percent", "money", "answer"),
    [
        (True, 90, 100_000, AcceptShares),
        (True, 91, 100_000, DeclineShares),
        (True, 90, 500, DeclineShares),
        (False, 110, 500, AcceptShares),
        (False, 109, 500, DeclineShares),
    ],
)
def test_shares_are_bought_for_less_and_sold_for_more_than_they_are_worth(selling, percent, money, answer):
    """For nine tenths of the guide price, by who is rich; for a tenth more, by anybody."""
    scene = Scene(SHARES)
    scene.cash(money, 100 * sum(scene.shares(1)))
    scene.passes_shares(1, 1, 0, 2)
    scene.turn(1 if selling else 2)
    scene.do(OfferShares(1 if selling else 2, 0, 1, 1, percent, selling))
    assert chosen(scene) == answer(0, 1)


def test_an_offer_of_shares_that_nobody_answered_is_withdrawn():
    """In the next turn of who made it."""
    scene, bot = Scene(SHARES), Sensible(Chart.of(SHARES))
    scene.cash(100_000)
    scene.passes_shares(0, 0, 1, 2)
    scene.turn(0)
    offer = chosen(scene, bot=bot)
    assert (offer.to, offer.issuer, offer.amount, offer.selling) == (1, 0, 1, False)
    scene.do(offer)
    assert chosen(scene, bot=bot) == Throw(0)
    scene.turn(1)
    scene.turn(0)
    assert chosen(scene, bot=bot) == WithdrawShares(0, 1)


def test_shares_of_others_are_sold_before_anything_else():
    """Who owes something and has a station, and shares of another, sells one of these to the bank."""
    scene = Scene(SHARES)
    scene.owns(0, 5)
    scene.passes_shares(1, 1, 0, 2)
    scene.cash(0)
    debt = DebtPending(0, MoneyMoved(0, 1, 10, "rent_street", {}))
    assert chosen(scene, debt) == SellShares(0, 1, 1)


def test_jail_is_left_early_and_enjoyed_late(scene):
    """While deeds are to be had one pays; when all are sold one stays, even with a card."""
    scene.jailed(0)
    assert chosen(scene, ThrowPending(0)) == PayBail(0)
    scene.holds_release_card(0)
    assert chosen(scene, ThrowPending(0)) == UseReleaseCard(0)
    all_sold(scene, {})
    assert chosen(scene, ThrowPending(0)) == Throw(0)


@pytest.mark.parametrize(
    ("owed", "wanted", "left"),
    [(190, [Mortgage, SellGroup, Mortgage, Mortgage], 20), (120, [Mortgage, SellBuilding], 5)],
)
def test_debts_are_paid_with_what_hurts_least(scene, owed, wanted, left):
    """Single deeds are mortgaged first, then buildings sold (at once if all must go), then whole groups mortgaged."""
    scene.owns(0, *BROWNS, 5)
    scene.cash(0)
    scene.built(1, 1)
    scene.built(3, 1)
    debt, done = DebtPending(0, MoneyMoved(0, 1, owed, "rent_street", {})), []
    scene.given(AgendaSet((ThrowPending(0), debt), 1))
    while isinstance(command := chosen(scene), Mortgage | SellBuilding | SellGroup):
        done.append(type(command))
        scene.do(command)
    assert done == wanted
    assert command == PayDebt(0)
    assert scene.balance(0) == owed + left


def test_what_costs_least_goes_first(scene):
    """Of single deeds the one with the least loan, of groups the one with the cheapest houses, the highest house."""
    scene.owns(0, 5, 12, *BROWNS, *LIGHT_BLUES)
    for deed, stage in zip((*BROWNS, *LIGHT_BLUES), (1, 2, 1, 1, 1), strict=True):
        scene.built(deed, stage)
    scene.cash(0)
    debt = DebtPending(0, MoneyMoved(0, 1, 10, "rent_street", {}))
    assert chosen(scene, debt) == Mortgage(0, 12)
    scene.mortgaged(5, 12)
    assert chosen(scene, debt) == SellBuilding(0, 3)


@pytest.mark.parametrize(("houses", "wanted"), [(4, SellBuilding(0, 7)), (3, SellGroup(0, "lightblue"))])
def test_what_has_to_be_caught_up_with_costs_one_hotel_or_all(houses, wanted):
    """A hotel is split into four houses where the bank has them, else the group is cleared (D9, D29)."""
    scene = Scene(EDITIONS["mega"])
    scene.owns(0, 7, 8, 11, 12)
    for deed in (7, 8, 11):
        scene.built(deed, 5)
    scene.cash(0)
    scene.game.state.supply.stock["house"] = houses
    assert chosen(scene, CatchUpPending(0, 12, 5_000)) == wanted


def test_hopeless_debts_are_not_dragged_out(scene):
    """Who could not pay with all they have gives up at once."""
    scene.owns(0, 1)
    debt = DebtPending(0, MoneyMoved(0, 1, 2000, "rent_street", {}))
    assert chosen(scene, debt) == DeclareBankruptcy(0)


def test_an_inherited_mortgage_is_redeemed_by_the_rich(scene):
    """The interest alone is paid when money is short."""
    scene.owns(0, 5)
    scene.mortgaged(5)
    task = MortgageChoicePending(0, 5, 110, 10)
    assert chosen(scene, task) == Redeem(0, 5)
    scene.cash(150)
    assert chosen(scene, task) == KeepMortgage(0, 5)


@pytest.mark.parametrize(("paid", "spare", "answer"), [(True, -10, PlaceBuilding(0, 3)), (False, 40, FinishPlacing(0))])
def test_what_is_paid_is_placed_whatever_is_left(scene, paid, spare, answer):
    """On the dearest street; a building that is still to be paid for must leave the reserve."""
    scene.owns(0, *BROWNS)
    scene.cash(CHART.reserve + spare)
    assert chosen(scene, PlacingPending(0, "house", 1, paid, 50)) == answer


def test_scarce_buildings_are_wanted_as_far_as_the_reserve_allows(scene):
    """Nobody asks for more than they can pay without risk."""
    scene.owns(0, *BROWNS)
    scene.cash(300)
    assert chosen(scene, ShortagePending("house", 1, (0, 1))) == WantBuildings(0, 2)


def test_a_swap_that_completes_two_groups_is_offered_and_accepted(scene):
    """Two players each hold what the other needs: one offers, the other agrees."""
    all_sold(scene, {6: 0, 8: 0, 9: 1, 11: 1, 13: 1, 14: 0})
    scene.cash(600, 600, 600)
    offer = chosen(scene, ThrowPending(0))
    assert isinstance(offer, OfferTrade)
    assert (offer.to, offer.give.deeds, offer.take.deeds) == (1, (14,), (9,))
    scene.do(offer)
    answer = chosen(scene, seat=1)
    assert answer == AcceptTrade(1, 1)
    scene.do(answer)
    assert (scene.owner(9), scene.owner(14)) == (0, 1)


def test_a_bad_offer_is_declined(scene):
    """Nobody gives the deed that completes another's group for its price."""
    scene.owns(0, 6, 8)
    scene.owns(1, 9)
    scene.do(OfferTrade(0, 1, Bundle(money=120), Bundle(deeds=(9,))))
    assert chosen(scene, seat=1) == DeclineTrade(1, 1)


def test_a_release_card_is_worth_a_quarter_of_the_reserve(scene):
    """For that much it is kept, for more it is sold."""
    scene.holds_release_card(0)
    worth = CHART.reserve // 4
    for number, (money, answer) in enumerate(((worth, DeclineTrade), (worth + 1, AcceptTrade)), 1):
        scene.do(OfferTrade(1, 0, Bundle(money=money), Bundle(release_cards=("chance",))))
        assert chosen(scene) == answer(0, number)
        scene.do(answer(0, number))


def test_a_declined_offer_is_not_made_again_at_once(scene):
    """As long as no deed changes hands the same turn brings no more offers than the limit, and then the throw."""
    all_sold(scene, {6: 0, 8: 0, 9: 1, 11: 1, 13: 1, 14: 0})
    bot, offers = Sensible(CHART), 0
    while isinstance(command := chosen(scene, ThrowPending(0), bot=bot), OfferTrade):
        offers += 1
        scene.do(command)
        scene.do(DeclineTrade(command.to, scene.game.state.offers.last_id))
    assert command == Throw(0)
    assert 1 <= offers <= 2


def test_an_unanswered_offer_is_withdrawn_in_a_later_turn(scene):
    """What nobody wanted to answer does not lie about for ever."""
    all_sold(scene, {6: 0, 8: 0, 9: 1, 11: 1, 13: 1, 14: 0})
    bot = Sensible(CHART)
    scene.do(chosen(scene, ThrowPending(0), bot=bot))
    assert chosen(scene, bot=bot) == Throw(0)
    scene.turn(1)
    scene.turn(0)
    assert chosen(scene, bot=bot) == WithdrawTrade(0, 1)
