"""Looking back at the game of a table: only at its end, only where its players wanted to know, and once."""

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.logged import recorded
from helpers.memory_store import MemoryStore
from helpers.seated import Seated

from hub.features.odds.contract import HindsightView, LookingBackView, OddsView
from hub.features.odds.hindsight.desk import HindsightDesk
from hub.features.odds.requests import SetOutlook
from hub.features.odds.settings import ODDS
from hub.table.interfaces.storage import Batch
from hub.table.lobby import seated
from hub.table.requests import NewGame

GAME = "classic/evening-3"
NOTHING = LookingBackView(wanted=False)


def stored(*, outlook: bool, moves: int | None = None) -> MemoryStore:
    """A game of three that is over, or its first so many entries, with the outlook on or off."""
    played, _ = recorded(GAME)
    lobby = seated(played.record.edition, played.record.names)
    lobby = msgspec.structs.replace(lobby, game=played.record.id)
    store = MemoryStore()
    documents = {"lobby": msgspec.json.encode(lobby), "odds": msgspec.json.encode({"on": outlook})}
    store.commit(Batch(documents=documents))
    for entry in played.entries[:moves]:
        store.commit(Batch(game=played.record, entry=entry))
    return store


@pytest.fixture
def open_table():
    """Opens tables on stores."""
    return lambda store: Seated(store, FakeBoard("side", 4))


def found(seated: Seated) -> HindsightView:
    game, entries = seated.table.desk(HindsightDesk).wanted()[0]
    odds = OddsView(turns=(0, 1), seats=((0.5, 1.0), (0.5, 0.0)), reach=0.1)
    return HindsightView(
        game=game, entries=entries, odds=odds, shares=(), turning=(), luckiest=None, best=None, rollouts=9, engine="x"
    )


def test_a_game_is_looked_back_at_when_it_is_over(open_table):
    """Not before; then it is wanted until it is found, and what was found is there on another evening."""
    running = open_table(stored(outlook=True, moves=40))
    assert (running.table.desk(HindsightDesk).wanted(), running.table.desk(HindsightDesk).shown()) == (None, NOTHING)
    over = open_table(stored(outlook=True))
    moment, played = over.table.desk(HindsightDesk).wanted()
    assert played.record.id == moment[0]
    over.table.desk(HindsightDesk).note(moment, 40)
    assert over.table.desk(HindsightDesk).shown() == LookingBackView(wanted=True, percent=40)
    view = found(over)
    over.table.desk(HindsightDesk).answer(moment, view)
    assert over.table.desk(HindsightDesk).wanted() is None
    again = open_table(over.store)
    assert again.table.desk(HindsightDesk).shown() == LookingBackView(wanted=True, percent=100, found=view)
    assert again.table.desk(HindsightDesk).wanted() is None


def test_a_game_that_was_played_without_outlook_is_never_looked_back_at(open_table):
    """Also if it is switched on afterwards: those who played it did not want to know. Nor after the next start."""
    table = open_table(stored(outlook=False))
    assert (table.table.desk(HindsightDesk).wanted(), table.table.desk(HindsightDesk).shown()) == (None, NOTHING)
    table.do(SetOutlook(on=True))
    assert (table.table.desk(HindsightDesk).wanted(), table.table.desk(HindsightDesk).shown()) == (None, NOTHING)
    assert open_table(table.store).table.desk(HindsightDesk).shown() == NOTHING


def test_whoever_switches_it_off_has_the_last_word(open_table):
    """What was found is not shown any more, also if somebody switches it on again."""
    table = open_table(stored(outlook=True))
    moment, _ = table.table.desk(HindsightDesk).wanted()
    table.table.desk(HindsightDesk).answer(moment, found(table))
    table.do(SetOutlook(on=False))
    assert table.table.desk(HindsightDesk).shown() == NOTHING
    table.do(SetOutlook(on=True))
    assert table.table.desk(HindsightDesk).shown() == NOTHING


def test_switched_on_before_the_end_it_is_looked_back_at(open_table):
    """The game is theirs who play it to its end: a no that was taken back in time is none."""
    table = open_table(stored(outlook=False))
    table.do(SetOutlook(on=True))
    table.undo()
    table.do(SetOutlook(on=False))
    table.do(SetOutlook(on=True))
    assert ODDS.at(table.table.state).declined is None


def test_an_undo_makes_another_game_of_it(open_table):
    """What was found of the old end is not shown for the new one, and an answer that comes too late is thrown away."""
    table = open_table(stored(outlook=True))
    moment, _ = table.table.desk(HindsightDesk).wanted()
    view = found(table)
    table.undo()
    table.table.desk(HindsightDesk).note(moment, 50)
    table.table.desk(HindsightDesk).answer(moment, view)
    assert table.table.desk(HindsightDesk).shown() == NOTHING
    assert not table.table.desk(HindsightDesk).is_wanted(moment)
    assert not any(name.startswith("hindsight") for name in table.store.documents)
    table.do(NewGame())
    assert table.table.desk(HindsightDesk).wanted() is None


def test_what_cannot_be_stored_or_read_is_found_again(open_table):
    """A full disk, and a document that somebody damaged, cost no more than the work."""
    table = open_table(stored(outlook=True))
    moment, _ = table.table.desk(HindsightDesk).wanted()
    table.store.fail_with = "disk_full"
    view = found(table)
    table.table.desk(HindsightDesk).answer(moment, view)
    assert table.table.desk(HindsightDesk).shown().found == view
    table.store.fail_with = None
    table.store.documents[f"hindsight:{moment[0]}"] = b"{"
    assert open_table(table.store).table.desk(HindsightDesk).wanted() is not None
