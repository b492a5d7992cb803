"""Rents that nobody asked for: games of older versions leave it to whoever reads them when these lapsed (D27)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hub.domain.history import Entry, Move, effective_facts
from hub.domain.ledger import MoneyMoved
from hub.domain.rent_requests import RentRequestable, RentsLapsed
from hub.domain.state import State
from hub.domain.turns import DiceThrown
from hub.store.upcasting import with_lapsed_rents
from hub.table.interfaces.storage import StoredEntry

GAME = Path(__file__).with_name("formats") / "rent_requests.json"
"""Entries of an older game of three, moves taken back and made again among them; and what folding them left open."""

DUE = MoneyMoved(0, 1, 600, "rent_street", {"deed": 7})
OWN, NEXT = DiceThrown(0, (1, 2, 3), "hub", 0), DiceThrown(1, (1, 2, 3), "hub", 0)


@pytest.fixture(scope="module")
def game() -> list[tuple[StoredEntry, list[Any]]]:
    """Each entry, and the requests that were open after it when folding knew the rules."""
    entries = msgspec.json.Decoder(Entry)
    rows = json.loads(GAME.read_text(encoding="utf-8"))
    return [
        (StoredEntry(seq, entries.decode(json.dumps(entry)), "banker", "", 0), left)
        for seq, (entry, left) in enumerate(rows)
    ]


def open_after(stored: list[StoredEntry]) -> list[MoneyMoved]:
    state = State()
    for fact in effective_facts([one.entry for one in with_lapsed_rents(stored)]):
        fact.fold(state)
    return state.rent_requests.open


def moves(*facts: Any) -> list[StoredEntry]:
    """A log with one move for each of these groups of facts."""
    return [StoredEntry(seq, Move(None, group), "banker", "", 0) for seq, group in enumerate(facts)]


def test_an_older_game_has_the_same_requests_open_after_each_entry(game: list[tuple[StoredEntry, list[Any]]]) -> None:
    """Whoever threw, rode or was on turn, and whatever was taken back."""
    stored = [one for one, _ in game]
    assert sum(bool(left) for _, left in game) > 30
    for end, (_, left) in enumerate(game, start=1):
        assert [[due.payer, due.payee, due.amount] for due in open_after(stored[:end])] == left


def test_the_oldest_requests_end_with_any_throw() -> None:
    """Before 0.1 had it otherwise even the visitor's own second throw ended them."""
    assert open_after(moves((RentRequestable(DUE, "throw"),), (OWN,))) == []
    assert open_after(moves((RentRequestable(DUE, "player"),), (OWN,))) == [DUE]


def test_an_older_game_that_went_on_says_some_of_it_itself() -> None:
    """What today's moves say lapsed is not said twice, and today's requests end only by what is said."""
    today = RentRequestable(DUE, "lapsed")
    older = RentRequestable(DUE, "player")
    assert open_after(moves((older,), (NEXT, RentsLapsed((DUE,))))) == []
    assert open_after(moves((older,), (NEXT,), (today,), (NEXT,))) == [DUE]


def test_a_game_of_today_is_left_as_it_is() -> None:
    """Nothing is added to it, and it is not even copied."""
    stored = moves((RentRequestable(DUE, "lapsed"),), (NEXT, RentsLapsed((DUE,))))
    assert with_lapsed_rents(stored) is stored
