"""The outlook at a table: off at first, the banker's to switch, and never that of an older position."""

from helpers.fake_board import FakeBoard
from helpers.seated import BANKER, Seated

from hub.domain.commands import Throw
from hub.features.odds.contract import OutlookView
from hub.features.odds.requests import SetOutlook
from hub.features.odds.watching import OutlookDesk
from hub.table.requests import Freeze, GoOn, NewGame
from hub.table.wire.audience import Audience

ANNA, VIEWER = Audience("seat", 0), Audience("viewer")
FOUND = OutlookView((0.6, 0.4), (0.5, 0.3), (0.7, 0.5), 40, 30, 60)


def test_it_is_off_until_the_banker_wants_it(seated):
    """Nothing is asked of anybody and nothing is shown before; the setting outlives the game and the hub."""
    seated.begin()
    assert (seated.view().outlook, seated.table.desk(OutlookDesk).wanted()) == (None, None)
    assert [SetOutlook(on=True).open_to(audience) for audience in (BANKER, ANNA, VIEWER)] == [True, False, False]
    moves = seated.view().undo
    seated.do(SetOutlook(on=True))
    assert seated.view(VIEWER).outlook == OutlookView()
    assert seated.view().undo == moves
    seated.do(NewGame())
    again = Seated(seated.store, FakeBoard("side", 4))
    assert again.view().outlook == OutlookView()
    again.do(SetOutlook(on=False))
    assert again.view().outlook is None


def test_an_answer_is_shown_for_its_own_position_only(seated):
    """A move or an undo later nobody sees it any more, and an answer that comes too late is thrown away."""
    seated.do(SetOutlook(on=True))
    seated.begin()
    asked = seated.table.desk(OutlookDesk).wanted()
    seated.table.desk(OutlookDesk).answer(asked.moment, FOUND)
    assert [seated.view(audience).outlook for audience in (BANKER, VIEWER, ANNA)] == [FOUND, FOUND, None]
    assert seated.table.desk(OutlookDesk).wanted() is None
    seated.play(Throw(0, (1, 2)))
    assert seated.view().outlook == OutlookView()
    assert not seated.table.desk(OutlookDesk).is_wanted(asked.moment)
    seated.table.desk(OutlookDesk).answer(asked.moment, FOUND)
    assert seated.view().outlook == OutlookView()
    seated.undo()
    assert seated.view().outlook == OutlookView()
    assert seated.table.desk(OutlookDesk).is_wanted(seated.table.desk(OutlookDesk).wanted().moment)


def test_nothing_is_foreseen_where_nobody_plays(seated):
    """In the lobby, and when the evening is over; what was asked before it was switched off is not shown."""
    seated.do(SetOutlook(on=True))
    assert seated.table.desk(OutlookDesk).wanted() is None
    seated.begin()
    seated.do(Freeze())
    assert seated.table.desk(OutlookDesk).wanted() is None
    seated.do(GoOn(anyway=True))
    asked = seated.table.desk(OutlookDesk).wanted()
    seated.do(SetOutlook(on=False))
    seated.table.desk(OutlookDesk).answer(asked.moment, FOUND)
    seated.do(SetOutlook(on=True))
    assert seated.view().outlook == OutlookView()


def test_what_is_handed_out_is_a_copy(seated):
    """Whoever looks ahead does not look at a game that others change."""
    seated.do(SetOutlook(on=True))
    seated.begin()
    asked = seated.table.desk(OutlookDesk).wanted()
    live = seated.table.state.live
    assert asked.position.state.ledger.balances == live.game.state.ledger.balances
    assert asked.position.state.ledger.balances is not live.game.state.ledger.balances
    assert len(asked.moments_ms) == len(live.entries)
