"""What is printed for another evening: what the view has of a table, all that is open, and rents nobody asked for."""

import pytest
from helpers.seated import Seated

from hub.domain.commands import Throw
from hub.domain.corrections import CorrectDeed, CorrectMortgage, CorrectReleaseCard
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY
from hub.domain.ledger import CreditSet, MoneyMoved
from hub.domain.rent_requests import RentRequestable
from hub.domain.shares import ReportOwed
from hub.domain.tasks import AdvancePending, OpeningThrowPending
from hub.editions import EDITIONS
from hub.table.requests import Begin, ChooseEdition, Correct
from hub.table.views.rebuild import RebuildView, RentOpen
from hub.table.wire.contract import DeedView


def begun(seated: Seated, edition: str) -> Seated:
    """A game of an edition; the hub throws for who begins."""
    seated.do(ChooseEdition(edition))
    seated.do(Begin())
    while isinstance(asked := seated.view().prompt.task, OpeningThrowPending):
        seated.play(Throw(asked.seats[0]))
    return seated


def happened(seated: Seated, fact: Fact) -> None:
    """Something that takes a whole evening to come about."""
    fact.fold(seated.table.state.live.game.state)


def test_cards_deeds_stock_and_what_is_awaited(seated: Seated):
    """Each in front of whom it lies, and the open question."""
    seated.begin()
    seated.do(Correct(CorrectDeed(5, 1)))
    seated.do(Correct(CorrectMortgage(5, mortgaged=True)))
    seated.do(Correct(CorrectReleaseCard("chance", NOBODY, 1)))
    seated.play(Throw(0, (2, 2)))
    view = seated.view()
    assert view.deeds == (DeedView(5, 1, True, 0),)
    assert [seat.release_cards for seat in view.seats] == [(), ("chance",)]
    assert (view.on_turn, view.streak, view.stock) == (0, 1, {"house": 32, "hotel": 12})
    assert seated.table.rebuild().tasks == (AdvancePending(0, 4, "throw"),)


def test_rents_that_can_be_asked_for(seated: Seated):
    """Nobody has asked for them yet."""
    begun(seated, "mega")
    happened(seated, RentRequestable(MoneyMoved(0, 1, 26, "rent_street", {})))
    assert seated.table.rebuild().rents == (RentOpen(0, 1, 26),)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_a_sheet(seated: Seated, edition: str):
    """The question of the first turn is on it, before any game there is none; the view has reports and debts."""
    assert seated.table.rebuild() is None
    begun(seated, edition)
    assert seated.table.rebuild() == RebuildView(edition, (seated.view().prompt.task,), ())
    happened(seated, ReportOwed(1, 2, demanded=False))
    happened(seated, CreditSet(1, 350))
    view = seated.view()
    assert view.seats[1].owed == 350
    assert view.market is None or [issuer.owed_since for issuer in view.market.issuers] == [None, 2]
