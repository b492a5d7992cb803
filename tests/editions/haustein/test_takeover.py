"""Rows haustein-23 and -24: takeover by loss of all own shares, and the shares of the bankrupt."""

import pytest

from hub.domain.commands import DeclareBankruptcy
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.shares import AcceptShares, OfferShares, SeatTakenOver, SharesVoided
from hub.domain.turns import GameWon, SeatBankrupted


def sold_out(scene, seat, *holders):
    """All shares of a seat are with these (holder, count)."""
    for holder, count in holders:
        scene.passes_shares(seat, seat, holder, count)
    assert scene.shares(seat)[seat] == 0


def end_turn(scene, seat=0):
    """In its own turn a seat throws onto the space of its own deed, and its turn ends."""
    scene.turn(seat)
    scene.owns(seat, 18)
    return scene.lands(seat, 18)


def test_haustein_23_to_the_holder_of_13_shares(scene):
    """13, 10 and 2 of 25: 1,000 in cash become 520, 400 and 80; deeds, mortgages and buildings go to the 13 (H31)."""
    sold_out(scene, 1, (0, 13), (2, 10), (BANK, 2))
    scene.owns(1, 1, 3, 5)
    scene.built(1, 2)
    scene.built(3, 1)
    scene.mortgaged(5)
    scene.cash(1500, 1000, 1500)
    bank = scene.balance(BANK)
    facts = end_turn(scene)
    assert SeatTakenOver(1, 0) in facts
    assert [scene.balance(seat) for seat in range(3)] == [2020, 0, 1900]
    assert scene.balance(BANK) == bank + 80
    assert [scene.owner(deed) for deed in (1, 3, 5)] == [0, 0, 0]
    assert (scene.game.state.deeds.stage[1], scene.game.state.deeds.mortgaged[5]) == (2, True)
    assert (scene.game.state.turns.out, scene.on_turn) == ([False, True, False], 2)


def test_haustein_23_without_such_a_holder_the_deeds_fall_to_the_bank(scene):
    """12 and 12 are no majority: deeds go back unmortgaged and unbuilt, buildings into the stock, no auction."""
    sold_out(scene, 1, (0, 12), (2, 12), (BANK, 1))
    scene.owns(1, 1, 3, 5)
    scene.game.state.supply.stock["house"] -= 3
    scene.built(1, 2)
    scene.built(3, 1)
    scene.mortgaged(5)
    scene.holds_release_card(1)
    facts = end_turn(scene)
    assert SeatTakenOver(1, BANK) in facts
    assert [scene.owner(deed) for deed in (1, 3, 5)] == [NOBODY] * 3
    assert (scene.game.state.deeds.mortgaged[5], scene.game.state.deeds.stage[1]) == (False, 0)
    assert scene.game.state.supply.stock["house"] == 32
    assert scene.game.state.decks.piles["chance"][-1] == 11
    assert scene.on_turn == 2


def test_haustein_23_a_majority_of_the_bank_takes_nothing_over(scene):
    """The bank holds 15: the deeds are its own again."""
    sold_out(scene, 1, (BANK, 15), (2, 10))
    scene.owns(1, 5)
    assert SeatTakenOver(1, BANK) in end_turn(scene)
    assert (scene.owner(5), scene.balance(2)) == (NOBODY, 1500 + 600)


def test_haustein_23_cash_that_does_not_divide(scene):
    """101 by 13, 8 and 4: 32.32 and 16.16 become 32 and 16, the largest holder gets the rest, 53."""
    sold_out(scene, 1, (0, 13), (2, 8), (BANK, 4))
    scene.cash(1500, 101, 1500)
    facts = end_turn(scene)
    parts = {fact.payee: fact.amount for fact in facts if isinstance(fact, MoneyMoved) and fact.purpose == "takeover"}
    assert parts == {0: 53, 2: 32, BANK: 16}


def test_haustein_23_what_they_held_in_others_follows_their_deeds(scene):
    """The heir gets their own shares back with them; the shares of the fallen are void."""
    sold_out(scene, 1, (0, 25))
    scene.passes_shares(0, 0, 1, 6)
    scene.passes_shares(2, 2, 1, 4)
    facts = end_turn(scene)
    assert SharesVoided(1) in facts
    assert (scene.shares(0), scene.shares(1), scene.shares(2)) == ([25, 0, 0, 0], [0, 0, 0, 0], [4, 0, 21, 0])


def test_haustein_23_it_can_be_repaired_within_the_turn(scene):
    """One share bought back before the turn ends is enough (H30)."""
    sold_out(scene, 0, (1, 25))
    scene.do(OfferShares(0, 1, 0, 1, 1000, selling=False))
    scene.do(AcceptShares(1, 1))
    facts = end_turn(scene)
    assert not [fact for fact in facts if isinstance(fact, SeatTakenOver)]
    assert scene.game.state.turns.out == [False] * 3


@pytest.mark.parametrize(
    ("on_turn", "out", "balances"),
    [
        (0, [True, False, False], [0, 1020, 780]),
        (1, [False, True, False], [1260, 0, 540]),
        (2, [True, False, False], [0, 1020, 780]),
    ],
)
def test_haustein_23_of_two_the_seat_on_turn_is_judged_first_and_then_clockwise(scene, on_turn, out, balances):
    """Two hold 13 of each other: who falls first gives the other 13 own shares back, and that one stays (H35)."""
    # 13 of 25 are 520 of the 1,000 in cash, or 260 of the 500; the third gets 480, or 240
    sold_out(scene, 0, (1, 13), (2, 12))
    sold_out(scene, 1, (0, 13), (2, 12))
    scene.cash(1000, 500, 300)
    end_turn(scene, on_turn)
    assert scene.game.state.turns.out == out
    assert [scene.balance(seat) for seat in range(3)] == balances
    left = out.index(False)
    assert scene.shares(left)[left] == 13


def test_haustein_23_shares_that_fall_to_a_third_do_not_save_the_second(scene):
    """The third holds 13 of the first, gets the 12 of the second with that, and so takes both over and wins (H35)."""
    # of 1,000 the second gets 480 and the third 520; then the third gets the 980 of the second
    sold_out(scene, 0, (1, 12), (2, 13))
    sold_out(scene, 1, (0, 12), (2, 13))
    scene.owns(1, 5)
    scene.cash(1000, 500, 300)
    facts = end_turn(scene)
    assert [fact for fact in facts if isinstance(fact, SeatTakenOver)] == [SeatTakenOver(0, 2), SeatTakenOver(1, 2)]
    assert GameWon(2) in facts
    assert (scene.balance(2), scene.owner(5), scene.owner(18)) == (1800, 2, 2)


def test_haustein_23_shares_that_fall_to_the_bank_do_not_save_the_second(scene_of):
    """Nobody has 13 of the first, so all shares of the second lie with the bank, which gets its money and deeds too."""
    scene = scene_of(4)
    sold_out(scene, 0, (1, 12), (2, 12), (BANK, 1))
    sold_out(scene, 1, (0, 25))
    scene.owns(1, 5)
    scene.cash(1000, 500, 300, 0)
    facts = end_turn(scene)
    taken = [fact for fact in facts if isinstance(fact, SeatTakenOver)]
    assert taken == [SeatTakenOver(0, BANK), SeatTakenOver(1, BANK)]
    assert [scene.balance(seat) for seat in range(4)] == [0, 0, 780, 0]
    assert (scene.owner(5), scene.owner(18), scene.on_turn) == (NOBODY, NOBODY, 2)


@pytest.mark.parametrize("on_turn", [0, 1])
def test_haustein_23_of_two_players_without_shares_the_second_wins(scene_of, on_turn):
    """The bank has all shares of both: the one on turn is out, and then the other is the last one left (H35)."""
    scene = scene_of(2)
    for seat in range(2):
        sold_out(scene, seat, (BANK, 25))
    scene.cash(700, 700)
    facts = end_turn(scene, on_turn)
    assert SeatTakenOver(on_turn, BANK) in facts
    assert GameWon(1 - on_turn) in facts
    assert scene.task is None
    assert (scene.balance(on_turn), scene.balance(1 - on_turn)) == (0, 700)


def test_haustein_24_shares_of_the_bankrupt_are_void_and_those_they_held_go_to_the_creditor(scene):
    """Seat 1 is the creditor: it gets what seat 0 held in seat 2, its own shares back, and deed and cash as usual."""
    scene.passes_shares(2, 2, 0, 7)
    scene.passes_shares(1, 1, 0, 3)
    scene.passes_shares(0, 0, 2, 20)
    scene.owns(0, 5)
    scene.mortgaged(5)
    scene.owns(1, 39)
    scene.cash(10)
    scene.lands(0, 39)
    scene.do(OfferShares(0, 1, 2, 1, 5))
    assert SeatBankrupted(0, 1) in scene.do(DeclareBankruptcy(0))
    assert (scene.shares(0), scene.shares(1), scene.shares(2)) == ([0] * 4, [0, 25, 0, 0], [0, 7, 18, 0])
    assert (scene.owner(5), scene.balance(1), scene.game.state.shares.offers) == (1, 1510, {})


@pytest.mark.parametrize(("space", "faces"), [(38, (1, 2)), (4, (1, 1))])
def test_haustein_24_with_the_middle_as_creditor_the_bank_gets_them(scene, space, faces):
    """A tax is owed to the middle; the fallen's shares in others lie with the bank then."""
    scene.passes_shares(2, 2, 0, 7)
    scene.cash(10)
    scene.lands(0, space, *faces)
    scene.do(DeclareBankruptcy(0))
    assert (scene.shares(0), scene.shares(2), scene.balance(POT)) == ([0] * 4, [0, 0, 18, 7], 10)
