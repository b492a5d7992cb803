"""Pictures that a phone sends to a real hub, and what it does with those that nobody should send."""

import contextlib
import http.client
import struct
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers.camera_scenes import Scene, from_above
from helpers.house import House
from helpers.photographs import Stood, Weather, middle
from helpers.waiting import until

pytest.importorskip("cv2", reason="needs bankhalter[camera]")

from features.camera import usual_eyes

from hub.features.camera import looking, routes
from hub.features.camera.board import PHONE, CameraBoard, uid_of
from hub.features.camera.requests import DropDice, Watch
from hub.features.camera.routes import FRAME_BYTES, FRAMES_PER_S
from hub.features.camera.seeing import Camera
from hub.table.requests import AddSeat, Begin
from hub.table.wire.audience import Audience

RED, BLUE = 12, 13
JPEG = {"Content-Type": "image/jpeg"}


class PhoneHouse(House):
    """A house whose board a phone sees, four times a second by a clock that goes on with each picture sent."""

    sent_ms = 0

    def board(self) -> CameraBoard:  # type: ignore[override]
        """The board, off."""
        self.seen = CameraBoard(PHONE, self.readers)
        self.seen.hands = self.seen.reports  # type: ignore[attr-defined]
        return self.seen

    def looking_through(self, *given: Any) -> Camera:
        """The camera of this table."""
        self.camera = Camera(*given, now_ms=lambda: self.sent_ms)
        return self.camera

    def post(self, body: bytes, headers: dict[str, str] | None = None, *, eye: str | None = "") -> tuple[int, bytes]:
        """What the hub answers to this picture."""
        shown = {"Authorization": f"Bearer {self.seen.eye if eye == '' else eye}"}
        return self.ask("POST", "/api/camera/frames", body, {**JPEG, **shown, **(headers or {})})

    def ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None):
        """The same for any request, on a connection of its own."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            line.request(method, path, body, headers or {})
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def send(self, **pieces: int) -> None:
        """Send a picture with a piece of each of these names in a space; it must be read."""
        self.sent_ms += 250
        sent = picture({{"red": RED, "blue": BLUE}[name]: at for name, at in pieces.items()})
        until(lambda: self.post(sent)[0] == 200, "a picture is read")


def picture(pieces: dict[int, int]) -> bytes:
    """A photograph with these marks in these spaces."""
    return photographed(tuple(pieces.items()))


@cache
def photographed(pieces: tuple[tuple[int, int], ...]) -> bytes:
    """The same, taken once."""
    stood = tuple(Stood(mark, 16, *middle(space, 40), 10, mark) for mark, space in pieces)
    return Scene(40, *from_above(), Weather(), stood, {}).jpeg()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneHouse]:
    """Open for two, with its camera on, as it was left by the test before. Its eyes give way to no other test."""
    house = PhoneHouse(tmp_path_factory.mktemp("house"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(routes, "Camera", house.looking_through)
        patched.setattr(looking, "look_on", usual_eyes.look_on)
        house.open()
        house.do(AddSeat("Anna", "red"))
        house.do(AddSeat("Ben", "blue"))
        house.do(Watch(on=True))
        yield house
    house.close()


def test_a_piece_is_its_players_once_it_is_seen(house):
    """While a piece is awaited, that of the player's colour counts, whichever other is in the picture."""
    tags = lambda: [seat.tag for seat in house.table.state.lobby.seats]  # noqa: E731
    until(lambda: house.send(blue=8) or house.camera._stands == {BLUE: 8})
    assert tags() == [None, None]
    until(lambda: house.send(red=3, blue=8) or tags() == [uid_of(RED), uid_of(BLUE)])
    assert house.view().camera is not None


def test_only_the_banker_turns_it_on_and_looks_through_it(house):
    """A seat and a guest may neither turn it on or off, nor see a picture, nor learn what the eye has to show."""
    for audience in (Audience("viewer"), Audience("seat", 0)):
        assert not Watch(on=True).open_to(audience)
    assert DropDice().open_to(Audience("seat", 0))
    assert not DropDice().open_to(Audience("viewer"))
    for path, shown in (("/api/camera", house.seen.eye.encode()), ("/api/camera/picture", b"\xff\xd8")):
        assert house.ask("GET", path)[0] == 403
        assert house.ask("GET", path, headers={"Authorization": f"Bearer {house.seen.eye}"})[0] == 403
        status, body = house.ask("GET", path, headers={"Authorization": f"Bearer {house.key}"})
        assert (status, shown in body) == (200, True)


def test_who_is_not_the_eye_sends_in_vain(house):
    """Without its name, with that of another evening, or with the banker's key."""
    before = house.seen.eye
    house.do(Watch(on=False))
    assert house.post(picture({}), eye=before)[0] == 403
    house.do(Watch(on=True))
    for eye in (before, house.key, "", None):
        assert house.post(picture({}), {"Authorization": f"Bearer {eye}"})[0] == 403
    until(lambda: house.post(picture({}))[0] == 200)


def bomb() -> bytes:
    """A JPEG of a kilobyte that says it is 65,500 pixels wide and high."""
    small = picture({})
    at = small.index(b"\xff\xc0") + 5
    return small[:at] + struct.pack(">HH", 65_500, 65_500) + small[at + 4 : at + 1000]


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"", {}, 415),
        (b"no picture", {}, 415),
        (b"\xff\xd8\xff" + bytes(500), {}, 422),
        (lambda: picture({})[:4000], {"Content-Type": "text/plain"}, 415),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), {}, 415),
        (bytes(FRAME_BYTES + 1), {}, 413),
        (bomb, {}, 422),
    ],
    ids=["empty", "text", "noise", "wrong type", "png", "huge", "bomb"],
)
def test_what_is_no_picture_is_refused(house, body, headers, status):
    """Whoever has the eye's name sends anything; the next picture is read as if nothing had been."""
    sent = body() if callable(body) else body
    until(lambda: house.post(sent, headers)[0] == status)
    until(lambda: house.post(picture({RED: 3}))[0] == 200)
    assert house.ask("GET", "/healthz")[0] == 200


def test_a_picture_that_brings_the_eyes_down_takes_nothing_along(house):
    """The process is gone in the middle: the next picture is read by another."""
    house.camera._eyes._process.kill()
    assert house.post(picture({}))[0] in (422, 429)
    until(lambda: house.post(picture({}))[0] == 200)


def test_a_flood_of_pictures_is_looked_at_as_fast_as_usual(house):
    """Those that nobody can read are refused, and others are answered meanwhile."""
    counted, small = list[int](), picture({})
    until(lambda: house.post(small)[0] == 200, "the eyes are open")

    def flood() -> None:
        counted.extend(house.post(small)[0] for _ in range(60))

    threads, began_s = [threading.Thread(target=flood) for _ in range(4)], time.monotonic()
    for thread in threads:
        thread.start()
    assert house.ask("GET", "/healthz")[0] == 200
    for thread in threads:
        thread.join()
    assert {429} <= set(counted) <= {200, 429}
    assert counted.count(200) <= FRAMES_PER_S * (1 + time.monotonic() - began_s)


def test_no_picture_is_stored_or_logged(house, caplog):
    """After an evening nothing in the folder has a part of one, nor has the log; when it is off, none is left."""
    caplog.set_level(0)
    sent = picture({RED: 3, BLUE: 8})
    until(lambda: house.post(sent)[0] == 200)
    house.do(Begin())
    house.do(Watch(on=False))
    until(lambda: house.camera.picture == b"" and not house.seen.nodes())
    parts = [sent[at : at + 64] for at in range(1000, len(sent) - 64, 5000)]
    for path in Path(house.folder).rglob("*"):
        with contextlib.suppress(FileNotFoundError, IsADirectoryError):  # backups come and go
            content = path.read_bytes()
            assert not any(part in content for part in parts), path
    assert "\\xff\\xd8" not in caplog.text
    assert house.view().board.state == "none"
