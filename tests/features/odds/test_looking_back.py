"""The thread that looks back at the game of a real table."""

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.house import until
from helpers.logged import recorded
from helpers.memory_store import MemoryStore
from helpers.near_workers import NearWorkers
from helpers.seated import Seated

from hub.features.odds.hindsight import desk
from hub.features.odds.hindsight.desk import HindsightDesk, HindsightThread
from hub.features.odds.hindsight.measuring import FIRST
from hub.features.odds.outlook import Budget
from hub.features.odds.requests import SetOutlook
from hub.table.interfaces.storage import Batch
from hub.table.lobby import seated

BUDGET = Budget(FIRST, 2.0)


@pytest.fixture
def over():
    """A table whose game is over; its players wanted to know who was winning."""
    played, _ = recorded("classic/evening-3")
    lobby = seated(played.record.edition, played.record.names)
    lobby = msgspec.structs.replace(lobby, game=played.record.id)
    store = MemoryStore()
    store.commit(Batch(documents={"lobby": msgspec.json.encode(lobby), "odds": b'{"on": true}'}))
    for entry in played.entries:
        store.commit(Batch(game=played.record, entry=entry))
    return Seated(store, FakeBoard("side", 4))


@pytest.mark.gate
@pytest.mark.usefixtures("unyielding")
def test_the_end_of_a_game_is_explained_in_processes_of_their_own(over):
    """With real workers, and progress on the way; afterwards it is stored with the game."""
    thread = HindsightThread(over.table.desk(HindsightDesk), BUDGET)
    thread.start()
    until(lambda: over.table.desk(HindsightDesk).shown().found is not None, "it is found", patience_s=120)
    thread.stop()
    found = over.table.desk(HindsightDesk).shown().found
    assert sum(curve[0] for curve in found.odds.seats) == pytest.approx(1, abs=0.01)
    assert over.store.document(f"hindsight:{found.game}") == msgspec.json.encode(found)


def test_nothing_is_looked_at_where_nobody_wants_to_know(over, monkeypatch):
    """Switched off: no position is measured."""
    monkeypatch.setattr(desk, "look_back", None)
    over.do(SetOutlook(on=False))
    HindsightThread(over.table.desk(HindsightDesk), BUDGET)._compute()


def test_an_end_that_is_taken_back_is_given_up(over, monkeypatch):
    """An undo in the middle of it: nothing is kept."""
    real = desk.look_back

    def undone(_workers, past, budget, unwanted, progress):
        over.undo()
        return real(NearWorkers().workers, past, budget, unwanted, progress)

    monkeypatch.setattr(desk, "look_back", undone)
    HindsightThread(over.table.desk(HindsightDesk), BUDGET)._look()
    assert not any(name.startswith("hindsight") for name in over.store.documents)
