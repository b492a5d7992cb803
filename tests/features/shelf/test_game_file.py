"""A game that the banker takes from the shelf as a file."""

from __future__ import annotations

import gzip
from pathlib import Path

from helpers.sealed_evening import RICH, Evening
from helpers.seated import BANKER, Seated

from hub.domain.auctions import SetMaximum
from hub.domain.commands import Decline
from hub.domain.corrections import CorrectMoney
from hub.domain.tasks import SealedAuctionRunning
from hub.editions import EDITIONS
from hub.features.shelf.giving import game_file
from hub.store.gamefile import MovedGame, moved_from, unpacked
from hub.table.game.stored import folded
from hub.table.requests import Correct, NewGame, Play
from hub.table.wire.audience import Audience


def taken(seated: Seated, folder: Path) -> tuple[str, MovedGame]:
    """The only game once it has left the table: the text of its file, and what another hub reads in that."""
    seated.do(NewGame())
    (record,) = seated.store.games()
    file = folder / "evening.game"
    played = seated.table.past().played(record)
    assert played is not None
    file.write_bytes(game_file(played, moved_from(seated.store, record)))
    return gzip.decompress(file.read_bytes()).decode(), unpacked(file, EDITIONS)


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


def test_it_holds_no_maximum(playing: Seated, tmp_path: Path) -> None:
    """A maximum is known to its seat alone, for ever; what was bid up to it everybody knows."""
    playing.throw(0, 1, 2)
    playing.play(Decline(0))
    playing.do(Play(SetMaximum(0, 777)), Audience("seat", 0))
    text, _ = taken(playing, tmp_path)
    assert "777" not in text
