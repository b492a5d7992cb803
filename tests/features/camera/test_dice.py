"""What is read of dice in pictures, and when dice are a throw; expectations come from how the pictures were made."""

import math
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.dice_scenes import DiceScene
from helpers.films import Film
from helpers.thrown import ThrownDie

cv2 = pytest.importorskip("cv2", reason="needs bankhalter[camera]")

from hub.features.camera.contract import Thrown  # noqa: E402
from hub.features.camera.dice import DiceReader, LikelyDie  # noqa: E402
from hub.features.camera.finding import marks_in  # noqa: E402
from hub.features.camera.lens import LikelyCamera, likely_camera  # noqa: E402
from hub.features.camera.plan import printed  # noqa: E402
from hub.features.camera.reading import read  # noqa: E402
from hub.features.camera.stillness import Stillness  # noqa: E402
from hub.features.camera.throws import Throws  # noqa: E402
from hub.features.camera.watching import REST_MS, Watcher  # noqa: E402
from hub.pictures.board import CORNER_MARKS  # noqa: E402

STYLES = ("traced", "pasted")


def found(scene: DiceScene) -> Counter[str]:
    """How many dice of the newest throw are right, not seen and wrong; those where none lies are wrong, too."""
    seen = list(read(scene.taken(), printed(40)).dice)
    counted: Counter[str] = Counter()
    for die in scene.dice:
        x, y = scene.seen_at(die)
        here = [one for one in seen if abs(one.at[0] - x) + abs(one.at[1] - y) < max(6, scene.edge_px(die) * 0.6)]
        counted["wrong" if any(one.face != die.face for one in here) else "right" if here else "unseen"] += 1
        seen = [one for one in seen if one not in here]
    return counted + Counter(wrong=len(seen))


def calm(seed: int, style: str, size: tuple[int, int] = (1920, 1080)) -> DiceScene:
    """A board seen from above in even light, nothing else lying about."""
    scene = DiceScene(seed, size, steepest=12, style=style)
    x, y = scene.ground
    scene.clean[(abs(x - scene.edge / 2) < 162) & (abs(y - scene.edge / 2) < 162)] = 150
    scene.empty = scene.clean
    return scene


@pytest.mark.parametrize(("seed", "style"), [(1, "traced"), (5, "pasted")])
def test_most_dice_are_read_and_none_is_wrong(seed, style):
    """Of any size, colour and turn, touching or alone."""
    scene, counted = calm(seed, style), Counter()
    for _ in range(2):
        scene.cast(3, size=16)
        counted += found(scene)
    assert counted["wrong"] == 0
    assert counted["right"] >= 3, counted


@pytest.mark.all
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
@pytest.mark.parametrize("seed", range(300, 306))
def test_no_die_of_very_many_has_another_face(seed, size, style):
    """Tilted up to 55 degrees, among printed dots, coins and lamps: whatever is read of a die is right."""
    scene = DiceScene(seed, size, style=style)
    scene.clutter()
    for _ in range(10):
        scene.cast()
        places = [(scene.seen_at(die), scene.edge_px(die) * 0.4, die.face) for die in scene.dice]
        for one in read(scene.taken(), printed(40)).dice:
            for (x, y), near, face in places:
                assert abs(one.at[0] - x) + abs(one.at[1] - y) > near or one.face == face


def test_a_side_that_faces_the_camera_is_no_upper_face():
    """From 52 degrees aside a side looks larger than the upper face: one pip on it was read where two are above."""
    scene = DiceScene(8001, (1280, 720), style="traced")
    scene.clutter()
    for _ in range(3):
        scene.cast(8)
        taken = scene.taken()
    (low,) = (die for die in scene.dice if np.hypot(*np.subtract(scene.seen_at(die), (698, 419))) < 2)
    near = {one.face for one in read(taken, printed(40)).dice if math.dist(one.at, scene.seen_at(low)) < 6}
    assert near <= {low.face}


def test_white_dice_that_are_too_bright_for_the_camera_are_read_as_long_as_their_pips_are_seen():
    """What is as white as can be hides no pips that are grey: each face is read, of dice that lie alone."""
    scene = calm(2, "traced")
    scene.cast(1)
    middle = scene.edge / 2
    scene.lamps, scene.falloff = scene.lamps * 0, np.ones_like(scene.falloff)
    scene.dice = tuple(
        ThrownDie(face, middle + 75 * (face % 3 - 1), middle + 80 * (face // 4) - 40, 0.3 * face, ground=262, pips=150)
        for face in range(1, 7)
    )
    assert found(scene) == {"right": 6}


def test_pips_without_a_die_are_none():
    """Dots printed on the board as those of a die are, a grid of dots, and a coin with a hole."""
    scene = calm(2, "traced")
    for number in range(1, 7):
        scene._dots(scene.clean, 120 + 55 * number, 240, number, 20)
    for number in range(12):
        scene._disc(scene.clean, 200 + number % 4 * 5, 330 + number // 4 * 5, 1.5, 20)
    scene.empty, scene.dice, scene.pieces = scene.clean, (), {}
    assert read(scene.picture(), printed(40)).dice == ()


@pytest.mark.parametrize(("none", "is_read"), [(0.02, True), (0.22, False)])
def test_a_face_is_read_only_where_both_nets_see_a_die(none, is_read):
    """Small print on a deed's corner looked like a six of a die to the one that finds, not to the one that reads."""
    assert LikelyDie((723.0, 431.6), 0.96, 6, 0.99, none, is_new=False).is_read is is_read


@pytest.mark.parametrize(
    ("brighter", "there", "none", "faces"),
    [(20, 0.9, 0.02, (5,)), (0, 0.9, 0.02, ()), (20, 0.7, 0.02, (5,)), (20, 0.97, 0.5, ())],
)
def test_where_something_came_a_die_counts_if_both_nets_together_see_one(brighter, there, none, faces, monkeypatch):
    """It may be hardly brighter than the table; less is enough than where a face may be printed, or nothing came."""
    die = LikelyDie((644.0, 364.0), there, 5, 0.99, none, is_new=True)
    reader = SimpleNamespace(likely=lambda *_: [die], problems=())
    monkeypatch.setattr("hub.features.camera.throws.DiceReader", lambda *_: reader)
    empty = np.full((720, 1280), 128, np.uint8)
    hand, thrown = empty.copy(), empty.copy()
    hand[:, 900:] = 40
    thrown[360:369, 640:649] += brighter
    throws, stillness = Throws(500), Stillness(REST_MS)
    throws.want(1, 0)
    for number, picture in enumerate([*[empty] * 8, *[hand] * 3, *[thrown] * 8]):
        stillness.see(picture, 200 * number)
        dice, _ = throws.see(picture, LikelyCamera((), (1280, 720), 0), {}, stillness, 200 * number)
    assert tuple(one.face for one in dice) == faces


@pytest.mark.parametrize(
    ("aside", "above_mm", "problems"),
    [(0, 900, ()), (0, 1800, ("dice_small",)), (1, 900, ()), (1.3, 900, ("dice_small",))],
)
def test_it_is_said_from_where_dice_cannot_be_read(aside, above_mm, problems):
    """A die of 16 mm is 17 pixels wide at 0.9 m and 8.5 at 1.8, no pips left; 52 degrees aside a side is larger."""
    looking_down = np.array([0, 0, 0, aside * (above_mm - 16) - 283, -283, above_mm, np.log(0.75), 0, 0, 0, 0, 0])
    camera = LikelyCamera((looking_down,), (1280, 720), 0)
    assert DiceReader(camera, 566).problems == problems


class Tray:
    """A film of a board in even light, and who watches it."""

    def __init__(self) -> None:
        self.film = calm(5, "pasted", (1280, 720))
        self.film.pieces = {}
        self.watcher = Watcher(printed(40))
        self.now_ms = 0
        self.thrown_until_read()

    def thrown_until_read(self, *lying: ThrownDie) -> tuple[int, ...]:
        """Two dice come to lie so that both can be read, beside those that lie there."""
        while True:
            self.film.cast(2, size=18)
            faces = tuple(sorted(die.face for die in self.film.dice))
            self.film.dice += lying
            if found(self.film) == {"right": 2 + len(lying)}:
                return faces

    def throws(self, seconds: float, wanted: int | None = 2) -> list[tuple[int, ...]]:
        """The throws that are reported in this time while so many dice are awaited."""
        reported, picture = [], self.film.taken()
        for _ in range(round(seconds * 5)):
            self.now_ms += 200
            self.watcher.throws.want(wanted, self.now_ms)
            sight = self.watcher.see(picture, self.now_ms)
            reported += [tuple(sorted(one.faces)) for one in sight.reports if isinstance(one, Thrown)]
        return reported


def test_dice_are_a_throw_once_when_they_have_come_to_rest():
    """Those of the throw before lie there; those that come while dice are awaited count, and only once."""
    tray = Tray()
    assert tray.throws(2) == []
    faces = tray.thrown_until_read()
    assert tray.throws(2.4) == [faces]
    assert tray.throws(1) == []


def test_a_hand_over_lying_dice_throws_nothing():
    """What was covered for a while and lies as before was not thrown; nor are more or fewer dice than awaited."""
    tray = Tray()
    tray.throws(2)
    lying, tray.film.dice = tray.film.dice, ()
    tray.throws(3)
    tray.film.dice = lying
    assert tray.throws(2.4) == []
    tray.thrown_until_read()
    assert tray.throws(2.4, wanted=3) == []


def test_dice_that_lay_there_are_no_part_of_a_throw():
    """Two are awaited and two have come; two of another evening lie beside them as before."""
    tray = Tray()
    tray.throws(2)
    faces = tray.thrown_until_read(*tray.film.dice)
    assert tray.throws(2.4) == [faces]


def test_what_lies_still_is_looked_at_in_all_pictures_together(monkeypatch):
    """Noise goes: three pictures have a bit more than half of it, eight a bit more than a third."""
    shown, stillness, random = [], Stillness(REST_MS), np.random.default_rng(1)
    reader = SimpleNamespace(likely=lambda picture, *_: shown.append(picture.std()) or [], problems=())
    monkeypatch.setattr("hub.features.camera.throws.DiceReader", lambda *_: reader)
    throws = Throws(500)
    for at_ms in range(0, 5000, 200):
        if at_ms in {0, 2400}:  # what lay there before is known then, and something has moved
            throws.want(2 if at_ms else 0, at_ms)
            throws._moved = np.ones((180, 320), np.bool_)
        picture = random.normal(128, 8, (360, 640)).round().astype(np.uint8)
        stillness.see(picture, at_ms)
        throws.see(picture, LikelyCamera((), (640, 360), 0), {}, stillness, at_ms)
    assert shown == [pytest.approx(8 / np.sqrt(looks), rel=0.1) for looks in (3, 3, 8)]


def test_only_what_lay_otherwise_before_is_new():
    """Whatever looks like a face and is printed lay there before, however much darker it is now."""
    scene = calm(1, "traced")
    scene.cast(1, size=16)
    (lay,), before = scene.dice, scene.taken()
    scene.cast(1, size=16)
    (come,), scene.dice = scene.dice, (lay, *scene.dice)
    scene.falloff = scene.falloff * 0.8
    now = scene.taken()
    marks = marks_in(now)[0]
    camera = likely_camera({mark: marks[mark] for mark in CORNER_MARKS}, printed(40).marks, scene.size)
    likely = DiceReader(camera, scene.edge).likely(now, marks, before=[before])
    new = {
        die: {one.is_new for one in likely if np.hypot(*np.subtract(one.at, scene.seen_at(die))) < 6}
        for die in (lay, come)
    }
    assert new == {lay: {False}, come: {True}}


def test_dice_that_nobody_awaits_are_not_looked_for(monkeypatch):
    """It costs time that other pictures need."""
    monkeypatch.setattr("hub.features.camera.throws.DiceReader", None)
    made, watcher = Film(7, (640, 480), 20, tilt=0), Watcher(printed(40))
    for shot in made.wait(3):
        assert watcher.see(shot.picture, shot.at_ms).reading.dice == ()
