"""Editions by others at a table: nothing of them runs before the banker has said yes to what was shown."""

import dataclasses
import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import Seated

from hub.composition.editions import PackagedEdition
from hub.editions import EDITIONS
from hub.rules.slots import Rules
from hub.table.game.chance import Dice
from hub.table.interfaces.foreign import EditionFault
from hub.table.requests import Begin, ChooseEdition
from hub.table.table import Table

BY = "bankhalter-village 1.0"


class Village:
    """An edition by somebody else; counts how often its code ran."""

    def __init__(self, by: str = BY, broken: bool = False, named: str = "village") -> None:
        self.id, self.by, self.broken, self.runs = named, by, broken, 0

    def load(self) -> Rules:
        """The standard rules under its own name."""
        self.runs += 1
        if self.broken:
            raise EditionFault("it is broken")
        return dataclasses.replace(EDITIONS["classic"], id=self.id)


class At(Seated):
    """A table with Anna and Ben where an edition by somebody else is installed."""

    def __init__(self, store: MemoryStore, *found: Village) -> None:
        self.found = found
        super().__init__(store, FakeBoard())

    def opened(self, store: MemoryStore, board: FakeBoard) -> Table:
        return Table(store, board, EDITIONS, Dice(5), foreign=self.found)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def test_before_the_yes_it_is_listed_and_nothing_of_it_runs(store: MemoryStore) -> None:
    """It stands below ours with its package; a choice without a yes, or with one to something else, is refused."""
    village = Village()
    seated = At(store, village)
    card = seated.view().editions[-1]
    assert (card.id, card.by, card.seats_max) == ("village", BY, 0)
    for yes in ("", "bankhalter-village 2.0"):
        refused = seated.ask(ChooseEdition("village", trusted=yes))
        assert (refused.reason, refused.details) == ("foreign_edition", {"by": BY})
    assert village.runs == 0
    assert seated.table.edition("village") is None


def test_after_the_yes_it_is_played(store: MemoryStore) -> None:
    """The card has its seats then, and a game of it begins; a second choice asks nothing."""
    village = Village()
    seated = At(store, village)
    seated.do(ChooseEdition("village", trusted=BY))
    assert seated.view().editions[-1].seats_max == EDITIONS["classic"].seats[1]
    seated.do(ChooseEdition("classic"))
    seated.do(ChooseEdition("village"))
    seated.do(Begin())
    assert seated.view().edition == "village"
    assert village.runs == 1


def test_a_yes_holds_after_a_restart_for_that_version_alone(store: MemoryStore) -> None:
    """A hub that opens again goes on with its game; a newer package is asked about again, and the game stays stored."""
    seated = At(store, Village())
    seated.do(ChooseEdition("village", trusted=BY))
    seated.do(Begin())
    game = seated.view().game
    seated.table.stop()
    again = At(store, Village())
    assert again.view().game == game
    again.table.stop()
    newer = Village("bankhalter-village 1.1")
    later = At(store, newer)
    assert (later.view().phase, newer.runs) == ("lobby", 0)
    assert [record.id for record in store.games()] == [game]


def test_a_yes_to_a_newer_version_takes_back_the_one_to_the_older_and_to_no_other(store: MemoryStore) -> None:
    """Whoever installs the old package again is asked again; the edition of a longer name stays welcome."""
    second, newer = Village("bankhalter-village2 1.0", named="village2"), Village("bankhalter-village 1.1")
    for found in ((second, Village()), (second, newer)):
        seated = At(store, *found)
        for one in found:
            seated.do(ChooseEdition(one.id, trusted=one.by))
        seated.table.stop()
    older, longer = Village(), Village(second.by, named="village2")
    At(store, longer, older)
    assert (older.runs, longer.runs) == (0, 1)


def test_a_broken_one_is_refused_and_the_table_goes_on(store: MemoryStore) -> None:
    """What cannot be loaded is refused with its package, also when the hub opens again."""
    seated = At(store, Village(broken=True))
    assert seated.ask(ChooseEdition("village", trusted=BY)).reason == "broken_edition"
    assert seated.view().edition == "classic"
    whole = At(store, Village())
    whole.do(ChooseEdition("village", trusted=BY))
    whole.table.stop()
    assert At(store, Village(broken=True)).view().edition == "classic"


@pytest.mark.parametrize(
    ("seats", "fits"), [((2, 8), True), ((8, 8), True), ((2, 9), False), ((1, 4), False), ((5, 4), False)]
)
def test_an_edition_is_for_two_to_eight(monkeypatch: pytest.MonkeyPatch, seats: tuple[int, int], fits: bool) -> None:
    """A package's edition for other numbers of players is refused with what it may say."""
    rules = dataclasses.replace(EDITIONS["classic"], id="village", seats=seats)
    monkeypatch.setitem(sys.modules, "village", SimpleNamespace(RULES=rules))
    edition = PackagedEdition("village", BY, EntryPoint("village", "village:RULES", "bankhalter.editions"))
    if fits:
        assert edition.load() is rules
        return
    with pytest.raises(EditionFault, match=f"{BY} takes .*; give 2 to 8 players"):
        edition.load()
