"""Rows classic-28 to -32: debts, both bankruptcies, the bank, the winner."""

import pytest

from hub.domain.auctions import AuctionOpened
from hub.domain.commands import (
    AcceptTrade,
    Bundle,
    DeclareBankruptcy,
    KeepMortgage,
    Mortgage,
    OfferTrade,
    PassBid,
    PayDebt,
    PlaceBid,
    Redeem,
    Throw,
)
from hub.domain.decks import release_cards
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import DebtSetOff
from hub.domain.offers import TradeClosed
from hub.domain.tasks import AuctionRunning, DebtPending, DeedLot, MortgageChoicePending, ThrowPending
from hub.rules.game import Reason


def owing_rent(scene, *cash: int):
    """The seats have so much cash, and seat 0 owes seat 1 the 50 of an unbuilt Schlossallee."""
    scene.cash(cash[0])
    scene.owns(1, 39)
    scene.lands(0, 39)
    scene.cash(*cash)
    return scene


def owing_tax(scene, cash: int):
    """Seat 0 has `cash` and owes the bank 200."""
    scene.cash(cash)
    scene.lands(0, 4)
    return scene


def sells(scene, to: int, price: int, **given):
    """Seat 0 sells to another seat; returns the facts."""
    scene.do(OfferTrade(0, to, Bundle(**given), Bundle(money=price)))
    return scene.do(AcceptTrade(to, 1))


def test_classic_28_a_debtor_raises_money_first(scene):
    """The game waits for the debtor; the mortgage pays the rent."""
    scene.owns(0, 5)
    owing_rent(scene, 10)
    assert isinstance(scene.task, DebtPending)
    assert scene.refused(PayDebt(0)) == Reason.NOT_ENOUGH_MONEY
    assert scene.refused(Throw(1, (1, 2))) == Reason.NOT_NOW
    scene.do(Mortgage(0, 5))
    scene.do(PayDebt(0))
    assert (scene.balance(0), scene.balance(1)) == (60, 1550)
    assert scene.task == ThrowPending(1)


class TestSetOff:
    """What a creditor would pay the debtor is set off against the debt first (K20)."""

    def test_classic_28_a_creditor_without_cash_takes_a_deed_for_the_whole_debt(self, scene):
        """No money moves, and the debt is settled."""
        scene.owns(0, 5)
        owing_rent(scene, 10, 0)
        assert DebtSetOff(0, 1, 50, 0) in sells(scene, 1, 50, deeds=(5,))
        assert (scene.owner(5), scene.balance(0), scene.balance(1)) == (1, 10, 0)
        assert scene.task == ThrowPending(1)

    def test_classic_28_a_release_card_pays_a_debt_too(self, scene):
        """Whatever may be traded."""
        scene.holds_release_card(0)
        owing_rent(scene, 10, 0)
        sells(scene, 1, 50, release_cards=("chance",))
        assert (release_cards(scene.game.state, 1), scene.task) == ([("chance", 11)], ThrowPending(1))

    def test_classic_28_a_part_of_the_debt_stays_owed(self, scene):
        """A deed for 30 leaves 20, which is paid in cash."""
        scene.owns(0, 1)
        owing_rent(scene, 25, 0)
        scene.do(OfferTrade(1, 0, Bundle(money=30), Bundle(deeds=(1,))))
        scene.do(AcceptTrade(0, 1))
        assert (scene.task.due.amount, scene.balance(0), scene.balance(1)) == (20, 25, 0)
        scene.do(PayDebt(0))
        assert (scene.balance(0), scene.balance(1)) == (5, 20)

    @pytest.mark.parametrize(
        ("to", "price", "needed", "left"),
        [
            pytest.param(1, 200, [10, 150], None, id="the creditor pays only what exceeds the debt"),
            pytest.param(2, 50, [10, 0, 50], 50, id="another player has nothing to set off"),
        ],
    )
    def test_classic_28_what_is_not_set_off_is_paid_in_money(self, scene, to, price, needed, left):
        """A deed for 200 settles the 50 and brings 150; one for 50 sold to a third brings money for the debt."""
        scene.owns(0, 5)
        owing_rent(scene, *needed[:-1], needed[-1] - 1)
        scene.do(OfferTrade(0, to, Bundle(deeds=(5,)), Bundle(money=price)))
        assert scene.refused(AcceptTrade(to, 1)) == Reason.NOT_ENOUGH_MONEY
        scene.cash(*needed)
        scene.do(AcceptTrade(to, 1))
        assert (scene.balance(0), scene.balance(to)) == (10 + needed[-1], 0)
        assert (scene.task.due.amount if isinstance(scene.task, DebtPending) else None) == left

    def test_classic_28_the_interest_of_a_mortgaged_deed_is_paid_all_the_same(self, scene):
        """A player who takes it owes the bank its 10 percent, set off or not (K17, K20)."""
        scene.owns(0, 5)
        scene.mortgaged(5)
        owing_rent(scene, 10, 10)
        sells(scene, 1, 50, deeds=(5,))
        assert scene.task == MortgageChoicePending(1, 5, 110, 10)
        scene.do(KeepMortgage(1, 5))
        assert (scene.balance(0), scene.balance(1), scene.task) == (10, 0, ThrowPending(1))

    def test_classic_28_nothing_is_set_off_for_deeds_of_the_creditor(self, scene):
        """Who owes has nothing to pay with; deed against deed is a plain exchange."""
        scene.owns(0, 5)
        owing_rent(scene, 10)
        scene.do(OfferTrade(0, 1, Bundle(deeds=(5,)), Bundle(deeds=(39,))))
        scene.do(AcceptTrade(1, 1))
        assert (scene.owner(39), scene.task.due.amount) == (0, 50)


class TestEverybodyIsPaid:
    """A card pays everybody 50, and the money does not suffice (K21)."""

    @pytest.fixture
    def spread(self, scene_of):
        """Seat 1 of four has 70 and stations to mortgage, and has to pay three others."""
        scene = scene_of(4, chance=15)
        scene.cash(1500, 70)
        scene.turn(1)
        scene.lands(1, 7)
        return scene

    def test_classic_28_creditors_are_paid_in_turn_order(self, spread):
        """The seat after the payer first, in full; the next one waits for the rest, the last for that one."""
        spread.owns(1, 5, 15)
        spread.draw(1)
        assert [spread.balance(seat) for seat in (2, 3, 0)] == [1550, 1500, 1500]
        assert (spread.task.due.payee, spread.task.due.amount) == (3, 50)
        spread.do(Mortgage(1, 5))
        spread.do(PayDebt(1))
        assert (spread.balance(3), spread.task.due.payee) == (1550, 0)
        spread.do(PayDebt(1))
        assert [spread.balance(seat) for seat in (2, 3, 0)] == [1550, 1550, 1550]
        assert spread.balance(1) == 20

    def test_classic_28_the_estate_goes_to_the_first_who_cannot_be_paid_in_full(self, spread):
        """The later ones get nothing."""
        spread.owns(1, 1)
        spread.mortgaged(1)
        spread.draw(1)
        spread.do(DeclareBankruptcy(1))
        spread.do(KeepMortgage(3, 1))
        assert [spread.balance(seat) for seat in (2, 3, 0)] == [1550, 1520 - 3, 1500]
        assert spread.owner(1) == 3
        assert spread.task == ThrowPending(2)


def test_classic_28_money_of_a_debtor_goes_to_no_third(scene):
    """A player who owes buys nothing, redeems nothing, and does not give up while money can be raised."""
    scene.owns(0, 5, 15)
    scene.mortgaged(5)
    scene.owns(2, 1)
    owing_rent(scene, 40)
    assert scene.refused(OfferTrade(0, 2, Bundle(money=40), Bundle(deeds=(1,)))) == Reason.OWES_MONEY
    assert scene.refused(Redeem(0, 5)) == Reason.OWES_MONEY
    assert scene.refused(DeclareBankruptcy(0)) == Reason.MONEY_CAN_BE_RAISED


def test_classic_29_bankrupt_to_a_player(scene):
    """The creditor gets the cash, the deeds and the release cards; who falls is out, and gets no turn any more."""
    scene.owns(0, 1)
    scene.mortgaged(1)
    scene.holds_release_card(0)
    owing_rent(scene, 10)
    scene.do(DeclareBankruptcy(0))
    assert (scene.balance(0), scene.balance(1), scene.owner(1)) == (0, 1510, 1)
    assert release_cards(scene.game.state, 1) == [("chance", 11)]
    assert scene.game.state.turns.out == [True, False, False]
    scene.do(KeepMortgage(1, 1))
    for seat in (1, 2):
        assert scene.on_turn == seat
        scene.lands(seat, 20)
    assert scene.on_turn == 1


def test_classic_29_each_mortgaged_deed_costs_interest_or_redemption(scene):
    """For every mortgaged deed the creditor redeems or pays ten percent at once."""
    scene.owns(0, 1, 3)
    scene.mortgaged(1, 3)
    owing_rent(scene, 10)
    scene.do(DeclareBankruptcy(0))
    assert scene.task == MortgageChoicePending(1, 1, 33, 3, bought=False)
    scene.do(KeepMortgage(1, 1))
    scene.do(Redeem(1, 3))
    assert scene.balance(1) == 1510 - 3 - 33
    assert scene.task == ThrowPending(1)


def test_classic_30_bankrupt_to_the_bank(scene):
    """Mortgages lapse and each deed is auctioned in turn; release cards go back under their pile."""
    scene.owns(0, 1, 3)
    scene.mortgaged(1, 3)
    scene.holds_release_card(0)
    bank = owing_tax(scene, 70).balance(BANK)
    facts = scene.do(DeclareBankruptcy(0))
    assert scene.balance(BANK) == bank + 70
    assert [fact.lot.deed for fact in facts if isinstance(fact, AuctionOpened)] == [1], "the next when its turn comes"
    assert scene.game.state.deeds.mortgaged == [False] * 40
    assert scene.game.state.decks.piles["chance"][-1] == 11
    assert scene.task == AuctionRunning(DeedLot(1), (1, 2))
    scene.do(PlaceBid(2, 30))
    assert AuctionOpened(DeedLot(3)) in scene.do(PassBid(1))
    scene.auction(1, 7)
    assert (scene.owner(1), scene.owner(3)) == (2, 1)
    assert scene.task == ThrowPending(1)


def test_classic_31_the_bank_never_goes_broke(scene):
    """The bank pays however far it is below zero."""
    scene.cash(10**9, 10**9, 10**9)
    scene.owns(0, 39)
    scene.do(Mortgage(0, 39))
    assert scene.balance(0) == 10**9 + 200
    assert scene.balance(BANK) == -3 * 10**9 - 200


def test_classic_32_last_solvent_player_wins(scene):
    """When all others have fallen the game is over; nothing is auctioned any more."""
    scene.cash(1500, 1500, 0)
    scene.owns(0, 9)
    scene.owns(2, 1)
    scene.mortgaged(1)
    scene.turn(2)
    scene.lands(2, 9)
    scene.do(DeclareBankruptcy(2))
    assert scene.game.state.turns.winner == NOBODY
    scene.do(KeepMortgage(0, 1))
    owing_tax(scene, 100)
    scene.owns(0, 3)
    scene.mortgaged(3)
    scene.do(Mortgage(0, 9))
    scene.cash(100)
    scene.do(DeclareBankruptcy(0))
    assert (scene.game.state.turns.winner, scene.game.state.agenda.tasks) == (1, ())
    assert scene.refused(Throw(1, (1, 2))) == Reason.GAME_OVER


def test_several_debtors_of_one_card_are_asked_one_after_the_other(scene_of):
    """A birthday that two cannot pay asks both in turn order; the drawer gets what each can give."""
    scene = scene_of(community=12)
    scene.cash(1500, 4, 6)
    scene.lands(0, 17)
    scene.draw(0)
    for seat in (1, 2):
        assert scene.task.seat == seat
        scene.do(DeclareBankruptcy(seat))
    assert (scene.balance(0), scene.game.state.turns.winner) == (1510, 0)


def test_classic_30_what_others_owe_the_fallen_goes_to_the_bank(scene_of):
    """When the one who is owed falls too, those debtors owe the creditor, and nobody pays a seat that is out."""
    scene = scene_of(4, community=12)
    scene.cash(0, 8, 6, 4)
    scene.owns(1, 1, 3)
    scene.mortgaged(1, 3)
    scene.lands(0, 17)
    scene.draw(0)
    scene.do(DeclareBankruptcy(1))
    assert scene.balance(0) == 8
    scene.cash(0)
    scene.do(KeepMortgage(0, 1))
    scene.do(DeclareBankruptcy(0))
    owed = [(task.seat, task.due.payee) for task in scene.game.state.agenda.tasks if isinstance(task, DebtPending)]
    assert sorted(owed) == [(2, BANK), (3, BANK)]
    assert scene.refused(PlaceBid(3, 1)) == Reason.OWES_MONEY
    for _ in range(2):
        scene.do(PassBid(2))
        scene.do(PassBid(3))
    scene.do(DeclareBankruptcy(2))
    assert scene.game.state.turns.winner == 3
    assert scene.balance(0) == 0


def test_classic_24_offers_of_the_fallen_lapse(scene):
    """An offer to or from somebody who is out leaves the table, and both are informed (K22)."""
    scene.owns(2, 1)
    scene.do(OfferTrade(2, 0, Bundle(deeds=(1,)), Bundle(money=5)))
    owing_rent(scene, 10)
    assert TradeClosed(1, 2, "lapsed", 0) in scene.do(DeclareBankruptcy(0))
    assert scene.game.state.offers.open == {}
