"""Bots at a real table: given by the banker, answering like phones, patient with people and pieces."""

import random
import threading
import time
from collections.abc import Iterator

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import Seated
from helpers.waiting import until

from hub.bots import BOTS
from hub.composition.table import chooser_of
from hub.domain.commands import Advance, Bundle, Decline, OfferTrade, PassBid, PlaceBid, SeatCommand, Throw
from hub.domain.corrections import CorrectMoney
from hub.domain.custody import FREE
from hub.domain.tasks import AdvancePending, asked
from hub.editions import EDITIONS
from hub.table.automatic.bots import BotDesk, BotThread
from hub.table.game.chance import Dice
from hub.table.requests import AddSeat, Begin, ChangeSeat, Correct, Enrol, NewGame, Play, SetBot
from hub.table.table import Table

MAKERS = {kind: chooser_of(make) for kind, make in BOTS.items()}


class WithBot(Seated):
    """A table with bots at a pace for tests; Anna and Ben have no pieces, Anna is a bot."""

    def __init__(self, pace_ms: int = 1) -> None:
        self.store, self.board = MemoryStore(), FakeBoard()
        self.names = random.Random(1)
        self.table = Table(self.store, self.board, EDITIONS, Dice(5), MAKERS)
        self.table.start()
        for name in ("Anna", "Ben"):
            self.do(AddSeat(name))
        self.do(SetBot(0, "sensible"))
        self.bots = BotThread(self.table, pace_ms)
        self.table.subscribe(self.bots.wake)
        self.bots.start()

    def stop(self) -> None:
        self.bots.stop()
        self.table.stop()


@pytest.fixture
def with_bot() -> Iterator[WithBot]:
    table = WithBot()
    yield table
    table.stop()


def test_the_banker_gives_and_takes_bots_at_any_time(seated: Seated):
    """The view says which seats are played by a bot; renaming a seat keeps it; an unknown kind is refused."""
    with_bot = WithBot()
    assert [seat.bot for seat in with_bot.view().seats] == ["sensible", None]
    with_bot.do(ChangeSeat(0, "Annika", "red", "star"))
    with_bot.do(SetBot(1, "random"))
    assert [seat.bot for seat in with_bot.view().seats] == ["sensible", "random"]
    with_bot.do(SetBot(0))
    assert with_bot.view().seats[0].bot is None
    assert with_bot.ask(SetBot(7, "random")).reason == "no_such_seat"
    with_bot.stop()
    assert seated.ask(SetBot(0, "sensible")).reason == "bad_request"


def test_two_bots_need_nobody(with_bot: WithBot):
    """With bots at all seats the game goes on, turn after turn."""
    with_bot.do(SetBot(1, "sensible"))
    with_bot.do(Begin())
    until(lambda: with_bot.view().turn > 30)


def test_bots_wait_as_long_as_they_are_told_to() -> None:
    """They choose nothing and change nothing meanwhile; then they go on, and may be stopped at any time."""
    table, waiting = WithBot(), threading.Event()
    table.bots.stop()
    waiting.set()
    bots = BotThread(table.table, 1, waits=waiting.is_set)
    table.table.subscribe(bots.wake)
    bots.start()
    table.do(Begin())
    before = table.view().version
    time.sleep(0.05)
    assert table.view().version == before
    waiting.clear()
    until(lambda: table.view().version > before)
    waiting.set()
    bots.stop()
    table.table.stop()


def test_a_bot_leaves_the_turns_of_people_alone(with_bot: WithBot):
    """It throws for itself and then waits for Ben, who throws as a person."""
    with_bot.do(Begin())
    until(lambda: with_bot.view().prompt is not None and with_bot.view().prompt.seats == (1,))
    before = with_bot.view().version
    time.sleep(0.05)
    assert with_bot.view().version == before
    assert with_bot.ask(Play(Throw(1, (1, 2)))).ok


def test_a_bot_answers_an_offer(with_bot: WithBot):
    """A trade offered to a bot is accepted or declined by it, though it is not its turn."""
    with_bot.do(SetBot(0))
    with_bot.begin()
    with_bot.throw(0, 1, 2)
    with_bot.play(Decline(0))
    with_bot.play(PlaceBid(1, 60))
    with_bot.play(PassBid(0))
    with_bot.do(SetBot(0, "sensible"))
    until(lambda: with_bot.view().seats[0].misses == FREE and with_bot.view().on_turn == 1)
    with_bot.do(Play(OfferTrade(1, 0, Bundle(deeds=(3,)), Bundle(money=1))))
    until(lambda: not with_bot.view().offers)
    assert any(line.key == "trade_closed" for line in with_bot.view().feed)


def test_a_bot_whose_piece_has_a_tag_waits_for_the_piece(with_bot: WithBot):
    """The piece on the track is moved by people; the bot does not go on before it stands where it must."""
    with_bot.do(Enrol(0, "04AAAAAAAAAA01"))
    with_bot.do(SetBot(0))
    with_bot.begin()
    with_bot.do(Play(Throw(0, (1, 2))))
    with_bot.do(SetBot(0, "sensible"))
    time.sleep(0.05)
    prompt = with_bot.view().prompt
    assert prompt is not None
    assert isinstance(prompt.task, AdvancePending)
    with_bot.do(Play(Advance(0)))
    until(lambda: any(deed.deed == 3 for deed in with_bot.view().deeds))


def test_after_an_undo_a_bot_hesitates():
    """So that people can take back more than the bot's last move."""
    with_bot = WithBot(pace_ms=400)
    with_bot.do(SetBot(0))
    with_bot.begin()
    with_bot.do(SetBot(0, "sensible"))
    until(lambda: with_bot.view().undo == 3)
    with_bot.undo()
    with_bot.undo()
    assert with_bot.view().undo == 1
    time.sleep(0.6)
    assert with_bot.view().undo == 1
    with_bot.stop()


def test_a_new_game_has_bots_with_a_fresh_mind(with_bot: WithBot):
    """The seats keep their bots in the next game."""
    with_bot.do(SetBot(1, "random"))
    with_bot.do(Begin())
    until(lambda: with_bot.view().turn >= 2)
    with_bot.do(NewGame())
    assert [seat.bot for seat in with_bot.view().seats] == ["sensible", "random"]
    with_bot.do(Begin())
    until(lambda: with_bot.view().turn >= 2)
    assert with_bot.view().phase == "playing"


class Pondering:
    """A maker of bots that think until they are let go on, or nobody wants to know any more."""

    def __init__(self) -> None:
        self.go_on, self.begun, self.ended = threading.Event(), list[int](), list[SeatCommand | None]()

    def __call__(self, _rules, _seed):
        return lambda game, seat: self if seat in asked(game.state.agenda.task) else None

    def think(self, unwanted):
        self.begun.append(len(self.begun))
        while not self.go_on.wait(0.005):
            if unwanted():
                self.ended.append(None)
                return None
        self.ended.append(Throw(0))
        return Throw(0)


def test_a_bot_thinks_without_holding_up_the_table():
    """Others act meanwhile; what it thought about a position that is gone is given up, and it thinks again."""
    table, rested = Seated(MemoryStore(), FakeBoard()), threading.Event()
    pondering = Pondering()
    table.table.bots = BotDesk(table.table.state, table.table._lock, {"sensible": pondering})
    table.table._state.bot_kinds = frozenset({"sensible"})
    bots = BotThread(table.table, 1, rested.set)
    table.table.subscribe(bots.wake)
    bots.start()
    table.do(SetBot(0, "sensible"))
    table.do(Begin())
    until(lambda: pondering.begun)
    table.do(Correct(CorrectMoney(-1, 1, 50)))
    until(lambda: pondering.ended == [None])
    until(lambda: len(pondering.begun) == 2)
    moves = table.view().undo
    pondering.go_on.set()
    until(lambda: table.view().undo > moves)
    assert not rested.is_set()
    table.do(SetBot(0))
    until(rested.is_set)
    bots.stop()
    table.table.stop()
