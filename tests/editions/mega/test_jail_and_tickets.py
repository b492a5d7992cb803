"""Rows mega-09, -16 to -18, -21 and -30: bail, tickets and gifts."""

import pytest
from editions.mega.conftest import EXPIRING
from helpers.scene import Scene

from hub.domain.commands import (
    AcceptTrade,
    Bundle,
    DeclareBankruptcy,
    Decline,
    KeepTicket,
    Mortgage,
    OfferTrade,
    PayBail,
    PayDebt,
    TakeMoney,
    TakeTicket,
    Throw,
    UseReleaseCard,
    UseTicket,
)
from hub.domain.corrections import CorrectJail
from hub.domain.decks import TicketTaken, tickets_of
from hub.domain.ids import BANK, POT
from hub.domain.pieces import in_jail
from hub.domain.tasks import BuyPending, DebtPending, GiftPending, ThrowPending, TicketPending
from hub.editions.mega import RULES
from hub.rules.game import Reason, free_choices


def test_mega_09_bail_buys_the_next_turn(scene):
    """A player who pays 5,000 is free, and moves in their next turn."""
    scene.jailed(0)
    scene.do(PayBail(0))
    assert (scene.balance(0), in_jail(scene.game.state, 0), scene.task) == (245_000, False, ThrowPending(1))


def sent_to_jail(scene):
    scene.lands(0, 39, 1, 2, 3)
    assert scene.task == ThrowPending(1)


def test_mega_09_bail_at_once_after_being_jailed(scene):
    """Until the next player throws one may pay at once; the next turn of one's own is a usual one (D23)."""
    sent_to_jail(scene)
    assert PayBail(0) in [choice.command for choice, refused in free_choices(scene.game, 0) if refused is None]
    scene.do(PayBail(0))
    assert (scene.balance(0), in_jail(scene.game.state, 0), scene.task) == (245_000, False, ThrowPending(1))
    assert scene.refused(PayBail(0)) == Reason.NOT_ASKED
    for seat in (1, 2):
        scene.jailed(seat)
        scene.do(PayBail(seat))
    scene.throw(0, 1, 2, 3)
    assert scene.space(0) == 19


def test_mega_09_the_card_at_once_after_being_jailed(scene):
    """A release card opens the door at the same time, also one that is bought now (D23)."""
    scene.holds_release_card(1)
    sent_to_jail(scene)
    assert [choice.command for choice, _ in free_choices(scene.game, 0) if choice.command == UseReleaseCard(0)] == []
    assert scene.refused(UseReleaseCard(0)) == Reason.NO_RELEASE_CARD
    scene.do(OfferTrade(0, 1, Bundle(1_000), Bundle(release_cards=("chance",))))
    scene.do(AcceptTrade(1, 1))
    assert UseReleaseCard(0) in [choice.command for choice, _ in free_choices(scene.game, 0)]
    scene.do(UseReleaseCard(0))
    assert (scene.balance(0), in_jail(scene.game.state, 0), scene.task) == (249_000, False, ThrowPending(1))


def test_mega_09_too_late_once_the_next_player_has_thrown(scene):
    """After that throw one waits for one's own turn (D23)."""
    scene.owns(1, 9 - 1)
    sent_to_jail(scene)
    scene.throw(1, 4, 4, 4)
    assert scene.task == BuyPending(1, 10, 15_000)
    assert scene.refused(PayBail(0)) == Reason.NOT_NOW
    scene.buy(1)
    assert scene.task == ThrowPending(1)
    assert scene.refused(PayBail(0)) == Reason.NOT_ASKED
    assert [choice for choice, _ in free_choices(scene.game, 0) if isinstance(choice.command, PayBail)] == []


def test_mega_09_a_next_player_who_does_not_throw_ends_nothing(scene):
    """They buy themselves out instead, and nobody has thrown yet (D23)."""
    scene.jailed(1)
    sent_to_jail(scene)
    scene.do(PayBail(1))
    assert scene.task == ThrowPending(2)
    scene.do(PayBail(0))
    assert scene.balance(0) == 245_000


def test_mega_09_a_ticket_of_the_next_player_takes_the_place_of_their_throw(scene, ticket):
    """Then it is too late to leave at once (D23)."""
    ticket(1, 1)
    sent_to_jail(scene)
    scene.do(UseTicket(1, 5))
    scene.arrive()
    assert scene.on_turn == 2
    assert scene.refused(PayBail(0)) == Reason.NOT_ASKED


def test_mega_09_who_was_put_into_jail_by_hand_waits(scene):
    """A correction sends nobody to jail in a turn of theirs (D23)."""
    scene.do(CorrectJail(2, jailed=True))
    scene.turn(1)
    assert scene.refused(PayBail(2)) == Reason.NOT_ASKED


def test_mega_09_who_has_too_little_stays(scene):
    """Bail is never owed when it is offered: the offer says what is missing (D23)."""
    sent_to_jail(scene)
    scene.cash(4_900)
    found = [refused for choice, refused in free_choices(scene.game, 0) if choice.command == PayBail(0)]
    assert [refused.reason for refused in found] == [Reason.NOT_ENOUGH_MONEY]
    assert scene.refused(PayBail(0)) == Reason.NOT_ENOUGH_MONEY


def third_miss(scene):
    """Seat 0 has thrown its third miss; the others buy themselves out of jail, so that it is its turn again."""
    scene.jailed(0, missed=2)
    scene.jailed(1)
    scene.jailed(2)
    scene.do(Throw(0, (1, 2)))
    assert (scene.space(0), scene.balance(0), scene.task) == (13, 250_000, ThrowPending(1))
    assert not in_jail(scene.game.state, 0)
    scene.do(PayBail(1))


def test_mega_09_after_the_third_miss_the_next_turn_begins_with_the_bail(scene):
    """One is out, and the 5,000 are paid at the start of the next turn, before a normal throw (D24)."""
    third_miss(scene)
    scene.do(PayBail(2))
    assert (scene.balance(0), scene.task) == (245_000, ThrowPending(0))
    scene.throw(0, 2, 2, 2 + 1)
    assert (scene.space(0), scene.balance(0)) == (20, 245_000)


def test_mega_09_bail_that_cannot_be_paid_then_is_a_debt(scene):
    """Until then rents may help; what is missing after that is owed to the bank before the throw (D24)."""
    third_miss(scene)
    scene.cash(4_000)
    scene.owns(0, 1)
    scene.do(PayBail(2))
    assert isinstance(scene.task, DebtPending)
    assert (scene.task.due.payer, scene.task.due.payee, scene.task.due.amount) == (0, BANK, 5_000)
    scene.do(Mortgage(0, 1))
    scene.do(PayDebt(0))
    assert (scene.balance(0), scene.task) == (2_000, ThrowPending(0))


def test_mega_09_who_falls_by_that_bail_throws_no_more(scene):
    """Without anything to raise money from one is out, and the next player throws (D24)."""
    third_miss(scene)
    scene.cash(0)
    scene.do(PayBail(2))
    scene.do(DeclareBankruptcy(0))
    assert (scene.game.state.turns.out[0], scene.task) == (True, ThrowPending(1))


def test_mega_09_bail_that_was_put_off_goes_to_the_pot_where_that_is_agreed():
    """Paid later it is bail all the same."""
    scene = Scene(RULES.with_house_rules(["pot"]))
    third_miss(scene)
    before = scene.balance(POT)
    scene.do(PayBail(2))
    assert scene.balance(POT) == before + 10_000


def test_mega_09_release_card_used_or_bought(scene):
    """A card frees at once, also one bought from another player."""
    scene.jailed(0)
    scene.holds_release_card(1)
    scene.do(OfferTrade(0, 1, Bundle(1_000), Bundle(release_cards=("chance",))))
    scene.do(AcceptTrade(1, 1))
    scene.do(UseReleaseCard(0))
    assert (scene.task, in_jail(scene.game.state, 0)) == (ThrowPending(0), False)


@pytest.mark.parametrize(
    ("origin", "offered"),
    [
        (5, {*range(14)}),
        (25, {*range(13, 27)}),
        (45, {*range(39, 52), 0}),
        (0, {*range(1, 14), *range(39, 52)}),
        (13, {*range(27)}),
        (39, {*range(26, 52), 0}),
    ],
)
def test_mega_16_any_other_space_of_the_side(scene, ticket, origin, offered):
    """Ahead or behind, corners included; a corner belongs to both sides that it ends (D18)."""
    scene.stands(0, origin)
    ticket(0, 1)
    found = [c.command.space for c in RULES.handlers[UseTicket].answers(scene.game, scene.task, 0)]
    assert len(found) == len(set(found))
    assert set(found) == offered - {origin}
    assert scene.refused(UseTicket(0, origin)) == Reason.OTHER_SIDE
    assert scene.refused(UseTicket(0, (origin + 26) % 52)) == Reason.OTHER_SIDE


@pytest.mark.rule("mega-21")
@pytest.mark.parametrize(
    ("origin", "target", "paid"),
    [
        (50, 0, 20_000),
        (45, 0, 20_000),
        (39, 0, 20_000),
        (5, 0, 20_000),
        (13, 0, 20_000),
        (0, 39, 0),
        (0, 51, 0),
        (12, 6, 0),
    ],
)
def test_mega_16_landing_on_the_start_pays_whichever_way_one_came(scene, ride, origin, target, paid):
    """The start pays 20,000 to who lands there, also from behind; leaving it backward pays nothing (D18)."""
    scene.owns(0, 51)
    scene.stands(0, origin)
    ride(target)
    assert scene.balance(0) == 250_000 + paid


@pytest.mark.rule("mega-21")
def test_mega_16_backward_onto_the_start_pays_what_is_paid_for_landing_there():
    """Twice as much where the house rule says so."""
    scene = Scene(RULES.with_house_rules(["double_salary"]))
    scene.given(TicketTaken(0, 1, expires=False))
    scene.stands(0, 5)
    scene.do(UseTicket(0, 0))
    scene.arrive()
    assert scene.balance(0) == 250_000 + 40_000


@pytest.fixture
def ride(scene, ticket):
    """Seat 0 uses a ticket to a space: `ride(4)`."""

    def to(space: int) -> None:
        ticket(0, 1)
        scene.do(UseTicket(0, space))
        scene.arrive()

    return to


def test_mega_16_instead_of_a_throw(scene, ride):
    """A ticket kept from before takes the place of the throw, and the turn is over after it."""
    ride(4)
    assert scene.task == BuyPending(0, 4, 8_000)
    scene.do(Decline(0))
    scene.pass_all()
    held = scene.game.state.tickets
    assert (scene.task, held.held, 1 in held.pile) == (ThrowPending(1), {}, False)


def test_mega_16_instead_of_the_throw_after_a_double(scene, ride):
    """It replaces a second throw too, and ends the row."""
    scene.owns(0, 10)
    scene.throw(0, 4, 4, 2)
    ride(13)
    assert scene.task == ThrowPending(1)


def test_mega_16_only_who_has_one_and_is_free(scene, ticket):
    """Without a ticket there is no ride, and none leads out of jail."""
    assert scene.refused(UseTicket(0, 4)) == Reason.NO_TICKET
    ticket(0, 1)
    scene.jailed(0)
    assert scene.refused(UseTicket(0, 20)) == Reason.IN_JAIL


def test_mega_17_no_trade_in_tickets(scene, ticket):
    """A trade knows deeds, release cards and money only."""
    ticket(0, 1)
    assert scene.refused(OfferTrade(0, 1, Bundle(release_cards=("ticket",)), Bundle(1_000))) == Reason.NO_RELEASE_CARD


@pytest.mark.rule("mega-18")
def test_mega_16_at_once_on_getting_it(scene):
    """A fresh ticket may be used before anything else goes on, as an extra move."""
    scene.lands(0, 32, 1, 2, 3)
    assert isinstance(scene.task, TicketPending)
    scene.do(UseTicket(0, 34))
    scene.arrive()
    assert scene.task == BuyPending(0, 34, 26_000)
    scene.buy(0)
    assert scene.task == ThrowPending(1)


def test_mega_16_kept_for_later(scene):
    """A ticket that is kept stays in the hand."""
    scene.lands(0, 32, 1, 2, 3)
    scene.do(KeepTicket(0))
    assert (tickets_of(scene.game.state, 0), scene.task) == ([1], ThrowPending(1))


def test_mega_17_sixteen_tickets_three_of_them_expire_the_others():
    """So many there are."""
    assert (len(RULES.track.tickets), sum(RULES.track.tickets.values())) == (16, 3)


def test_mega_17_expiry_takes_every_other_ticket(scene, ticket):
    """All unused tickets in all hands are gone, the drawer's older ones too; only the drawn one is left."""
    ticket(0, 2)
    ticket(1, 3)
    scene.game.state.tickets.pile.remove(EXPIRING)
    scene.game.state.tickets.pile.insert(0, EXPIRING)
    scene.lands(0, 32, 1, 2, 3)
    assert scene.game.state.tickets.held == {EXPIRING: 0}


@pytest.mark.parametrize(("space", "balance"), [(32, 250_000), (47, 260_000)], ids=["ticket space", "gift"])
def test_mega_18_without_tickets(scene, space, balance):
    """With an empty pile the ticket space is idle, and a gift is money: there is nothing to choose."""
    scene.game.state.tickets.pile = []
    scene.lands(0, space, 1, 2, 3)
    assert (scene.balance(0), scene.task) == (balance, ThrowPending(1))


def test_mega_18_gift_is_money_or_a_ticket(scene):
    """10,000 or the top ticket, as one likes."""
    scene.lands(0, 47, 1, 2, 3)
    assert scene.task == GiftPending(0, 10_000)
    scene.do(TakeMoney(0))
    assert scene.balance(0) == 260_000
    scene.turn(1)
    scene.lands(1, 47, 1, 2, 3)
    scene.do(TakeTicket(1))
    assert tickets_of(scene.game.state, 1) == [1]


def test_mega_30_to_jail_on_purpose(scene, ride):
    """A ticket may lead to the space that sends one to jail."""
    scene.stands(0, 30)
    ride(39)
    assert (in_jail(scene.game.state, 0), scene.task) == (True, ThrowPending(1))
