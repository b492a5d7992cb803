"""A game that the banker takes from the shelf as a file."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.sealed_evening import RICH, Evening, without_seals
from helpers.seated import BANKER, Seated

from hub.domain.auctions import SetMaximum
from hub.domain.bidding import TakeBackBid
from hub.domain.commands import Buy, Decline
from hub.domain.corrections import CorrectMoney
from hub.domain.tasks import SealedAuctionRunning
from hub.editions import EDITIONS
from hub.features.shelf.files import game_file, reason_of, take
from hub.features.shelf.requests import SHELF, OpenGame
from hub.features.shelf.shelf import KeptShelf
from hub.store.gamefile import MovedGame, moved_from, read
from hub.table.game.stored import folded
from hub.table.interfaces.storage import GameRecord, StoreError, now_ms
from hub.table.requests import Correct, Freeze, GoOn, NewGame, Play
from hub.table.wire.audience import Audience


def taken(seated: Seated, folder: Path) -> tuple[str, MovedGame]:
    """The only game once it has left the table: the text of its file, and what another hub reads in that."""
    seated.do(NewGame())
    (record,) = seated.store.games()
    file = folder / "evening.game"
    file.write_bytes(content_of(seated, record))
    return gzip.decompress(file.read_bytes()).decode(), read(file, EDITIONS)


def content_of(seated: Seated, record: GameRecord) -> bytes:
    """What the banker is given."""
    played = seated.table.past().played(record)
    assert played is not None
    return game_file(played, moved_from(seated.store, record))


def take_in(seated: Seated, content: bytes) -> str | None:
    """Have a table take this file in; returns why not."""
    try:
        take(content, seated.table, seated.table.past())
    except StoreError as error:
        return reason_of(error)
    return None


def test_another_hub_goes_on_with_it(playing: Seated, tmp_path: Path) -> None:
    """People, pieces and money come along."""
    playing.throw(0, 1, 3)
    before = playing.view()
    _, moved = taken(playing, tmp_path)
    live = folded(EDITIONS["classic"], moved.game, moved.entries)
    assert live.game.state.ledger.balances[:2] == [seat.balance for seat in before.seats]
    assert [(seat.name, seat.tag) for seat in moved.lobby.seats] == [(seat.name, seat.tag) for seat in before.seats]


def test_it_holds_no_bid_that_lies_face_down(tmp_path: Path) -> None:
    """Whoever banks must not read there what the others have bid; the game goes on before the auction."""
    evening = Evening()
    evening.land()
    before = evening.view(BANKER).prompt
    evening.do(Correct(CorrectMoney(-1, 1, RICH)))
    evening.bid(1, 7_654_321)
    text, moved = taken(evening, tmp_path)
    assert before is not None
    assert isinstance(before.task, SealedAuctionRunning)
    assert "7654321" not in text
    assert "seal_bid" not in text
    assert moved.entries


def test_it_holds_no_bid_that_was_taken_back(tmp_path: Path) -> None:
    """When all are revealed, too, nobody learns there what somebody had written before."""
    evening = Evening()
    evening.land()
    evening.do(Correct(CorrectMoney(-1, 1, RICH)))
    evening.bid(1, 7_654_321)
    evening.do(Play(TakeBackBid(1)), Audience("seat", 1))
    evening.bids(0, 5_000_000, 0, 0)
    text, _ = taken(evening, tmp_path)
    assert "5000000" in without_seals(text)
    assert "7654321" not in without_seals(text)


def test_it_holds_no_maximum(playing: Seated, tmp_path: Path) -> None:
    """A maximum is known to its seat alone, for ever; what was bid up to it everybody knows."""
    playing.throw(0, 1, 2)
    playing.play(Decline(0))
    playing.do(Play(SetMaximum(0, 777)), Audience("seat", 0))
    text, _ = taken(playing, tmp_path)
    assert "777" not in text


@pytest.fixture
def file(playing: Seated) -> bytes:
    """Another hub's game, in which Anna has bought Turmstraße for 60 and Ben is on turn."""
    playing.throw(0, 1, 2)
    playing.play(Buy(0))
    playing.do(Freeze())
    playing.do(NewGame())
    (record,) = playing.store.games()
    return content_of(playing, record)


def test_a_file_is_taken_onto_the_shelf_of_another_hub(file: bytes) -> None:
    """It goes on where it was; whoever has a key here has none for its seats, and the lobby is as it was."""
    other = elsewhere()
    before = other.table.lobby
    assert take_in(other, file) is None
    assert other.table.lobby == before
    (kept,) = KeptShelf().games(other.table.past(), now_ms())
    assert (kept.names, kept.turn, kept.lies, kept.mistaken) == (("Anna", "Ben"), 2, "shelf", False)
    other.do(OpenGame(kept.game))
    view = other.view()
    assert ([seat.balance for seat in view.seats], view.on_turn) == ([1440, 1500], 1)
    assert min(seat.person for seat in other.table.lobby.seats) > before.people


def test_a_file_is_taken_once(file: bytes, playing: Seated) -> None:
    """Not where the game lies already, at least as far along, nor while another one is at the table."""
    assert take_in(playing, file) == "game_file_known"
    other = elsewhere()
    assert [take_in(other, file), take_in(other, file)] == [None, "game_file_known"]
    busy = elsewhere()
    busy.begin()
    assert take_in(busy, file) == "game_running"


def test_a_game_that_went_on_elsewhere_comes_home(file: bytes, playing: Seated) -> None:
    """As one more: how it stood here is lost to nobody."""
    other = elsewhere()
    take_in(other, file)
    (game,) = other.store.games()
    other.do(OpenGame(game.id))
    other.do(GoOn(anyway=True))
    other.throw(1, 1, 3)
    other.do(NewGame())
    assert take_in(playing, content_of(other, game)) is None
    games = list(KeptShelf().games(playing.table.past(), now_ms()))
    assert [game.turn for game in games] == [3, 2]
    playing.do(OpenGame(games[0].game))
    assert playing.view().on_turn == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data[:-20], "game_file_corrupt"),
        (lambda data: b"%PDF-1.7 a rent contract", "game_file_corrupt"),
        (lambda data: gzip.compress(bytes(80_000_000)), "game_file_too_large"),
        (lambda data: altered(data, mark="another program"), "game_file_foreign"),
        (lambda data: altered(data, schema=9999), "game_file_newer"),
        (lambda data: altered(data, game={**opened(data)["game"], "edition": "atlantis"}), "game_file_unsupported"),
        (lambda data: altered(data, entries=opened(data)["entries"][1:]), "game_file_corrupt"),
    ],
    ids=["cut off", "no game", "huge", "foreign", "newer", "another edition", "without a beginning"],
)  # fmt: skip
def test_what_is_no_game_of_ours_is_refused_in_a_word(file: bytes, change, reason: str) -> None:
    """Nothing of it is stored."""
    other = elsewhere()
    assert take_in(other, change(file)) == reason
    assert not other.store.games()
    assert SHELF not in other.store.documents


def elsewhere() -> Seated:
    """Another hub."""
    return Seated(MemoryStore(), FakeBoard())


def opened(data: bytes) -> dict[str, Any]:
    """What is in a file."""
    return json.loads(gzip.decompress(data))


def altered(data: bytes, **changed: object) -> bytes:
    """A file in which something is otherwise."""
    return gzip.compress(json.dumps({**opened(data), **changed}).encode())
