"""A whole evening on real firmware: the same commands as in a game without board, but with hands on buttons and pieces.

Throws are presses of a die button, moves are pieces put on readers, everything else a browser asks for over Socket.IO.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from helpers.house import House, LaidDice
from msgspec import Struct
from server.browser import Browser

from hub.bots import BOTS
from hub.domain.commands import Advance, Command, StartGame, Throw
from hub.editions import EDITIONS
from hub.rules.game import Game
from hub.simulation.match import Player
from hub.table.errands import SPARE_TAGS
from hub.table.requests import Begin, Play

PLAYERS = ("Anna", "Ben", "Cleo", "Dora")


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


def headless(seed: int, turns: int) -> list[Step]:
    """A game of sensible players without any board."""
    rules, steps = EDITIONS["classic"], []

    def noted(game: Game, command: Command, _facts: object) -> None:
        steps.append(Step(command, tuple(game.state.ledger.balances[: len(PLAYERS)])))

    bot = BOTS["sensible"](rules)
    Player(rules, [bot(str(seat)) for seat in range(len(PLAYERS))], SeededFaces(seed), noted).play(turns)
    assert isinstance(steps[0].command, StartGame)
    return steps[1:]


class Evening:
    """A house with four nodes of real firmware, and a browser that sees what the players see."""

    def __init__(self, folder: Path) -> None:
        pages = folder / "pages"
        (pages / "assets").mkdir(parents=True)
        (pages / "index.html").write_text("<!doctype html><title>Bankhalter</title>")
        self.house = House(folder / "data", "firmware", pages)
        self.seen: dict[str, Any] = {}

    def open(self) -> None:
        """Everybody sits down, all nodes are there, all pieces stand on start, the game begins."""
        self.house.open(*PLAYERS)
        self.house.hands.by_hand = True
        self.board = self.house.table.board
        self.browser = Browser(self.house.port, local=True)
        self.until(lambda view: view["board"]["state"] == "up" and len(self.board.nodes()) == 4)
        for seat in range(len(PLAYERS)):
            self.lay(seat, 0)
        self.house.do(Begin())

    def close(self) -> None:
        """Everybody goes home."""
        self.browser.close()
        self.house.close()

    def until(self, holds: Any) -> dict[str, Any]:
        """Wait until the browser sees it."""

        def seen() -> list[Any] | None:
            while self.browser.events:
                name, arguments = self.browser.events.pop(0)
                if name == "view":
                    self.seen = arguments[0]
            return [self.seen] if self.seen and holds(self.seen) else None

        return self.browser.until(seen)[0]

    def lay(self, seat: int, space: int) -> None:
        """Put a piece on a space."""
        node, reader = divmod(space, 10)
        self.house.hands.place(SPARE_TAGS[seat], self.nodes[node].id, reader)

    @property
    def nodes(self) -> Any:
        """The nodes of the board in track order."""
        return self.board.powered

    def play(self, steps: Iterable[Step], begin: int = 1) -> None:
        """Do what was done in a game without board; after each step the browser must see the same money."""
        for number, step in enumerate(steps, begin):
            self.until(lambda view, number=number: view["undo"] == number - 1 and view["phase"] == "playing")
            self.do(step.command)
            view = self.until(lambda view, number=number: view["undo"] == number)
            assert tuple(seat["balance"] for seat in view["seats"]) == step.balances, f"after {number}: {step.command}"

    def do(self, command: Command) -> None:
        """Do one thing as people would."""
        if isinstance(command, Throw):
            self.house.dice.lay(*command.faces)
            self.house.hands.press("die1", "short")
        elif isinstance(command, Advance):
            self.lay(command.seat, self.seen["prompt"]["task"]["space"])
        else:
            ack = self.browser.ask(json.loads(msgspec.json.encode(Play(command))))
            assert ack["ok"], (command, ack)
