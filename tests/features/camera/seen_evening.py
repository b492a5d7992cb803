"""Evenings of bots whose pieces are moved in pictures: what is not seen there is not moved."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from helpers.bot_evening import RobotEvening
from helpers.house import House
from helpers.waiting import until

from hub.domain.tasks import AdvancePending
from hub.features.camera import routes
from hub.features.camera.board import DrawnBoard
from hub.features.camera.contract import Look
from hub.features.camera.fitting import Grey
from hub.features.camera.looking import Looking
from hub.features.camera.seeing import Camera
from hub.features.camera.sources import Drawn
from hub.rules.throws import dice_wanted
from hub.table.requests import SetRealDice

FRAME_MS = 200
LOOKED = 8
Disturb = Callable[[Grey, int], Grey]


class Filmed(Drawn):
    """Drawn pictures, with what happens in front of the camera."""

    def __init__(self, disturb: Disturb) -> None:
        self.count, self._disturb = 0, disturb

    def picture(self, asked: Look) -> Grey | None:
        """The next picture of the film."""
        self.count += 1
        drawn = super().picture(asked)
        return drawn if drawn is None else self._disturb(drawn, self.count)


class SeenHouse(House):
    """A house whose board is seen through a camera; a test lets its time pass, picture by picture."""

    camera: Camera

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, disturb: Disturb, readers: int) -> None:
        super().__init__(folder, readers=readers)
        self._looking, self.now_ms = Looking(Filmed(disturb)), 0
        monkeypatch.setattr(routes, "Eyes", lambda _source: self)
        monkeypatch.setattr(routes, "CameraThread", self._stand_still)
        monkeypatch.setattr(routes, "Camera", lambda *given: Camera(*given, lambda: self.now_ms))

    def look(self, asked: Look):
        """As the eyes would, in this process."""
        return self._looking.look(asked)

    def board(self) -> DrawnBoard:
        """The board that is drawn."""
        return DrawnBoard(self.readers)

    def _stand_still(self, camera: Camera):
        self.camera = camera
        return self

    def pass_frame(self) -> None:
        """A fifth of a second passes."""
        self.now_ms += FRAME_MS
        self.camera.see()
        self.camera.tick()

    def start(self) -> None:
        """As the camera's thread: does nothing by itself."""

    def wake(self, *_publication: object) -> None:
        """Nor when something has changed."""

    def stop(self) -> None:
        """It has no thread."""


class SeenEvening(RobotEvening):
    """Bots play, and hands move the pieces and throw so many dice in front of the camera.

    `seen` counts moves that the camera saw, `thrown` the throws.
    """

    house: SeenHouse
    seen = thrown = throws = 0
    _random = Random(1)

    def begin(self) -> None:
        """The camera sees the board for the first time."""
        self.house.pass_frame()
        until(lambda: [node.link for node in self.house.camera.board.nodes()] == ["up"] * 4, "the board is there")

    def move(self) -> bool:
        """The next command; a piece that is to move is moved in the picture until the table knows."""
        house = self.house
        wanted = self.thrown < self.throws and dice_wanted(house.table.state.live.game)
        if wanted:
            self._throw(tuple(self._random.randint(1, 6) for _ in range(wanted)))
            return True
        if not isinstance(house.task, AdvancePending):
            return super().move()
        question = house.table.state.live.question
        for wanted in house.table.tag_moves():
            house.hands.place(wanted.uid, wanted.node, wanted.reader)
        board = house.camera.board
        for _ in range(30):
            house.pass_frame()
            if board.reports.tags() == house.hands.tags():
                break
        until(lambda: house.table.state.live.question != question, "the move was seen")
        assert house.view().board.wrong is None
        self.moves, self.seen = self.moves + 1, self.seen + 1
        return True

    def _throw(self, faces: tuple[int, ...]) -> None:
        """Real dice, once the throw has been awaited for a moment: no others are shown."""
        house, question = self.house, self.house.table.state.live.question
        house.do(SetRealDice(True))
        for _ in range(LOOKED):
            house.pass_frame()
        for frame in range(90):
            if frame % 30 == 0:  # not seen: they are thrown again
                house.hands.type_dice(faces)
            house.pass_frame()
            assert sorted(house.camera.board.seen_dice) in ([], sorted(faces))
            if house.table.state.live.question != question:
                break
        until(lambda: house.table.state.live.question != question, "the throw was seen")
        house.do(SetRealDice(False))
        self.thrown += 1
