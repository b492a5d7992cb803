"""The shelf: what becomes of games that left the table, who finds them there, what goes to another hub as a file."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.sealed_evening import RICH, Evening, without_seals
from helpers.seated import BANKER, Seated
from msgspec.structs import replace

from hub.domain.auctions import SetMaximum, TakeBackBid
from hub.domain.commands import DeclareBankruptcy, Decline
from hub.domain.corrections import CorrectMoney
from hub.domain.tasks import SealedAuctionRunning
from hub.editions import EDITIONS
from hub.features.shelf.at_table import game_file, reason_of, take
from hub.features.shelf.shelf import (
    DAY_MS,
    SHELF,
    BringBack,
    DeleteGame,
    KeptGame,
    KeptSeat,
    KeptShelf,
    NameGame,
    OpenGame,
    PutAway,
)
from hub.store.gamefile import MovedGame, moved_from, read
from hub.table.changes.leaving import document_of
from hub.table.game.stored import folded
from hub.table.interfaces.storage import GameRecord, StoreError, now_ms
from hub.table.requests import (
    AddSeat,
    AgreeHouseRules,
    ChangeSeat,
    Correct,
    Enrol,
    Freeze,
    GoOn,
    NewGame,
    Play,
    RemoveSeat,
    SetSums,
)
from hub.table.wire.audience import Audience


def shelf(seated: Seated, days: int = 0) -> list[KeptGame]:
    """What lies there, so many days from now."""
    return list(KeptShelf().games(seated.table.past(), now_ms() + days * DAY_MS))


def left(seated: Seated) -> str:
    """A game that rests for another evening; Anna has bought Turmstraße for 60. Returns its id."""
    seated.begin()
    seated.buy()
    seated.do(Freeze())
    seated.do(NewGame())
    return shelf(seated)[0].game


def test_after_an_evening_another_game_can_begin(seated):
    """The one that rests lies on the shelf as it stood: Anna's 1,500 less 60, whatever is begun now."""
    game = left(seated)
    assert seated.view().phase == "lobby"
    (kept,) = shelf(seated)
    assert (kept.game, kept.names, kept.board, kept.lies, kept.turn) == (game, ("Anna", "Ben"), "classic", "shelf", 2)
    assert kept.seats == (KeptSeat("red", 1440, False), KeptSeat("blue", 1500, False))
    seated.begin()
    assert [one.game for one in shelf(seated)] == [game]


def test_a_game_comes_back_with_its_people_and_rests_until_it_is_set_up(seated):
    """Names, looks, pieces and sums are those of that evening, not of those who gathered since."""
    seated.do(SetSums(1, "round"))
    game = left(seated)
    seats = seated.view().seats
    seated.do(ChangeSeat(0, "Annika", "teal", "diamond"))
    seated.do(RemoveSeat(1))
    seated.do(AddSeat("Dora"))
    seated.do(OpenGame(game))
    view = seated.view()
    assert [(seat.name, seat.colour, seat.tag, seat.sums) for seat in view.seats] == [
        (seat.name, seat.colour, seat.tag, seat.sums) for seat in seats
    ]
    assert (view.game, view.pause and view.pause.kind, view.seats[0].balance) == (game, "frozen", 1440)
    seated.do(GoOn(anyway=True))
    assert (seated.view().on_turn, seated.view().pause) == (1, None)


def test_what_is_the_tables_business_stays_it(seated):
    """Whom it trusts and lets in, its board, and which piece it waits for are those of now, not of that evening."""
    game, state = left(seated), seated.table.state
    state.lobby = before = replace(state.lobby, trusted=("isle==1",), open_door=False, design="classic:1", enrolling=0)
    seated.store.fail_with = "disk_full"
    assert seated.ask(OpenGame(game)).reason == "not_stored"
    assert (seated.view().phase, seated.table.lobby) == ("lobby", before)
    seated.store.fail_with = None
    for _ in range(2):
        seated.do(OpenGame(game))
        now = seated.table.lobby
        assert now == replace(now, trusted=before.trusted, open_door=False, design=before.design, enrolling=None)
        seated.do(Enrol(1))
        seated.do(NewGame())


def test_who_is_given_a_seat_later_is_nobody_of_an_earlier_evening(seated):
    """People are numbered over all evenings, so no phone has a key to the seat of somebody else."""
    game = left(seated)
    seated.do(RemoveSeat(1))
    seated.do(AddSeat("Dora"))
    dora = seated.table.lobby.seats[1].person
    seated.do(OpenGame(game))
    seated.do(NewGame())
    seated.do(RemoveSeat(1))
    seated.do(AddSeat("Emil"))
    assert seated.table.lobby.seats[1].person > dora


def test_a_game_that_is_played_is_not_there_to_be_opened_twice(seated):
    """Nor another one while it is at the table, nor can it be deleted."""
    first = left(seated)
    second = left(seated)
    seated.do(OpenGame(first))
    assert [kept.game for kept in shelf(seated)] == [second]
    refused = {seated.ask(action).reason for action in (OpenGame(first), OpenGame(second), DeleteGame(first))}
    assert refused == {"game_running"}


def test_a_finished_game_is_shown_again_as_it_ended(seated):
    """It does not rest: who won is shown, and the last move can be taken back."""
    seated.begin()
    seated.do(Correct(CorrectMoney(1, -1, 1500)))
    seated.buy()
    seated.throw(1, 1, 3)
    assert seated.view().phase == "playing"
    seated.play(DeclareBankruptcy(1))
    assert seated.view().phase == "over"
    seated.do(NewGame())
    (kept,) = shelf(seated)
    assert (kept.winner, kept.seats[1].out, kept.lies) == (0, True, "shelf")
    seated.do(OpenGame(kept.game))
    view = seated.view()
    assert (view.phase, view.winner, view.pause, view.undo > 0) == ("over", 0, None, True)


def test_what_is_damaged_stays_where_it_is(seated):
    """A log that leads nowhere is refused, and the table stays as it was."""
    game = left(seated)
    before = seated.view()
    del seated.store.logs[game][0]
    assert seated.ask(OpenGame(game)).reason == "game_damaged"
    assert (seated.view().phase, seated.view().seats) == ("lobby", before.seats)


class TestOrder:
    """Titles, games that are put away, and the bin."""

    def test_a_game_is_called_what_people_call_it(self, seated):
        """One line of forty letters; without a title none."""
        game = left(seated)
        for title, shown in (("  Ostern \n bei Oma ", "Ostern bei Oma"), ("x" * 40, "x" * 40), ("", "")):
            seated.do(NameGame(game, title))
            assert shelf(seated)[0].title == shown
        assert [seated.ask(NameGame(game, title)).reason for title in ("x" * 41, "\x1b[2J")] == ["name_unfit"] * 2

    def test_a_deleted_game_lies_in_the_bin_for_thirty_days(self, seated):
        """It counts down and can be brought back, from wherever it was put; nobody plays on from the bin."""
        game = left(seated)
        seated.do(PutAway(game, True))
        seated.do(DeleteGame(game))
        lying = [shelf(seated, days)[0] for days in (-9, 0, 29, 30)]  # a clock may be put back
        assert [(kept.lies, kept.days, kept.mistaken) for kept in lying] == [("bin", n, False) for n in (30, 30, 1, 0)]
        assert seated.ask(OpenGame(game)).reason == "no_such_game"
        seated.do(BringBack(game))
        assert shelf(seated, 40)[0].lies == "away"
        seated.do(PutAway(game, False))
        assert shelf(seated, 40)[0].lies == "shelf"
        seated.do(OpenGame(game))

    def test_a_game_begun_by_mistake_tidies_itself(self, seated):
        """Left before anybody's second turn it lies in the bin, unless it rests for another day or is brought back."""
        seated.begin()
        seated.do(NewGame())
        (kept,) = shelf(seated)
        assert (kept.lies, kept.mistaken) == ("bin", True)
        seated.do(BringBack(kept.game))
        assert [shelf(seated, 40)[0].lies, shelf(seated)[0].mistaken] == ["shelf", False]
        seated.do(OpenGame(kept.game))
        seated.do(GoOn(anyway=True))
        seated.do(NewGame())
        assert shelf(seated, 40)[0].lies == "shelf"

    @pytest.mark.parametrize(("throws", "lies"), [(1, "bin"), (2, "shelf")])
    def test_a_third_turn_of_two_is_no_mistake(self, seated, throws, lies):
        """Anna's second turn has begun when the game is ended; while Ben has not thrown yet, it is one."""
        seated.begin()
        for seat in range(throws):
            seated.throw(seat, 1, 3)
        seated.do(NewGame())
        assert (shelf(seated)[0].turn, shelf(seated)[0].lies) == (throws + 1, lies)

    def test_what_is_removed_leaves_nothing(self, seated):
        """Neither log nor people; the game at the table stays, whoever asks."""
        gone, kept = left(seated), left(seated)
        seated.do(OpenGame(kept))
        seated.table.remove_games([gone, kept])
        assert [record.id for record in seated.store.games()] == [kept]
        assert not seated.store.entries(gone)
        assert seated.store.document(document_of(gone)) is None

    @pytest.mark.parametrize("action", [OpenGame("x"), NameGame("x", "y"), PutAway("x", True), DeleteGame("x")])
    def test_nobody_finds_a_game_that_is_not_there(self, seated, action):
        """It may have left the bin meanwhile."""
        assert seated.ask(action).reason == "no_such_game"


@pytest.mark.parametrize("damaged", [False, True])
def test_a_game_without_a_note_is_read_from_its_log(seated, damaged):
    """Balances and agreed rules come from the log, people from their names; no phone has a key to their seats."""
    seated.do(AgreeHouseRules(("pot",)))
    game = left(seated)
    seated.do(AgreeHouseRules(()))
    del seated.store.documents[document_of(game)]
    if damaged:
        seated.store.documents[document_of(game)] = b"{"
    (kept,) = shelf(seated)
    assert [seat.balance for seat in kept.seats] == [1440, 1500]
    before = seated.table.lobby.people
    seated.do(OpenGame(game))
    assert [(seat.name, seat.person > before) for seat in seated.table.lobby.seats] == [("Anna", True), ("Ben", True)]
    assert seated.table.lobby.house_rules == ("pot",)


def taken(seated: Seated, folder: Path) -> tuple[str, MovedGame]:
    """The only game once it has left the table: the text of its file, and what another hub reads in that."""
    seated.do(NewGame())
    (record,) = seated.store.games()
    file = folder / "evening.game"
    file.write_bytes(content_of(seated, record))
    return gzip.decompress(file.read_bytes()).decode(), read(file, EDITIONS)


def content_of(seated: Seated, record: GameRecord) -> bytes:
    return game_file(seated.table.past().played(record), moved_from(seated.store, record))


def take_in(seated: Seated, content: bytes) -> str | None:
    """Have a table take this file in; returns why not."""
    try:
        take(content, seated.table, seated.table.past())
    except StoreError as error:
        return reason_of(error)
    return None


def test_another_hub_goes_on_with_it(playing, tmp_path):
    """People, pieces and money come along."""
    playing.throw(0, 1, 3)
    before = playing.view()
    _, moved = taken(playing, tmp_path)
    live = folded(EDITIONS["classic"], moved.game, moved.entries)
    assert live.game.state.ledger.balances[:2] == [seat.balance for seat in before.seats]
    assert [(seat.name, seat.tag) for seat in moved.lobby.seats] == [(seat.name, seat.tag) for seat in before.seats]


def test_it_holds_no_bid_that_lies_face_down(tmp_path):
    """Whoever banks must not read there what the others have bid; the game goes on before the auction."""
    evening = Evening()
    evening.land()
    before = evening.view(BANKER).prompt
    evening.do(Correct(CorrectMoney(-1, 1, RICH)))
    evening.bid(1, 7_654_321)
    text, moved = taken(evening, tmp_path)
    assert isinstance(before.task, SealedAuctionRunning)
    assert "7654321" not in text
    assert "seal_bid" not in text
    assert moved.entries


def test_it_holds_no_bid_that_was_taken_back(tmp_path):
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


def test_it_holds_no_maximum(playing, tmp_path):
    """A maximum is known to its seat alone, for ever; what was bid up to it everybody knows."""
    playing.throw(0, 1, 2)
    playing.play(Decline(0))
    playing.do(Play(SetMaximum(0, 777)), Audience("seat", 0))
    text, _ = taken(playing, tmp_path)
    assert not re.search(r"\b777\b", text), "and not as a part of a time or of random digits"


@pytest.fixture
def file(playing):
    """Another hub's game, in which Anna has bought Turmstraße for 60 and Ben is on turn."""
    playing.buy()
    playing.do(Freeze())
    playing.do(NewGame())
    (record,) = playing.store.games()
    return content_of(playing, record)


def test_a_file_is_taken_onto_the_shelf_of_another_hub(file):
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


def test_a_file_is_taken_once(file, playing):
    """Not where the game lies already, at least as far along, nor while another one is at the table."""
    assert take_in(playing, file) == "game_file_known"
    other = elsewhere()
    assert [take_in(other, file), take_in(other, file)] == [None, "game_file_known"]
    busy = elsewhere()
    busy.begin()
    assert take_in(busy, file) == "game_running"


def test_a_game_that_went_on_elsewhere_comes_home(file, playing):
    """As one more: how it stood here is lost to nobody."""
    other = elsewhere()
    take_in(other, file)
    (game,) = other.store.games()
    other.do(OpenGame(game.id))
    other.do(GoOn(anyway=True))
    other.throw(1, 1, 3)
    other.do(NewGame())
    assert take_in(other, file) == "game_file_known", "it is further along here"
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
def test_what_is_no_game_of_ours_is_refused_in_a_word(file, change, reason):
    """Nothing of it is stored."""
    other = elsewhere()
    assert take_in(other, change(file)) == reason
    assert not other.store.games()
    assert SHELF not in other.store.documents


def elsewhere() -> Seated:
    return Seated(MemoryStore(), FakeBoard())


def opened(data: bytes) -> dict[str, Any]:
    return json.loads(gzip.decompress(data))


def altered(data: bytes, **changed: object) -> bytes:
    return gzip.compress(json.dumps({**opened(data), **changed}).encode())
