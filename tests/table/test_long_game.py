"""A long game takes little memory, and nobody notices: state, question, feed and history are those of the whole log."""

import gc
import random
import tracemalloc

import pytest
from helpers.endless_game import EndlessGame
from helpers.fake_board import FakeBoard
from helpers.logged import kept
from helpers.memory_store import MemoryStore
from helpers.seated import BANKER

from hub.domain.history import Undone, effective_facts
from hub.domain.state import fold
from hub.table.game import live as module
from hub.table.game.live import LiveGame
from hub.table.game.log import PACK, Log
from hub.table.interfaces.storage import Batch
from hub.table.requests import Redo, Undo

GROWTH_MAXIMUM_KB = 500


class Forgetful(MemoryStore):
    """Keeps no moves: they are on a disk, not in memory."""

    def commit(self, batch: Batch) -> None:
        """Forget it."""


@pytest.mark.gate
@pytest.mark.parametrize("edition", ["classic", "haustein"])
def test_a_thousand_moves_more_take_less_than_is_promised(edition: str) -> None:
    """Of one game that goes on and on, counted as Python counts memory."""
    tracemalloc.start()  # from the beginning: what takes the place of something older is no growth
    game = EndlessGame(Forgetful(), FakeBoard("starter", 1), edition)
    taken_kb = []
    for moves in (1_500, 2_500):
        game.play_to(moves)
        game.table.view(BANKER)
        gc.collect()
        taken_kb.append(tracemalloc.get_traced_memory()[0] / 1_000)
    grown_kb = taken_kb[1] - taken_kb[0]
    tracemalloc.stop()
    game.table.stop()
    assert 0 < grown_kb < GROWTH_MAXIMUM_KB


def test_a_log_is_the_entries_that_were_appended() -> None:
    """By place, from the end, in parts and as a whole, at every length; what was handed out stays as it was."""
    log, entries, handed = Log(), [], []
    for seq in range(5 * PACK + 3):
        entry = kept(seq, Undone(seq + 1))
        log.append(entry)
        entries.append(entry)
        handed.append(log.as_it_is())
        assert (len(log), log[-1], log[seq // 2]) == (seq + 1, entry, entries[seq // 2])
    assert list(log) == entries
    assert log[PACK - 1 : 4 * PACK : 7] == entries[PACK - 1 : 4 * PACK : 7]
    for length in (0, PACK, 2 * PACK - 1, 2 * PACK, 5 * PACK):
        assert list(handed[length]) == entries[: length + 1]
        assert (len(handed[length]), handed[length][-1]) == (length + 1, entries[length])
    with pytest.raises(IndexError):
        log[len(log)]


@pytest.mark.gate
def test_undo_and_redo_lead_where_the_whole_log_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Near and far, again and again, with new moves between: state, question, feed and the same after a restart."""
    game, luck = EndlessGame(MemoryStore(), FakeBoard("starter", 1), "classic"), random.Random(1)
    game.play_to(500)
    live = game.table.state.live
    for _ in range(30):
        reach = luck.choice((1, 2, 70, 200))
        game.ask(Undo(live.undoable(), to=live.effective.moves[-reach]))
        for _ in range(luck.randrange(3)):
            game.ask(Undo(live.undoable()))
        while live.effective.redo and luck.random() < 0.7:
            game.ask(Redo(len(live.effective.redo)))
        game.play_to(len(live.entries) + luck.randrange(80))
        assert live.game.state == fold(effective_facts([stored.entry for stored in live.entries]))
        with monkeypatch.context() as patched:
            patched.setattr(module, "MARKED", 10**9)  # as if there were no marks at all
            again = LiveGame(live.game.rules, live.record, list(live.played().entries))
        assert again.game.state == live.game.state
        assert (again.question, again.feed(BANKER)) == (live.question, live.feed(BANKER))
        assert again.effective == live.effective
    assert list(live.played().entries) == list(live.entries)
    game.table.stop()
