"""Rows mega-11 to -15 and -23 to -25: houses to skyscrapers, malls, mortgages and the last deed of a built group."""

import pytest

from hub.domain.commands import (
    AcceptTrade,
    Build,
    Bundle,
    Buy,
    CatchUp,
    KeepMortgage,
    Mortgage,
    OfferTrade,
    SellBuilding,
    SellGroup,
)
from hub.domain.deeds import PRINTED, DeedMoved, MortgageLifted, StageSet
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AgendaSet, CatchUpPending, MortgageChoicePending, ShortagePending, ThrowPending
from hub.editions.mega import RULES
from hub.rules.game import Reason, choices


def test_mega_11_all_but_one_is_enough(scene):
    """Houses and hotels need all deeds of the group but one, evenly among those owned."""
    scene.owns(0, 7, 8)
    assert scene.refused(Build(0, 7)) == Reason.GROUP_INCOMPLETE
    scene.owns(0, 11)
    scene.do(Build(0, 7))
    assert scene.refused(Build(0, 7)) == Reason.UNEVEN
    for deed in (8, 11):
        scene.do(Build(0, deed))
    assert scene.balance(0) == 250_000 - 3 * 5_000


def test_mega_11_anothers_mortgage_on_the_missing_deed_does_not_block(scene):
    """Only one's own mortgages stand in the way."""
    scene.owns(0, 7, 8, 11)
    scene.owns(1, 12)
    scene.mortgaged(12)
    scene.do(Build(0, 7))
    scene.mortgaged(8)
    assert scene.refused(Build(0, 11)) == Reason.GROUP_MORTGAGED


def test_mega_12_skyscraper_needs_the_whole_group_with_hotels(scene):
    """Not while a deed is missing, not before all carry hotels; the hotel goes back to the bank."""
    scene.owns(0, 1, 3)
    for deed in (1, 3):
        scene.built(deed, 5)
    assert scene.refused(Build(0, 1)) == Reason.GROUP_INCOMPLETE
    scene.owns(0, 4)
    scene.built(4, 4)
    assert scene.refused(Build(0, 1)) == Reason.UNEVEN
    scene.built(4, 5)
    before = dict(scene.game.state.supply.stock)
    scene.do(Build(0, 1))
    after = scene.game.state.supply.stock
    assert (after["skyscraper"], after["hotel"]) == (before["skyscraper"] - 1, before["hotel"] + 1)
    assert scene.balance(0) == 245_000
    assert scene.refused(Build(0, 1)) == Reason.FULLY_BUILT


def test_mega_13_a_mall_on_any_station_one_owns(scene):
    """10,000 for a mall as soon as one owns the deed; one each, 5,000 back, and none on utilities."""
    scene.owns(0, 20, 10)
    scene.do(Build(0, 20))
    assert (scene.balance(0), scene.game.state.supply.stock["mall"]) == (240_000, 3)
    assert scene.refused(Build(0, 20)) == Reason.FULLY_BUILT
    assert scene.refused(Build(0, 10)) == Reason.NO_SUCH_DEED
    scene.do(SellBuilding(0, 20))
    assert scene.balance(0) == 245_000


def test_mega_13_a_mall_blocks_its_own_station_only(scene):
    """The others of the group are mortgaged and sold as before, the one with the mall is not (D10)."""
    scene.owns(0, 6, 20)
    scene.do(Build(0, 20))
    assert scene.refused(Mortgage(0, 20)) == Reason.GROUP_BUILT
    assert scene.refused(OfferTrade(0, 1, Bundle(deeds=(20,)), Bundle(money=100))) == Reason.GROUP_BUILT
    scene.do(OfferTrade(0, 1, Bundle(deeds=(6,)), Bundle(money=100)))
    scene.do(AcceptTrade(1, 1))
    scene.owns(0, 33)
    scene.do(Mortgage(0, 33))
    assert scene.owner(6) == 1
    scene.owns(0, 45)
    meanwhile(scene, DeedMoved(6, 1, 0))  # all four: nothing has to be built on the last, as on a street
    assert scene.task == ThrowPending(0)


def test_mega_14_no_mortgage_while_anything_stands_in_the_group(scene):
    """One's own buildings anywhere in the group have to go first; the owner of the missing deed may mortgage it."""
    scene.owns(0, 7, 8, 11)
    scene.built(7, 1)
    scene.owns(1, 12)
    scene.do(Mortgage(1, 12))
    assert scene.balance(1) == 256_000
    assert scene.refused(Mortgage(0, 11)) == Reason.GROUP_BUILT
    scene.do(SellBuilding(0, 7))
    scene.do(Mortgage(0, 11))
    assert scene.balance(0) == 250_000 + 2_500 + 6_000


def three_plots(scene, stage: int = 1, others: int = 0):
    """Seat 0 has three plots of the group, the deed 7 built up to this stage, the others up to another."""
    scene.owns(0, 7, 8, 11)
    for deed in (7, 8, 11):
        scene.built(deed, stage if deed == 7 else others)


def hotels_and_a_missing_deed(scene, money):
    """Seat 0 has hotels on three plots and buys the fourth, which leaves it with `money`."""
    three_plots(scene, 5, 5)
    scene.cash(12_000 + money)
    scene.lands(0, 12, 1, 3, 3)
    scene.do(Buy(0))


def test_mega_15_the_last_deed_gets_a_house_at_once(scene):
    """Three plots with hotels, then an unbuilt one: one house has to be built there before anything else."""
    hotels_and_a_missing_deed(scene, 6_000)
    assert scene.task == CatchUpPending(0, 12, 5_000)
    scene.do(CatchUp(0))
    assert (scene.stage(12), scene.balance(0), scene.task) == (1, 1_000, ThrowPending(1))


def test_mega_15_no_other_plot_is_raised_before_the_new_one_is_level(scene):
    """After the one house the even rule keeps the others where they are until the new plot has followed."""
    hotels_and_a_missing_deed(scene, 100_000)
    scene.do(CatchUp(0))
    assert scene.refused(Build(0, 7)) == Reason.UNEVEN
    scene.do(Build(0, 12))
    assert scene.stage(12) == 2


def test_mega_15_whoever_cannot_afford_it_sells_hotels(scene):
    """Hotels are split into houses, as many as it takes, then the house is built."""
    hotels_and_a_missing_deed(scene, 0)
    assert scene.refused(CatchUp(0)) == Reason.NOT_ENOUGH_MONEY
    scene.do(SellBuilding(0, 7))
    assert scene.refused(CatchUp(0)) == Reason.NOT_ENOUGH_MONEY
    scene.do(SellBuilding(0, 8))
    scene.do(CatchUp(0))
    assert [scene.stage(deed) for deed in (7, 8, 11, 12)] == [4, 4, 5, 1]
    assert scene.balance(0) == 0


def test_mega_15_without_houses_to_split_into_all_hotels_go(scene):
    """With too few houses in stock the whole group is sold; then nothing has to be caught up with."""
    hotels_and_a_missing_deed(scene, 0)
    scene.game.state.supply.stock["house"] = 3
    assert scene.refused(SellBuilding(0, 7)) == Reason.NO_STOCK
    scene.do(SellGroup(0, "lightblue"))
    assert (scene.stage(12), scene.balance(0), scene.task) == (0, 3 * 5 * 2_500, ThrowPending(1))


@pytest.mark.parametrize("money", [50_000, 0])
def test_mega_15_without_a_house_in_the_bank_nothing_is_due(scene, money):
    """There is nothing to build, nothing to pay and nothing to sell: the duty lapses (D9)."""
    scene.game.state.supply.stock["house"] = 0
    hotels_and_a_missing_deed(scene, money)
    assert (scene.balance(0), scene.task) == (money, ThrowPending(1))
    assert [scene.stage(deed) for deed in (7, 8, 11, 12)] == [5, 5, 5, 0]


def gets_the_mortgaged_last_deed(scene):
    """Seat 0 has a house on 7 and buys the mortgaged 12 from seat 1."""
    three_plots(scene)
    scene.owns(1, 12)
    scene.mortgaged(12)
    scene.do(OfferTrade(0, 1, Bundle(10_000), Bundle(deeds=(12,))))
    scene.do(AcceptTrade(1, 1))


def test_an_offer_of_the_last_deed_outlasts_what_another_sells_in_its_group_and_nothing_they_build(scene):
    """Seat 0 sells the house beside it, and it is offered still; then seat 0 builds again (D30)."""
    three_plots(scene)
    scene.owns(1, 12)
    scene.do(OfferTrade(1, 0, Bundle(deeds=(12,)), Bundle(10_000)))
    scene.do(SellBuilding(0, 7))
    assert list(scene.game.state.offers.open) == [1]
    scene.do(Build(0, 7))
    assert not scene.game.state.offers.open


def test_mega_15_without_a_house_in_the_bank_a_mortgage_is_a_choice_as_ever(scene):
    """Not even the redemption is due: the interest alone will do (D9)."""
    scene.game.state.supply.stock["house"] = 0
    gets_the_mortgaged_last_deed(scene)
    assert scene.task == CHOICE
    scene.do(KeepMortgage(0, 12))
    assert (scene.balance(0), scene.task) == (239_400, ThrowPending(0))


def meanwhile(scene, *facts):
    """These facts happen while the duty is open, and the rules react to them."""
    game = scene.game
    game.facts, game.tasks, game.step = [], [*game.state.agenda.tasks], game.state.agenda.step
    for fact in facts:
        game.emit(fact)
    scene.given(AgendaSet(tuple(game.tasks), game.step))


CHOICE = MortgageChoicePending(0, 12, 6_600, 600)


def test_mega_15_when_all_buildings_are_sold_the_choice_follows(scene):
    """With nothing left in the group a still mortgaged deed may keep its mortgage (D9)."""
    gets_the_mortgaged_last_deed(scene)
    scene.do(SellBuilding(0, 7))
    assert scene.game.state.agenda.tasks == (ThrowPending(0), CHOICE)


@pytest.mark.parametrize(
    ("facts", "task"),
    [
        pytest.param([StageSet(2, 48, 0, 1, {"house": -1})], CHOICE, id="another builds the last house: a choice"),
        pytest.param(
            [MortgageLifted(12), StageSet(0, 12, 0, 1, {})], ThrowPending(0), id="caught up, and a house is left"
        ),
        pytest.param([DeedMoved(12, 0, 2)], ThrowPending(0), id="it is gone"),
    ],
)
def test_mega_15_what_happens_meanwhile_ends_the_duty(scene, facts, task):
    """Without a house in the bank a mortgage is a choice; nothing is asked twice, or of who has it no longer (D9)."""
    gets_the_mortgaged_last_deed(scene)
    scene.game.state.supply.stock["house"] = 1
    meanwhile(scene, *facts)
    assert scene.task == task


def test_mega_15_redeemed_meanwhile_only_the_house_is_left(scene):
    """What is asked for follows (D9)."""
    gets_the_mortgaged_last_deed(scene)
    meanwhile(scene, MortgageLifted(12))
    assert scene.task == CatchUpPending(0, 12, 5_000)
    offered = [choice.cost for choice, _ in choices(scene.game, 0) if choice.command == CatchUp(0)]
    assert offered == [5_000]
    scene.do(CatchUp(0))
    assert scene.balance(0) == 250_000 - 10_000 - 5_000


def test_mega_15_an_older_duty_that_has_no_sense_costs_nothing(scene):
    """A game that was stored with the question goes on, and the mortgage is a choice."""
    three_plots(scene)
    scene.owns(0, 12)
    scene.mortgaged(12)
    scene.game.state.supply.stock["house"] = 0
    scene.cash(100)
    scene.given(AgendaSet((ThrowPending(0), CatchUpPending(0, 12, 11_600)), 1))
    scene.do(CatchUp(0))
    assert (scene.balance(0), scene.task) == (100, CHOICE)


def test_mega_15_a_mortgage_is_redeemed_with_it(scene):
    """A mortgaged last deed costs its loan with ten percent, rounded up to 100, and the house."""
    gets_the_mortgaged_last_deed(scene)
    assert scene.task == CatchUpPending(0, 12, 6_600 + 5_000)
    scene.do(CatchUp(0))
    assert scene.balance(0) == 250_000 - 10_000 - 11_600
    assert not scene.game.state.deeds.mortgaged[12]


def test_mega_23_the_stock():
    """32 houses, 12 hotels, 8 skyscrapers, 4 malls."""
    assert RULES.stock == {"house": 32, "hotel": 12, "skyscraper": 8, "mall": 4}


def test_mega_23_a_contested_mall_is_asked_about(scene):
    """The last mall that two could build is dealt out like any scarce building."""
    scene.owns(0, 6)
    scene.owns(1, 20)
    scene.game.state.supply.stock["mall"] = 1
    scene.do(Build(0, 6))
    assert scene.task == ShortagePending("mall", 1, (0, 1), deed=6)


def test_mega_24_hotels_of_a_group_all_at_once_or_split(scene):
    """The group is cleared at any time at half price; single hotels need four houses in stock."""
    three_plots(scene, 5, 5)
    scene.game.state.supply.stock["house"] = 3
    assert scene.refused(SellBuilding(0, 7)) == Reason.NO_STOCK
    scene.do(SellGroup(0, "lightblue"))
    assert scene.balance(0) == 250_000 + 3 * 5 * 2_500


@pytest.mark.parametrize(("stage", "bid"), [(1, 26_000), (5, 21_000)])
def test_mega_24_what_was_bid_for_a_building_does_not_count(scene, stage, bid):
    """A house won for 26,000, or a hotel's step won for 21,000, brings half of the 5,000 on the deed (D28)."""
    three_plots(scene, stage, stage)
    scene.game.state.deeds.paid[8] = (PRINTED,) * (stage - 1) + (bid,)
    (paid,) = [fact for fact in scene.do(SellBuilding(0, 8)) if isinstance(fact, MoneyMoved)]
    assert (scene.balance(0), paid.inputs) == (252_500, {"deed": 8, "stages": 1, "percent": 50})


def test_mega_24_25_only_ones_own_buildings_are_sold_and_in_the_way(scene):
    """Another's buildings in the group stay, and do not hinder a sale; the seller's own do."""
    three_plots(scene)
    scene.owns(1, 12)
    assert scene.refused(SellGroup(1, "lightblue")) == Reason.NOT_BUILT
    assert scene.refused(OfferTrade(0, 1, Bundle(deeds=(11,)), Bundle(1_000))) == Reason.GROUP_BUILT
    scene.do(OfferTrade(1, 2, Bundle(deeds=(12,)), Bundle(1_000)))
