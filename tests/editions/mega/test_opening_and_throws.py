"""Rows mega-01 to -08: the set-up, the speed die, and what its symbols bring."""

import pytest
from editions.mega.conftest import BUS, MOGUL
from helpers.scene import Scene

from hub.domain.commands import (
    AcceptTrade,
    Advance,
    Build,
    Bundle,
    ChooseSpace,
    Decline,
    GoToCards,
    Mortgage,
    OfferTrade,
    StartGame,
    TakeTicket,
    Throw,
)
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
from hub.domain.pieces import in_jail
from hub.domain.tasks import AdvancePending, BusPending, BuyPending, DrawPending, SpacePending, ThrowPending
from hub.editions.mega import RULES
from hub.rules.game import Game, Reason, Rejected

DECKS = {name: tuple(sorted(cards)) for name, cards in RULES.track.decks.items()}


def throw_once(scene: Scene, *faces: int) -> None:
    """Seat 0 throws and makes the first of its moves."""
    scene.do(Throw(0, faces))
    scene.do(Advance(0))


def test_mega_01_fifty_two_spaces_and_a_quarter_of_a_million(scene):
    """Everybody starts with 250,000 on a track of 52 spaces with 37 deeds."""
    assert [scene.balance(seat) for seat in range(3)] == [250_000] * 3
    assert (len(RULES.track.spaces), len(RULES.track.deeds)) == (52, 37)


@pytest.mark.parametrize("seats", [1, 7])
def test_mega_01_two_to_six_players(seats):
    """Fewer than two or more than six cannot play."""
    refused = Game(RULES).decide(StartGame(seats, DECKS))
    assert refused == Rejected(Reason.SEATS_OUT_OF_RANGE, {"least": 2, "most": 6})


def test_mega_02_the_two_white_dice_decide_who_starts(scene):
    """Two dice each, the highest begins and the seat to the left follows."""
    game = Game(RULES)
    game.decide(StartGame(3, DECKS, tickets=tuple(RULES.track.tickets)))
    for seat, faces in enumerate([(1, 2), (6, 5), (2, 2)]):
        assert not isinstance(game.decide(Throw(seat, faces)), Rejected)
    assert game.state.turns.seat == 1
    assert scene.refused(Throw(0, (1, 2))) == Reason.DICE_WRONG


@pytest.mark.parametrize("number", [1, 2, 3])
def test_mega_03_three_numbers_move_their_sum(scene, number):
    """A number on the speed die adds to the white dice."""
    scene.throw(0, 2, 4, number)
    assert scene.space(0) == 6 + number


@pytest.mark.parametrize("face", [4, 5])
def test_mega_04_mogul_goes_on_to_the_next_unsold_deed(scene, face):
    """After the white dice and what they brought, a card to the start, the next unsold deed is offered as usual."""
    scene.owns(1, 1)
    scene.do(Throw(0, (4, 5, face)))
    assert scene.task == AdvancePending(0, 9, "throw")
    scene.arrive()
    scene.draw(0)
    assert scene.task == BuyPending(0, 3, 6_000)


@pytest.mark.parametrize(
    ("sold", "first", "space", "balance", "task"),
    [
        pytest.param((15, 16), 13, 17, 250_000, BuyPending(0, 17, 15_000), id="the first unsold deed ahead"),
        pytest.param((48, 49, 51), 50, 1, 260_000, BuyPending(0, 1, 6_000), id="over the start, after a tax"),
        pytest.param((), 39, 13, 250_000, ThrowPending(1), id="a first move that ends in jail has no second"),
    ],
)
def test_mega_04_where_the_mogul_leads(scene, sold, first, space, balance, task):
    """After the first move, here to a quiet space, a tax or jail, with the salary that is due on the way."""
    scene.owns(1, *sold)
    scene.stands(0, first - 9)
    scene.throw(0, 4, 5, MOGUL)
    assert (scene.space(0), scene.balance(0), scene.task) == (space, balance, task)
    assert in_jail(scene.game.state, 0) == (first == 39)


def test_mega_04_when_all_is_sold_the_mogul_leads_to_rent(sold):
    """The next deed of another player that bears rent, own and mortgaged ones passed over; an owner of all stays."""
    sold.mortgaged(15)
    for seat, space, balance in ((0, 16, 251_000), (2, 13, 251_000)):
        sold.turn(seat)
        sold.stands(seat, 4)
        sold.throw(seat, 4, 5, MOGUL)
        assert (sold.space(seat), sold.balance(2)) == (space, balance)


def test_mega_04_nobody_goes_around_for_the_deed_they_stand_on(sold):
    """The only unsold deed is where the first move ended: after the refusal of it the piece stays, unpaid (D11)."""
    sold.given(DeedMoved(11, 2, NOBODY))
    sold.stands(0, 2)
    sold.throw(0, 4, 5, MOGUL)
    sold.do(Decline(0))
    sold.pass_all()
    assert (sold.space(0), sold.balance(0), sold.task) == (11, 250_000, ThrowPending(1))


def test_mega_04_nobody_goes_around_for_the_rent_just_paid(scene):
    """The only rent-bearing deed is where the first move ended: its rent is paid once, and the piece stays (D11)."""
    for deed in RULES.track.deeds:
        scene.owns(0 if deed != 11 else 1, deed)
    scene.stands(0, 2)
    scene.throw(0, 4, 5, MOGUL)
    assert (scene.space(0), scene.balance(0), scene.task) == (11, 250_000 - 800, ThrowPending(1))


def test_mega_04_business_between_the_two_moves(scene):
    """Whoever is on turn builds, mortgages and trades before the mogul's move; the others do not build (D11, K5)."""
    scene.owns(0, 7, 8, 11, 6)
    scene.owns(1, 15, 16, 18)
    throw_once(scene, 3, 4, MOGUL)
    assert scene.task.by == "mogul"
    scene.do(Build(0, 7))
    assert scene.refused(Build(1, 15)) == Reason.NOT_YOUR_TURN
    scene.do(OfferTrade(0, 1, Bundle(deeds=(6,)), Bundle(money=5_000)))
    scene.do(AcceptTrade(1, 1))
    scene.do(Mortgage(1, 6))
    assert (scene.stage(7), scene.owner(6), scene.task.space) == (1, 1, 10)


def test_mega_05_business_before_the_choice_of_the_bus(scene):
    """The same before a ticket is taken or the next card space is gone to (D11)."""
    scene.owns(0, 7, 8, 11)
    throw_once(scene, 3, 4, BUS)
    assert scene.task == BusPending(0)
    scene.do(Build(0, 7))
    scene.do(GoToCards(0))
    scene.do(Build(0, 8))
    assert scene.task.by == "bus"


def test_mega_04_the_mogul_goes_where_rent_is_due_when_the_piece_moves(scene):
    """All is sold; what is mortgaged or sold between the two moves is no destination any more (D11, D12)."""
    for deed in RULES.track.deeds:
        scene.owns(0 if deed not in (10, 12, 15) else 1, deed)
    throw_once(scene, 3, 4, MOGUL)
    assert scene.task == AdvancePending(0, 10, "mogul")
    scene.do(Mortgage(1, 10))
    assert scene.task == AdvancePending(0, 12, "mogul")
    scene.do(OfferTrade(1, 0, Bundle(deeds=(12,)), Bundle(money=100)))
    scene.do(AcceptTrade(0, 1))
    assert scene.task == AdvancePending(0, 15, "mogul")
    scene.do(Mortgage(1, 15))
    assert scene.task == ThrowPending(1)


def test_mega_26_prices_are_paid_in_whole_notes(scene):
    """Nobody has a note below 100 (D40)."""
    scene.owns(0, 6)
    assert scene.refused(OfferTrade(0, 1, Bundle(deeds=(6,)), Bundle(money=12_350))) == Reason.MONEY_NOT_A_MULTIPLE
    scene.do(OfferTrade(0, 1, Bundle(deeds=(6,)), Bundle(money=12_300)))


@pytest.mark.parametrize("chosen", [GoToCards(0), TakeTicket(0), None], ids=["cards", "ticket", "no tickets left"])
def test_mega_05_bus_takes_a_ticket_or_goes_to_the_next_card(scene, chosen):
    """Both are offered after the first move, cards are those ahead of either kind; without tickets no choice is."""
    if chosen is None:
        scene.game.state.tickets.pile = []
    scene.stands(0, 4)
    throw_once(scene, 4, 5, BUS)
    if chosen is not None:
        assert scene.task == BusPending(0)
        scene.do(chosen)
    if chosen == TakeTicket(0):
        assert scene.game.state.tickets.held == {1: 0}
    else:
        assert scene.task == AdvancePending(0, 22, "bus")


@pytest.mark.parametrize(("face", "space", "after"), [(2, 10, ThrowPending(0)), (1, 9, DrawPending(0, "chance"))])
def test_mega_06_white_double_throws_again(scene, face, space, after):
    """The number of the speed die still adds to the move, then the same seat throws again."""
    scene.owns(0, 10)
    scene.throw(0, 4, 4, face)
    assert (scene.space(0), scene.task) == (space, after)


def test_mega_06_a_double_with_a_symbol_does_all_three(scene):
    """Move, second move, then throw again."""
    scene.owns(1, 7)
    scene.owns(0, 8)
    scene.stands(0, 1)
    scene.throw(0, 3, 3, MOGUL)
    assert scene.space(0) == 10
    scene.buy(0)
    assert scene.task == ThrowPending(0)


def test_mega_07_triple_goes_anywhere(scene):
    """Any space, forward with the salary on the way, then another throw."""
    scene.stands(0, 20)
    scene.do(Throw(0, (2, 2, 2)))
    assert isinstance(scene.task, SpacePending)
    assert sorted(scene.task.spaces) == list(range(52))
    assert scene.refused(ChooseSpace(0, 52)) == Reason.NO_SUCH_SPACE
    scene.do(ChooseSpace(0, 13))
    scene.arrive()
    assert (scene.space(0), scene.balance(0), scene.task) == (13, 270_000, ThrowPending(0))


def test_mega_07_a_triple_may_stay(scene):
    """Who chooses their own space neither moves nor pays nor buys, and throws again (D14)."""
    scene.owns(1, 20)
    scene.stands(0, 20)
    scene.do(Throw(0, (2, 2, 2)))
    scene.do(ChooseSpace(0, 20))
    assert (scene.space(0), scene.task) == (20, ThrowPending(0))
    assert [scene.balance(0), scene.balance(1)] == [250_000, 250_000]


def test_mega_07_three_in_a_row_of_either_kind(scene):
    """Doubles and triples count together; the third leads to jail unmoved."""
    scene.owns(0, 10)
    scene.throw(0, 4, 4, 2)
    scene.do(Throw(0, (1, 1, 1)))
    scene.do(ChooseSpace(0, 26))
    scene.arrive()
    scene.throw(0, 6, 6, MOGUL)
    assert (in_jail(scene.game.state, 0), scene.task) == (True, ThrowPending(1))


@pytest.mark.parametrize("face", [4, 5, 6])
def test_mega_07_a_symbol_beside_a_double_of_its_number_is_no_triple(scene, face):
    """The speed die has no four, five or six: two fives and a mogul are a double that moves ten."""
    scene.stands(0, 14)
    scene.owns(0, 17, 18, 24, 26, *range(1, 13))
    scene.do(Throw(0, (face, face, face)))
    assert scene.task == AdvancePending(0, 14 + 2 * face, "throw")


def test_mega_08_in_jail_two_dice_and_no_further_throw(scene):
    """Only the white dice are thrown; a double frees and moves, and the turn is over after it."""
    scene.jailed(0)
    assert scene.refused(Throw(0, (3, 3, 1))) == Reason.DICE_WRONG
    scene.owns(0, 19)
    scene.throw(0, 3, 3)
    assert (scene.space(0), scene.task) == (19, ThrowPending(1))
