"""What corrections by the banker do, and what they refuse."""

from typing import get_args

import pytest
from helpers.scene import Scene

from hub.domain.commands import Mortgage, StartGame
from hub.domain.corrections import (
    CorrectBuildings,
    CorrectDeed,
    Corrected,
    Correction,
    CorrectJail,
    CorrectMoney,
    CorrectMortgage,
    CorrectPiece,
    CorrectReleaseCard,
    CorrectTicket,
    CorrectTurn,
)
from hub.domain.decks import release_cards, tickets_of
from hub.domain.deeds import DeedMoved
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import FREE
from hub.domain.tasks import OpeningThrowPending, ThrowPending
from hub.domain.turns import GameWon, SeatBankrupted
from hub.domain.unions import AnyCorrection
from hub.editions import EDITIONS
from hub.rules.game import Game, Reason, Rejected
from hub.table.game.chance import Dice

RULES = next(iter(EDITIONS.values()))


def test_money_moves_and_is_shown_first(scene):
    """The reason stands before the payment, which has its own purpose."""
    facts = scene.do(CorrectMoney(1, 0, 150, reason="rent was paid twice"))
    assert facts[:2] == (Corrected("money", "rent was paid twice"), MoneyMoved(1, 0, 150, "correction", {}))
    assert (scene.balance(0), scene.balance(1)) == (1650, 1350)
    assert scene.task == ThrowPending(0)


def test_money_moves_between_any_accounts(scene):
    """From the bank to the pot and from the pot to a seat; the sum over all accounts stays zero."""
    scene.do(CorrectMoney(BANK, POT, 100))
    scene.do(CorrectMoney(POT, 2, 60))
    assert (scene.balance(POT), scene.balance(2)) == (40, 1560)
    assert sum(scene.game.state.ledger.balances) == 0


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        (CorrectMoney(0, 1, 1501), Reason.NOT_ENOUGH_MONEY),
        (CorrectMoney(POT, 1, 1), Reason.NOT_ENOUGH_MONEY),
        (CorrectMoney(0, 1, 0), Reason.AMOUNT_UNFIT),
        (CorrectMoney(0, 1, -5), Reason.AMOUNT_UNFIT),
        (CorrectMoney(BANK, 1, 10**10), Reason.AMOUNT_UNFIT),
        (CorrectMoney(0, 0, 5), Reason.NOTHING_TO_CORRECT),
        (CorrectMoney(0, 3, 5), Reason.NO_SUCH_SEAT),
        (CorrectMoney(-3, 0, 5), Reason.NO_SUCH_SEAT),
        (CorrectMoney(0, 1, 5, reason="x" * 81), Reason.TEXT_UNFIT),
        (CorrectMoney(0, 1, 5, reason="two\nlines"), Reason.TEXT_UNFIT),
        (CorrectPiece(0, 40), Reason.NO_SUCH_SPACE),
        (CorrectPiece(0, -1), Reason.NO_SUCH_SPACE),
        (CorrectPiece(3, 1), Reason.NO_SUCH_SEAT),
        (CorrectPiece(0, 0), Reason.NOTHING_TO_CORRECT),
        (CorrectDeed(0, 1), Reason.NO_SUCH_DEED),
        (CorrectDeed(1, 7), Reason.NO_SUCH_SEAT),
        (CorrectDeed(1, NOBODY), Reason.NOTHING_TO_CORRECT),
        (CorrectMortgage(2, True), Reason.NO_SUCH_DEED),
        (CorrectMortgage(1, True), Reason.DEED_UNSOLD),
        (CorrectBuildings({}), Reason.NOTHING_TO_CORRECT),
        (CorrectBuildings({1: 0}), Reason.NOTHING_TO_CORRECT),
        (CorrectBuildings({5: 1}), Reason.NO_SUCH_DEED),
        (CorrectBuildings({0: 1}), Reason.NO_SUCH_DEED),
        (CorrectBuildings({1: 6}), Reason.NO_SUCH_STAGE),
        (CorrectBuildings({1: -1}), Reason.NO_SUCH_STAGE),
        (CorrectBuildings({1: 1}), Reason.GROUP_INCOMPLETE),
        (CorrectJail(0, jailed=False), Reason.NOTHING_TO_CORRECT),
        (CorrectJail(0, jailed=False, missed=1), Reason.AMOUNT_UNFIT),
        (CorrectJail(0, jailed=True, missed=3), Reason.AMOUNT_UNFIT),
        (CorrectJail(9, jailed=True), Reason.NO_SUCH_SEAT),
        (CorrectReleaseCard("chance", NOBODY, NOBODY), Reason.NOTHING_TO_CORRECT),
        (CorrectReleaseCard("chance", 0, 1), Reason.NO_RELEASE_CARD),
        (CorrectReleaseCard("nowhere", NOBODY, 1), Reason.NO_RELEASE_CARD),
        (CorrectReleaseCard("chance", NOBODY, 5), Reason.NO_SUCH_SEAT),
        (CorrectTurn(0), Reason.NOTHING_TO_CORRECT),
        (CorrectTurn(-1), Reason.NO_SUCH_SEAT),
    ],
)
def test_what_cannot_be_is_refused(scene, correction, reason):
    """Every refusal has its own reason."""
    assert scene.refused(correction) == reason


EVERY_KIND: list[Correction] = [
    CorrectMoney(BANK, 2, 5),
    CorrectPiece(2, 5),
    CorrectDeed(1, 2),
    CorrectJail(2, jailed=True),
    CorrectReleaseCard("chance", NOBODY, 2),
    CorrectTurn(2),
]


@pytest.mark.parametrize("correction", EVERY_KIND, ids=lambda one: type(one).__name__)
def test_who_is_out_gets_nothing(scene, correction):
    """A bankrupt seat receives no money, deed, card or turn, and its piece stays where it is."""
    scene.given(SeatBankrupted(2, BANK))
    assert scene.refused(correction) == Reason.SEAT_OUT


@pytest.mark.parametrize("correction", EVERY_KIND, ids=lambda one: type(one).__name__)
def test_only_while_a_game_runs(scene, correction):
    """Before the start and after the end there is nothing to correct."""
    assert Game(RULES).refuse(correction) == Rejected(Reason.NOT_STARTED)
    scene.given(GameWon(0))
    assert scene.refused(correction) == Reason.GAME_OVER


def test_a_reason_may_be_in_any_script_and_80_characters_long(scene):
    """What can be printed fits."""
    text = "Zu viel gezahlt – ö ☺ 過".ljust(80, "x")
    assert scene.do(CorrectMoney(0, 1, 5, reason=text))[0] == Corrected("money", text)


def test_a_piece_is_put_elsewhere_without_effect(scene):
    """Nothing happens on the space, not even a salary on the way."""
    scene.stands(0, 39)
    scene.do(CorrectPiece(0, 4))
    assert (scene.space(0), scene.balance(0)) == (4, 1500)
    assert scene.task == ThrowPending(0)


def test_a_deed_changes_hands_without_money(scene):
    """Owner and mortgage go along; nobody pays interest."""
    scene.owns(0, 5)
    scene.mortgaged(5)
    facts = scene.do(CorrectDeed(5, 1, reason="swapped by mistake"))
    assert DeedMoved(5, 0, 1) in facts
    assert scene.game.state.deeds.mortgaged[5]
    assert [scene.balance(seat) for seat in range(3)] == [1500] * 3


def test_a_mortgage_lapses_when_the_deed_returns_to_the_bank(scene):
    """The bank owns no mortgaged deed."""
    scene.owns(0, 5)
    scene.mortgaged(5)
    scene.do(CorrectDeed(5, NOBODY))
    assert (scene.owner(5), scene.game.state.deeds.mortgaged[5]) == (NOBODY, False)


def test_mortgages_are_marked_without_money(scene):
    """On and off again, and never twice."""
    scene.owns(0, 5)
    scene.do(CorrectMortgage(5, mortgaged=True))
    assert scene.refused(CorrectMortgage(5, mortgaged=True)) == Reason.NOTHING_TO_CORRECT
    assert scene.game.state.deeds.mortgaged[5]
    scene.do(CorrectMortgage(5, mortgaged=False))
    assert not scene.game.state.deeds.mortgaged[5]
    assert scene.balance(0) == 1500


def test_buildings_come_out_of_the_stock_and_go_back(scene):
    """A whole group is put on its stages at once, also past a hotel."""
    scene.owns(0, 1, 3)
    scene.do(CorrectBuildings({1: 4, 3: 5}))
    assert scene.game.state.supply.stock == {"house": 28, "hotel": 11}
    scene.do(CorrectBuildings({1: 2, 3: 2}))
    assert scene.game.state.supply.stock == {"house": 28, "hotel": 12}
    assert scene.balance(0) == 1500


def test_no_correction_leaves_a_group_uneven(scene):
    """Stages of a group differ by one at most, the streets that are not named included."""
    scene.owns(0, 1, 3)
    assert scene.refused(CorrectBuildings({1: 2})) == Reason.UNEVEN
    assert scene.refused(CorrectBuildings({1: 2, 3: 4})) == Reason.UNEVEN
    scene.do(CorrectBuildings({1: 1}))


def test_buildings_need_a_whole_unmortgaged_group(scene):
    """As for everybody who builds."""
    scene.owns(0, 1)
    scene.owns(1, 3)
    assert scene.refused(CorrectBuildings({1: 1, 3: 1})) == Reason.GROUP_INCOMPLETE
    scene.do(CorrectDeed(3, 0))
    scene.mortgaged(3)
    assert scene.refused(CorrectBuildings({1: 1})) == Reason.GROUP_MORTGAGED


def test_no_more_buildings_than_the_bank_has(scene):
    """The stock is an upper bound over all named groups together."""
    scene.owns(0, *(space for spaces in RULES.track.groups.values() for space in spaces))
    streets = [space for space, deed in RULES.track.deeds.items() if deed.house_price]
    assert scene.refused(CorrectBuildings(dict.fromkeys(streets, 2))) == Reason.NO_STOCK
    assert scene.refused(CorrectBuildings(dict.fromkeys(streets, 5))) == Reason.NO_STOCK


def test_deeds_and_mortgages_of_a_built_group_stay(scene):
    """First the buildings are taken down."""
    scene.owns(0, 1, 3)
    scene.do(CorrectBuildings({1: 1}))
    assert scene.refused(CorrectDeed(3, 1)) == Reason.GROUP_BUILT
    assert scene.refused(CorrectMortgage(3, mortgaged=True)) == Reason.GROUP_BUILT


def test_into_jail_and_out_again(scene):
    """The piece goes to jail; let out it visits."""
    scene.do(CorrectJail(1, jailed=True, missed=2))
    assert (scene.space(1), scene.game.state.custody.missed[1]) == (10, 2)
    assert scene.refused(CorrectJail(1, jailed=True, missed=2)) == Reason.NOTHING_TO_CORRECT
    scene.do(CorrectJail(1, jailed=False))
    assert (scene.space(1), scene.game.state.custody.missed[1]) == (10, FREE)


def test_a_piece_taken_off_the_jail_space_is_free(scene):
    """Nobody sits in jail elsewhere."""
    scene.jailed(0)
    scene.do(CorrectPiece(0, 24))
    assert (scene.space(0), scene.game.state.custody.missed[0]) == (24, FREE)


def test_release_cards_move_between_pile_and_seats(scene):
    """Out of the pile, to another seat, back under the pile."""
    pile = list(scene.game.state.decks.piles["chance"])
    scene.do(CorrectReleaseCard("chance", NOBODY, 0))
    assert [deck for deck, _ in release_cards(scene.game.state, 0)] == ["chance"]
    scene.do(CorrectReleaseCard("chance", 0, 2))
    assert release_cards(scene.game.state, 0) == []
    scene.do(CorrectReleaseCard("chance", 2, NOBODY))
    assert sorted(scene.game.state.decks.piles["chance"]) == sorted(pile)


def tickets(scene):
    """How many tickets each seat holds."""
    return [len(tickets_of(scene.game.state, seat)) for seat in range(3)]


def test_tickets_move_between_pile_and_seats():
    """Out of the pile, to another seat, back under the pile; even one that expires the others takes none away."""
    scene = Scene(EDITIONS["mega"])
    pile = scene.game.state.tickets.pile
    pile.remove(14)
    pile.insert(0, 14)
    second = pile[1]
    scene.do(CorrectTicket(NOBODY, 0))
    scene.do(CorrectTicket(NOBODY, 1))
    assert tickets(scene) == [1, 1, 0]
    scene.do(CorrectTicket(0, 2))
    scene.do(CorrectTicket(1, NOBODY))
    assert tickets(scene) == [0, 0, 1]
    assert len(scene.game.state.tickets.pile) == 15
    assert scene.game.state.tickets.pile[-1] == second


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        (CorrectTicket(0, 1), Reason.NO_TICKET),
        (CorrectTicket(1, 1), Reason.NOTHING_TO_CORRECT),
        (CorrectTicket(NOBODY, 7), Reason.NO_SUCH_SEAT),
    ],
)
def test_a_ticket_that_is_not_there_moves_nowhere(correction, reason):
    """Nor does one that stays where it is, or that nobody gets."""
    assert Scene(EDITIONS["mega"]).refused(correction) == reason


def test_where_there_are_no_tickets_none_can_be_moved(scene):
    """Their pile is empty."""
    assert scene.refused(CorrectTicket(NOBODY, 0)) == Reason.NO_TICKET


def test_tall_buildings_are_corrected_like_others():
    """A skyscraper needs the whole group at that height, a mall stands on one station by itself."""
    scene = Scene(EDITIONS["mega"])
    scene.owns(0, 48, 49, 51, 6)
    scene.do(CorrectBuildings({48: 6, 49: 6, 51: 5}))
    scene.do(CorrectBuildings({6: 1}))
    assert [scene.stage(deed) for deed in (48, 49, 51, 6)] == [6, 6, 5, 1]
    assert scene.game.state.supply.stock == {"house": 32, "hotel": 11, "skyscraper": 6, "mall": 3}
    assert scene.refused(CorrectBuildings({6: 2})) == Reason.NO_SUCH_STAGE


def test_the_first_turn_may_be_decided_without_throwing():
    """People who know who begins skip the opening throw."""
    game = Game(RULES)
    start = RULES.opening.set_up(game, 2, Dice(1))
    assert isinstance(start, StartGame)
    game.decide(start)
    assert isinstance(game.state.agenda.tasks[-1], OpeningThrowPending)
    game.decide(CorrectTurn(1))
    assert (game.state.turns.seat, game.state.turns.number) == (1, 1)


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))
def test_every_edition_can_be_corrected(rules):
    """People make mistakes whatever they play; only what an edition has not cannot be mistaken in it."""
    kept = any(effect.kept for cards in rules.track.decks.values() for effect in cards.values())
    lacking = {CorrectMortgage: Mortgage in rules.handlers, CorrectReleaseCard: kept}
    known = {kind for kind in get_args(AnyCorrection) if lacking.get(kind, True)}
    assert known == set(get_args(AnyCorrection)) & rules.handlers.keys()
