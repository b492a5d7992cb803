"""Looking back at the game of a table: only at its end, only where its players wanted to know, and once."""

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.logged import recorded
from helpers.memory_store import MemoryStore
from helpers.seated import Seated

from hub.table.interfaces.storage import Batch
from hub.table.lobby import seated
from hub.table.requests import NewGame, SetOutlook
from hub.table.wire.hindsight_views import HindsightView, LookingBackView, OddsView

GAME = "classic/evening-3"
NOTHING = LookingBackView(wanted=False)


def stored(*, outlook: bool, moves: int | None = None) -> MemoryStore:
    """A game of three that is over, or its first so many entries, with the outlook on or off."""
    played, _ = recorded(GAME)
    lobby = seated(played.record.edition, played.record.names)
    lobby = msgspec.structs.replace(lobby, game=played.record.id, outlook=outlook)
    store = MemoryStore()
    store.commit(Batch(documents={"lobby": msgspec.json.encode(lobby)}))
    for entry in played.entries[:moves]:
        store.commit(Batch(game=played.record, entry=entry))
    return store


@pytest.fixture
def open_table():
    """Opens tables on stores."""
    return lambda store: Seated(store, FakeBoard("side", 4))


def found(seated: Seated) -> HindsightView:
    """Something that was found in the game at a table."""
    game, entries = seated.table.hindsight.wanted()[0]
    odds = OddsView(turns=(0, 1), seats=((0.5, 1.0), (0.5, 0.0)), reach=0.1)
    return HindsightView(
        game=game, entries=entries, odds=odds, shares=(), turning=(), luckiest=None, best=None, rollouts=9, engine="x"
    )


def test_a_game_is_looked_back_at_when_it_is_over(open_table):
    """Not before; then it is wanted until it is found, and what was found is there on another evening."""
    running = open_table(stored(outlook=True, moves=40))
    assert (running.table.hindsight.wanted(), running.table.hindsight.shown()) == (None, NOTHING)
    over = open_table(stored(outlook=True))
    moment, played = over.table.hindsight.wanted()
    assert played.record.id == moment[0]
    over.table.hindsight.note(moment, 40)
    assert over.table.hindsight.shown() == LookingBackView(wanted=True, percent=40)
    view = found(over)
    over.table.hindsight.answer(moment, view)
    assert over.table.hindsight.wanted() is None
    again = open_table(over.store)
    assert again.table.hindsight.shown() == LookingBackView(wanted=True, percent=100, found=view)
    assert again.table.hindsight.wanted() is None


def test_a_game_that_was_played_without_outlook_is_never_looked_back_at(open_table):
    """Also if it is switched on afterwards: those who played it did not want to know. Nor after the next start."""
    table = open_table(stored(outlook=False))
    assert (table.table.hindsight.wanted(), table.table.hindsight.shown()) == (None, NOTHING)
    table.do(SetOutlook(on=True))
    assert (table.table.hindsight.wanted(), table.table.hindsight.shown()) == (None, NOTHING)
    assert open_table(table.store).table.hindsight.shown() == NOTHING


def test_whoever_switches_it_off_has_the_last_word(open_table):
    """What was found is not shown any more, also if somebody switches it on again."""
    table = open_table(stored(outlook=True))
    moment, _ = table.table.hindsight.wanted()
    table.table.hindsight.answer(moment, found(table))
    table.do(SetOutlook(on=False))
    assert table.table.hindsight.shown() == NOTHING
    table.do(SetOutlook(on=True))
    assert table.table.hindsight.shown() == NOTHING


def test_switched_on_before_the_end_it_is_looked_back_at(open_table):
    """The game is theirs who play it to its end: a no that was taken back in time is none."""
    table = open_table(stored(outlook=False))
    table.do(SetOutlook(on=True))
    table.undo()
    table.do(SetOutlook(on=False))
    table.do(SetOutlook(on=True))
    assert table.table.state.lobby.declined is None


def test_an_undo_makes_another_game_of_it(open_table):
    """What was found of the old end is not shown for the new one, and an answer that comes too late is thrown away."""
    table = open_table(stored(outlook=True))
    moment, _ = table.table.hindsight.wanted()
    view = found(table)
    table.undo()
    table.table.hindsight.note(moment, 50)
    table.table.hindsight.answer(moment, view)
    assert table.table.hindsight.shown() == NOTHING
    assert not table.table.hindsight.is_wanted(moment)
    assert not any(name.startswith("hindsight") for name in table.store.documents)
    table.do(NewGame())
    assert table.table.hindsight.wanted() is None


def test_what_cannot_be_stored_or_read_is_found_again(open_table):
    """A full disk, and a document that somebody damaged, cost no more than the work."""
    table = open_table(stored(outlook=True))
    moment, _ = table.table.hindsight.wanted()
    table.store.fail_with = "disk_full"
    view = found(table)
    table.table.hindsight.answer(moment, view)
    assert table.table.hindsight.shown().found == view
    table.store.fail_with = None
    table.store.documents[f"hindsight:{moment[0]}"] = b"{"
    assert open_table(table.store).table.hindsight.wanted() is not None
