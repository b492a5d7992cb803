"""Rows mpmp-18 and -19: who cannot pay, what becomes of the estate, who wins."""

import pytest

from hub.domain.commands import DeclareBankruptcy, Draw, Mortgage, PassBid, PayDebt, PlaceBid, SellBuilding
from hub.domain.corrections import CorrectDeed, CorrectMoney
from hub.domain.decks import release_cards
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AuctionRunning, DebtPending, EstateLot, ThrowPending
from hub.domain.turns import GameWon, SeatBankrupted
from hub.rules.game import Reason
from hub.simulation.checks import position


@pytest.fixture
def taxed(scene):
    """Seat 0 owes 4,000 of tax, has 100, and owns four mortgaged or worthless deeds it cannot pay with."""
    scene.cash(100)
    scene.owns(0, 1, 3, 6, 39)
    scene.mortgaged(3, 6, 39)
    scene.lands(0, 4)
    return scene


def test_mpmp_18_a_player_as_creditor_takes_all(scene):
    """Money, deeds and release cards go to the creditor; a mortgaged deed comes without interest and question."""
    scene.owns(1, 39, 37)
    scene.built(37, 4)
    scene.built(39, 4)
    scene.cash(500)
    scene.owns(0, 6)
    scene.mortgaged(6)
    scene.holds_release_card(0)
    scene.lands(0, 39)
    facts = scene.do(DeclareBankruptcy(0))
    assert SeatBankrupted(0, 1) in facts
    assert (scene.balance(1), scene.owner(6), scene.game.state.deeds.mortgaged[6]) == (30_500, 1, True)
    assert release_cards(scene.game.state, 1) == [("community", 1)]
    assert scene.task == ThrowPending(1)


def test_mpmp_18_with_the_state_as_creditor_the_estate_is_one_lot(taxed):
    """Four deeds go together to the highest bidder, with their mortgages (P17); the 100 left go to the pot."""
    taxed.do(DeclareBankruptcy(0))
    lot = EstateLot((1, 3, 6, 39), (3, 6, 39))
    assert taxed.task == AuctionRunning(lot, (1, 2))
    bank = taxed.balance(BANK)
    taxed.do(PlaceBid(1, 2000))
    taxed.do(PlaceBid(2, 2500))
    facts = taxed.do(PassBid(1))
    assert MoneyMoved(2, BANK, 2500, "estate_auction", {"count": 4}) in facts
    assert {taxed.owner(deed) for deed in lot.deeds} == {2}
    assert [taxed.game.state.deeds.mortgaged[deed] for deed in lot.deeds] == [False, True, True, True]
    assert [taxed.balance(account) for account in (0, 2, POT, BANK)] == [0, 27_500, 100, bank + 2500]
    assert taxed.task == ThrowPending(1)


def test_mpmp_18_without_a_bid_the_estate_stays_with_the_bank(taxed):
    """Nobody wants it: the deeds are unsold again, and free of their mortgages."""
    taxed.do(DeclareBankruptcy(0))
    taxed.do(PassBid(1))
    taxed.do(PassBid(2))
    assert {taxed.owner(deed) for deed in (1, 3, 6, 39)} == {NOBODY}
    assert not any(taxed.game.state.deeds.mortgaged)
    assert list(position(taxed.game.rules, taxed.game.state)) == []


def test_mpmp_18_an_empty_estate_is_not_auctioned(scene):
    """Who leaves no deed leaves nothing to bid for."""
    scene.cash(100)
    scene.lands(0, 4)
    scene.do(DeclareBankruptcy(0))
    assert scene.task == ThrowPending(1)


def test_mpmp_18_who_cannot_chip_in_falls_to_the_one_who_drew(scene):
    """Community card 5 collects 200 from each: seat 1 has 50 and a deed, and all of it goes to seat 0 (P24)."""
    scene.cash(30_000, 50)
    scene.owns(1, 1)
    scene.mortgaged(1)
    scene.lands(0, 33)
    scene.do(Draw(0, 5))
    assert scene.task == DebtPending(1, MoneyMoved(1, 0, 200, "card_collect_each", {"each": 200}))
    scene.do(DeclareBankruptcy(1))
    assert (scene.owner(1), scene.balance(0)) == (0, 30_250)


def test_mpmp_18_money_is_raised_first(scene):
    """Houses go back, deeds are mortgaged; nobody may give up while that would do."""
    scene.cash(0)
    scene.owns(0, 37, 39, 5)
    scene.built(39, 1)
    scene.lands(0, 4)
    assert isinstance(scene.task, DebtPending)
    assert scene.refused(DeclareBankruptcy(0)) == Reason.MONEY_CAN_BE_RAISED
    scene.do(SellBuilding(0, 39))
    scene.do(Mortgage(0, 5))
    scene.do(PayDebt(0))
    assert (scene.balance(0), scene.balance(POT), scene.owner(5), scene.on_turn) == (0, 4000, 0, 1)


def test_a_deed_put_right_leaves_the_estate_that_is_auctioned(taxed):
    """The auction begins again with what is left; without anything left it is over."""
    taxed.do(DeclareBankruptcy(0))
    taxed.do(PlaceBid(1, 2000))
    taxed.do(CorrectDeed(39, 2))
    assert taxed.task == AuctionRunning(EstateLot((1, 3, 6), (3, 6)), (1, 2))
    for deed in (1, 3, 6):
        taxed.do(CorrectDeed(deed, 2))
    assert taxed.task == ThrowPending(1)


def test_a_bid_for_an_estate_stands_while_its_leader_can_pay(taxed):
    """Money put right elsewhere leaves the auction as it is; taken from the leader it starts again."""
    taxed.do(DeclareBankruptcy(0))
    taxed.do(PlaceBid(1, 2000))
    running = taxed.task
    taxed.do(CorrectMoney(2, BANK, 500))
    assert taxed.task == running
    taxed.do(CorrectMoney(1, BANK, 29_000))
    assert taxed.task == AuctionRunning(EstateLot((1, 3, 6, 39), (3, 6, 39)), (1, 2))


def test_mpmp_19_the_last_solvent_player_wins(scene):
    """With one seat left the game is over, and nothing is auctioned any more (P22)."""
    for seat in (0, 1):
        scene.turn(seat)
        scene.given(MoneyMoved(seat, BANK, scene.balance(seat), "correction", {}))
        scene.owns(seat, 6 + 2 * seat)
        scene.mortgaged(6 + 2 * seat)
        scene.lands(seat, 4)
        facts = scene.do(DeclareBankruptcy(seat))
        if seat == 0:
            scene.auction(1, 1)
    assert GameWon(2) in facts
    assert scene.task is None
    assert list(position(scene.game.rules, scene.game.state)) == []
