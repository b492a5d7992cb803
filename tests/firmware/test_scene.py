"""What a node shows and plays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture
def typed():
    """Nobody types dice."""
    from node.dice import TypedDice

    return TypedDice()


@pytest.fixture
def scene(typed):
    """Ten pixels, a hub is there."""
    from node.scene import Scene

    scene = Scene(10, typed)
    scene.linked = True
    return scene


def test_lights_are_the_hubs_and_the_rest_is_dark(scene):
    """Six digits per pixel; more than there are pixels are left out."""
    scene.set_lights("ff0000000080")
    assert scene.colours(0) == ((255, 0, 0), (0, 0, 128), *[(0, 0, 0)] * 8)
    scene.set_lights("010203" * 14)
    assert scene.colours(0) == ((1, 2, 3),) * 10


def test_lamps_blink_twice_a_second(scene):
    """A blinking lamp is lit half the time, one that is not named never."""
    scene.set_lamps({"die1": "blink", "ok": "on"})
    seen = [scene.lamps(now) for now in range(0, 1024, 4)]
    assert [sum(column) for column in zip(*seen, strict=True)] == [128, 0, 0, 256, 0]
    assert scene.dice_wanted() == 1


def test_without_a_hub_one_light_says_so(scene):
    """What the last hub wanted shown is gone, a dim light and the cancel lamp blink."""
    scene.set_lights("ff0000")
    scene.linked = False
    scene.clear()
    shown = {scene.colours(now) for now in range(0, 1024, 8)}
    assert shown == {((0, 0, 0),) * 10, ((24, 12, 0), *[(0, 0, 0)] * 9)}
    assert {scene.lamps(now) for now in range(0, 1024, 8)} == {(False,) * 5, (False,) * 4 + (True,)}


def test_a_die_being_typed_in_shows_its_dots(scene, typed):
    """As many lights as its face, the dice lamps steady, ok blinking, the faces on the display."""
    typed.expect(2)
    typed.press("die1", "long", 0)
    for _ in range(3):
        typed.press("die2", "short", 0)
    assert sum(colour != (0, 0, 0) for colour in scene.colours(0)) == 3
    assert scene.text() == "1+3"
    assert scene.lamps(0) == (True, True, False, True, False)
    assert scene.lamps(256) == (True, True, False, False, False)


def test_the_self_test_is_shown_reader_by_reader(scene):
    """Green works, red does not."""
    scene.tested = [True, False, True]
    assert [colour[0] > colour[1] for colour in scene.colours(0)[:3]] == [False, True, False]


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), max_size=60), st.integers(50, 500))
def test_a_strip_never_draws_more_than_it_may(colours, milliamps):
    """However much is lit, 20 mA per full channel add up to no more than the cap, and little is not dimmed."""
    from node.scene import dimmed

    values = dimmed(colours, milliamps)
    assert sum(values) * 20 / 255 <= milliamps + 1
    if sum(map(sum, colours)) * 20 / 255 <= milliamps:
        assert list(values) == [value for colour in colours for value in colour]


def test_a_sound_ends_by_itself():
    """Its notes follow each other; silence and an unknown key are no errors."""
    from node.sounds import Melody

    melody = Melody()
    melody.play("coin", 1000)
    pitches = [melody.pitch(now) for now in range(1000, 1400, 10)]
    assert pitches[0] == 1319
    assert pitches[10] == 1760
    assert pitches[-1] == 0
    melody.play("no_such_sound", 0)
    assert melody.pitch(10) > 0
    melody.play(None, 0)
    assert melody.pitch(10) == 0
