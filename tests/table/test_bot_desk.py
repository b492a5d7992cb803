"""What bots must not do: play after the end, repeat what was refused, hurry after an undo, bring their luck along."""

from types import SimpleNamespace

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import Seated

from hub.domain.commands import DeclareBankruptcy, SeatCommand, Throw
from hub.domain.corrections import CorrectMoney
from hub.table.automatic.bots import BotMove, BotThread
from hub.table.game.chance import Dice
from hub.table.requests import Begin, Correct, NewGame, SetBot
from hub.table.table import Table
from hub.table.wire.refusals import Ack

PACE_S = 1.2


class Eager(Seated):
    """Anna is a bot that always wants to throw; `lucks` are the texts that seeded it."""

    def opened(self, store: MemoryStore, board: FakeBoard) -> Table:
        """A table whose bots want to throw whatever is asked."""
        self.lucks: list[str] = []

        def make(_rules: object, luck: str):
            self.lucks.append(luck)
            return lambda _game, seat: Throw(seat)

        return Table(store, board, self.editions, Dice(5), {"sensible": make})


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


def test_each_game_brings_new_luck_and_each_move_the_same_bot(eager: Eager) -> None:
    """Within a game a bot is made once; the next game is not the first one again."""
    for _ in range(2):
        assert eager.table.bots.wanted() is not None
    assert len(eager.lucks) == 1
    eager.do(NewGame())
    eager.do(Begin())
    assert eager.table.bots.wanted() is not None
    assert len({*eager.lucks}) == len(eager.lucks) == 2


class Refusing:
    """A table that refuses; `wanted` is what the bot wants next, `asked` how often it has asked."""

    def __init__(self) -> None:
        self.bots = SimpleNamespace(is_open=lambda: True, wanted=lambda: self.wanted)
        self.wanted: BotMove | None = None
        self.asked = 0

    def request(self, *_asked: object) -> Ack:
        self.asked += 1
        return Ack("", False, 0, "not_now")


def move(command: SeatCommand, *, hesitant: bool = False) -> BotMove:
    """What a bot wants at question 1."""
    return BotMove(0, command, "1", hesitant)


def test_what_was_refused_is_asked_again_only_after_something_else() -> None:
    """Otherwise a bot would knock at a closed door all evening."""
    table = Refusing()
    thread = BotThread(table, pace_ms=0)
    for command, asked in ((Throw(0), 1), (Throw(0), 1), (DeclareBankruptcy(0), 2), (Throw(0), 3)):
        table.wanted = move(command)
        thread._look()
        assert table.asked == asked


@pytest.mark.parametrize(("hesitant", "pace_s"), [(False, PACE_S), (True, 5 * PACE_S)])
def test_after_an_undo_a_bot_leaves_time_for_more(
    hesitant: bool, pace_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six seconds instead of a little more than one."""
    table = Refusing()
    thread = BotThread(table, pace_ms=1_200)
    waits: list[float] = []
    monkeypatch.setattr(thread._stopped, "wait", waits.append)
    table.wanted = move(Throw(0), hesitant=hesitant)
    thread._look()
    assert (waits, table.asked) == ([pytest.approx(pace_s)], 1)
