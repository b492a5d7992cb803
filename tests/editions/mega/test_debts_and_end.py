"""Rows mega-26, -28, -29 and -31: interest, debts and the end."""

import pytest

from hub.domain.auctions import AuctionOpened
from hub.domain.commands import (
    AcceptTrade,
    Bundle,
    CatchUp,
    DeclareBankruptcy,
    KeepMortgage,
    Mortgage,
    OfferTrade,
    PassBid,
    PayDebt,
    PlaceBid,
    Redeem,
)
from hub.domain.ids import NOBODY
from hub.domain.tasks import DebtPending
from hub.rules.game import Reason


@pytest.mark.parametrize(("deed", "redemption"), [(1, 3_300), (48, 19_300), (10, 8_300)])
def test_mega_26_ten_percent_rounded_up_to_a_hundred(scene, deed, redemption):
    """17,500 cost 1,750, which becomes 1,800; 7,500 cost 800."""
    scene.owns(0, deed)
    scene.do(Mortgage(0, deed))
    before = scene.balance(0)
    scene.do(Redeem(0, deed))
    assert before - scene.balance(0) == redemption


def test_mega_26_a_mortgage_that_changes_hands(scene):
    """The new owner pays ten percent now and again when redeeming."""
    scene.owns(1, 48)
    scene.mortgaged(48)
    scene.do(OfferTrade(0, 1, Bundle(1_000), Bundle(deeds=(48,))))
    scene.do(AcceptTrade(1, 1))
    scene.do(KeepMortgage(0, 48))
    assert scene.balance(0) == 250_000 - 1_000 - 1_800


def test_mega_28_partly_with_deeds_the_creditor_takes(scene):
    """A debtor sells an unbuilt deed to the creditor and pays with the money."""
    scene.owns(1, 51)
    scene.built(51, 6)
    scene.owns(0, 1)
    scene.cash(299_000, 250_000)
    scene.lands(0, 51, 1, 2, 3)
    assert isinstance(scene.task, DebtPending)
    assert scene.refused(PayDebt(0)) == Reason.NOT_ENOUGH_MONEY
    scene.do(OfferTrade(0, 1, Bundle(deeds=(1,)), Bundle(1_000)))
    scene.do(AcceptTrade(1, 1))
    scene.do(PayDebt(0))
    assert scene.balance(0) == 0


def test_mega_29_tickets_leave_the_game_buildings_bring_half(scene, ticket):
    """Malls and skyscrapers are sold at half, the creditor gets the rest, and the tickets are gone."""
    scene.owns(1, 51)
    scene.built(51, 6)
    scene.owns(0, 6)
    scene.built(6, 1)
    ticket(0, 1)
    scene.cash(10_000)
    scene.lands(0, 51, 1, 2, 3)
    scene.do(DeclareBankruptcy(0))
    assert (scene.balance(1), scene.owner(6), scene.stage(6)) == (250_000 + 10_000 + 5_000, 1, 0)
    assert scene.game.state.tickets.held == {}


def test_mega_29_to_the_bank_each_deed_is_auctioned(scene):
    """A tax that cannot be paid brings the deeds under the hammer, without their mortgages."""
    scene.owns(0, 1)
    scene.mortgaged(1)
    scene.cash(100)
    scene.throw(0, 1, 2, 2)
    scene.do(DeclareBankruptcy(0))
    assert scene.owner(1) == NOBODY
    scene.auction(1, 100)
    assert (scene.owner(1), scene.game.state.deeds.mortgaged[1]) == (1, False)


def test_mega_29_each_deed_is_announced_also_after_a_question(scene):
    """The first deed completes a built group of seat 1, which builds there before the second one is bid for."""
    scene.owns(1, 1, 3)
    scene.built(1, 1)
    scene.built(3, 1)
    scene.owns(0, 4, 48)
    scene.mortgaged(4, 48)
    scene.cash(0)
    scene.lands(0, 5, 1, 2, 2)
    facts = (*scene.do(DeclareBankruptcy(0)), *scene.do(PlaceBid(1, 100)), *scene.do(PassBid(2)), *scene.do(CatchUp(1)))
    assert [fact.lot.deed for fact in facts if isinstance(fact, AuctionOpened)] == [4, 48]
    scene.auction_of_two(2, 200)
    assert (scene.owner(4), scene.owner(48), scene.on_turn) == (1, 2, 1)


def test_mega_31_the_last_solvent_player_wins(scene):
    """When only one is left the game is over."""
    for seat in (0, 2):
        scene.turn(seat)
        scene.cash(*(100 if other == seat else 250_000 for other in range(seat + 1)))
        scene.lands(seat, 5, 1, 2, 2)
        scene.do(DeclareBankruptcy(seat))
    assert scene.game.state.turns.winner == 1
