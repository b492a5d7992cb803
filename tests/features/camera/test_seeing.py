"""What the camera sees becomes what a board reports; time passes picture by picture."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from helpers.waiting import until

cv2 = pytest.importorskip("cv2", reason="needs bankhalter[camera]")

import numpy as np  # noqa: E402
from features.camera.seen_evening import FRAME_MS, SeenHouse  # noqa: E402
from msgspec import structs  # noqa: E402

from hub.domain.commands import Advance, LeaveGame, Throw  # noqa: E402
from hub.domain.tasks import AdvancePending, ThrowPending  # noqa: E402
from hub.features.camera.contract import Look, Looked, Thrown  # noqa: E402
from hub.features.camera.requests import DropDice, Watch  # noqa: E402
from hub.features.camera.sources import Plugged  # noqa: E402
from hub.table.requests import ChooseEdition, NewGame, SetRealDice  # noqa: E402


class ThrowingHouse(SeenHouse):
    """A house in whose pictures dice come to rest when a test says so; `asked` is what was asked of the newest."""

    thrown: tuple[int, ...] = ()
    asked: Look

    def look(self, asked: Look) -> Looked:
        """What the eyes see, and the dice."""
        self.asked = asked
        looked, dice = super().look(asked), self.thrown
        self.thrown = ()
        if not dice or looked.sight is None:
            return looked
        return structs.replace(looked, sight=structs.replace(looked.sight, reports=(Thrown(dice),)))

    def pass_s(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds * 1000 / FRAME_MS)):
            self.pass_frame()


@pytest.fixture
def house(tmp_path, monkeypatch):
    """Three people with their pieces on Start, at a table with real dice; the camera can be covered."""
    house = ThrowingHouse(tmp_path, monkeypatch, lambda seen, _count: seen * 0 if house.covered else seen, readers=10)
    house.covered, house.by_hand = False, True
    house.open("Anna", "Ben", "Cleo")
    house.do(SetRealDice(True))
    house.begin()
    house.pass_frame()
    until(lambda: [node.link for node in house.camera.board.nodes()] == ["up"] * 4)
    yield house
    house.close()


def test_dice_are_shown_for_two_seconds_before_they_count(house):
    """Everybody sees which; then they are the throw."""
    house.thrown = (3, 4)
    house.pass_frame()
    assert house.view().camera.dice == (3, 4)
    house.pass_s(1.8)
    assert isinstance(house.task, ThrowPending)
    house.pass_s(0.4)
    until(lambda: not isinstance(house.task, ThrowPending))
    assert house.table.state.live.game.state.turns.faces == (3, 4)
    assert house.view().camera.dice == ()


def test_one_tap_keeps_wrong_dice_from_counting(house):
    """The throw is still awaited, however long nobody types it in."""
    house.thrown = (3, 4)
    house.pass_frame()
    house.do(DropDice())
    house.pass_s(4)
    assert isinstance(house.task, ThrowPending)


@pytest.mark.parametrize("faces", [(3,), (1, 2, 3)])
def test_dice_that_are_not_awaited_are_left_alone(house, faces):
    """One die fell off the table, or a third lies about."""
    house.thrown = faces
    house.pass_frame()
    assert house.view().camera.dice == ()


def test_only_where_the_banker_wants_it_dice_are_read(house):
    """They are on trial: a camera that was only turned on leaves them alone."""
    house.do(Watch(on=True))
    house.thrown = (3, 4)
    house.pass_frame()
    assert house.view().camera.dice == ()
    house.do(Watch(on=True, dice=True))
    house.thrown = (3, 4)
    house.pass_frame()
    assert house.view().camera.dice == (3, 4)


def test_at_a_table_without_real_dice_none_count(house):
    """Children play with them."""
    house.do(SetRealDice(False))
    house.thrown = (3, 4)
    house.pass_frame()
    assert house.view().camera.dice == ()


def test_a_speed_die_is_not_read_as_pips(house):
    """Of two dice with pips both are awaited; one of the three in mega has symbols, asked by buttons."""
    house.pass_frame()
    assert house.asked.dice == 2
    house.do(NewGame())
    house.do(ChooseEdition("mega"))
    house.begin()
    house.pass_frame()
    assert isinstance(house.task, ThrowPending)
    assert house.asked.dice is None


def test_the_camera_looks_again_for_pieces_on_their_way_and_for_no_others(house):
    """Only the piece that moves may stand elsewhere than the table knows; one who is out has none on the board."""
    marks = [house.camera.board.pieces[seat.tag] for seat in house.table.state.lobby.seats]
    house.play(LeaveGame(2), Throw(0, (3, 4)))
    assert isinstance(house.task, AdvancePending)
    house.pass_frame()
    assert house.asked.known == {marks[1]: 0}
    house.play(Advance(0))
    house.pass_frame()
    assert house.asked.known == {marks[0]: 7, marks[1]: 0}


def test_a_covered_camera_is_said_and_comes_back_with_nothing_lost(house):
    """After six seconds without the board people play as without one; what was put down meanwhile is seen then."""
    house.covered = True
    house.pass_s(5)
    assert house.view().board.state == "up"
    house.pass_s(1.4)
    until(lambda: house.view().board.state == "lost")
    house.hands.place(house.table.state.lobby.seats[1].tag, "cam-2", 5)
    house.covered = False
    house.pass_s(2)
    until(lambda: house.view().board.state == "up")
    until(lambda: house.table.state.presence.place(house.table.state.lobby.seats[1].tag) == ("cam-2", 5))


class Film(BaseHTTPRequestHandler):
    """A camera in the network that is unplugged after half a second."""

    def do_GET(self) -> None:
        """Ten pictures."""
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        jpeg = bytes(cv2.imencode(".jpg", np.full((240, 320), 77, np.uint8))[1])
        for _ in range(10):
            self.wfile.write(b"--next\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg + b"\r\n")
            time.sleep(0.05)

    def log_message(self, *_given: object) -> None:
        """Nobody reads it."""


def end_of_thread(_source: Plugged) -> None:
    raise SystemExit


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_camera_in_the_network_is_looked_through_until_it_is_gone(monkeypatch):
    """Its newest picture, and none once it has nothing new; when it comes back it is found again."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Film) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        source, asked = Plugged(f"http://127.0.0.1:{server.server_address[1]}/"), Look(spaces=40, at_ms=0)
        seen = []
        until(lambda: (picture := source.picture(asked)) is not None and seen.append(picture) is None, "a picture")
        assert (seen[0].shape, round(seen[0].mean())) == ((240, 320), 77)
        until(lambda: source.picture(asked) is None, "no picture any more")
        until(lambda: source.picture(asked) is not None, "a picture again")
        server.shutdown()
    monkeypatch.setattr(Plugged, "_opened", end_of_thread)  # at home it ends with its process
    until(lambda: "camera" not in {thread.name for thread in threading.enumerate()}, "the thread has ended")
