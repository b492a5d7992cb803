"""What is printed for another evening: everything that lies on a table, whatever the edition."""

import pytest
from helpers.seated import Seated

from hub.domain.commands import Throw
from hub.domain.corrections import CorrectBuildings, CorrectDeed, CorrectMortgage, CorrectReleaseCard, CorrectTicket
from hub.domain.credit import CreditSet
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.rent_requests import RentRequestable
from hub.domain.shares import ReportOwed
from hub.domain.tasks import AdvancePending, OpeningThrowPending
from hub.editions import EDITIONS
from hub.table.requests import Begin, ChooseEdition, Correct
from hub.table.views.rebuild import RebuildView, RentOpen, SharesHeld
from hub.table.wire.contract import DeedView


def begun(seated: Seated, edition: str) -> Seated:
    """A game of an edition; the hub throws for who begins."""
    seated.do(ChooseEdition(edition))
    seated.do(Begin())
    while isinstance(asked := seated.view().prompt.task, OpeningThrowPending):
        seated.play(Throw(asked.seats[0]))
    return seated


def sheet(seated: Seated) -> RebuildView:
    found = seated.table.rebuild()
    assert found is not None
    return found


def happened(seated: Seated, fact: Fact) -> None:
    """Something that takes a whole evening to come about."""
    fact.fold(seated.table.state.live.game.state)


def test_pieces_deeds_buildings_cards_money_and_what_is_awaited(seated: Seated):
    """The classic table: each in front of whom it lies, and the open question."""
    seated.begin()
    for deed in (1, 3):
        seated.do(Correct(CorrectDeed(deed, 0)))
    seated.do(Correct(CorrectDeed(5, 1)))
    seated.do(Correct(CorrectMortgage(5, mortgaged=True)))
    seated.do(Correct(CorrectBuildings({1: 2, 3: 1})))
    seated.do(Correct(CorrectReleaseCard("chance", NOBODY, 1)))
    seated.play(Throw(0, (2, 2)))
    found = sheet(seated)
    anna, ben = found.seats
    assert anna.deeds == (DeedView(1, 0, False, 2), DeedView(3, 0, False, 1))
    assert ben.deeds == (DeedView(5, 1, True, 0),)
    assert (anna.release_cards, ben.release_cards) == ((), ("chance",))
    assert (anna.balance, anna.space, anna.misses) == (1500, 0, -1)
    assert (found.on_turn, found.streak, found.tasks) == (0, 1, (AdvancePending(0, 4, "throw"),))
    assert found.stock == {"house": 29, "hotel": 12}


def test_tickets_and_rents_that_can_be_asked_for(seated: Seated):
    """The fourth edition has tickets, and as a house rule rents that nobody has asked for yet."""
    begun(seated, "mega")
    seated.do(Correct(CorrectTicket(NOBODY, 1)))
    happened(seated, RentRequestable(MoneyMoved(0, 1, 26, "rent_street", {})))
    found = sheet(seated)
    assert [seat.tickets for seat in found.seats] == [0, 1]
    assert found.tickets == len(seated.table.state.live.game.state.tickets.pile) > 0
    assert found.rents == (RentOpen(0, 1, 26),)


def test_shares_and_reports(seated: Seated):
    """In the third edition shares lie in front of players, and reports may be owed."""
    begun(seated, "haustein")
    happened(seated, ReportOwed(1, 2, demanded=False))
    found = sheet(seated)
    issued = seated.table.state.live.game.state.shares.issued
    assert [seat.shares for seat in found.seats] == [(SharesHeld(0, issued),), (SharesHeld(1, issued),)]
    assert [seat.reports for seat in found.seats] == [False, True]
    assert found.bank == ()


def test_debts_with_the_bank(seated: Seated):
    """In the fifth edition the bank lends."""
    begun(seated, "euronopoly")
    happened(seated, CreditSet(1, 350))
    assert [seat.owed for seat in sheet(seated).seats] == [0, 350]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_a_sheet(seated: Seated, edition: str):
    """Pieces, money and the question of the first turn are on it, before any game there is none."""
    assert seated.table.rebuild() is None
    begun(seated, edition)
    found, view = sheet(seated), seated.view()
    assert [(seat.space, seat.balance) for seat in found.seats] == [(seat.space, seat.balance) for seat in view.seats]
    assert found.tasks[0] == view.prompt.task
    assert found.edition == edition
