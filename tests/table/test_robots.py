"""Automatic players at a real table: given by the banker, answering like phones, patient with people and pieces."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import BANKER, Seated

from hub.bots import BOTS
from hub.domain.commands import Advance, Bundle, Decline, OfferTrade, PassBid, PlaceBid, Throw
from hub.domain.custody import FREE
from hub.domain.tasks import AdvancePending
from hub.editions import EDITIONS
from hub.server.access.keys import may
from hub.table.automatic.bots import BotThread
from hub.table.game.chance import Dice
from hub.table.table import Table
from hub.table.wire.audience import Audience
from hub.table.wire.requests import AddSeat, Begin, ChangeSeat, Enrol, NewGame, Play, SetBot
from hub.wiring.play import chooser_of

DEADLINE_S = 10
MAKERS = {kind: chooser_of(make) for kind, make in BOTS.items()}


class Robotic(Seated):
    """A table with robots at a pace for tests; Anna and Ben have no pieces, Anna is a robot."""

    def __init__(self, pace_ms: int = 1) -> None:
        self.store, self.board = MemoryStore(), FakeBoard()
        self.names = random.Random(1)
        self.table = Table(self.store, self.board, EDITIONS, Dice(5), MAKERS)
        self.table.start()
        for name in ("Anna", "Ben"):
            self.do(AddSeat(name))
        self.do(SetBot(0, "sensible"))
        self.robots = BotThread(self.table, pace_ms)
        self.table.subscribe(self.robots.wake)
        self.robots.start()

    def stop(self) -> None:
        """BotThread first, then the table."""
        self.robots.stop()
        self.table.stop()

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until something has come about."""
        deadline = time.monotonic() + DEADLINE_S
        while not condition():
            assert time.monotonic() < deadline, "it did not come about"
            time.sleep(0.005)


@pytest.fixture
def robotic() -> Iterator[Robotic]:
    """A table with a robot."""
    table = Robotic()
    yield table
    table.stop()


def test_the_banker_gives_and_takes_robots_at_any_time(seated: Seated):
    """The view says which seats are played by a robot; renaming a seat keeps it; an unknown kind is refused."""
    robotic = Robotic()
    assert [seat.bot for seat in robotic.view().seats] == ["sensible", None]
    robotic.do(ChangeSeat(0, "Annika", "red", "star"))
    robotic.do(SetBot(1, "random"))
    assert [seat.bot for seat in robotic.view().seats] == ["sensible", "random"]
    robotic.do(SetBot(0))
    assert robotic.view().seats[0].bot is None
    assert robotic.ask(SetBot(7, "random")).reason == "no_such_seat"
    robotic.stop()
    assert seated.ask(SetBot(0, "sensible")).reason == "bad_request"


def test_only_the_banker_may_give_a_robot():
    """A phone cannot hand its seat, or another's, to a robot."""
    assert may(BANKER, SetBot(0, "sensible"))
    assert not may(Audience("seat", 0), SetBot(0, "sensible"))


def test_two_robots_play_a_game_to_its_end(robotic: Robotic):
    """BotThread at all seats need nobody: the game goes on until somebody has won."""
    robotic.do(SetBot(1, "sensible"))
    robotic.do(Begin())
    robotic.wait(lambda: robotic.view().turn > 30 or robotic.view().winner >= 0)
    assert sum(seat.balance for seat in robotic.view().seats) > 0


def test_a_robot_leaves_the_turns_of_people_alone(robotic: Robotic):
    """It throws for itself and then waits for Ben, who throws by himself."""
    robotic.do(Begin())
    robotic.wait(lambda: robotic.view().prompt is not None and robotic.view().prompt.seats == (1,))
    before = robotic.view().version
    time.sleep(0.05)
    assert robotic.view().version == before
    assert robotic.ask(Play(Throw(1, (1, 2)))).ok


def test_a_robot_answers_an_offer(robotic: Robotic):
    """A trade offered to a robot is accepted or declined by it, though it is not its turn."""
    robotic.do(SetBot(0))
    robotic.begin()
    robotic.throw(0, 1, 2)
    robotic.play(Decline(0))
    robotic.play(PlaceBid(1, 60))
    robotic.play(PassBid(0))
    robotic.do(SetBot(0, "sensible"))
    robotic.wait(lambda: robotic.view().seats[0].misses == FREE and robotic.view().on_turn == 1)
    robotic.do(Play(OfferTrade(1, 0, Bundle(deeds=(3,)), Bundle(money=1))))
    robotic.wait(lambda: not robotic.view().offers)
    assert any(line.key == "trade_closed" for line in robotic.view().feed)


def test_a_robot_whose_piece_has_a_tag_waits_for_the_piece(robotic: Robotic):
    """The piece on the track is moved by people; the robot does not go on before it stands where it must."""
    robotic.do(Enrol(0, "04AAAAAAAAAA01"))
    robotic.do(SetBot(0))
    robotic.begin()
    robotic.do(Play(Throw(0, (1, 2))))
    robotic.do(SetBot(0, "sensible"))
    time.sleep(0.05)
    prompt = robotic.view().prompt
    assert prompt is not None
    assert isinstance(prompt.task, AdvancePending)
    robotic.do(Play(Advance(0)))
    robotic.wait(lambda: any(deed.deed == 3 for deed in robotic.view().deeds))


def test_after_an_undo_a_robot_hesitates():
    """So that people can take back more than the robot's last move."""
    robotic = Robotic(pace_ms=400)
    robotic.do(SetBot(0))
    robotic.begin()
    robotic.do(SetBot(0, "sensible"))
    robotic.wait(lambda: robotic.view().undo == 3)
    robotic.undo()
    robotic.undo()
    assert robotic.view().undo == 1
    time.sleep(0.6)
    assert robotic.view().undo == 1
    robotic.stop()


def test_a_new_game_has_robots_with_a_fresh_mind(robotic: Robotic):
    """The seats keep their robots in the next game."""
    robotic.do(SetBot(1, "random"))
    robotic.do(Begin())
    robotic.wait(lambda: robotic.view().turn >= 2)
    robotic.do(NewGame())
    assert [seat.bot for seat in robotic.view().seats] == ["sensible", "random"]
    robotic.do(Begin())
    robotic.wait(lambda: robotic.view().turn >= 2)
    assert robotic.view().phase == "playing"
