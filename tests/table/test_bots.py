"""Bots and hands at a table: given by the banker, patient with people and pieces, and what they must not do."""

import random
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import Seated
from helpers.waiting import until
from msgspec.structs import replace

from hub.bots import BOTS
from hub.composition.table import chooser_of
from hub.domain.commands import (
    Advance,
    Bundle,
    Buy,
    DeclareBankruptcy,
    Decline,
    OfferTrade,
    PassBid,
    PlaceBid,
    SeatCommand,
    Throw,
)
from hub.domain.corrections import CorrectMoney
from hub.domain.pieces import FREE
from hub.domain.tasks import asked
from hub.editions import EDITIONS
from hub.table.automatic import bots
from hub.table.automatic.bots import BotDesk, BotMove, BotThread, Thinking
from hub.table.automatic.hands import HandsThread, TagMove
from hub.table.game.chance import Dice
from hub.table.requests import AddSeat, Begin, ChangeSeat, Correct, NewGame, Play, SetBot
from hub.table.table import Table
from hub.table.wire.audience import Ack

MAKERS = {kind: chooser_of(make) for kind, make in BOTS.items()}


class WithBot(Seated):
    """A table with bots at a pace for tests; Anna and Ben have no pieces, Anna is a bot."""

    def __init__(self) -> None:
        self.store, self.board = MemoryStore(), FakeBoard()
        self.names = random.Random(1)
        self.table = Table(self.store, self.board, EDITIONS, Dice(5), MAKERS)
        self.table.start()
        for name in ("Anna", "Ben"):
            self.do(AddSeat(name))
        self.do(SetBot(0, "sensible"))
        self.bots = BotThread(self.table.bots, self.table.request, 1)
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


def test_bots_play_the_next_game_too(with_bot: WithBot):
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
    table.table.state.bot_kinds = frozenset({"sensible"})
    thread = BotThread(table.table.bots, table.table.request, 1, rested.set)
    table.table.subscribe(thread.wake)
    thread.start()
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
    thread.stop()
    table.table.stop()


PACE_S = 1.2


class Eager(Seated):
    """Anna is a bot that always wants to throw; `lucks` are the texts that seeded it."""

    def opened(self, store: MemoryStore, board: FakeBoard) -> Table:
        """A table whose bots want to throw whatever is asked."""
        self.lucks: list[str] = []

        def make(_rules: object, luck: str):
            self.lucks.append(luck)
            return lambda _game, seat: Throw(seat)

        thinking = Pondering()
        return Table(store, board, self.editions, Dice(5), {"sensible": make, "random": make, "master": thinking})


@pytest.fixture
def eager() -> Eager:
    """A game in which the bot is about to throw."""
    seated = Eager(MemoryStore(), FakeBoard())
    seated.do(SetBot(0, "sensible"))
    seated.begin()
    return seated


def test_a_bot_wants_nothing_after_the_game_is_won(eager: Eager) -> None:
    """Anna cannot pay the tax; the throw she still wants would be refused for ever."""
    assert eager.table.bots.wanted() is not None
    eager.do(Correct(CorrectMoney(0, 1, 1500)))
    eager.throw(0, 1, 3)
    assert eager.table.bots.wanted() is not None
    eager.play(DeclareBankruptcy(0))
    assert eager.view().winner == 1
    assert eager.table.bots.wanted() is None


def test_a_bot_waits_for_its_piece_and_for_people(eager: Eager, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece with a tag is moved by people; a question is answered by the seat that is asked, an offer by its own."""
    eager.play(Throw(0, (1, 2)))
    assert eager.table.bots.wanted() is None
    lobby = eager.table.state.lobby
    eager.table.state.lobby = replace(lobby, seats=(replace(lobby.seats[0], tag=None), lobby.seats[1]))
    assert eager.table.bots.wanted() is not None, "nobody has to move a piece without a tag"
    eager.table.state.lobby = lobby
    eager.play(Advance(0))
    assert eager.table.bots.wanted() is not None
    eager.play(Buy(0))
    assert eager.table.bots.wanted() is None
    monkeypatch.setattr(bots, "seats_with_side_questions", lambda _state: [1, 0])
    assert eager.table.bots.wanted().seat == 0, "whatever Ben thinks of an older offer"


def test_after_an_undo_a_bot_hesitates(eager: Eager) -> None:
    """So that people can take back more than one move."""
    assert not eager.table.bots.wanted().hesitant
    eager.undo()
    eager.undo()
    assert eager.table.bots.wanted().hesitant
    eager.do(SetBot(0, "master"))
    assert isinstance(eager.table.bots.wanted(), Thinking)
    assert eager.table.bots.wanted().hesitant


def test_each_game_brings_new_luck_and_each_move_the_same_bot(eager: Eager) -> None:
    """Within a game a bot is made once; the next game is not the first one again."""
    for _ in range(2):
        assert eager.table.bots.wanted() is not None
    assert len(eager.lucks) == 1
    eager.do(SetBot(0, "random"))
    assert eager.table.bots.wanted() is not None
    assert len(eager.lucks) == 2, "another kind chooses for itself"
    eager.do(NewGame())
    eager.do(Begin())
    assert eager.table.bots.wanted() is not None
    assert len({*eager.lucks}) == len(eager.lucks) == 3


class Refusing:
    """A table that refuses unless `ok`; `wanted` is what the bot wants next, `asked` how often it has asked."""

    def __init__(self) -> None:
        self.bots = SimpleNamespace(is_open=lambda: True, wanted=lambda: self.wanted)
        self.wanted: BotMove | None = None
        self.asked, self.ok = 0, False

    def request(self, *_asked: object) -> Ack:
        self.asked += 1
        return Ack("", self.ok, 0, None if self.ok else "not_now")


def move(command: SeatCommand, *, hesitant: bool = False) -> BotMove:
    """What a bot wants at question 1."""
    return BotMove(0, command, "1", hesitant)


@pytest.mark.parametrize("ok", [False, True])
def test_what_was_refused_is_asked_again_only_after_something_else(ok: bool) -> None:
    """Otherwise a bot would knock at a closed door all evening; whether or not that other thing was refused, too."""
    table = Refusing()
    thread = BotThread(table.bots, table.request, pace_ms=0)
    for command, times in ((Throw(0), 1), (Throw(0), 1), (DeclareBankruptcy(0), 2), (Throw(0), 3)):
        table.wanted, table.ok = move(command), ok and times == 2
        thread._look()
        assert table.asked == times


def test_what_bots_need_rests_while_none_plays() -> None:
    """Processes that think for them, for example."""
    table, rested = Refusing(), list[bool]()
    thread = BotThread(table.bots, table.request, pace_ms=0, rest=lambda: rested.append(table.bots.is_open()))
    for plays in (True, False):
        table.bots.is_open = lambda plays=plays: plays
        thread._look()
    assert rested == [False]


def test_bots_wait_as_long_as_they_are_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """They ask again at their pace and then go on; whoever stops them meanwhile is not kept waiting."""
    table, told, paused = Refusing(), iter((True, True, False, True)), list[float]()
    thread = BotThread(table.bots, table.request, pace_ms=1_200, waits=lambda: next(told))
    for stopped, times in (((False, False, False), 1), ((False, True), 1)):
        answers = iter(stopped)
        monkeypatch.setattr(thread._stopped, "wait", lambda s, answers=answers: paused.append(s) or next(answers))
        table.wanted = move(DeclareBankruptcy(0) if paused else Throw(0))
        thread._look()
        assert table.asked == times
    assert paused == [pytest.approx(PACE_S)] * 5


@pytest.mark.parametrize("thinks", [False, True])
@pytest.mark.parametrize(("hesitant", "pace_s"), [(False, PACE_S), (True, 5 * PACE_S)])
def test_after_an_undo_a_bot_leaves_time_for_more(
    hesitant: bool, pace_s: float, thinks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six seconds instead of a little more than one, whether or not it has to think."""
    table = Refusing()
    thread = BotThread(table.bots, table.request, pace_ms=1_200)
    waits: list[float] = []
    monkeypatch.setattr(thread._stopped, "wait", waits.append)
    table.wanted = move(Throw(0), hesitant=hesitant)
    if thinks:
        dilemma = SimpleNamespace(think=lambda _unwanted: Throw(0))
        table.wanted = Thinking(0, dilemma, ("game", 1), "1", hesitant)
    thread._look()
    assert (waits, table.asked) == ([pytest.approx(pace_s)], 1)


def test_a_bot_leaves_time_to_put_its_wooden_piece_where_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says itself that the piece stands there where no reader does: three times its pace, not at once."""
    table, waits = Refusing(), list[float]()
    thread = BotThread(table.bots, table.request, pace_ms=1_200)
    monkeypatch.setattr(thread._stopped, "wait", waits.append)
    for command in (Throw(0), Advance(0)):
        table.wanted = move(command)
        thread._look()
    assert waits == [pytest.approx(PACE_S), pytest.approx(3 * PACE_S)]


PACE_MS = 20
PATIENCE_S = 60.0
ERRAND = TagMove("04AAAAAAAAAA01", "sim-0", 3, tap=False)


class OneReader:
    """A simulated board as far as hands know it: what was put on it."""

    def __init__(self) -> None:
        self.by_hand = False
        self.placed: list[tuple[str, str, int]] = []

    def place(self, uid: str, node: str, reader: int) -> None:
        self.placed.append((uid, node, reader))

    def lift(self, uid: str) -> None:
        """Nothing is lifted here."""


class Asked:
    """A table with one errand; its board is taken over once hands have asked for it, `again` says they asked twice."""

    def __init__(self, board: OneReader, taken_over: bool) -> None:
        self._board, self._taken_over = board, taken_over
        self.times = 0
        self.again = threading.Event()

    def tag_moves(self) -> list[TagMove]:
        self.times += 1
        if self.times == 1:
            self._board.by_hand = self._taken_over
        else:
            self.again.set()
        return [ERRAND]


@pytest.mark.parametrize(("taken_over", "placed"), [(False, [("04AAAAAAAAAA01", "sim-0", 3)]), (True, [])])
def test_whoever_takes_over_while_hands_pause_is_left_alone(taken_over: bool, placed: list[object]) -> None:
    """Hands look again when their pause is over: pieces that people move from now on stay where they are."""
    board = OneReader()
    table = Asked(board, taken_over)
    hands = HandsThread(table.tag_moves, board, PACE_MS)  # type: ignore[arg-type]
    hands.start()
    hands.wake()
    assert table.again.wait(PATIENCE_S)
    hands.stop()
    assert board.placed == placed
